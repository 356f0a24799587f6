import { describe, expect, test } from 'vitest';
import { converterOf } from '../../src/focus/convert-value.ts';
import { parseFocusMap } from '../../src/focus/map.ts';
import { loadFocus } from '../../src/focus/version.ts';

const focus = await loadFocus('1.2');
const others = `
BilledCost: cost
EffectiveCost: cost
ListCost: cost
ContractedCost: cost
BillingCurrency: currency
BillingAccountId: account
BillingAccountName: null
BillingPeriodStart: {start-of-month: date}
BillingPeriodEnd: {end-of-month: date}
ChargePeriodStart: {start-of-day: date}
ChargePeriodEnd: {end-of-day: date}
ChargeCategory: {value: Usage}
ChargeClass: null
ChargeDescription: null
PricingQuantity: null
PricingUnit: null
ProviderName: {value: AWS}
PublisherName: {value: AWS}
InvoiceIssuerName: {value: AWS}
ServiceName: service
`;

/** What a column has where the service has nothing. */
function convert(category: string, text: string | undefined) {
  const map = parseFocusMap('focus.yaml', `${others}ServiceCategory: ${category}\n`, focus);
  const mapped = map.columns.find(({ column }) => column.name === 'ServiceCategory');
  return mapped === undefined ? undefined : converterOf(mapped)(text);
}

describe.each([[undefined], [''], ['  '], ['\t']])('a row with the service %j', (text) => {
  test('gets the table value for an empty text', () => {
    const table = '{column: service, table: {"": Other, EC2: Compute}}';
    expect(convert(table, text)).toMatchObject({ text: 'Other' });
  });

  test('has no value if the table has no entry for an empty text', () => {
    const table = '{column: service, table: {EC2: Compute}, otherwise: Other}';
    expect(convert(table, text)).toMatchObject({ text: null, fault: 'has no value' });
  });
});
