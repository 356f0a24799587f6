import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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
