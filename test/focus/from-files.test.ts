import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { converterOf } from '../../src/focus/convert-value.ts';
import { createFolder, run } from '../helpers/run.ts';
import { conformingRow, csvOf } from './files.ts';

const older = {
  ...conformingRow('1.0'),
  BilledCost: '12.340000000000000000000001',
  CommitmentDiscountId: null,
  CommitmentDiscountCategory: null,
  CommitmentDiscountName: null,
  CommitmentDiscountStatus: null,
  CommitmentDiscountType: null,
};

/** Removes the comment signs of what is proposed. */
function accept(map: string): string {
  const [sure = '', rest = ''] = map.split('# Likely');
  const [proposed = ''] = rest.split('# Mandatory, and no source');
  const lines = proposed.split('\n').slice(1);
  return sure + lines.map((line) => line.replace(/^# (?=[A-Z]\w+:| )/, '')).join('\n');
}

test('a file of FOCUS 1.0 becomes one of 1.4 by a mirror and the map that is proposed', async () => {
  const folder = createFolder();
  writeFileSync(join(folder, 'old.csv'), csvOf([older, { ...older, ServiceName: 'S3' }]));
  const [map, made] = [join(folder, 'map.yaml'), join(folder, 'new.csv')];
  const exported = ['costs', 'export', '--mirror', 'm', '--focus', '1.4', '--focus-map'];
  const lines = [
    ['costs', 'mirror', 'm', '--files', 'old.csv', '-q'],
    [...exported, 'init', '-O', map, '-q'],
  ];
  for (const line of lines) expect((await run(line, { folder })).stderr).toBe('');
  const proposed = readFileSync(map, 'utf8');
  expect(proposed).toContain('\nChargePeriodEnd: ChargePeriodEnd ');
  expect(proposed).toContain('\n# ServiceProviderName: PublisherName ');
  expect(proposed).toContain('\n# HostProviderName: ProviderName ');
  writeFileSync(map, accept(proposed));
  const done = await run([...exported, map, '-O', made, '-q'], { folder });
  expect([done.stderr, done.exitCode]).toEqual(['', 0]);
  const judged = await run(['costs', 'focus-check', made], { folder });
  expect([judged.exitCode, judged.stderr]).toMatchInlineSnapshot(`
    [
      0,
      "note: 2 rows, 182 rules of FOCUS 1.4 judged, 2 violated; 118 do not apply to this file, and others need more than a file
    ",
    ]
  `);
  expect(readFileSync(made, 'utf8')).toContain('12.340000000000000000000001');
});

/** As the sample data of the FinOps Foundation is written. */
const withoutZones = {
  ...older,
  ...{ BillingPeriodStart: '2026-10-01 00:00:00', BillingPeriodEnd: '2026-11-01 00:00:00' },
  ...{ ChargePeriodStart: '2026-10-05 07:00:00', ChargePeriodEnd: '2026-10-05 08:00:00.000' },
  ...{ RegionId: 'NULL', Tags: 'NULL' },
};

test('times without a zone and a text for nothing are what the map and the mirror say that they are', async () => {
  const folder = createFolder();
  writeFileSync(join(folder, 'old.csv'), csvOf([withoutZones]));
  const [map, made] = [join(folder, 'map.yaml'), join(folder, 'new.csv')];
  const exported = ['costs', 'export', '--mirror', 'm', '--focus', '1.3', '--focus-map'];
  const first = ['costs', 'mirror', 'm', '--files', 'old.csv', '--null-text', 'NULL', '-q'];
  for (const line of [
    first,
    ['costs', 'mirror', 'm', '-q'],
    [...exported, 'init', '-O', map, '-q'],
  ])
    expect((await run(line, { folder })).stderr).toBe('');
  const proposed = readFileSync(map, 'utf8');
  expect(proposed).toContain(
    '\n# ChargePeriodStart: {column: ChargePeriodStart, zone: UTC}  # Date/Time, mandatory',
  );
  writeFileSync(map, accept(proposed).replaceAll(', zone: UTC', ''));
  const refused = await run([...exported, map, '-O', made, '-q'], { folder });
  expect(refused.exitCode).toBe(9);
  expect(refused.stderr).toContain("'2026-10-05 07:00:00' is not a moment with a time zone");
  expect(refused.stderr).toContain("{column: …, zone: UTC}' says that such times are in UTC");
  writeFileSync(map, accept(proposed));
  const done = await run([...exported, map, '-O', made, '-q'], { folder });
  expect([done.stderr, done.exitCode]).toEqual(['', 0]);
  const text = readFileSync(made, 'utf8');
  expect(text).toContain('2026-10-05T08:00:00Z,2026-10-05T07:00:00Z');
  expect(text).not.toContain('NULL');
  const changed = await run([...first, '--null-text', '-'], { folder });
  expect(changed.exitCode).toBe(6);
  expect(changed.stderr).toContain('--null-text changed from ["NULL"] to ["NULL","-"]');
});

test.each([
  ['BillingCurrency: {column: c, zone: UTC}', 'zone is for a column with moments'],
  ['ChargePeriodStart: {start-of-day: c, zone: UTC}', 'zone needs column'],
  [
    'ChargePeriodStart: {column: c, table: {a: "2026-10-01T00:00:00Z"}, zone: UTC}',
    'zone needs column, and no table',
  ],
  ['ChargePeriodStart: {column: c, zone: CET}', 'zone can only be UTC'],
  ['RegionId: {column: c, otherwise: none}', 'it needs column with table'],
  ['ListCost: {value: "1", otherwise: "2"}', 'it needs column with table'],
])('a map refuses %s', async (line, why) => {
  const folder = createFolder();
  writeFileSync(join(folder, 'old.csv'), csvOf([older]));
  writeFileSync(join(folder, 'map.yaml'), `${line}\n`);
  await run(['costs', 'mirror', 'm', '--files', 'old.csv', '-q'], { folder });
  const exported = 'costs export --mirror m --focus 1.3 --focus-map map.yaml -O new.csv'.split(' ');
  const { exitCode, stderr } = await run(exported, { folder });
  expect(exitCode).toBe(2);
  expect(stderr).toContain(why);
});

test.each([
  [
    'AWS',
    'bill/PayerAccountId,lineItem/UsageAccountId,lineItem/UsageStartDate,lineItem/UnblendedCost,lineItem/CurrencyCode,lineItem/LineItemType,product/ProductName,lineItem/ResourceId\n1,2,2026-10-01T00:00:00Z,1.5,USD,SavingsPlanCoveredUsage,Amazon EC2,i-1\n',
    ['--date-column', 'lineItem/UsageStartDate'],
    [
      'BilledCost: lineItem/UnblendedCost',
      '# SubAccountId: lineItem/UsageAccountId',
      '#     SavingsPlanCoveredUsage: Usage',
    ],
  ],
  [
    'Azure',
    'Date,CostInBillingCurrency,BillingCurrency,SubscriptionId,ChargeType,ResourceLocation,UnitOfMeasure,Tags\n2026-10-01,1.5,EUR,s-1,UnusedReservation,westeurope,1 Hour,\n',
    [],
    [
      'BilledCost: CostInBillingCurrency',
      '# SubAccountId: SubscriptionId',
      '# RegionId: ResourceLocation',
      '#     UnusedReservation: "?"',
    ],
  ],
  [
    'Google',
    'billing_account_id,service.description,project.id,usage_start_time,cost,currency,cost_type,usage.pricing_unit\nb-1,Compute Engine,p-1,2026-10-01 00:00:00 UTC,1.5,EUR,regular,hour\n',
    ['--date-column', 'usage_start_time'],
    [
      'BilledCost: cost',
      'BillingAccountId: billing_account_id',
      '# ServiceName: service.description',
      '#     regular: Usage',
    ],
  ],
])('columns of an export of %s are proposed', async (_vendor, csv, words, expected) => {
  const folder = createFolder();
  writeFileSync(join(folder, 'in.csv'), csv);
  const made = await run(['costs', 'mirror', 'm', '--files', 'in.csv', ...words, '-q'], { folder });
  expect([made.stderr, made.exitCode]).toEqual(['', 0]);
  const line = 'costs export --mirror m --focus 1.4 --focus-map init -q';
  const { stdout } = await run(line, { folder });
  expect(expected.filter((one) => !stdout.includes(one))).toEqual([]);
});

/** As rows of Oracle in the sample data of the Foundation, and tags in an export of Azure. */
test.each(['csv', 'parquet'])(
  'rows without a value have that of another column in %s',
  async (format) => {
    const folder = createFolder();
    const rows = [
      { ...older, ContractedCost: '3.5', Tags: '{}' },
      { ...older, ContractedCost: ' ', EffectiveCost: '7.25', Tags: '"team": "web","env": ""' },
    ];
    writeFileSync(join(folder, 'old.csv'), csvOf(rows));
    const map = join(folder, 'map.yaml');
    const exported = ['costs', 'export', '--mirror', 'm', '--focus', '1.2', '--focus-map'];
    await run(['costs', 'mirror', 'm', '--files', 'old.csv', '-q'], { folder });
    await run([...exported, 'init', '-O', map, '-q'], { folder });
    const proposed = accept(readFileSync(map, 'utf8'));
    writeFileSync(map, proposed);
    const path = join(folder, `new.${format}`);
    const refused = await run([...exported, map, '-O', path, '-q'], { folder });
    expect([refused.exitCode, refused.stderr]).toEqual([
      9,
      expect.stringContaining('{column: …, or: …} names another column for such rows'),
    ]);
    const source = 'ContractedCost: {column: ContractedCost, or: EffectiveCost}';
    writeFileSync(map, proposed.replace('ContractedCost: ContractedCost', source));
    expect((await run([...exported, map, '-O', path, '-q'], { folder })).stderr).toBe('');
    await run(['costs', 'mirror', 'n', '--files', path, '-q'], { folder });
    const columns = ['--columns', 'ContractedCost,Tags', '-o', 'json'];
    const read = await run(['costs', 'list', '--mirror', 'n', ...columns], { folder });
    const tags = (text: unknown) => (typeof text === 'string' ? JSON.parse(text) : text);
    const found: { ContractedCost: unknown; Tags: unknown }[] = JSON.parse(read.stdout);
    expect(found.map((row) => [String(row.ContractedCost), tags(row.Tags)])).toEqual([
      ['3.5', {}],
      ['7.25', { team: 'web', env: '' }],
    ]);
  },
);

test('another column is named next to a column alone', async () => {
  const folder = createFolder();
  writeFileSync(join(folder, 'old.csv'), csvOf([older]));
  writeFileSync(join(folder, 'map.yaml'), 'ListCost: {value: "1", or: BilledCost}\n');
  await run(['costs', 'mirror', 'm', '--files', 'old.csv', '-q'], { folder });
  const line = ['costs', 'export', '--mirror', 'm', '--focus', '1.2', '--focus-map', 'map.yaml'];
  const { stderr, exitCode } = await run([...line, '-O', 'new.csv'], { folder });
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('or names a second column')]);
});

/** As Google's own export is written. */
const google = {
  service: { id: 'A-1', description: 'BigQuery' },
  sku: { id: 'S-1', description: 'Analysis' },
  usage_start_time: '2026-10-05T23:00:00Z',
  usage_end_time: '2026-10-06T00:00:00Z',
  project: { id: 'p-1', name: null },
  labels: [
    { key: 'team', value: 'web' },
    { key: 'spot', value: null },
  ],
  cost: 1.25,
  currency: 'USD',
  cost_type: 'regular',
  pricing_unit: null,
};

test('a map finds columns inside others, leaves out those without values, and keeps hours', async () => {
  const folder = createFolder();
  writeFileSync(join(folder, 'g.ndjson'), `${JSON.stringify(google)}\n`);
  const map = join(folder, 'map.yaml');
  const exported = ['costs', 'export', '--mirror', 'm', '--focus', '1.4', '--focus-map'];
  await run(['costs', 'mirror', 'm', '--files', 'g.ndjson', '-q'], { folder });
  await run([...exported, 'init', '-O', map, '-q'], { folder });
  const proposed = readFileSync(map, 'utf8');
  const sources = proposed.split('# Mandatory')[0]?.match(/^(?:# )?[A-Z]\w+: .*(?= {2}# )/gm);
  expect(sources?.map((line) => line.replace('# ', '')).sort()).toMatchInlineSnapshot(`
    [
      "BilledCost: cost",
      "BillingCurrency: currency",
      "BillingPeriodEnd: {end-of-month: usage_start_time}",
      "BillingPeriodStart: {start-of-month: usage_start_time}",
      "ChargeDescription: sku.description",
      "ChargePeriodEnd: usage_end_time",
      "ChargePeriodStart: usage_start_time",
      "ContractedCost: cost",
      "EffectiveCost: cost",
      "ListCost: cost",
      "PricingUnit: pricing_unit",
      "ServiceName: service.description",
      "SkuId: sku.id",
      "SubAccountId: project.id",
      "Tags: labels",
    ]
  `);
  expect(proposed).not.toContain('x_service');
});

test.each([
  ['[]', '{}'],
  ['[{"key":"team","value":"web"},{"key":"spot","value":null}]', '{"team":"web","spot":null}'],
  ['[{"key":"a"}]', '{"a":null}'],
  ['[{"key":"a","value":"1"},{"key":"a","value":"2"}]', undefined],
  ['[{"key":"a","value":{"b":1}}]', undefined],
  ['["a"]', undefined],
  ['[', undefined],
])('labels %s become %s', (given, due) => {
  const column = { name: 'Tags', type: 'JSON', isMandatory: false, isNullable: true } as const;
  const convert = converterOf({
    column: { ...column, isFlat: true, allowed: undefined },
    source: { kind: 'column', column: 'labels' },
    where: [],
  });
  expect(convert(given).text ?? undefined).toBe(due);
});
