import { expect, test } from 'vitest';
import { importFrom, twoRows } from '../helpers/metric-import.ts';
import { createMetricService } from '../helpers/metric-service.ts';
import { failWith, succeed } from '../helpers/screens.ts';

test('--map maps columns with other names', async () => {
  const service = createMetricService();
  const file = 'Region,Orders,Day\neu,5,2026-01-01\n';
  await succeed(
    importFrom(file, ['--map', 'date=Day,amount=Orders', '--map', 'region=Region'], { service }),
  );
  expect(service.posts).toEqual([[{ date: '2026-01-01', amount: '5', labels: { region: 'eu' } }]]);
});

test.each([
  [['--zero-extra', '--skip-invalid'], '--zero-extra and --skip-invalid cannot be used together'],
  [['--verify', '--dry-run'], '--verify needs an import that sends'],
  [['--verify', '--check'], '--verify needs an import that sends'],
  [['--map', 'date'], '--map: must have the form field=column,…'],
  [['--map', 'date=A,date=B'], '--map: names date twice'],
  [['--map', 'date=Day,amount=Day'], '--map: the column "Day" cannot be both date and amount'],
  [['--map', 'region=amount'], '--map: the column "amount" cannot be both amount and region'],
  [['--map', 'team=T'], '--map: team is neither date nor amount nor a label column of the metric'],
  [['--format', 'xml'], '--format: must be one of json, ndjson, csv, tsv, xlsx'],
  [['--duplicates', 'max'], '--duplicates: must be one of first, last, sum'],
  [['--batch-size', '0'], '--batch-size: must be a whole number from 1 to 100000'],
  [['--rejects', 'rejects.json'], '--rejects: is written as CSV: give a name that ends with .csv'],
])('%j is a usage error', async (flags, message) => {
  const service = createMetricService();
  const stderr = await failWith(2, importFrom(twoRows, [...flags, '-o', 'table'], { service }));
  expect(stderr).toContain(`error: ${message}\n`);
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

test('--zero-extra sends 0 for stored values that the file lacks on its days', async () => {
  const stored = [
    { date: '2026-01-01', amount: '9', labels: { region: 'asia' } },
    { date: '2026-01-05', amount: '9', labels: { region: 'asia' } },
  ];
  const service = createMetricService({ stored });
  const dry = await importFrom(twoRows, ['--zero-extra', '--dry-run'], { service });
  const { stdout } = await succeed(importFrom(twoRows, ['--zero-extra', '--verify'], { service }));
  expect(JSON.parse(stdout)).toMatchObject({ values: 2, created: 2, extra: 1, zeroed: 1 });
  expect({ ...JSON.parse(stdout), dryRun: true }).toEqual(JSON.parse(dry.stdout));
  expect(service.values()).toContainEqual({ ...stored[0], amount: '0' });
  expect(service.values()).toContainEqual(stored[1]);
  await succeed(importFrom(twoRows, ['--zero-extra', '--check'], { service }));
});
