/**
 * Names that columns of these meanings often have, in small letters and without signs: first those of other
 * versions of FOCUS, then those of the exports of AWS (Cost and Usage Report), Azure and Google, then
 * others. They are proposals: a person checks them.
 */
export const likelyNames: ReadonlyMap<string, readonly string[]> = new Map(
  entriesOf(`
AvailabilityZone: lineitemavailabilityzone locationzone zone
BilledCost: lineitemunblendedcost costinbillingcurrency pretaxcost
BillingAccountId: billpayeraccountid payeraccountid billingaccount accountid
BillingAccountName: billpayeraccountname payeraccountname accountname
BillingCurrency: lineitemcurrencycode billingcurrencycode
ChargeCategory: lineitemlineitemtype chargetype costtype lineitemtype recordtype
ChargeDescription: lineitemlineitemdescription skudescription description productname usagetype
ChargeFrequency: frequency
ChargePeriodEnd: lineitemusageenddate usageendtime lineitemintervalusageend
ChargePeriodStart: lineitemusagestartdate usagestarttime lineitemintervalusagestart
CommitmentDiscountId: savingsplansavingsplanarn reservationreservationarn benefitid reservationid
CommitmentDiscountName: benefitname reservationname
ConsumedQuantity: lineitemusageamount usageamount usagequantity quantity
ConsumedUnit: pricingunit unitofmeasure usageunit unit
ContractedUnitPrice: lineitemunblendedrate unitprice priceeffectiveprice
EffectiveCost: amortizedcost
HostProviderName: providername hostprovider provider cloud
InvoiceId: billinvoiceid
InvoiceIssuerName: billinvoicingentity billbillingentity sellername invoiceissuer seller providername provider
ListCost: pricingpublicondemandcost paygcostinbillingcurrency costatlist
ListUnitPrice: pricingpublicondemandrate paygprice
PricingCategory: pricingterm pricingmodel purchaseoption
PricingCurrency: pricingcurrencycode
PricingQuantity: lineitemusageamount usageamountinpricingunits quantity usagequantity usageamount
PricingUnit: usagepricingunit unitofmeasure unit usageunit
ProviderName: hostprovidername serviceprovidername provider cloud vendor
PublisherName: serviceprovidername lineitemlegalentity publisher provider vendor
RegionId: productregioncode productregion resourcelocation locationregion region
ResourceId: lineitemresourceid resourceglobalname resource
ServiceCategory: category servicefamily productproductfamily service
ServiceName: productservicename productproductname lineitemproductcode servicedescription consumedservice metercategory service product productname
ServiceProviderName: publishername providername provider cloud vendor
SkuId: productsku meterid sku
SkuMeter: lineitemusagetype metername meter usagetype
SkuPriceId: pricingratecode priceid
SubAccountId: lineitemusageaccountid subscriptionid subscriptionguid projectid accountid usageaccountid
SubAccountName: lineitemusageaccountname subscriptionname projectname accountname
Tags: resourcetags labels usertags
`),
);

/** The FOCUS names for values that such columns have. */
export const likelyValues: ReadonlyMap<string, string> = new Map(
  entriesOf(`
Usage: discountedusage savingsplancoveredusage regular
Purchase: rifee fee savingsplanrecurringfee savingsplanupfrontfee
Adjustment: rounding roundingerror
Standard: ondemand
Committed: reservation reserved savingsplan
Dynamic: spot
One-Time: onetime
Usage-Based: usagebased
`).flatMap(([meant, values]) => values.map((value) => [value, meant])),
);

function entriesOf(text: string): [string, readonly string[]][] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.split(': '))
    .map(([name = '', values = '']) => [name, values.split(' ')]);
}
