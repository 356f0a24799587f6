import fc from 'fast-check';
import { expect, test } from 'vitest';
import { header, importFrom, rowsOfDays } from '../helpers/metric-import.ts';
import { createMetricService } from '../helpers/metric-service.ts';

const amount = fc.constantFrom('0', '0.0', '1', '1.0', '1e0', '+1', '-2', '20e-1', '2');
const key = fc.record({
  day: fc.integer({ min: 1, max: 4 }),
  region: fc.constantFrom('eu', 'us', 'asia'),
});
const values = (most: number) =>
  fc.uniqueArray(fc.tuple(key, amount), {
    minLength: 1,
    maxLength: most,
    selector: ([{ day, region }]) => `${day} ${region}`,
  });

test('for any stored values, a dry run reports exactly what the import then reports', async () => {
  await fc.assert(
    fc.asyncProperty(
      values(8),
      values(12),
      fc.boolean(),
      fc.integer({ min: 1, max: 4 }),
      async (file, stored, zeroes, batchSize) => {
        const service = createMetricService({
          stored: stored.map(([{ day, region }, held]) => ({
            date: `2026-01-0${day}`,
            amount: held,
            labels: { region },
          })),
        });
        const rows = file.map(([{ day, region }, own]) => `2026-01-0${day},${own},${region}`);
        const content = [header, ...rows, ''].join('\n');
        const flags = ['--batch-size', String(batchSize), ...(zeroes ? ['--zero-extra'] : [])];
        const dry = await importFrom(content, ['--dry-run', ...flags], { service });
        expect(service.posts).toEqual([]);
        const check = await importFrom(content, ['--check', ...flags], { service });
        const before = service.values();
        const real = await importFrom(content, ['--verify', ...flags], { service });
        expect([dry.exitCode, real.exitCode]).toEqual([0, 0]);
        const { dryRun, extra, ...predicted } = JSON.parse(dry.stdout);
        const { extra: printed, ...reported } = JSON.parse(real.stdout);
        expect({ dryRun, extra, ...predicted }).toEqual({
          ...reported,
          extra: printed ?? extra,
          dryRun: true,
        });
        const same = before.every(({ amount: held }, at) => {
          const now = service.values()[at]?.amount;
          return Number(held) === Number(now);
        });
        const isUnchanged = same && before.length === service.values().length;
        expect(check.exitCode).toBe(isUnchanged ? 0 : 11);
        const again = await importFrom(content, ['--check', ...flags], { service });
        expect(again.exitCode).toBe(0);
      },
    ),
    { numRuns: 20 },
  );
});

test('the number of read requests is reported before the second request', async () => {
  const service = createMetricService();
  await importFrom(rowsOfDays(250), [], { service });
  const flags = ['--dry-run', '--debug', '-o', 'table'];
  const { stderr } = await importFrom(rowsOfDays(250), flags, { service });
  const printed = stderr.indexOf('takes 3 requests of 100');
  expect(printed).toBeGreaterThan(stderr.indexOf('page=1&'));
  expect(stderr.indexOf('page=2&')).toBeGreaterThan(printed);
});

test('a bad last row prevents sending any batch', async () => {
  const service = createMetricService();
  const file = `${rowsOfDays(2500)}2026-01-01,x,eu\n`;
  const { exitCode } = await importFrom(file, ['--batch-size', '10'], { service });
  expect(exitCode).toBe(10);
  expect(service.posts).toEqual([]);
});
