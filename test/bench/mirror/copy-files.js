// What DuckDB does for `files.js` and `questions.js`, on one thread: `make FILE ROWS` writes a month of FOCUS
// rows, `copy FILE OTHER` copies them, and `ask QUERY` reads an answer.
import { DuckDBInstance } from '@duckdb/node-api';

const [what, path, more] = process.argv.slice(2);
const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
const connection = await instance.connect();

const moments = { BillingPeriodStart: '0', BillingPeriodEnd: '744' };
/** So many different values of each. */
const texts = {
  BillingAccountId: 3,
  BillingAccountName: 3,
  BillingAccountType: 2,
  SubAccountId: 60,
  SubAccountName: 60,
  SubAccountType: 2,
  InvoiceId: 4,
  InvoiceIssuerName: 3,
  ProviderName: 3,
  PublisherName: 5,
  AvailabilityZone: 30,
  RegionId: 20,
  RegionName: 20,
  CapacityReservationId: 8,
  CapacityReservationStatus: 2,
  ChargeCategory: 5,
  ChargeClass: 2,
  ChargeDescription: 4000,
  ChargeFrequency: 3,
  CommitmentDiscountCategory: 2,
  CommitmentDiscountId: 300,
  CommitmentDiscountName: 300,
  CommitmentDiscountStatus: 2,
  CommitmentDiscountType: 4,
  CommitmentDiscountUnit: 3,
  ConsumedUnit: 12,
  PricingCategory: 4,
  PricingCurrency: 2,
  PricingUnit: 12,
  ResourceName: 20_000,
  ResourceType: 40,
  ServiceCategory: 12,
  ServiceName: 80,
  ServiceSubcategory: 40,
  SkuId: 900,
  SkuMeter: 300,
  SkuPriceId: 2000,
};
const numbers = {
  BilledCost: 'DECIMAL(20, 10)',
  EffectiveCost: 'DECIMAL(20, 10)',
  ListCost: 'DECIMAL(20, 10)',
  ContractedCost: 'DECIMAL(20, 10)',
};
/** Prices and amounts repeat. */
const prices = [
  'ListUnitPrice',
  'ContractedUnitPrice',
  'PricingQuantity',
  'ConsumedQuantity',
  'CommitmentDiscountQuantity',
  'PricingCurrencyListUnitPrice',
  'PricingCurrencyContractedUnitPrice',
  'PricingCurrencyEffectiveCost',
];

/** A number from 0 that looks like chance. */
const draw = (seed, below) => `(hash(n * 31 + ${seed}) % ${below})`;
const select = [
  ...Object.entries(moments).map(
    ([name, hours]) => `TIMESTAMPTZ '2026-10-01 00:00:00+00' + to_hours(${hours}) AS "${name}"`,
  ),
  ...[0, 1].map(
    (hour) =>
      `TIMESTAMPTZ '2026-10-01 00:00:00+00' + to_hours((${draw(1, 744)})::INT + ${hour}) AS "ChargePeriod${hour === 0 ? 'Start' : 'End'}"`,
  ),
  `CASE ${draw(2, 20)} WHEN 0 THEN 'EUR' ELSE 'USD' END AS "BillingCurrency"`,
  ...Object.entries(texts).map(
    ([name, count], place) =>
      `CASE WHEN ${draw(place + 10, 10)} < ${place % 4} THEN NULL ELSE '${name} ' || ${draw(place + 100, count)} END AS "${name}"`,
  ),
  ...Object.entries(numbers).map(
    ([name, type], place) => `(${draw(place + 200, 1e13)} / 1e11)::${type} AS "${name}"`,
  ),
  ...prices.map((name, place) => `(${draw(place + 300, 5000)} / 1e3)::DOUBLE AS "${name}"`),
  `'arn:aws:ec2:eu-central-1:100000000000:instance/i-' || lpad(to_hex(${draw(400, 200_000)}), 17, '0') AS "ResourceId"`,
  `json_object('team', 'team ' || ${draw(500, 40)}, 'env', CASE ${draw(501, 3)} WHEN 0 THEN 'prod' ELSE 'test' END, 'app', 'app ' || ${draw(502, 30)})::VARCHAR AS "Tags"`,
  `json_object('CoreCount', ${draw(503, 64)})::VARCHAR AS "SkuPriceDetails"`,
];
const query = {
  make: `SELECT ${select.join()} FROM range(${Number(more)}) AS r(n)`,
  copy: `SELECT * FROM read_parquet('${path}')`,
}[what];
if (what === 'ask') await connection.runAndReadAll(path);
else {
  await connection.run(`COPY (${query}) TO '${what === 'make' ? path : more}' (FORMAT parquet)`);
}
connection.closeSync();
