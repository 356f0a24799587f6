import { expect, test } from 'vitest';
import { importFrom, twoRows } from '../helpers/metric-import.ts';
import { createMetricService } from '../helpers/metric-service.ts';
import { scriptService } from '../helpers/service.ts';

test('--map maps columns with other names', async () => {
  const service = createMetricService();
  const file = 'Region,Orders,Day\neu,5,2026-01-01\n';
  const { exitCode } = await importFrom(
    file,
    ['--map', 'date=Day,amount=Orders', '--map', 'region=Region'],
    {
      service,
    },
  );
  expect(exitCode).toBe(0);
  expect(service.posts).toEqual([[{ date: '2026-01-01', amount: '5', labels: { region: 'eu' } }]]);
});

test.each([
  [['--zero-extra', '--skip-invalid'], '--zero-extra and --skip-invalid cannot be used together'],
  [['--verify', '--dry-run'], '--verify needs an import that sends'],
  [['--verify', '--check'], '--verify needs an import that sends'],
  [['--map', 'date'], '--map: must have the form field=column,…'],
  [['--map', 'date=A,date=B'], '--map: names a field twice'],
  [['--map', 'date=Day,amount=Day'], '--map: the column "Day" cannot be both date and amount'],
  [['--map', 'region=amount'], '--map: the column "amount" cannot be both amount and region'],
  [['--map', 'team=T'], '--map: team is neither date nor amount nor a label column of the metric'],
  [['--format', 'xml'], '--format: must be one of csv, tsv, json, ndjson, xlsx'],
  [['--duplicates', 'max'], '--duplicates: must be one of first, last, sum'],
  [['--batch-size', '0'], '--batch-size: must be a whole number from 1 to 100000'],
  [['--rejects', 'rejects.json'], '--rejects: is written as CSV: give a name that ends with .csv'],
])('%j is a usage error', async (flags, message) => {
  const service = createMetricService();
  const outcome = await importFrom(twoRows, [...flags, '-o', 'table'], { service });
  expect(outcome.stderr).toContain(`error: ${message}\n`);
  expect(outcome.exitCode).toBe(2);
  expect(service.posts).toEqual([]);
});

test('every option for reading the file takes effect', async () => {
  const service = createMetricService();
  const { exitCode } = await importFrom(
    'date\tamount\tregion\tteam\n2026-01-01\t5\t eu \ta\n2026-01-01\t6\teu\tb\n2026-01-02\t7\t\tb\n',
    [
      '--format',
      'tsv',
      '--ignore-extra',
      '--trim',
      '--allow-missing-labels',
      '--duplicates',
      'last',
    ],
    { service },
  );
  expect(exitCode).toBe(0);
  expect(service.posts.flat()).toEqual([
    { date: '2026-01-01', amount: '6', labels: { region: 'eu' } },
    { date: '2026-01-02', amount: '7', labels: {} },
  ]);
});

test('an import is refused if the metric response lacks label columns', async () => {
  const service = scriptService({
    path: '/v1/business-metrics/bmt_orders?workspaceId=wsp_main',
    answer: { id: 'bmt_orders', name: 'Orders', unit: 'order' },
  });
  const outcome = await importFrom(twoRows, ['-o', 'table'], { service });
  expect(outcome.stderr).toContain(
    'error: the response to GET /v1/business-metrics/bmt_orders lacks labelColumns\n',
  );
  expect(outcome.exitCode).toBe(1);
});
