/**
 * The rules of FOCUS 1.2 for the Cost and Usage dataset, one a line: its id, whether it must or should
 * hold, its column, what it requires, under which condition, and for which kind of provider.
 *
 * Ids and facts come from the specification (FinOps Open Cost and Usage Specification, CC BY 4.0) and
 * from the Foundation's requirements model (MIT); the words are this program's own. Where the two
 * disagree, the specification decides.
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
AvailabilityZone-C-001-M | must | AvailabilityZone | type String
AvailabilityZone-C-002-M | must | AvailabilityZone | text
BilledCost-C-001-M | must | BilledCost | type Decimal
BilledCost-C-002-M | must | BilledCost | number
BilledCost-C-003-M | must | BilledCost | not null
BilledCost-C-004-M | must | BilledCost | finite
BillingAccountId-C-001-M | must | BillingAccountId | not null
BillingAccountId-C-002-M | must | BillingAccountId | type String
BillingAccountId-C-003-M | must | BillingAccountId | text
BillingAccountName-C-001-M | must | BillingAccountName | type String
BillingAccountName-C-002-M | must | BillingAccountName | text
BillingAccountName-C-003-C | must | BillingAccountName | not null | for ACCOUNT_NAMING_SUPPORTED
BillingAccountType-C-001-M | must | BillingAccountType | type String
BillingAccountType-C-002-M | must | BillingAccountType | text
BillingAccountType-C-004-C | must | BillingAccountType | null | if BillingAccountId is null
BillingAccountType-C-005-C | must | BillingAccountType | not null | if BillingAccountId is not null
BillingCurrency-C-001-M | must | BillingCurrency | type String
BillingCurrency-C-002-M | must | BillingCurrency | text
BillingCurrency-C-003-M | must | BillingCurrency | currency
BillingCurrency-C-004-M | must | BillingCurrency | not null
BillingCurrency-C-006-M | must | BillingCurrency | national currency
BillingPeriodEnd-C-001-M | must | BillingPeriodEnd | type Date/Time
BillingPeriodEnd-C-002-M | must | BillingPeriodEnd | date and time
BillingPeriodEnd-C-003-M | must | BillingPeriodEnd | not null
BillingPeriodStart-C-001-M | must | BillingPeriodStart | type Date/Time
BillingPeriodStart-C-002-M | must | BillingPeriodStart | date and time
BillingPeriodStart-C-003-M | must | BillingPeriodStart | not null
CapacityReservationId-C-001-M | must | CapacityReservationId | type String
CapacityReservationId-C-002-M | must | CapacityReservationId | text
CapacityReservationId-C-005-C | must | CapacityReservationId | not null | if CapacityReservationStatus = Unused
CapacityReservationStatus-C-001-M | must | CapacityReservationStatus | type String
CapacityReservationStatus-C-003-C | must | CapacityReservationStatus | null | if CapacityReservationId is null
CapacityReservationStatus-C-004-C | must | CapacityReservationStatus | not null | if CapacityReservationId is not null and ChargeCategory = Usage
CapacityReservationStatus-C-006-M | must | CapacityReservationStatus | one of Used, Unused
ChargeCategory-C-001-M | must | ChargeCategory | type String
ChargeCategory-C-002-M | must | ChargeCategory | not null
ChargeCategory-C-003-M | must | ChargeCategory | one of Usage, Purchase, Tax, Credit, Adjustment
ChargeClass-C-001-M | must | ChargeClass | type String
ChargeClass-C-005-C | must | ChargeClass | one of Correction
ChargeDescription-C-001-M | must | ChargeDescription | type String
ChargeDescription-C-002-M | must | ChargeDescription | text
ChargeDescription-C-003-O | should | ChargeDescription | not null
ChargeFrequency-C-001-M | must | ChargeFrequency | type String
ChargeFrequency-C-002-M | must | ChargeFrequency | not null
ChargeFrequency-C-003-M | must | ChargeFrequency | one of One-Time, Recurring, Usage-Based
ChargeFrequency-C-004-C | must | ChargeFrequency | not Usage-Based | if ChargeCategory = Purchase
ChargePeriodEnd-C-001-M | must | ChargePeriodEnd | type Date/Time
ChargePeriodEnd-C-002-M | must | ChargePeriodEnd | date and time
ChargePeriodEnd-C-003-M | must | ChargePeriodEnd | not null
ChargePeriodStart-C-001-M | must | ChargePeriodStart | type Date/Time
ChargePeriodStart-C-002-M | must | ChargePeriodStart | date and time
ChargePeriodStart-C-003-M | must | ChargePeriodStart | not null
CommitmentDiscountCategory-C-001-M | must | CommitmentDiscountCategory | type String
CommitmentDiscountCategory-C-003-C | must | CommitmentDiscountCategory | null | if CommitmentDiscountId is null
CommitmentDiscountCategory-C-004-C | must | CommitmentDiscountCategory | not null | if CommitmentDiscountId is not null
CommitmentDiscountCategory-C-005-M | must | CommitmentDiscountCategory | one of Spend, Usage
CommitmentDiscountId-C-001-M | must | CommitmentDiscountId | type String
CommitmentDiscountId-C-002-M | must | CommitmentDiscountId | text
CommitmentDiscountName-C-001-M | must | CommitmentDiscountName | type String
CommitmentDiscountName-C-002-M | must | CommitmentDiscountName | text
CommitmentDiscountName-C-004-C | must | CommitmentDiscountName | null | if CommitmentDiscountId is null
CommitmentDiscountQuantity-C-001-M | must | CommitmentDiscountQuantity | type Decimal
CommitmentDiscountQuantity-C-002-M | must | CommitmentDiscountQuantity | number
CommitmentDiscountQuantity-C-005-C | must | CommitmentDiscountQuantity | not null | if ChargeCategory = Usage, Purchase and CommitmentDiscountId is not null and ChargeClass != Correction
CommitmentDiscountQuantity-C-007-C | must | CommitmentDiscountQuantity | null | if ChargeCategory != Usage, Purchase or CommitmentDiscountId is null
CommitmentDiscountQuantity-C-009-M | must | CommitmentDiscountQuantity | finite
CommitmentDiscountStatus-C-001-M | must | CommitmentDiscountStatus | type String
CommitmentDiscountStatus-C-003-C | must | CommitmentDiscountStatus | null | if CommitmentDiscountId is null
CommitmentDiscountStatus-C-004-C | must | CommitmentDiscountStatus | not null | if CommitmentDiscountId is not null and ChargeCategory = Usage
CommitmentDiscountStatus-C-005-M | must | CommitmentDiscountStatus | one of Used, Unused
CommitmentDiscountType-C-001-M | must | CommitmentDiscountType | type String
CommitmentDiscountType-C-002-M | must | CommitmentDiscountType | text
CommitmentDiscountType-C-004-C | must | CommitmentDiscountType | null | if CommitmentDiscountId is null
CommitmentDiscountType-C-005-C | must | CommitmentDiscountType | not null | if CommitmentDiscountId is not null
CommitmentDiscountUnit-C-001-M | must | CommitmentDiscountUnit | type String
CommitmentDiscountUnit-C-002-M | must | CommitmentDiscountUnit | text
CommitmentDiscountUnit-C-003-M | should | CommitmentDiscountUnit | unit
CommitmentDiscountUnit-C-005-C | must | CommitmentDiscountUnit | null | if CommitmentDiscountQuantity is null
CommitmentDiscountUnit-C-006-C | must | CommitmentDiscountUnit | not null | if CommitmentDiscountQuantity is not null
ConsumedQuantity-C-001-M | must | ConsumedQuantity | type Decimal
ConsumedQuantity-C-002-M | must | ConsumedQuantity | number
ConsumedQuantity-C-004-C | must | ConsumedQuantity | null | if ChargeCategory != Usage or CommitmentDiscountStatus = Unused
ConsumedQuantity-C-006-C | must | ConsumedQuantity | not null | if ChargeCategory = Usage and CommitmentDiscountStatus != Unused and ChargeClass != Correction
ConsumedUnit-C-001-M | must | ConsumedUnit | type String
ConsumedUnit-C-002-M | must | ConsumedUnit | text
ConsumedUnit-C-003-O | should | ConsumedUnit | unit
ConsumedUnit-C-005-C | must | ConsumedUnit | null | if ConsumedQuantity is null
ConsumedUnit-C-006-C | must | ConsumedUnit | not null | if ConsumedQuantity is not null
ContractedCost-C-001-M | must | ContractedCost | type Decimal
ContractedCost-C-002-M | must | ContractedCost | number
ContractedCost-C-003-M | must | ContractedCost | not null
ContractedCost-C-004-M | must | ContractedCost | finite
ContractedCost-C-009-C | must | ContractedCost | ContractedUnitPrice * PricingQuantity = ContractedCost | if ChargeClass != Correction
ContractedUnitPrice-C-002-M | must | ContractedUnitPrice | type Decimal
ContractedUnitPrice-C-003-M | must | ContractedUnitPrice | number
ContractedUnitPrice-C-005-C | must | ContractedUnitPrice | null | if ChargeCategory = Tax
ContractedUnitPrice-C-006-C | must | ContractedUnitPrice | not null | if ChargeCategory = Usage, Purchase and ChargeClass != Correction
ContractedUnitPrice-C-009-C | must | ContractedUnitPrice | at least 0
ContractedUnitPrice-C-011-C | must | ContractedUnitPrice | ContractedUnitPrice * PricingQuantity = ContractedCost | if ChargeClass != Correction
EffectiveCost-C-001-M | must | EffectiveCost | type Decimal
EffectiveCost-C-002-M | must | EffectiveCost | number
EffectiveCost-C-003-M | must | EffectiveCost | not null
EffectiveCost-C-004-M | must | EffectiveCost | finite
InvoiceId-C-001-M | must | InvoiceId | type String
InvoiceId-C-002-M | must | InvoiceId | text
InvoiceIssuerName-C-001-M | must | InvoiceIssuerName | type String
InvoiceIssuerName-C-002-M | must | InvoiceIssuerName | text
InvoiceIssuerName-C-003-M | must | InvoiceIssuerName | not null
ListCost-C-001-M | must | ListCost | type Decimal
ListCost-C-002-M | must | ListCost | number
ListCost-C-003-M | must | ListCost | not null
ListCost-C-004-M | must | ListCost | finite
ListCost-C-009-C | must | ListCost | ListUnitPrice * PricingQuantity = ListCost | if ChargeClass != Correction
ListUnitPrice-C-001-M | must | ListUnitPrice | type Decimal
ListUnitPrice-C-002-M | must | ListUnitPrice | number
ListUnitPrice-C-004-C | must | ListUnitPrice | null | if ChargeCategory = Tax
ListUnitPrice-C-005-C | must | ListUnitPrice | not null | if ChargeCategory = Usage, Purchase and ChargeClass != Correction
ListUnitPrice-C-008-M | must | ListUnitPrice | at least 0
ListUnitPrice-C-010-C | must | ListUnitPrice | ListUnitPrice * PricingQuantity = ListCost | if ChargeClass != Correction
PricingCategory-C-001-M | must | PricingCategory | type String
PricingCategory-C-003-C | must | PricingCategory | null | if ChargeCategory = Tax
PricingCategory-C-004-C | must | PricingCategory | not null | if ChargeCategory = Usage, Purchase and ChargeClass != Correction
PricingCategory-C-007-M | must | PricingCategory | one of Standard, Committed, Dynamic, Other
PricingCurrency-C-001-M | must | PricingCurrency | type String
PricingCurrency-C-002-M | must | PricingCurrency | text
PricingCurrency-C-003-M | must | PricingCurrency | currency
PricingCurrency-C-004-M | must | PricingCurrency | not null
PricingCurrencyContractedUnitPrice-C-001-M | must | PricingCurrencyContractedUnitPrice | type Decimal
PricingCurrencyContractedUnitPrice-C-002-M | must | PricingCurrencyContractedUnitPrice | number
PricingCurrencyContractedUnitPrice-C-004-C | must | PricingCurrencyContractedUnitPrice | null | if ChargeCategory = Tax
PricingCurrencyContractedUnitPrice-C-005-C | must | PricingCurrencyContractedUnitPrice | not null | if ChargeCategory = Usage, Purchase and ChargeClass != Correction
PricingCurrencyContractedUnitPrice-C-008-C | must | PricingCurrencyContractedUnitPrice | at least 0
PricingCurrencyEffectiveCost-C-001-M | must | PricingCurrencyEffectiveCost | type Decimal
PricingCurrencyEffectiveCost-C-002-M | must | PricingCurrencyEffectiveCost | number
PricingCurrencyEffectiveCost-C-003-M | must | PricingCurrencyEffectiveCost | not null
PricingCurrencyEffectiveCost-C-004-M | must | PricingCurrencyEffectiveCost | finite
PricingCurrencyListUnitPrice-C-001-M | must | PricingCurrencyListUnitPrice | type Decimal
PricingCurrencyListUnitPrice-C-002-M | must | PricingCurrencyListUnitPrice | number
PricingCurrencyListUnitPrice-C-004-C | must | PricingCurrencyListUnitPrice | null | if ChargeCategory = Tax
PricingCurrencyListUnitPrice-C-005-C | must | PricingCurrencyListUnitPrice | not null | if ChargeCategory = Usage, Purchase and ChargeClass != Correction
PricingCurrencyListUnitPrice-C-008-M | must | PricingCurrencyListUnitPrice | at least 0
PricingQuantity-C-001-M | must | PricingQuantity | type Decimal
PricingQuantity-C-002-M | must | PricingQuantity | number
PricingQuantity-C-004-C | must | PricingQuantity | null | if ChargeCategory = Tax
PricingQuantity-C-005-C | must | PricingQuantity | not null | if ChargeCategory = Usage, Purchase and ChargeClass != Correction
PricingQuantity-C-008-M | must | PricingQuantity | finite
PricingUnit-C-001-M | must | PricingUnit | type String
PricingUnit-C-002-M | must | PricingUnit | text
PricingUnit-C-003-O | should | PricingUnit | unit
PricingUnit-C-005-C | must | PricingUnit | null | if PricingQuantity is null
PricingUnit-C-006-C | must | PricingUnit | not null | if PricingQuantity is not null
ProviderName-C-001-M | must | ProviderName | type String
ProviderName-C-002-M | must | ProviderName | text
ProviderName-C-003-M | must | ProviderName | not null
PublisherName-C-001-M | must | PublisherName | type String
PublisherName-C-002-M | must | PublisherName | text
PublisherName-C-003-M | must | PublisherName | not null
RegionId-C-001-M | must | RegionId | type String
RegionId-C-002-M | must | RegionId | text
RegionName-C-001-M | must | RegionName | type String
RegionName-C-002-M | must | RegionName | text
RegionName-C-004-C | must | RegionName | null | if RegionId is null
RegionName-C-005-C | must | RegionName | not null | if RegionId is not null
ResourceId-C-001-M | must | ResourceId | type String
ResourceId-C-002-M | must | ResourceId | text
ResourceName-C-001-M | must | ResourceName | type String
ResourceName-C-002-M | must | ResourceName | text
ResourceName-C-004-C | must | ResourceName | null | if ResourceId is null
ResourceType-C-001-M | must | ResourceType | type String
ResourceType-C-002-M | must | ResourceType | text
ResourceType-C-004-C | must | ResourceType | null | if ResourceId is null
ResourceType-C-005-C | must | ResourceType | not null | if ResourceId is not null
ServiceCategory-C-001-M | must | ServiceCategory | type String
ServiceCategory-C-002-M | must | ServiceCategory | not null
ServiceCategory-C-003-M | must | ServiceCategory | one of @services
ServiceName-C-001-M | must | ServiceName | type String
ServiceName-C-002-M | must | ServiceName | text
ServiceName-C-003-M | must | ServiceName | not null
ServiceName-C-005-C | must | ServiceName | one ServiceCategory
ServiceName-C-008-C | should | ServiceName | one ServiceSubcategory
ServiceSubcategory-C-001-M | must | ServiceSubcategory | type String
ServiceSubcategory-C-002-M | must | ServiceSubcategory | not null
ServiceSubcategory-C-003-M | must | ServiceSubcategory | one of @subcategories
ServiceSubcategory-C-004-M | must | ServiceSubcategory | within ServiceCategory
SkuId-C-001-M | must | SkuId | type String
SkuId-C-002-M | must | SkuId | text
SkuId-C-004-C | must | SkuId | null | if ChargeCategory = Tax
SkuId-C-005-C | must | SkuId | not null | if ChargeCategory = Usage, Purchase and ChargeClass != Correction
SkuMeter-C-001-M | must | SkuMeter | type String
SkuMeter-C-002-M | must | SkuMeter | text
SkuMeter-C-004-C | must | SkuMeter | null | if SkuId is null
SkuMeter-C-005-C | should | SkuMeter | not null | if SkuId is not null
SkuPriceDetails-C-001-M | must | SkuPriceDetails | key-value pairs
SkuPriceDetails-C-002-O | should | SkuPriceDetails | Pascal case keys
SkuPriceDetails-C-004-C | must | SkuPriceDetails | null | if SkuPriceId is null
SkuPriceId-C-001-M | must | SkuPriceId | type String
SkuPriceId-C-002-M | must | SkuPriceId | text
SkuPriceId-C-004-C | must | SkuPriceId | null | if ChargeCategory = Tax
SkuPriceId-C-005-C | must | SkuPriceId | not null | if ChargeCategory = Usage, Purchase and ChargeClass != Correction
SkuPriceId-C-008-M | must | SkuPriceId | one SkuId
SubAccountId-C-001-M | must | SubAccountId | type String
SubAccountId-C-002-M | must | SubAccountId | text
SubAccountName-C-001-M | must | SubAccountName | type String
SubAccountName-C-002-M | must | SubAccountName | text
SubAccountName-C-004-C | must | SubAccountName | null | if SubAccountId is null
SubAccountName-C-005-C | must | SubAccountName | not null | if SubAccountId is not null
SubAccountType-C-001-M | must | SubAccountType | type String
SubAccountType-C-002-M | must | SubAccountType | text
SubAccountType-C-004-C | must | SubAccountType | null | if SubAccountId is null
SubAccountType-C-005-C | must | SubAccountType | not null | if SubAccountId is not null
Tags-C-001-M | must | Tags | key-value pairs
NullHandling-A-002-M | must | * | no placeholder NULL, null, N/A, n/a, None, Not Applicable
ColumnHandling-A-005-O | should | * | at most 50 characters
ColumnHandling-A-010-M | must | * | custom columns begin with x_
ColumnHandling-A-013-O | should | * | FOCUS columns first
StringHandling-A-007-M | should | * | not blank
`;

/** Rules that no file alone can show to hold: they are about the provider, its invoices or its documents. */
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
