import { wordsIn } from '../text.ts';
import type { Difference } from './rule.ts';

/** FOCUS 1.0 as it differs from 1.1, with ids of the same form. */
export const difference: Difference = {
  withoutColumns: wordsIn(
    `CapacityReservationId, CapacityReservationStatus, CommitmentDiscountQuantity,
    CommitmentDiscountUnit, ServiceSubcategory, SkuMeter, SkuPriceDetails`,
  ),
  rules: `
ConsumedQuantity: -; -; -; null if ChargeCategory != Usage; -; not null if ChargeCategory = Usage and ChargeClass != Correction
ConsumedUnit: -; -; -; -; null if ChargeCategory != Usage; not null if ChargeCategory = Usage and ChargeClass != Correction
`,
};
