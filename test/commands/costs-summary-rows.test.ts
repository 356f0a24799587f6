import { expect, test } from 'vitest';
import { flat, sumUnits, unitsOf, week } from '../helpers/cost-shapes.ts';
import { onFirstDay, type Result, summary, weekFacts } from '../helpers/cost-summary.ts';
import { serveCosts } from '../helpers/costs.ts';
import { run } from '../helpers/run.ts';

test.each([
  ['a row without the amount', { date: week.from, service: 'x', currency: 'EUR' }],
  ['an amount that is no number', { date: week.from, service: 'x', currency: 'EUR', cost: 'n/a' }],
  ['an amount that is a list', { date: week.from, service: 'x', currency: 'EUR', cost: [1] }],
])('%s is reported with its row and window', async (_what, bad) => {
  const good = { date: week.from, service: 'x', currency: 'EUR', cost: 1.5 };
  const rows = [...Array.from({ length: 5000 }, () => good), good, bad];
  const argv = [...summary, '--where', 'service=x'];
  const { stdout, stderr, exitCode } = await run(argv, { service: serveCosts(onFirstDay(rows)) });
  expect([stdout, exitCode]).toEqual(['', 9]);
  expect(stderr).toContain('error: row 5002 of 2026-11-02 to 2026-11-08 cannot be added up: it');
  expect(stderr).toContain(JSON.stringify(bad));
});

test('digits that no double can represent are added exactly', async () => {
  const texts = [
    '12345678901234567890.0000000001',
    '0.00000000000000000000000000000000000001',
    '-1e-7',
    '3',
  ];
  const rows = texts.map((cost) => ({ date: week.from, cost }));
  const argv = [...summary, '-o', 'json', '-q'];
  const { stdout } = await run(argv, { service: serveCosts(onFirstDay(rows)) });
  expect(JSON.parse(stdout)[0].total).toBe(`12345678901234567892.9999999001${'0'.repeat(27)}1`);
});

test('days without rows make no groups, and an empty period is reported', async () => {
  const { stdout, stderr, exitCode } = await run([...summary, '-o', 'json'], {
    service: serveCosts({}),
  });
  expect([stdout, exitCode]).toEqual(['[]\n', 0]);
  expect(stderr).toContain('2026-11-02 to 2026-11-08 has no row');
});

test('a window whose count changed is read again and counted once', async () => {
  const rows = weekFacts.slice(0, 60).map((fact, position) => flat.row(fact, position));
  const moved = serveCosts(onFirstDay(rows), {
    answer: ({ number }, honest) =>
      number === 0 ? { ...honest(), data: rows.slice(0, 50) } : honest(),
  });
  const argv = [...summary, '--by', 'service', '-o', 'json', '--no-total', '-q'];
  const { stdout, exitCode } = await run(argv, { service: moved });
  expect(exitCode).toBe(0);
  const reported: Result[] = JSON.parse(stdout);
  expect(reported.reduce((sum, { total }) => sum + unitsOf(total), 0n)).toBe(
    sumUnits(weekFacts.slice(0, 60)),
  );
});

test('timestamps count for their UTC day if the date column is named', async () => {
  const row = { at: '2026-11-02T22:15:00Z', cost: 2 };
  const argv = [...summary, '--granularity', 'day', '--date-column', 'at', '-o', 'json', '-q'];
  const { stdout } = await run(argv, { service: serveCosts(onFirstDay([row, row])) });
  expect(JSON.parse(stdout)[0]).toMatchObject({ period: '2026-11-02', total: '4' });
});
