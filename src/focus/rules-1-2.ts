/**
 * The rules of FOCUS 1.2 for the Cost and Usage dataset: those of a column in one line (`expandColumn`), or
 * one rule per line: its id, whether it must or should hold, its column, what it requires, under which
 * condition, and for which kind of provider.
 *
 * Ids and facts come from the specification (FinOps Open Cost and Usage Specification, CC BY 4.0) and from
 * the Foundation's requirements model (MIT); the words are this program's own. Where the two disagree, the
 * specification decides.
 */
export const rules = `
CostAndUsage-D-003-C | should | AvailabilityZone | present | for AVAILABILITY_ZONE_SUPPORTED
CostAndUsage-D-004-C | must | ListUnitPrice | present | for PUBLIC_PRICE_LIST_SUPPORTED
CostAndUsage-D-005-M | must | BillingAccountName | present
CostAndUsage-D-006-M | must | BilledCost | present
CostAndUsage-D-007-C | must | BillingAccountType | present | for MULTIPLE_BILLING_ACCOUNT_TYPES_SUPPORTED
CostAndUsage-D-008-M | must | ChargeCategory | present
CostAndUsage-D-009-M | must | BillingPeriodStart | present
CostAndUsage-D-010-M | must | BillingPeriodEnd | present
CostAndUsage-D-011-C | must | ConsumedQuantity | present | for USAGE_MEASUREMENT_SUPPORTED
CostAndUsage-D-012-C | must | CommitmentDiscountName | present | for COMMITMENT_DISCOUNT_SUPPORTED
CostAndUsage-D-013-C | must | CommitmentDiscountId | present | for COMMITMENT_DISCOUNT_SUPPORTED
CostAndUsage-D-014-C | must | CommitmentDiscountType | present | for COMMITMENT_DISCOUNT_SUPPORTED
CostAndUsage-D-015-C | must | CommitmentDiscountUnit | present | for COMMITMENT_DISCOUNT_SUPPORTED
CostAndUsage-D-016-C | must | CommitmentDiscountCategory | present | for COMMITMENT_DISCOUNT_SUPPORTED
CostAndUsage-D-017-C | must | CommitmentDiscountStatus | present | for COMMITMENT_DISCOUNT_SUPPORTED
CostAndUsage-D-018-C | must | CommitmentDiscountQuantity | present | for COMMITMENT_DISCOUNT_SUPPORTED
CostAndUsage-D-019-C | must | SubAccountId | present | for SUB_ACCOUNT_SUPPORTED
CostAndUsage-D-020-C | must | CapacityReservationStatus | present | for CAPACITY_RESERVATION_SUPPORTED
CostAndUsage-D-021-M | must | PublisherName | present
CostAndUsage-D-022-C | must | PricingCategory | present | for MULTIPLE_PRICING_CATEGORIES_SUPPORTED
CostAndUsage-D-023-M | must | InvoiceIssuerName | present
CostAndUsage-D-024-M | must | BillingAccountId | present
CostAndUsage-D-025-M | must | ChargeDescription | present
CostAndUsage-D-026-M | must | ChargeClass | present
CostAndUsage-D-027-O | should | ChargeFrequency | present
CostAndUsage-D-028-M | must | ChargePeriodEnd | present
CostAndUsage-D-029-C | must | SubAccountName | present | for SUB_ACCOUNT_SUPPORTED
CostAndUsage-D-030-M | must | ContractedCost | present
CostAndUsage-D-031-M | must | EffectiveCost | present
CostAndUsage-D-032-M | must | ListCost | present
CostAndUsage-D-033-O | should | InvoiceId | present
CostAndUsage-D-034-C | must | ContractedUnitPrice | present | for NEGOTIATED_PRICING_SUPPORTED
CostAndUsage-D-035-M | must | BillingCurrency | present
CostAndUsage-D-036-M | must | PricingQuantity | present
CostAndUsage-D-037-M | must | ChargePeriodStart | present
CostAndUsage-D-038-M | must | ProviderName | present
CostAndUsage-D-039-C | must | ResourceType | present | for BILLING_BASED_ON_PROVISIONED_RESOURCES_SUPPORTED,RESOURCE_TYPE_ASSIGNMENT_SUPPORTED
CostAndUsage-D-040-M | must | ServiceCategory | present
CostAndUsage-D-041-M | must | ServiceName | present
CostAndUsage-D-042-O | should | ServiceSubcategory | present
CostAndUsage-D-043-C | must | ResourceId | present | for BILLING_BASED_ON_PROVISIONED_RESOURCES_SUPPORTED
CostAndUsage-D-044-C | must | ResourceName | present | for BILLING_BASED_ON_PROVISIONED_RESOURCES_SUPPORTED
CostAndUsage-D-045-C | must | PricingCurrency | present | for PRICING_BILLING_CURRENCY_DIFFERENCES_SUPPORTED
CostAndUsage-D-047-C | must | PricingCurrencyContractedUnitPrice | present | for PUBLIC_PRICE_LIST_SUPPORTED,VIRTUAL_CURRENCY_SUPPORTED
CostAndUsage-D-048-C | should | PricingCurrencyContractedUnitPrice | present | for PUBLIC_PRICE_LIST_SUPPORTED,PRICING_BILLING_CURRENCY_DIFFERENCES_SUPPORTED
CostAndUsage-D-051-C | must | PricingCurrencyEffectiveCost | present | for PUBLIC_PRICE_LIST_SUPPORTED,VIRTUAL_CURRENCY_SUPPORTED
CostAndUsage-D-052-C | should | PricingCurrencyEffectiveCost | present | for PUBLIC_PRICE_LIST_SUPPORTED,PRICING_BILLING_CURRENCY_DIFFERENCES_SUPPORTED
CostAndUsage-D-055-C | must | PricingCurrencyListUnitPrice | present | for PUBLIC_PRICE_LIST_SUPPORTED,VIRTUAL_CURRENCY_SUPPORTED
CostAndUsage-D-056-C | should | PricingCurrencyListUnitPrice | present | for PUBLIC_PRICE_LIST_SUPPORTED,PRICING_BILLING_CURRENCY_DIFFERENCES_SUPPORTED
CostAndUsage-D-058-C | must | SkuPriceId | present | for PUBLIC_PRICE_LIST_SUPPORTED,UNIT_PRICING_SUPPORTED
CostAndUsage-D-059-C | must | SkuMeter | present | for PUBLIC_PRICE_LIST_SUPPORTED,UNIT_PRICING_SUPPORTED
CostAndUsage-D-060-C | must | SkuId | present | for PUBLIC_PRICE_LIST_SUPPORTED,UNIT_PRICING_SUPPORTED
CostAndUsage-D-061-C | must | SkuPriceDetails | present | for PUBLIC_PRICE_LIST_SUPPORTED,UNIT_PRICING_SUPPORTED
CostAndUsage-D-062-C | must | RegionName | present | for REGION_SUPPORTED
CostAndUsage-D-063-C | must | RegionId | present | for REGION_SUPPORTED
CostAndUsage-D-064-C | must | Tags | present | for TAGGING_SUPPORTED
CostAndUsage-D-065-C | must | CapacityReservationId | present | for CAPACITY_RESERVATION_SUPPORTED
CostAndUsage-D-066-C | must | ConsumedUnit | present | for USAGE_MEASUREMENT_SUPPORTED
CostAndUsage-D-067-C | must | SubAccountType | present | for MULTIPLE_SUB_ACCOUNT_TYPES_SUPPORTED
CostAndUsage-D-068-M | must | PricingUnit | present
AvailabilityZone: type String; text
BilledCost: type Decimal; number; not null; finite
BillingAccountId: not null; type String; text
BillingAccountName: type String; text
BillingAccountName-C-003-C | must | BillingAccountName | not null | for ACCOUNT_NAMING_SUPPORTED
BillingAccountType: type String; text; -; null if BillingAccountId is null; not null if BillingAccountId is not null
BillingCurrency: type String; text; currency; not null; -; national currency
BillingPeriodEnd: type Date/Time; date and time; not null
BillingPeriodStart: type Date/Time; date and time; not null
CapacityReservationId: type String; text; -; -; not null if CapacityReservationStatus = Unused
CapacityReservationStatus: type String; -; null if CapacityReservationId is null; not null if CapacityReservationId is not null and ChargeCategory = Usage; -; one of Used, Unused
ChargeCategory: type String; not null; one of Usage, Purchase, Tax, Credit, Adjustment
ChargeClass-C-001-M | must | ChargeClass | type String
ChargeClass-C-005-C | must | ChargeClass | one of Correction
ChargeDescription: type String; text; should not null
ChargeFrequency: type String; not null; one of One-Time, Recurring, Usage-Based; not Usage-Based if ChargeCategory = Purchase
ChargePeriodEnd: type Date/Time; date and time; not null
ChargePeriodStart: type Date/Time; date and time; not null
CommitmentDiscountCategory: type String; -; null if CommitmentDiscountId is null; not null if CommitmentDiscountId is not null; one of Spend, Usage
CommitmentDiscountId: type String; text
CommitmentDiscountName: type String; text; -; null if CommitmentDiscountId is null
CommitmentDiscountQuantity: type Decimal; number; -; -; not null if ChargeCategory = Usage, Purchase and CommitmentDiscountId is not null and ChargeClass != Correction; -; null if ChargeCategory != Usage, Purchase or CommitmentDiscountId is null; -; finite
CommitmentDiscountStatus: type String; -; null if CommitmentDiscountId is null; not null if CommitmentDiscountId is not null and ChargeCategory = Usage; one of Used, Unused
CommitmentDiscountType: type String; text; -; null if CommitmentDiscountId is null; not null if CommitmentDiscountId is not null
CommitmentDiscountUnit: type String; text
CommitmentDiscountUnit-C-003-M | should | CommitmentDiscountUnit | unit
CommitmentDiscountUnit-C-005-C | must | CommitmentDiscountUnit | null | if CommitmentDiscountQuantity is null
CommitmentDiscountUnit-C-006-C | must | CommitmentDiscountUnit | not null | if CommitmentDiscountQuantity is not null
ConsumedQuantity: type Decimal; number; -; null if ChargeCategory != Usage or CommitmentDiscountStatus = Unused; -; not null if ChargeCategory = Usage and CommitmentDiscountStatus != Unused and ChargeClass != Correction
ConsumedUnit: type String; text; should unit; -; null if ConsumedQuantity is null; not null if ConsumedQuantity is not null
ContractedCost: type Decimal; number; not null; finite; -; -; -; -; ContractedUnitPrice * PricingQuantity = ContractedCost if ChargeClass != Correction
ContractedUnitPrice: -; type Decimal; number; -; null if ChargeCategory = Tax; not null if ChargeCategory = Usage, Purchase and ChargeClass != Correction
ContractedUnitPrice-C-009-C | must | ContractedUnitPrice | at least 0
ContractedUnitPrice-C-011-C | must | ContractedUnitPrice | ContractedUnitPrice * PricingQuantity = ContractedCost | if ChargeClass != Correction
EffectiveCost: type Decimal; number; not null; finite
InvoiceId: type String; text
InvoiceIssuerName: type String; text; not null
ListCost: type Decimal; number; not null; finite; -; -; -; -; ListUnitPrice * PricingQuantity = ListCost if ChargeClass != Correction
ListUnitPrice: type Decimal; number; -; null if ChargeCategory = Tax; not null if ChargeCategory = Usage, Purchase and ChargeClass != Correction; -; -; at least 0; -; ListUnitPrice * PricingQuantity = ListCost if ChargeClass != Correction
PricingCategory: type String; -; null if ChargeCategory = Tax; not null if ChargeCategory = Usage, Purchase and ChargeClass != Correction; -; -; one of Standard, Committed, Dynamic, Other
PricingCurrency: type String; text; currency; not null
PricingCurrencyContractedUnitPrice: type Decimal; number; -; null if ChargeCategory = Tax; not null if ChargeCategory = Usage, Purchase and ChargeClass != Correction
PricingCurrencyContractedUnitPrice-C-008-C | must | PricingCurrencyContractedUnitPrice | at least 0
PricingCurrencyEffectiveCost: type Decimal; number; not null; finite
PricingCurrencyListUnitPrice: type Decimal; number; -; null if ChargeCategory = Tax; not null if ChargeCategory = Usage, Purchase and ChargeClass != Correction; -; -; at least 0
PricingQuantity: type Decimal; number; -; null if ChargeCategory = Tax; not null if ChargeCategory = Usage, Purchase and ChargeClass != Correction; -; -; finite
PricingUnit: type String; text; should unit; -; null if PricingQuantity is null; not null if PricingQuantity is not null
ProviderName: type String; text; not null
PublisherName: type String; text; not null
RegionId: type String; text
RegionName: type String; text; -; null if RegionId is null; not null if RegionId is not null
ResourceId: type String; text
ResourceName: type String; text; -; null if ResourceId is null
ResourceType: type String; text; -; null if ResourceId is null; not null if ResourceId is not null
ServiceCategory: type String; not null; one of @services
ServiceName: type String; text; not null
ServiceName-C-005-C | must | ServiceName | one ServiceCategory
ServiceName-C-008-C | should | ServiceName | one ServiceSubcategory
ServiceSubcategory: type String; not null; one of @subcategories; within ServiceCategory
SkuId: type String; text; -; null if ChargeCategory = Tax; not null if ChargeCategory = Usage, Purchase and ChargeClass != Correction
SkuMeter: type String; text; -; null if SkuId is null; should not null if SkuId is not null
SkuPriceDetails: key-value pairs; should Pascal case keys; -; null if SkuPriceId is null
SkuPriceId: type String; text; -; null if ChargeCategory = Tax; not null if ChargeCategory = Usage, Purchase and ChargeClass != Correction; -; -; one SkuId
SubAccountId: type String; text
SubAccountName: type String; text; -; null if SubAccountId is null; not null if SubAccountId is not null
SubAccountType: type String; text; -; null if SubAccountId is null; not null if SubAccountId is not null
Tags-C-001-M | must | Tags | key-value pairs
NullHandling-A-002-M | must | * | no placeholder NULL, null, N/A, n/a, None, Not Applicable
ColumnHandling-A-005-O | should | * | at most 50 characters
ColumnHandling-A-010-M | must | * | custom columns begin with x_
ColumnHandling-A-013-O | should | * | FOCUS columns first
StringHandling-A-007-M | should | * | not blank
`;

/** Rules that a file alone cannot prove: they are about the provider, its invoices or its documents. */
export const beyondFile = `
AvailabilityZone-C-003-C BilledCost-C-005-C BilledCost-C-006-M BilledCost-C-007-M
BillingAccountId-C-004-M BillingAccountId-C-005-O BillingAccountType-C-006-M
BillingCurrency-C-005-M BillingPeriodEnd-C-004-M BillingPeriodStart-C-004-M
CapacityReservationId-C-004-C CapacityReservationId-C-006-C CapacityReservationId-C-008-M
CapacityReservationId-C-009-O CapacityReservationStatus-C-007-C
CapacityReservationStatus-C-008-C ChargeClass-C-003-C ChargeClass-C-004-C
ChargeDescription-C-004-O ChargePeriodEnd-C-004-M ChargePeriodStart-C-004-M
ColumnHandling-A-001-M ColumnHandling-A-002-M ColumnHandling-A-003-M ColumnHandling-A-004-O
ColumnHandling-A-006-M ColumnHandling-A-008-M ColumnHandling-A-011-O ColumnHandling-A-012-O
CommitmentDiscountId-C-004-C CommitmentDiscountId-C-005-C CommitmentDiscountId-C-007-M
CommitmentDiscountId-C-008-C CommitmentDiscountName-C-006-C CommitmentDiscountQuantity-C-011-C
CommitmentDiscountQuantity-C-012-C CommitmentDiscountQuantity-C-014-C
CommitmentDiscountQuantity-C-015-C CommitmentDiscountUnit-C-008-M CommitmentDiscountUnit-C-009-M
CommitmentDiscountUnit-C-010-C ConsumedQuantity-C-008-C ContractedCost-C-005-M
ContractedCost-C-007-C ContractedCost-C-008-C ContractedUnitPrice-C-010-C CurrencyFormat-A-001-C
CurrencyFormat-A-002-C DateTimeFormat-A-001-M DateTimeFormat-A-002-M DateTimeFormat-A-004-M
DateTimeFormat-A-005-M DateTimeFormat-A-006-M DiscountHandling-A-001-C DiscountHandling-A-003-C
DiscountHandling-A-004-C DiscountHandling-A-006-C DiscountHandling-A-007-C
DiscountHandling-A-009-C DiscountHandling-A-010-C DiscountHandling-A-011-C
DiscountHandling-A-012-C DiscountHandling-A-013-C DiscountHandling-A-014-C
DiscountHandling-A-015-C DiscountHandling-A-016-C DiscountHandling-A-017-C
DiscountHandling-A-018-C DiscountHandling-A-019-C DiscountHandling-A-020-C EffectiveCost-C-005-C
EffectiveCost-C-006-M EffectiveCost-C-009-C EffectiveCost-C-010-C EffectiveCost-C-012-C
EffectiveCost-C-013-C InvoiceId-C-004-C InvoiceId-C-005-C InvoiceId-C-007-C
KeyValueFormat-A-001-M KeyValueFormat-A-002-M KeyValueFormat-A-003-M KeyValueFormat-A-004-M
ListCost-C-005-M ListCost-C-007-C ListCost-C-008-C ListUnitPrice-C-009-M NullHandling-A-001-C
NumericFormat-A-001-O NumericFormat-A-002-M NumericFormat-A-003-M NumericFormat-A-004-M
NumericFormat-A-005-M NumericFormat-A-006-M NumericFormat-A-007-M NumericFormat-A-008-M
NumericFormat-A-009-M NumericFormat-A-010-M NumericFormat-A-011-M NumericFormat-A-012-M
NumericFormat-A-013-O PricingCategory-C-008-C PricingCategory-C-009-C PricingCategory-C-010-C
PricingCategory-C-011-C PricingCurrencyContractedUnitPrice-C-009-C
PricingCurrencyEffectiveCost-C-005-M PricingCurrencyEffectiveCost-C-006-M
PricingCurrencyListUnitPrice-C-009-M PricingQuantity-C-009-C PricingUnit-C-008-M
PricingUnit-C-009-C RegionId-C-004-C ResourceId-C-004-C ResourceId-C-005-C ResourceId-C-007-M
ResourceId-C-008-O ResourceName-C-005-C ResourceName-C-006-C ServiceName-C-006-C
ServiceName-C-009-C SkuId-C-008-M SkuId-C-009-M SkuId-C-010-M SkuId-C-011-C SkuMeter-C-006-O
SkuPriceDetails-C-007-M SkuPriceDetails-C-008-M SkuPriceDetails-C-009-C SkuPriceDetails-C-010-C
SkuPriceDetails-C-013-O SkuPriceDetails-C-014-O SkuPriceDetails-C-016-O SkuPriceDetails-C-017-C
SkuPriceDetails-C-018-C SkuPriceDetails-C-020-M SkuPriceDetails-C-021-M SkuPriceDetails-C-022-C
SkuPriceId-C-009-M SkuPriceId-C-010-M SkuPriceId-C-012-C SkuPriceId-C-013-M SkuPriceId-C-014-C
SkuPriceId-C-015-C StringHandling-A-001-M StringHandling-A-002-O StringHandling-A-003-M
StringHandling-A-004-M StringHandling-A-005-M StringHandling-A-006-M SubAccountId-C-004-C
SubAccountId-C-005-C SubAccountType-C-006-M Tags-C-004-M Tags-C-005-M Tags-C-006-M Tags-C-008-M
Tags-C-009-M Tags-C-010-C Tags-C-012-M Tags-C-013-M Tags-C-015-C Tags-C-016-C Tags-C-017-M
UnitFormat-A-001-M UnitFormat-A-003-M UnitFormat-A-004-C
`;
