import { wordsIn } from '../text.ts';
import type { Difference } from './rule.ts';

/**
 * FOCUS 1.1 as it differs from 1.2, which has a model and therefore ids: a rule that 1.1 states in prose
 * has the id of the same rule in 1.2. What 1.1 does not state is not judged.
 */
export const difference: Difference = {
  withoutColumns: wordsIn(
    `BillingAccountType, InvoiceId, PricingCurrency, PricingCurrencyContractedUnitPrice,
    PricingCurrencyEffectiveCost, PricingCurrencyListUnitPrice, SubAccountType`,
  ),
  without: wordsIn(
    `CommitmentDiscountQuantity-C-005-C, RegionName-C-004-C, RegionName-C-005-C,
    ResourceName-C-004-C, ResourceType-C-004-C, ServiceName-C-005-C, ServiceName-C-008-C,
    SubAccountName-C-005-C`,
  ),
  rules: `
CommitmentDiscountUnit: -; -; -; -; null if CommitmentDiscountId is null; not null if CommitmentDiscountId is not null and ChargeClass != Correction
ConsumedUnit: -; -; -; -; null if ChargeCategory != Usage or CommitmentDiscountStatus = Unused; not null if ChargeCategory = Usage and CommitmentDiscountStatus != Unused and ChargeClass != Correction
PricingUnit: -; -; -; -; null if ChargeCategory = Tax; not null if ChargeCategory = Usage, Purchase and ChargeClass != Correction
`,
};
