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

test.each([
  [undefined, false],
  ['fx', true],
])('a condition compares currencies if their column is named: %s', (currency, isMet) => {
  const text = `${others.replace('PricingUnit: null', "PricingUnit: {value: Hours, where: ['fx=usd']}")}ServiceCategory: {value: Compute}\n`;
  const { columns } = parseFocusMap('focus.yaml', text, focus, currency);
  const [condition] = columns.find(({ column }) => column.name === 'PricingUnit')?.where ?? [];
  expect(condition?.matches(' USD')).toBe(isMet);
});
