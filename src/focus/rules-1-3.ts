/**
 * The rules of FOCUS 1.3 for the Cost and Usage dataset, one a line: its id, whether it must or should
 * hold, its column, what it requires, under which condition, and for which kind of provider.
 *
 * Ids and facts come from the specification (FinOps Open Cost and Usage Specification, CC BY 4.0) and
 * from the Foundation's requirements model (MIT); the words are this program's own. Where the two
 * disagree, the specification decides.
 */
export const rules = `
CAU-CostAndUsage-D-003-C | should | AvailabilityZone | present | for AVAILABILITY_ZONE_SUPPORTED
CAU-CostAndUsage-D-004-C | must | ListUnitPrice | present | for PUBLIC_PRICE_LIST_SUPPORTED
CAU-CostAndUsage-D-005-M | must | BillingAccountName | present
CAU-CostAndUsage-D-006-M | must | BilledCost | present
CAU-CostAndUsage-D-007-C | must | BillingAccountType | present | for MULTIPLE_BILLING_ACCOUNT_TYPES_SUPPORTED
CAU-CostAndUsage-D-008-M | must | ChargeCategory | present
CAU-CostAndUsage-D-009-M | must | BillingPeriodStart | present
CAU-CostAndUsage-D-010-M | must | BillingPeriodEnd | present
CAU-CostAndUsage-D-011-C | must | ConsumedQuantity | present | for USAGE_MEASUREMENT_SUPPORTED
CAU-CostAndUsage-D-012-C | must | CommitmentDiscountName | present | for COMMITMENT_DISCOUNT_SUPPORTED
CAU-CostAndUsage-D-013-C | must | CommitmentDiscountId | present | for COMMITMENT_DISCOUNT_SUPPORTED
CAU-CostAndUsage-D-014-C | must | CommitmentDiscountType | present | for COMMITMENT_DISCOUNT_SUPPORTED
CAU-CostAndUsage-D-015-C | must | CommitmentDiscountUnit | present | for COMMITMENT_DISCOUNT_SUPPORTED
CAU-CostAndUsage-D-016-C | must | CommitmentDiscountCategory | present | for COMMITMENT_DISCOUNT_SUPPORTED
CAU-CostAndUsage-D-017-C | must | CommitmentDiscountStatus | present | for COMMITMENT_DISCOUNT_SUPPORTED
CAU-CostAndUsage-D-018-C | must | CommitmentDiscountQuantity | present | for COMMITMENT_DISCOUNT_SUPPORTED
CAU-CostAndUsage-D-019-C | must | SubAccountId | present | for SUB_ACCOUNT_SUPPORTED
CAU-CostAndUsage-D-020-C | must | CapacityReservationStatus | present | for CAPACITY_RESERVATION_SUPPORTED
CAU-CostAndUsage-D-021-M | must | PublisherName | present
CAU-CostAndUsage-D-022-C | must | PricingCategory | present | for MULTIPLE_PRICING_CATEGORIES_SUPPORTED
CAU-CostAndUsage-D-023-M | must | InvoiceIssuerName | present
CAU-CostAndUsage-D-024-M | must | BillingAccountId | present
CAU-CostAndUsage-D-025-M | must | ChargeDescription | present
CAU-CostAndUsage-D-026-M | must | ChargeClass | present
CAU-CostAndUsage-D-027-O | should | ChargeFrequency | present
CAU-CostAndUsage-D-028-M | must | ChargePeriodEnd | present
CAU-CostAndUsage-D-029-C | must | SubAccountName | present | for SUB_ACCOUNT_SUPPORTED
CAU-CostAndUsage-D-030-M | must | ContractedCost | present
CAU-CostAndUsage-D-031-M | must | EffectiveCost | present
CAU-CostAndUsage-D-032-M | must | ListCost | present
CAU-CostAndUsage-D-033-O | should | InvoiceId | present
CAU-CostAndUsage-D-034-C | must | ContractedUnitPrice | present | for NEGOTIATED_PRICING_SUPPORTED
CAU-CostAndUsage-D-035-M | must | BillingCurrency | present
CAU-CostAndUsage-D-036-M | must | PricingQuantity | present
CAU-CostAndUsage-D-037-M | must | ChargePeriodStart | present
CAU-CostAndUsage-D-038-M | must | ProviderName | present
CAU-CostAndUsage-D-039-C | must | ResourceType | present | for BILLING_BASED_ON_PROVISIONED_RESOURCES_SUPPORTED,RESOURCE_TYPE_ASSIGNMENT_SUPPORTED
CAU-CostAndUsage-D-040-M | must | ServiceCategory | present
CAU-CostAndUsage-D-041-M | must | ServiceName | present
CAU-CostAndUsage-D-042-O | should | ServiceSubcategory | present
CAU-CostAndUsage-D-043-C | must | ResourceId | present | for BILLING_BASED_ON_PROVISIONED_RESOURCES_SUPPORTED
CAU-CostAndUsage-D-044-C | must | ResourceName | present | for BILLING_BASED_ON_PROVISIONED_RESOURCES_SUPPORTED
CAU-CostAndUsage-D-045-C | must | PricingCurrency | present | for PRICING_BILLING_CURRENCY_DIFFERENCES_SUPPORTED
CAU-CostAndUsage-D-047-C | must | PricingCurrencyContractedUnitPrice | present | for PUBLIC_PRICE_LIST_SUPPORTED,VIRTUAL_CURRENCY_SUPPORTED
CAU-CostAndUsage-D-048-C | should | PricingCurrencyContractedUnitPrice | present | for PUBLIC_PRICE_LIST_SUPPORTED,PRICING_BILLING_CURRENCY_DIFFERENCES_SUPPORTED
CAU-CostAndUsage-D-051-C | must | PricingCurrencyEffectiveCost | present | for PUBLIC_PRICE_LIST_SUPPORTED,VIRTUAL_CURRENCY_SUPPORTED
CAU-CostAndUsage-D-052-C | should | PricingCurrencyEffectiveCost | present | for PUBLIC_PRICE_LIST_SUPPORTED,PRICING_BILLING_CURRENCY_DIFFERENCES_SUPPORTED
CAU-CostAndUsage-D-055-C | must | PricingCurrencyListUnitPrice | present | for PUBLIC_PRICE_LIST_SUPPORTED,VIRTUAL_CURRENCY_SUPPORTED
CAU-CostAndUsage-D-056-C | should | PricingCurrencyListUnitPrice | present | for PUBLIC_PRICE_LIST_SUPPORTED,PRICING_BILLING_CURRENCY_DIFFERENCES_SUPPORTED
CAU-CostAndUsage-D-058-C | must | SkuPriceId | present | for PUBLIC_PRICE_LIST_SUPPORTED,UNIT_PRICING_SUPPORTED
CAU-CostAndUsage-D-059-C | must | SkuMeter | present | for PUBLIC_PRICE_LIST_SUPPORTED,UNIT_PRICING_SUPPORTED
CAU-CostAndUsage-D-060-C | must | SkuId | present | for PUBLIC_PRICE_LIST_SUPPORTED,UNIT_PRICING_SUPPORTED
CAU-CostAndUsage-D-061-C | must | SkuPriceDetails | present | for PUBLIC_PRICE_LIST_SUPPORTED,UNIT_PRICING_SUPPORTED
CAU-CostAndUsage-D-062-C | must | RegionName | present | for REGION_SUPPORTED
CAU-CostAndUsage-D-063-C | must | RegionId | present | for REGION_SUPPORTED
CAU-CostAndUsage-D-064-C | must | Tags | present | for TAGGING_SUPPORTED
CAU-CostAndUsage-D-065-C | must | CapacityReservationId | present | for CAPACITY_RESERVATION_SUPPORTED
CAU-CostAndUsage-D-066-C | must | ConsumedUnit | present | for USAGE_MEASUREMENT_SUPPORTED
CAU-CostAndUsage-D-067-C | must | SubAccountType | present | for MULTIPLE_SUB_ACCOUNT_TYPES_SUPPORTED
CAU-CostAndUsage-D-068-M | must | PricingUnit | present
CAU-CostAndUsage-D-069-C | should | AllocatedMethodDetails | present | for DATA_GENERATOR_SPLIT_COST_ALLOCATION_SUPPORTED
CAU-CostAndUsage-D-070-C | must | AllocatedMethodId | present | for DATA_GENERATOR_SPLIT_COST_ALLOCATION_SUPPORTED
CAU-CostAndUsage-D-071-C | must | AllocatedResourceId | present | for DATA_GENERATOR_SPLIT_COST_ALLOCATION_SUPPORTED
CAU-CostAndUsage-D-072-C | must | AllocatedResourceName | present | for DATA_GENERATOR_SPLIT_COST_ALLOCATION_SUPPORTED
CAU-CostAndUsage-D-073-C | must | AllocatedTags | present | for DATA_GENERATOR_SPLIT_COST_ALLOCATION_SUPPORTED
CAU-CostAndUsage-D-074-C | must | ContractApplied | present | for CONTRACT_COMMITMENTS_SUPPORTED
CAU-CostAndUsage-D-075-M | must | HostProviderName | present
CAU-CostAndUsage-D-076-M | must | ServiceProviderName | present
CAU-AllocatedMethodDetails-C-001-M | must | AllocatedMethodDetails | type String
CAU-AllocatedMethodDetails-C-002-M | must | AllocatedMethodDetails | text
CAU-AllocatedMethodDetails-C-003-M | must | AllocatedMethodDetails | JSON object
CAU-AllocatedMethodId-C-001-M | must | AllocatedMethodId | type String
CAU-AllocatedMethodId-C-002-M | must | AllocatedMethodId | text
CAU-AllocatedResourceId-C-001-M | must | AllocatedResourceId | type String
CAU-AllocatedResourceId-C-002-M | must | AllocatedResourceId | text
CAU-AllocatedResourceName-C-001-M | must | AllocatedResourceName | type String
CAU-AllocatedResourceName-C-002-M | must | AllocatedResourceName | text
CAU-AllocatedResourceName-C-004-C | must | AllocatedResourceName | null | if AllocatedResourceId is null
CAU-AllocatedResourceName-C-005-C | must | AllocatedResourceName | not null | if AllocatedResourceId is not null
CAU-AllocatedTags-C-001-M | must | AllocatedTags | key-value pairs
CAU-AvailabilityZone-C-001-M | must | AvailabilityZone | type String
CAU-AvailabilityZone-C-002-M | must | AvailabilityZone | text
CAU-BilledCost-C-001-M | must | BilledCost | type Decimal
CAU-BilledCost-C-002-M | must | BilledCost | number
CAU-BilledCost-C-003-M | must | BilledCost | not null
CAU-BilledCost-C-004-M | must | BilledCost | finite
CAU-BillingAccountId-C-001-M | must | BillingAccountId | not null
CAU-BillingAccountId-C-002-M | must | BillingAccountId | type String
CAU-BillingAccountId-C-003-M | must | BillingAccountId | text
CAU-BillingAccountName-C-001-M | must | BillingAccountName | type String
CAU-BillingAccountName-C-002-M | must | BillingAccountName | text
CAU-BillingAccountName-C-003-C | must | BillingAccountName | not null | for ACCOUNT_NAMING_SUPPORTED
CAU-BillingAccountType-C-001-M | must | BillingAccountType | type String
CAU-BillingAccountType-C-002-M | must | BillingAccountType | text
CAU-BillingAccountType-C-004-C | must | BillingAccountType | null | if BillingAccountId is null
CAU-BillingAccountType-C-005-C | must | BillingAccountType | not null | if BillingAccountId is not null
CAU-BillingCurrency-C-001-M | must | BillingCurrency | type String
CAU-BillingCurrency-C-002-M | must | BillingCurrency | text
CAU-BillingCurrency-C-003-M | must | BillingCurrency | currency
CAU-BillingCurrency-C-004-M | must | BillingCurrency | not null
CAU-BillingCurrency-C-006-M | must | BillingCurrency | national currency
CAU-BillingPeriodEnd-C-001-M | must | BillingPeriodEnd | type Date/Time
CAU-BillingPeriodEnd-C-002-M | must | BillingPeriodEnd | date and time
CAU-BillingPeriodEnd-C-003-M | must | BillingPeriodEnd | not null
CAU-BillingPeriodStart-C-001-M | must | BillingPeriodStart | type Date/Time
CAU-BillingPeriodStart-C-002-M | must | BillingPeriodStart | date and time
CAU-BillingPeriodStart-C-003-M | must | BillingPeriodStart | not null
CAU-CapacityReservationId-C-001-M | must | CapacityReservationId | type String
CAU-CapacityReservationId-C-002-M | must | CapacityReservationId | text
CAU-CapacityReservationId-C-005-C | must | CapacityReservationId | not null | if CapacityReservationStatus = Unused
CAU-CapacityReservationStatus-C-001-M | must | CapacityReservationStatus | type String
CAU-CapacityReservationStatus-C-003-C | must | CapacityReservationStatus | null | if CapacityReservationId is null
CAU-CapacityReservationStatus-C-004-C | must | CapacityReservationStatus | not null | if CapacityReservationId is not null and ChargeCategory = Usage
CAU-CapacityReservationStatus-C-006-M | must | CapacityReservationStatus | one of Used, Unused
CAU-ChargeCategory-C-001-M | must | ChargeCategory | type String
CAU-ChargeCategory-C-002-M | must | ChargeCategory | not null
CAU-ChargeCategory-C-003-M | must | ChargeCategory | one of Usage, Purchase, Tax, Credit, Adjustment
CAU-ChargeClass-C-001-M | must | ChargeClass | type String
CAU-ChargeClass-C-005-C | must | ChargeClass | one of Correction
CAU-ChargeDescription-C-001-M | must | ChargeDescription | type String
CAU-ChargeDescription-C-002-M | must | ChargeDescription | text
CAU-ChargeDescription-C-003-O | should | ChargeDescription | not null
CAU-ChargeFrequency-C-001-M | must | ChargeFrequency | type String
CAU-ChargeFrequency-C-002-M | must | ChargeFrequency | not null
CAU-ChargeFrequency-C-003-M | must | ChargeFrequency | one of One-Time, Recurring, Usage-Based
CAU-ChargeFrequency-C-004-C | must | ChargeFrequency | not Usage-Based | if ChargeCategory = Purchase
CAU-ChargePeriodEnd-C-001-M | must | ChargePeriodEnd | type Date/Time
CAU-ChargePeriodEnd-C-002-M | must | ChargePeriodEnd | date and time
CAU-ChargePeriodEnd-C-003-M | must | ChargePeriodEnd | not null
CAU-ChargePeriodStart-C-001-M | must | ChargePeriodStart | type Date/Time
CAU-ChargePeriodStart-C-002-M | must | ChargePeriodStart | date and time
CAU-ChargePeriodStart-C-003-M | must | ChargePeriodStart | not null
CAU-CommitmentDiscountCategory-C-001-M | must | CommitmentDiscountCategory | type String
CAU-CommitmentDiscountCategory-C-003-C | must | CommitmentDiscountCategory | null | if CommitmentDiscountId is null
CAU-CommitmentDiscountCategory-C-004-C | must | CommitmentDiscountCategory | not null | if CommitmentDiscountId is not null
CAU-CommitmentDiscountCategory-C-005-M | must | CommitmentDiscountCategory | one of Spend, Usage
CAU-CommitmentDiscountId-C-001-M | must | CommitmentDiscountId | type String
CAU-CommitmentDiscountId-C-002-M | must | CommitmentDiscountId | text
CAU-CommitmentDiscountName-C-001-M | must | CommitmentDiscountName | type String
CAU-CommitmentDiscountName-C-002-M | must | CommitmentDiscountName | text
CAU-CommitmentDiscountName-C-004-C | must | CommitmentDiscountName | null | if CommitmentDiscountId is null
CAU-CommitmentDiscountQuantity-C-001-M | must | CommitmentDiscountQuantity | type Decimal
CAU-CommitmentDiscountQuantity-C-002-M | must | CommitmentDiscountQuantity | number
CAU-CommitmentDiscountQuantity-C-005-C | must | CommitmentDiscountQuantity | not null | if ChargeCategory = Usage, Purchase and CommitmentDiscountId is not null and ChargeClass != Correction
CAU-CommitmentDiscountQuantity-C-007-C | must | CommitmentDiscountQuantity | null | if ChargeCategory != Usage, Purchase or CommitmentDiscountId is null
CAU-CommitmentDiscountQuantity-C-009-M | must | CommitmentDiscountQuantity | finite
CAU-CommitmentDiscountStatus-C-001-M | must | CommitmentDiscountStatus | type String
CAU-CommitmentDiscountStatus-C-003-C | must | CommitmentDiscountStatus | null | if CommitmentDiscountId is null
CAU-CommitmentDiscountStatus-C-004-C | must | CommitmentDiscountStatus | not null | if CommitmentDiscountId is not null and ChargeCategory = Usage
CAU-CommitmentDiscountStatus-C-005-M | must | CommitmentDiscountStatus | one of Used, Unused
CAU-CommitmentDiscountType-C-001-M | must | CommitmentDiscountType | type String
CAU-CommitmentDiscountType-C-002-M | must | CommitmentDiscountType | text
CAU-CommitmentDiscountType-C-004-C | must | CommitmentDiscountType | null | if CommitmentDiscountId is null
CAU-CommitmentDiscountType-C-005-C | must | CommitmentDiscountType | not null | if CommitmentDiscountId is not null
CAU-CommitmentDiscountUnit-C-001-M | must | CommitmentDiscountUnit | type String
CAU-CommitmentDiscountUnit-C-002-M | must | CommitmentDiscountUnit | text
CAU-CommitmentDiscountUnit-C-003-M | should | CommitmentDiscountUnit | unit
CAU-CommitmentDiscountUnit-C-005-C | must | CommitmentDiscountUnit | null | if CommitmentDiscountQuantity is null
CAU-CommitmentDiscountUnit-C-006-C | must | CommitmentDiscountUnit | not null | if CommitmentDiscountQuantity is not null
CAU-ConsumedQuantity-C-001-M | must | ConsumedQuantity | type Decimal
CAU-ConsumedQuantity-C-002-M | must | ConsumedQuantity | number
CAU-ConsumedQuantity-C-004-C | must | ConsumedQuantity | null | if ChargeCategory != Usage or CommitmentDiscountStatus = Unused
CAU-ConsumedQuantity-C-006-C | must | ConsumedQuantity | not null | if ChargeCategory = Usage and CommitmentDiscountStatus != Unused and ChargeClass != Correction
CAU-ConsumedUnit-C-001-M | must | ConsumedUnit | type String
CAU-ConsumedUnit-C-002-M | must | ConsumedUnit | text
CAU-ConsumedUnit-C-003-O | should | ConsumedUnit | unit
CAU-ConsumedUnit-C-005-C | must | ConsumedUnit | null | if ConsumedQuantity is null
CAU-ConsumedUnit-C-006-C | must | ConsumedUnit | not null | if ConsumedQuantity is not null
CAU-ContractApplied-C-001-M | must | ContractApplied | JSON object
CAU-ContractedCost-C-001-M | must | ContractedCost | type Decimal
CAU-ContractedCost-C-002-M | must | ContractedCost | number
CAU-ContractedCost-C-003-M | must | ContractedCost | not null
CAU-ContractedCost-C-004-M | must | ContractedCost | finite
CAU-ContractedCost-C-009-C | must | ContractedCost | ContractedUnitPrice * PricingQuantity = ContractedCost | if ChargeClass != Correction
CAU-ContractedUnitPrice-C-002-M | must | ContractedUnitPrice | type Decimal
CAU-ContractedUnitPrice-C-003-M | must | ContractedUnitPrice | number
CAU-ContractedUnitPrice-C-005-C | must | ContractedUnitPrice | null | if ChargeCategory = Tax
CAU-ContractedUnitPrice-C-006-C | must | ContractedUnitPrice | not null | if ChargeCategory = Usage, Purchase and ChargeClass != Correction
CAU-ContractedUnitPrice-C-009-C | must | ContractedUnitPrice | at least 0
CAU-ContractedUnitPrice-C-011-C | must | ContractedUnitPrice | ContractedUnitPrice * PricingQuantity = ContractedCost | if ChargeClass != Correction
CAU-EffectiveCost-C-001-M | must | EffectiveCost | type Decimal
CAU-EffectiveCost-C-002-M | must | EffectiveCost | number
CAU-EffectiveCost-C-003-M | must | EffectiveCost | not null
CAU-EffectiveCost-C-004-M | must | EffectiveCost | finite
CAU-HostProviderName-C-001-M | must | HostProviderName | type String
CAU-HostProviderName-C-002-M | must | HostProviderName | text
CAU-HostProviderName-C-003-M | must | HostProviderName | not null
CAU-InvoiceId-C-001-M | must | InvoiceId | type String
CAU-InvoiceId-C-002-M | must | InvoiceId | text
CAU-InvoiceIssuerName-C-001-M | must | InvoiceIssuerName | type String
CAU-InvoiceIssuerName-C-002-M | must | InvoiceIssuerName | text
CAU-InvoiceIssuerName-C-003-M | must | InvoiceIssuerName | not null
CAU-ListCost-C-001-M | must | ListCost | type Decimal
CAU-ListCost-C-002-M | must | ListCost | number
CAU-ListCost-C-003-M | must | ListCost | not null
CAU-ListCost-C-004-M | must | ListCost | finite
CAU-ListCost-C-009-C | must | ListCost | ListUnitPrice * PricingQuantity = ListCost | if ChargeClass != Correction
CAU-ListUnitPrice-C-001-M | must | ListUnitPrice | type Decimal
CAU-ListUnitPrice-C-002-M | must | ListUnitPrice | number
CAU-ListUnitPrice-C-004-C | must | ListUnitPrice | null | if ChargeCategory = Tax
CAU-ListUnitPrice-C-005-C | must | ListUnitPrice | not null | if ChargeCategory = Usage, Purchase and ChargeClass != Correction
CAU-ListUnitPrice-C-008-M | must | ListUnitPrice | at least 0
CAU-ListUnitPrice-C-010-C | must | ListUnitPrice | ListUnitPrice * PricingQuantity = ListCost | if ChargeClass != Correction
CAU-PricingCategory-C-001-M | must | PricingCategory | type String
CAU-PricingCategory-C-003-C | must | PricingCategory | null | if ChargeCategory = Tax
CAU-PricingCategory-C-004-C | must | PricingCategory | not null | if ChargeCategory = Usage, Purchase and ChargeClass != Correction
CAU-PricingCategory-C-007-M | must | PricingCategory | one of Standard, Committed, Dynamic, Other
CAU-PricingCurrency-C-001-M | must | PricingCurrency | type String
CAU-PricingCurrency-C-002-M | must | PricingCurrency | text
CAU-PricingCurrency-C-003-M | must | PricingCurrency | currency
CAU-PricingCurrency-C-004-M | must | PricingCurrency | not null
CAU-PricingCurrencyContractedUnitPrice-C-001-M | must | PricingCurrencyContractedUnitPrice | type Decimal
CAU-PricingCurrencyContractedUnitPrice-C-002-M | must | PricingCurrencyContractedUnitPrice | number
CAU-PricingCurrencyContractedUnitPrice-C-004-C | must | PricingCurrencyContractedUnitPrice | null | if ChargeCategory = Tax
CAU-PricingCurrencyContractedUnitPrice-C-005-C | must | PricingCurrencyContractedUnitPrice | not null | if ChargeCategory = Usage, Purchase and ChargeClass != Correction
CAU-PricingCurrencyContractedUnitPrice-C-008-C | must | PricingCurrencyContractedUnitPrice | at least 0
CAU-PricingCurrencyEffectiveCost-C-001-M | must | PricingCurrencyEffectiveCost | type Decimal
CAU-PricingCurrencyEffectiveCost-C-002-M | must | PricingCurrencyEffectiveCost | number
CAU-PricingCurrencyEffectiveCost-C-003-M | must | PricingCurrencyEffectiveCost | not null
CAU-PricingCurrencyEffectiveCost-C-004-M | must | PricingCurrencyEffectiveCost | finite
CAU-PricingCurrencyListUnitPrice-C-001-M | must | PricingCurrencyListUnitPrice | type Decimal
CAU-PricingCurrencyListUnitPrice-C-002-M | must | PricingCurrencyListUnitPrice | number
CAU-PricingCurrencyListUnitPrice-C-004-C | must | PricingCurrencyListUnitPrice | null | if ChargeCategory = Tax
CAU-PricingCurrencyListUnitPrice-C-005-C | must | PricingCurrencyListUnitPrice | not null | if ChargeCategory = Usage, Purchase and ChargeClass != Correction
CAU-PricingCurrencyListUnitPrice-C-008-M | must | PricingCurrencyListUnitPrice | at least 0
CAU-PricingQuantity-C-001-M | must | PricingQuantity | type Decimal
CAU-PricingQuantity-C-002-M | must | PricingQuantity | number
CAU-PricingQuantity-C-004-C | must | PricingQuantity | null | if ChargeCategory = Tax
CAU-PricingQuantity-C-005-C | must | PricingQuantity | not null | if ChargeCategory = Usage, Purchase and ChargeClass != Correction
CAU-PricingQuantity-C-008-M | must | PricingQuantity | finite
CAU-PricingUnit-C-001-M | must | PricingUnit | type String
CAU-PricingUnit-C-002-M | must | PricingUnit | text
CAU-PricingUnit-C-003-O | should | PricingUnit | unit
CAU-PricingUnit-C-005-C | must | PricingUnit | null | if PricingQuantity is null
CAU-PricingUnit-C-006-C | must | PricingUnit | not null | if PricingQuantity is not null
CAU-ProviderName-C-001-M | must | ProviderName | type String
CAU-ProviderName-C-002-M | must | ProviderName | text
CAU-ProviderName-C-003-M | must | ProviderName | not null
CAU-PublisherName-C-001-M | must | PublisherName | type String
CAU-PublisherName-C-002-M | must | PublisherName | text
CAU-PublisherName-C-003-M | must | PublisherName | not null
CAU-RegionId-C-001-M | must | RegionId | type String
CAU-RegionId-C-002-M | must | RegionId | text
CAU-RegionName-C-001-M | must | RegionName | type String
CAU-RegionName-C-002-M | must | RegionName | text
CAU-RegionName-C-004-C | must | RegionName | null | if RegionId is null
CAU-RegionName-C-005-C | must | RegionName | not null | if RegionId is not null
CAU-ResourceId-C-001-M | must | ResourceId | type String
CAU-ResourceId-C-002-M | must | ResourceId | text
CAU-ResourceName-C-001-M | must | ResourceName | type String
CAU-ResourceName-C-002-M | must | ResourceName | text
CAU-ResourceName-C-004-C | must | ResourceName | null | if ResourceId is null
CAU-ResourceType-C-001-M | must | ResourceType | type String
CAU-ResourceType-C-002-M | must | ResourceType | text
CAU-ResourceType-C-004-C | must | ResourceType | null | if ResourceId is null
CAU-ResourceType-C-005-C | must | ResourceType | not null | if ResourceId is not null
CAU-ServiceCategory-C-001-M | must | ServiceCategory | type String
CAU-ServiceCategory-C-002-M | must | ServiceCategory | not null
CAU-ServiceCategory-C-003-M | must | ServiceCategory | one of @services
CAU-ServiceName-C-001-M | must | ServiceName | type String
CAU-ServiceName-C-002-M | must | ServiceName | text
CAU-ServiceName-C-003-M | must | ServiceName | not null
CAU-ServiceName-C-005-C | must | ServiceName | one ServiceCategory
CAU-ServiceName-C-008-C | should | ServiceName | one ServiceSubcategory
CAU-ServiceProviderName-C-001-M | must | ServiceProviderName | type String
CAU-ServiceProviderName-C-002-M | must | ServiceProviderName | text
CAU-ServiceProviderName-C-003-M | must | ServiceProviderName | not null
CAU-ServiceSubcategory-C-001-M | must | ServiceSubcategory | type String
CAU-ServiceSubcategory-C-002-M | must | ServiceSubcategory | not null
CAU-ServiceSubcategory-C-003-M | must | ServiceSubcategory | one of @subcategories
CAU-ServiceSubcategory-C-004-M | must | ServiceSubcategory | within ServiceCategory
CAU-SkuId-C-001-M | must | SkuId | type String
CAU-SkuId-C-002-M | must | SkuId | text
CAU-SkuId-C-004-C | must | SkuId | null | if ChargeCategory = Tax
CAU-SkuId-C-005-C | must | SkuId | not null | if ChargeCategory = Usage, Purchase and ChargeClass != Correction
CAU-SkuMeter-C-001-M | must | SkuMeter | type String
CAU-SkuMeter-C-002-M | must | SkuMeter | text
CAU-SkuMeter-C-004-C | must | SkuMeter | null | if SkuId is null
CAU-SkuMeter-C-005-C | should | SkuMeter | not null | if SkuId is not null
CAU-SkuPriceDetails-C-001-M | must | SkuPriceDetails | key-value pairs
CAU-SkuPriceDetails-C-002-O | should | SkuPriceDetails | Pascal case keys
CAU-SkuPriceDetails-C-004-C | must | SkuPriceDetails | null | if SkuPriceId is null
CAU-SkuPriceId-C-001-M | must | SkuPriceId | type String
CAU-SkuPriceId-C-002-M | must | SkuPriceId | text
CAU-SkuPriceId-C-004-C | must | SkuPriceId | null | if ChargeCategory = Tax
CAU-SkuPriceId-C-005-C | must | SkuPriceId | not null | if ChargeCategory = Usage, Purchase and ChargeClass != Correction
CAU-SkuPriceId-C-008-M | must | SkuPriceId | one SkuId
CAU-SubAccountId-C-001-M | must | SubAccountId | type String
CAU-SubAccountId-C-002-M | must | SubAccountId | text
CAU-SubAccountName-C-001-M | must | SubAccountName | type String
CAU-SubAccountName-C-002-M | must | SubAccountName | text
CAU-SubAccountName-C-004-C | must | SubAccountName | null | if SubAccountId is null
CAU-SubAccountName-C-005-C | must | SubAccountName | not null | if SubAccountId is not null
CAU-SubAccountType-C-001-M | must | SubAccountType | type String
CAU-SubAccountType-C-002-M | must | SubAccountType | text
CAU-SubAccountType-C-004-C | must | SubAccountType | null | if SubAccountId is null
CAU-SubAccountType-C-005-C | must | SubAccountType | not null | if SubAccountId is not null
CAU-Tags-C-001-M | must | Tags | key-value pairs
NullHandling-A-002-M | must | * | no placeholder NULL, null, N/A, n/a, None
ColumnHandling-A-005-O | should | * | at most 50 characters
ColumnHandling-A-010-M | must | * | custom columns begin with x_
ColumnHandling-A-013-O | should | * | FOCUS columns first
StringHandling-A-007-M | should | * | not blank
`;

/** Rules that no file alone can show to hold: they are about the provider, its invoices or its documents. */
export const beyondFile = `
CAU-AllocatedMethodDetails-C-005-C CAU-AllocatedMethodDetails-C-006-C
CAU-AllocatedMethodId-C-004-C CAU-AllocatedMethodId-C-005-C CAU-AllocatedMethodId-C-006-M
CAU-AllocatedTags-C-003-C CAU-AllocatedTags-C-006-M CAU-AllocatedTags-C-007-M
CAU-AllocatedTags-C-008-M CAU-AllocatedTags-C-009-C CAU-AllocatedTags-C-011-M
CAU-AllocatedTags-C-012-O CAU-AllocatedTags-C-014-C CAU-AvailabilityZone-C-003-C
CAU-BilledCost-C-006-M CAU-BilledCost-C-007-M CAU-BillingAccountId-C-004-M
CAU-BillingAccountId-C-005-O CAU-BillingAccountType-C-006-M CAU-BillingCurrency-C-005-M
CAU-BillingPeriodEnd-C-004-M CAU-BillingPeriodStart-C-004-M CAU-CapacityReservationId-C-004-C
CAU-CapacityReservationId-C-006-C CAU-CapacityReservationId-C-008-M
CAU-CapacityReservationId-C-009-O CAU-CapacityReservationStatus-C-007-C
CAU-CapacityReservationStatus-C-008-C CAU-ChargeClass-C-003-C CAU-ChargeClass-C-004-C
CAU-ChargeDescription-C-004-O CAU-ChargePeriodEnd-C-004-M CAU-ChargePeriodStart-C-004-M
CAU-CommitmentDiscountId-C-004-C CAU-CommitmentDiscountId-C-005-C
CAU-CommitmentDiscountId-C-007-M CAU-CommitmentDiscountId-C-008-C
CAU-CommitmentDiscountName-C-006-C CAU-CommitmentDiscountQuantity-C-011-C
CAU-CommitmentDiscountQuantity-C-012-C CAU-CommitmentDiscountQuantity-C-014-C
CAU-CommitmentDiscountQuantity-C-015-C CAU-CommitmentDiscountUnit-C-008-M
CAU-CommitmentDiscountUnit-C-009-M CAU-CommitmentDiscountUnit-C-010-C
CAU-ConsumedQuantity-C-008-C CAU-ContractApplied-C-002-C CAU-ContractedCost-C-005-M
CAU-ContractedCost-C-007-C CAU-ContractedCost-C-008-C CAU-ContractedUnitPrice-C-010-C
CAU-EffectiveCost-C-005-C CAU-EffectiveCost-C-006-M CAU-EffectiveCost-C-009-C
CAU-EffectiveCost-C-010-C CAU-EffectiveCost-C-012-C CAU-EffectiveCost-C-013-C
CAU-InvoiceId-C-004-C CAU-InvoiceId-C-005-C CAU-InvoiceId-C-007-C CAU-ListCost-C-005-M
CAU-ListCost-C-007-C CAU-ListCost-C-008-C CAU-ListUnitPrice-C-009-M CAU-PricingCategory-C-008-C
CAU-PricingCategory-C-009-C CAU-PricingCategory-C-010-C CAU-PricingCategory-C-011-C
CAU-PricingCurrencyContractedUnitPrice-C-009-C CAU-PricingCurrencyEffectiveCost-C-005-M
CAU-PricingCurrencyEffectiveCost-C-006-M CAU-PricingCurrencyListUnitPrice-C-009-M
CAU-PricingQuantity-C-009-C CAU-PricingUnit-C-008-M CAU-PricingUnit-C-009-C CAU-RegionId-C-004-C
CAU-ResourceId-C-004-C CAU-ResourceId-C-005-C CAU-ResourceId-C-007-M CAU-ResourceId-C-008-O
CAU-ResourceName-C-005-C CAU-ResourceName-C-006-C CAU-ServiceName-C-006-C
CAU-ServiceName-C-009-C CAU-SkuId-C-008-M CAU-SkuId-C-009-M CAU-SkuId-C-010-M CAU-SkuId-C-011-C
CAU-SkuMeter-C-006-O CAU-SkuPriceDetails-C-007-M CAU-SkuPriceDetails-C-008-M
CAU-SkuPriceDetails-C-009-C CAU-SkuPriceDetails-C-010-C CAU-SkuPriceDetails-C-013-O
CAU-SkuPriceDetails-C-014-O CAU-SkuPriceDetails-C-016-O CAU-SkuPriceDetails-C-017-C
CAU-SkuPriceDetails-C-018-C CAU-SkuPriceDetails-C-020-M CAU-SkuPriceDetails-C-021-M
CAU-SkuPriceDetails-C-022-C CAU-SkuPriceId-C-009-M CAU-SkuPriceId-C-010-M CAU-SkuPriceId-C-012-C
CAU-SkuPriceId-C-013-M CAU-SkuPriceId-C-014-C CAU-SkuPriceId-C-015-C CAU-SubAccountId-C-004-C
CAU-SubAccountId-C-005-C CAU-SubAccountType-C-006-M CAU-Tags-C-004-M CAU-Tags-C-005-M
CAU-Tags-C-006-M CAU-Tags-C-008-M CAU-Tags-C-009-M CAU-Tags-C-010-C CAU-Tags-C-012-M
CAU-Tags-C-013-M CAU-Tags-C-015-C CAU-Tags-C-016-C CAU-Tags-C-017-M ColumnHandling-A-001-M
ColumnHandling-A-002-M ColumnHandling-A-003-M ColumnHandling-A-004-O ColumnHandling-A-006-M
ColumnHandling-A-008-M ColumnHandling-A-011-O ColumnHandling-A-012-O CurrencyFormat-A-001-C
CurrencyFormat-A-002-C DateTimeFormat-A-001-M DateTimeFormat-A-002-M DateTimeFormat-A-004-M
DateTimeFormat-A-005-M DateTimeFormat-A-006-M DiscountHandling-A-001-C DiscountHandling-A-003-C
DiscountHandling-A-004-C DiscountHandling-A-006-C DiscountHandling-A-007-C
DiscountHandling-A-009-C DiscountHandling-A-010-C DiscountHandling-A-011-C
DiscountHandling-A-012-C DiscountHandling-A-013-C DiscountHandling-A-014-C
DiscountHandling-A-015-C DiscountHandling-A-016-C DiscountHandling-A-017-C
DiscountHandling-A-018-C DiscountHandling-A-019-C DiscountHandling-A-020-C
KeyValueFormat-A-001-M KeyValueFormat-A-002-M KeyValueFormat-A-003-M KeyValueFormat-A-004-M
NullHandling-A-001-C NumericFormat-A-001-O NumericFormat-A-002-M NumericFormat-A-003-M
NumericFormat-A-004-M NumericFormat-A-005-M NumericFormat-A-006-M NumericFormat-A-007-M
NumericFormat-A-008-M NumericFormat-A-009-M NumericFormat-A-010-M NumericFormat-A-011-M
NumericFormat-A-012-M NumericFormat-A-013-O StringHandling-A-001-M StringHandling-A-002-O
StringHandling-A-003-M StringHandling-A-004-M StringHandling-A-005-M StringHandling-A-006-M
UnitFormat-A-001-M UnitFormat-A-003-M UnitFormat-A-004-C
`;
