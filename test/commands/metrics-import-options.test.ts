import { expect, test } from 'vitest';
import { header, importFrom, rowsOfDays, twoRows } from '../helpers/metric-import.ts';
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

test('a dry run sends nothing and reports exactly what the import then reports', async () => {
  const stored = [
    { date: '2025-01-01', amount: '0.50', labels: { region: 'eu' } },
    { date: '2025-01-02', amount: '9', labels: { region: 'eu' } },
    { date: '2025-01-02', amount: '9', labels: { region: 'us' } },
    { date: '2026-01-02', amount: '9', labels: { region: 'us' } },
  ];
  const service = createMetricService({ stored });
  const dry = await importFrom(rowsOfDays(25), ['--dry-run', '--batch-size', '10'], { service });
  expect(service.posts).toEqual([]);
  expect(dry.exitCode).toBe(0);
  expect(dry.stderr).toBe(
    'note: reading the values stored from 2025-01-01 to 2025-01-25 takes 1 request of 100\n',
  );
  const { extra, dryRun, ...predicted } = JSON.parse(dry.stdout);
  expect({ extra, dryRun }).toEqual({ extra: 1, dryRun: true });
  expect(predicted).toMatchObject({ created: 23, updated: 1, unchanged: 1 });
  const real = await importFrom(rowsOfDays(25), ['--batch-size', '10'], { service });
  expect(JSON.parse(real.stdout)).toEqual(predicted);
});

test('a dry run reports how many requests it needs to read the stored values', async () => {
  const service = createMetricService();
  await importFrom(rowsOfDays(250), [], { service });
  const before = service.reads.length;
  const outcome = await importFrom(rowsOfDays(250), ['--dry-run'], { service });
  expect(outcome.stderr).toContain('takes 3 requests of 100');
  expect(service.reads).toHaveLength(before + 3);
});

test('amounts are compared as decimals', async () => {
  const labels = { region: 'eu' };
  const service = createMetricService({ stored: [{ date: '2026-01-01', amount: '5.00', labels }] });
  const { stdout } = await importFrom(`${header}\n2026-01-01,5,eu\n`, ['--dry-run'], { service });
  expect(JSON.parse(stdout)).toMatchObject({ updated: 0, unchanged: 1 });
});

test('--check exits 11 if anything would change, and prints nothing with -q otherwise', async () => {
  const service = createMetricService();
  const before = await importFrom(twoRows, ['--check'], { service });
  expect(before.exitCode).toBe(11);
  expect(JSON.parse(before.stdout)).toMatchObject({ created: 2, dryRun: true });
  expect(service.posts).toEqual([]);
  await importFrom(twoRows, [], { service });
  expect(await importFrom(twoRows, ['--check', '-q'], { service })).toMatchObject({
    exitCode: 0,
    stdout: '',
    stderr: '',
  });
});

test('--zero-extra sends 0 for stored values that the file lacks on its days', async () => {
  const stored = [
    { date: '2026-01-01', amount: '9', labels: { region: 'asia' } },
    { date: '2026-01-05', amount: '9', labels: { region: 'asia' } },
  ];
  const service = createMetricService({ stored });
  const dry = await importFrom(twoRows, ['--zero-extra', '--dry-run'], { service });
  const { stdout, exitCode } = await importFrom(twoRows, ['--zero-extra', '--verify'], { service });
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ values: 2, created: 2, extra: 1, zeroed: 1 });
  expect({ ...JSON.parse(stdout), dryRun: true }).toEqual(JSON.parse(dry.stdout));
  expect(service.values()).toContainEqual({ ...stored[0], amount: '0' });
  expect(service.values()).toContainEqual(stored[1]);
  const check = await importFrom(twoRows, ['--zero-extra', '--check'], { service });
  expect(check.exitCode).toBe(0);
});
