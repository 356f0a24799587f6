import { expect, test } from 'vitest';
import { header, importFrom, rowsOfDays, twoRows } from '../helpers/metric-import.ts';
import { createMetricService } from '../helpers/metric-service.ts';

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
