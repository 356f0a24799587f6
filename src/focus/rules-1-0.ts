import { wordsIn } from '../text.ts';
import type { Difference } from './rule.ts';

/** FOCUS 1.0 as it differs from 1.1, with ids of the same form. */
export const difference: Difference = {
  withoutColumns: wordsIn(
    `CapacityReservationId, CapacityReservationStatus, CommitmentDiscountQuantity,
    CommitmentDiscountUnit, ServiceSubcategory, SkuMeter, SkuPriceDetails`,
  ),
  rules: `
ConsumedQuantity-C-004-C | must | ConsumedQuantity | null | if ChargeCategory != Usage
ConsumedQuantity-C-006-C | must | ConsumedQuantity | not null | if ChargeCategory = Usage and ChargeClass != Correction
ConsumedUnit-C-005-C | must | ConsumedUnit | null | if ChargeCategory != Usage
ConsumedUnit-C-006-C | must | ConsumedUnit | not null | if ChargeCategory = Usage and ChargeClass != Correction
`,
};
