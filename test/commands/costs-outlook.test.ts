import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, eachDay } from '../../src/days.ts';
import { formatDecimal, multiplyDecimals, subtractDecimals } from '../../src/json/decimal.ts';
import { type Days, serveCosts } from '../helpers/costs.ts';
import { decimalOf } from '../helpers/groups.ts';
import { createFolder, run } from '../helpers/run.ts';
import { succeed } from '../helpers/screens.ts';

const now = '2026-11-22T12:00:00Z';
const yesterday = '2026-11-21';

function daily(from: string, to: string, costOf: (day: string, place: number) => string): Days {
  return Object.fromEntries(
    [...eachDay({ from, to })].map((date, place) => [
      date,
      [{ date, service: 'db', cost: costOf(date, place), currency: 'USD' }],
    ]),
  );
}

async function project(days: Days, words = '') {
  const line = `costs outlook -o json -q ${words}`.trim();
  const { stdout } = await succeed(run(line, { service: serveCosts(days), now }));
  return JSON.parse(stdout)[0];
}

const amount = fc
  .record({
    units: fc.bigInt({ min: 1n, max: 10n ** 28n }),
    scale: fc.integer({ min: 0, max: 15 }),
  })
  .map(formatDecimal);

test.each([5, 21, 60, 150])(
  'the same amount on each of %i days is expected on each remaining day, to the last digit',
  async (count) => {
    const from = addDays(yesterday, 1 - count);
    await fc.assert(
      fc.asyncProperty(amount, async (cost) => {
        const row = await project(daily(from, yesterday, () => cost));
        const month = BigInt(Math.min(count, 21) + 9);
        const expected = multiplyDecimals(decimalOf(cost), { units: month, scale: 0 });
        const off = subtractDecimals(decimalOf(row.expected), expected);
        expect(off.units, `${row.expected} of ${cost}`).toBe(0n);
      }),
      { numRuns: 6 },
    );
  },
);

test('what has cost nothing for two weeks is not expected again, after any time', async () => {
  for (const [from, costs] of [
    ['2026-11-01', 600],
    ['2026-10-20', 600],
    ['2026-06-01', 600],
  ] as const) {
    const days = daily(from, yesterday, (day) => (day <= '2026-11-06' ? '100' : '0'));
    expect((await project(days)).expected).toBe(String(costs));
    // A day without rows is a day without cost.
    const without = daily(from, '2026-11-06', () => '100');
    expect((await project(without)).expected).toBe(String(costs));
  }
});

test('a budget on the outlook is not exceeded by what was switched off', async () => {
  const folder = createFolder();
  const path = join(folder, 'budgets.yaml');
  writeFileSync(path, '- {name: all, amount: 700, currency: USD, on: outlook}\n');
  const days = daily('2026-11-01', yesterday, (day) => (day <= '2026-11-06' ? '100' : '0'));
  const line = ['costs', 'check', '--budgets', path, '-o', 'json'];
  const { stdout } = await succeed(run(line, { service: serveCosts(days), now, folder }));
  expect(JSON.parse(stdout)).toMatchObject([{ state: 'ok', outlook: '600' }]);
});

test('rows that are late as usual are still to come', async () => {
  const days = daily('2026-06-01', '2026-11-19', () => '100');
  const service = serveCosts(days);
  const row = await project(days);
  expect(row).toMatchObject({ actual: '1900', expected: '3000.00', learned: 172 });
  const { stdout } = await succeed(run('costs outlook', { service, now }));
  expect(stdout).toContain('actual to 2026-11-19');
  expect((await project(days, '--max-lag 1')).expected).toBe('2800.00');
  const folder = createFolder();
  const limits = '- {name: a, amount: 2999, currency: USD, on: outlook}\n';
  writeFileSync(join(folder, 'b.yaml'), `${limits}- {name: b, amount: 1500, currency: USD}\n`);
  const budgets = ['costs', 'check', '--budgets', join(folder, 'b.yaml'), '-o', 'json'];
  const judged = await run(budgets, { service, now, folder });
  const states = ['outlook exceeded', 'exceeded'].map((state) => ({ state }));
  expect(JSON.parse(judged.stdout)).toMatchObject(states);
  const expected = 'a budget is expected to be exceeded: a (100.03 %)';
  expect(judged.stderr).toContain(`${expected}; a budget is exceeded: b (126.67 %)`);
  const report = ['costs', 'report', '--month-to-date', '-o', 'markdown'];
  const sections = ['--sections', 'outlook,budgets', '--budgets', join(folder, 'b.yaml')];
  const written = await succeed(run([...report, ...sections], { service, now, folder }));
  expect(written.stdout).toMatch(/is expected to cost USD.3,000\.00/);
  expect(written.stdout).toContain('is used up to Nov 21, 2026, or expected by its end, in USD');
  expect(written.stdout).toMatch(/outlook exceeded.*3,000\.00/i);
  const chart = ['costs', 'chart', '--month-to-date', '--outlook'];
  const drawn = await succeed(run(chart, { service, now }));
  expect(drawn.stdout).toContain('outlook of 2026-11-01..2026-11-30: 3,000.00 USD');
});

/** Two sources of 100 USD a day; the second one has `count` rows on the days after `last`. */
function twoSources(last: string, count = 0): Days {
  const row = (date: string, provider: string) => ({ date, provider, cost: 25, currency: 'USD' });
  const days = [...eachDay({ from: '2026-06-01', to: yesterday })].map((date) => {
    const rows = Array.from({ length: 4 }, () => row(date, 'aws'));
    const others = Array.from({ length: date <= last ? 5 : count }, () => ({
      ...row(date, 'gcp'),
      cost: 20,
    }));
    return [date, [...rows, ...others]] as const;
  });
  return Object.fromEntries(days);
}

test.each([
  ['all there', '2026-11-21', 0, '4200'],
  ['without the last day', '2026-11-20', 0, '4100'],
  ['without the last two days', '2026-11-19', 0, '4000'],
  ['only partly there on the last two days', '2026-11-19', 1, '4040'],
])('a source that is %s lowers no outlook', async (_name, last, count, actual) => {
  const expected = '6000.00';
  const days = twoSources(last, count);
  const service = serveCosts(days);
  expect(await project(days)).toMatchObject({ actual, expected });
  const byProvider = await run('costs outlook --by provider -o json -q', { service, now });
  expect(JSON.parse(byProvider.stdout)).toMatchObject([
    { provider: 'aws', actual: '2100', expected: '3000.00' },
    { provider: 'gcp', expected: '3000.00' },
    { all: true, actual, expected },
  ]);
  // The source does not matter to what has none of its rows.
  const own = await project(days, '--where provider=aws');
  expect(own).toMatchObject({ actual: '2100', expected: '3000.00', learned: 174 });
  const { stdout } = await succeed(run('costs outlook', { service, now }));
  expect(stdout).toContain('actual to 2026-11-21');
  const isLate = last < yesterday;
  expect(stdout.includes(`estimated from ${addDays(last, 1)} on`)).toBe(isLate);
  const folder = createFolder();
  const budget = (name: string, amount: number, where: string) =>
    `- {name: ${name}, amount: ${amount}, currency: USD, on: outlook${where}}\n`;
  writeFileSync(
    join(folder, 'b.yaml'),
    budget('all', 5999, '') + budget('aws', 3000, ', where: [provider=aws]'),
  );
  const line = ['costs', 'check', '--budgets', join(folder, 'b.yaml'), '-o', 'json'];
  const judged = await run(line, { service, now, folder });
  const states = [{ state: 'outlook exceeded', outlook: '6000.00' }, { outlook: '3000.00' }];
  expect(JSON.parse(judged.stdout)).toMatchObject(states);
  const report = 'costs report --month-to-date -o markdown --sections outlook,budgets --budgets';
  const words = [...report.split(' '), join(folder, 'b.yaml')];
  const written = await succeed(run(words, { service, now, folder }));
  expect(written.stdout).toMatch(/is expected to cost USD.6,000\.00/);
  expect(written.stdout).toMatch(/outlook exceeded.*6,000\.00/i);
  const drawn = await succeed(run('costs chart --month-to-date --outlook', { service, now }));
  expect(drawn.stdout).toContain('outlook of 2026-11-01..2026-11-30: 6,000.00 USD');
});

test('what a day already cost is in the outlook, however much it is', async () => {
  const late = twoSources('2026-11-20');
  const large = { date: yesterday, provider: 'aws', cost: 5000, currency: 'USD' };
  const days = { ...late, [yesterday]: [...(late[yesterday] ?? []), large] };
  expect(await project(days)).toMatchObject({ actual: '9100', expected: '10900.00' });
});

test('credits that are late as usual are still to come', async () => {
  const days = Object.entries(twoSources('2026-11-19')).map(
    ([date, rows]) => [date, rows.map((row) => ({ ...row, cost: -Number(row['cost']) }))] as const,
  );
  const row = await project(Object.fromEntries(days));
  expect(row).toMatchObject({ actual: '-4000', expected: '-6000.00' });
});

test('a source that ended is not expected again', async () => {
  const row = await project(twoSources('2026-11-10'));
  expect(row).toMatchObject({ actual: '3100', learned: 174 });
});

test('the last days of the month before may be late too', async () => {
  const at = async (day: string, last: string, words = '') => {
    const service = serveCosts(daily('2026-06-01', last, () => '100'));
    const line = `costs outlook -o json -q ${words}`.trim();
    const { stdout } = await succeed(run(line, { service, now: `${day}T12:00:00Z` }));
    return JSON.parse(stdout)[0];
  };
  const ended = await at('2026-12-01', '2026-11-29', '--month 2026-11');
  expect(ended).toMatchObject({ actual: '2900', expected: '3000.00' });
  const begun = await at('2026-11-02', '2026-10-30');
  expect(begun).toMatchObject({ actual: null, expected: '3000.00', learned: 152 });
});

test.each(['2026-11-02', '2026-11-12'])(
  'a month without any row before %s has the same outlook in a report and a chart',
  async (day) => {
    const service = serveCosts(daily('2026-06-01', '2026-10-31', () => '100'));
    const options = { service, now: `${day}T12:00:00Z` };
    const outlook = await succeed(run('costs outlook -o json', options));
    expect(JSON.parse(outlook.stdout)).toMatchObject([{ actual: null, expected: '3000.00' }]);
    const line = 'costs report --month 2026-10 --sections outlook -o markdown';
    const report = await succeed(run(line, options));
    expect(report.stdout).toContain('| USD | no rows | 3,000.00 | 3,000.00 | 3,000.00 | 153 |');
    const chart = await succeed(run('costs chart --month-to-date --outlook', options));
    expect(chart.stdout).toContain('outlook of 2026-11-01..2026-11-30: 3,000.00 USD');
  },
);

test('nothing of a month is actual on its first day', async () => {
  const service = serveCosts(daily('2026-06-01', '2026-10-31', () => '100'));
  const options = { service, now: '2026-11-01T12:00:00Z' };
  const { stdout } = await succeed(run('costs outlook', options));
  expect(stdout).toContain('3,000.00');
  expect(stdout).not.toContain('actual to');
});

test('a weekend that never has rows is not late', async () => {
  const days = daily('2026-06-01', yesterday, () => '100');
  const isWorkday = ([day]: readonly [string, unknown]) =>
    ![0, 6].includes(new Date(day).getUTCDay());
  const workdays = Object.fromEntries(Object.entries(days).filter(isWorkday));
  const service = serveCosts(workdays);
  const { stdout } = await succeed(run('costs outlook', { service, now: '2026-11-23T12:00:00Z' }));
  expect(stdout).toContain('actual to 2026-11-22');
});

test('a month that has ended is expected to cost what it did, with all its digits', async () => {
  const days = daily('2026-05-01', yesterday, (_day, place) => `0.${String(place + 1).repeat(4)}`);
  const row = await project(days, '--month 2026-10');
  expect(row.expected).toBe(row.actual);
});

test('an amount below a cent is not rounded away', async () => {
  const row = await project(daily('2026-11-12', yesterday, () => '0.0004'));
  expect(row).toMatchObject({ actual: '0.0040', expected: '0.0076' });
});

test('nothing is compared with a month before that has no rows', async () => {
  const days = daily('2026-08-01', yesterday, () => '100');
  const line = 'costs outlook';
  const whole = await run(line, { service: serveCosts(days), now });
  expect(whole.stdout).toContain('USD (-3.23 %) against October 2026');
  const some = Object.entries(days).filter(([day]) => !day.startsWith('2026-10'));
  const gone = await run(line, { service: serveCosts(Object.fromEntries(some)), now });
  expect(gone.stdout).toContain('incomplete: no rows on 2026-10-01 to 2026-10-31');
  expect(gone.stdout).not.toContain('against');
});
