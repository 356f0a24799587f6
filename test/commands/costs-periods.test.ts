import { describe, expect, test } from 'vitest';
import { serveCosts } from '../helpers/costs.ts';
import { run } from '../helpers/run.ts';

const row = (date: string, service: string, cost: number) => ({
  date,
  service,
  cost,
  currency: 'EUR',
});

/** Two days, of which each way to sort makes another order. */
const days = {
  '2026-11-13': [row('2026-11-13', 'a', 5), row('2026-11-13', 'b', 1), row('2026-11-13', 'c', 3)],
  '2026-11-14': [row('2026-11-14', 'a', 4), row('2026-11-14', 'b', 3), row('2026-11-14', 'c', 9)],
};

async function compare(...options: readonly string[]): Promise<string[]> {
  const argv = ['costs', 'compare', '--last', '1d', '--by', 'service', '-o', 'csv', ...options];
  const { stdout } = await run(argv, { service: serveCosts(days) });
  return stdout
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[0] ?? '');
}

test.each([
  [[], 'c a b'],
  [['--sort', 'after'], 'c a b'],
  [['--sort', 'before'], 'a c b'],
  [['--sort', 'change'], 'c b a'],
  [['--sort', 'name'], 'a b c'],
])('costs compare sorts %j as %s', async (options, order) => {
  expect((await compare(...options)).join(' ')).toBe(order);
});

test('costs compare --total adds a total row to csv', async () => {
  expect(await compare('--total')).toHaveLength(4);
});

test.each([
  ['previous', '2026-11-11', '2026-11-12'],
  ['last-week', '2026-11-06', '2026-11-07'],
  ['last-month', '2026-10-13', '2026-10-14'],
  ['last-year', '2025-11-13', '2025-11-14'],
  ['2026-01-01..2026-01-31', '2026-01-01', '2026-01-31'],
])('a check against %s is one against %s to %s', async (against, from, to) => {
  const service = serveCosts(days);
  const line = `costs check --max-increase 1000 --last 2d --against ${against}`;
  await run(line, { service });
  expect(service.requests).toContainEqual(expect.objectContaining({ from, to }));
});

describe.each([
  'compare --last 2d',
  'check --last 2d --max-increase 1000',
  'check --last 2d --max-increase 1000 --include-today',
  'report --month 2026-10',
])('costs %s', (line) => {
  test.each([
    [
      '2026-11',
      'in the future\nhint: give the days that are over: --against 2026-11-01..2026-11-14',
    ],
    ['2026-12', 'in the future\nhint: today is 2026-11-15, in UTC'],
    ['2026-11-10..2026-11-16', '2026-11-16 is in the future'],
    ['2027-01-01..2027-01-02', '2027-01-02 is in the future'],
  ])('is not compared with %s, which has not ended', async (against, message) => {
    const service = serveCosts(days);
    const ended = await run(['costs', ...line.split(' '), '--against', against], { service });
    expect(ended).toMatchObject({ exitCode: 2, stdout: '' });
    expect(ended.stderr).toContain(message);
    expect(service.requests).toEqual([]);
  });
});

test.each([
  ['day', ['2026-11-13', '2026-11-14']],
  ['week', ['2026-W46']],
  ['month', ['2026-11']],
])('costs chart --granularity %s has one bar per %s', async (granularity, periods) => {
  const argv = ['costs', 'chart', '--last', '2d', '--granularity', granularity, '-o', 'json'];
  const { stdout } = await run(argv, { service: serveCosts(days) });
  const bars: { period: string }[] = JSON.parse(stdout);
  expect([...new Set(bars.map(({ period }) => period))]).toEqual(periods);
});

test('costs chart --ascii draws plain ASCII on a terminal', async () => {
  const argv = ['costs', 'chart', '--last', '2d', '--no-color', '-q'];
  const world = () => ({ service: serveCosts(days), terminal: 60 });
  expect((await run(argv, world())).stdout).toContain('█');
  expect((await run([...argv, '--ascii'], world())).stdout).toMatch(/^[ -~\n]+$/);
});
