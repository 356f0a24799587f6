import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eachDay } from '../../src/days.ts';
import {
  daysOf,
  flat,
  makeFacts,
  serveAnalysis,
  shapes,
  sumBy,
  unitsOf,
  week,
  weekBefore,
  weekOptions,
} from '../helpers/cost-shapes.ts';
import { serveCosts } from '../helpers/costs.ts';
import { createFolder, run } from '../helpers/run.ts';
import { readJson, succeed } from '../helpers/screens.ts';

const compare = ['costs', 'compare', ...weekOptions];
const range = { from: weekBefore.from, to: week.to };
const facts = makeFacts(range, 20).filter(
  // A group that is gone, and one that is new.
  ({ day, service }) => (day < week.from ? service !== 'データ' : service !== 'Rechnen'),
);

describe.each(shapes)('$name', (shape) => {
  test('before, after and change are exact, and new and gone groups are marked', async () => {
    const service = serveCosts(daysOf(shape, facts));
    const argv = [...compare, ...shape.options, '--by', shape.service, '--no-total', '-o', 'json'];
    const keyOf = (fact: (typeof facts)[number]) => [fact.service, fact.currency];
    const before = sumBy(
      facts.filter(({ day }) => day < week.from),
      keyOf,
    );
    const after = sumBy(
      facts.filter(({ day }) => day >= week.from),
      keyOf,
    );
    const rows: Record<string, string | null>[] = await readJson(run(argv, { service }));
    expect(rows).toHaveLength(new Set([...Object.keys(before), ...Object.keys(after)]).size);
    for (const row of rows) {
      const key = JSON.stringify([row[shape.service], row['currency']]);
      const [old, now] = [before[key] ?? 0n, after[key] ?? 0n];
      expect([row['before'], row['after'], row['change']].map(unitsOf)).toEqual([
        old,
        now,
        now - old,
      ]);
      if (row[shape.service] === 'データ')
        expect([row['state'], row['changePercent']]).toEqual(['new', null]);
      else if (row[shape.service] === 'Rechnen') {
        expect([row['state'], row['changePercent']]).toEqual(['gone', '-100.00']);
      } else expect(row['state']).toBe(now > old ? 'up' : 'down');
      if (old === 0n) continue;
      // Half to even, in hundredths of a percent.
      const size = old < 0n ? -old : old;
      const [exact, reported] = [(now - old) * 10_000n, unitsOf(row['changePercent']) / 100n];
      const distance = exact - reported * size;
      expect((distance < 0n ? -distance : distance) * 2n <= size).toBe(true);
    }
  });
});

test('a table shows the largest change first', async () => {
  const few = facts.filter(({ currency, team }) => currency === 'EUR' && team === 'search');
  const service = serveCosts(daysOf(flat, few));
  const argv = [...compare, '--by', 'service,team', '--sort', 'change'];
  const { stdout, stderr } = await run(argv, { service });
  expect(stdout).toMatchInlineSnapshot(`
    "2026-11-02 to 2026-11-08 (UTC) against 2026-10-26 to 2026-11-01 · everything the token reaches · cost in EUR · incomplete: no rows on 2026-11-06

    service         team    2026-10-26..11-01  2026-11-02..08      change  change %  state
    Storage, "hot"  search          19,593.65        4,891.03  -14,702.62    -75.04  down
    Rechnen         search          12,968.61            0.00  -12,968.61   -100.00  gone
    データ          search               0.00        7,636.91   +7,636.91            new
    Netz\\werk       search          11,496.49       15,028.24   +3,531.75    +30.72  up
    (all)                           44,058.75       27,556.18  -16,502.58    -37.46  down
    "
  `);
  expect(stderr).toMatchInlineSnapshot(`""`);
});

test.each([
  [['--from', '2026-11-02', '--to', '2026-11-04'], [], '2026-10-30', '2026-11-01'],
  [['--last', '2d'], [], '2026-11-11', '2026-11-12'],
  [['--month', '2026-03'], [], '2026-02-01', '2026-02-28'],
  [['--last-month'], [], '2026-09-01', '2026-09-30'],
  [['--month-to-date'], [], '2026-10-01', '2026-10-14'],
  [['--last', '2d'], ['--against', 'last-week'], '2026-11-06', '2026-11-07'],
  [['--last', '2d'], ['--against', 'last-month'], '2026-10-13', '2026-10-14'],
  [
    ['--month', '2028-02'],
    ['--against', 'last-year'],
    '2027-02-01',
    '2027-02-28',
    '2028-03-15T00:00:00Z',
  ],
  [['--last', '2d'], ['--against', '2026-01-01..2026-01-31'], '2026-01-01', '2026-01-31'],
  [['--last', '2d'], ['--against', '2026-08'], '2026-08-01', '2026-08-31'],
  [['--month', '2026-11'], [], '2026-10-01', '2026-10-14'],
  [['--quarter', '2026Q3'], [], '2026-04-01', '2026-06-30'],
  [['--quarter', '2026-q4'], [], '2026-07-01', '2026-08-14'],
  // The same days of the longer month, although the shorter one is complete.
  [['--month-to-date', '--include-today'], [], '2026-01-01', '2026-01-28', '2026-02-28T12:00:00Z'],
  [['--month-to-date'], [], '2026-02-01', '2026-02-28', '2026-03-31T12:00:00Z'],
])(
  '%j %j is compared with %s to %s',
  async (period, against, from, to, now = '2026-11-15T12:00:00Z') => {
    const service = serveCosts({});
    await succeed(run(['costs', 'compare', ...period, ...against], { service, now }));
    expect(service.requests.at(-1)).toMatchObject({ from, to });
  },
);

test.each(['compare', 'explain', 'check --max-increase 900'])(
  'costs %s says that a day of the comparison has not ended',
  async (action) => {
    const dates = [...eachDay({ from: '2026-09-01', to: '2026-11-15' })];
    const rowsOf = (date: string) => [{ date, cost: 1, currency: 'USD', service: 'a' }];
    const service = serveAnalysis(Object.fromEntries(dates.map((date) => [date, rowsOf(date)])));
    const words = ['costs', ...action.split(' '), '--last', '2d'];
    const ask = (...more: string[]) =>
      run([...words, ...more], { service, now: '2026-11-15T12:00:00Z' });
    const warning = 'warning: 2026-11-15 has not ended yet';
    expect((await ask('--include-today')).stdout).toContain(warning);
    expect((await ask()).stdout).not.toContain(warning);
  },
);

test.each([
  ['2026-13', "--against: '2026-13' is not a month"],
  ['yesterday', "--against: 'yesterday' is not a period"],
  ['2026-11-31..2026-12-01', "--against: '2026-11-31' is not a valid date"],
  ['2026-11-02..2026-11-01', '--against: 2026-11-02 is after 2026-11-01'],
])('--against %s is refused', async (against, message) => {
  const { stderr, exitCode } = await run([...compare, '--against', against], {
    service: serveCosts({}),
  });
  expect(exitCode).toBe(2);
  expect(stderr).toContain(message);
});

test('the receipt reports both periods', async () => {
  const receipt = join(createFolder(), 'receipt.json');
  const service = serveAnalysis(daysOf(flat, facts));
  await run([...compare, '--by', 'service', '--receipt', receipt, '-q'], { service });
  const reported = JSON.parse(readFileSync(receipt, 'utf8'));
  expect(reported).toMatchObject({ ...week, complete: true, against: [weekBefore] });
  expect(reported.command).toContain('--against 2026-10-26..2026-11-01');
});

describe('a daily average', () => {
  const row = (date: string) => ({ date, cost: 6, currency: 'EUR', service: 'a' });
  const other = { ...row('2026-11-04'), service: 'b' };
  const served = ['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02', '2026-11-05'];
  const days = {
    ...Object.fromEntries(served.map((date) => [date, [row(date)]])),
    // Others have rows, so that the group cost nothing; the day after has none, and is not known.
    '2026-11-04': [other],
  };
  const line = '--from 2026-11-02 --to 2026-11-05 --against 2026-10-30..2026-11-01 --per-day';
  const said =
    'a daily average leaves out days without rows: 2026-11-02 to 2026-11-05 is divided by 3 of its 4 days';

  test.each([
    [line, ['6.000000', '4.000000', '-33.33'], said],
    [line.replace('11-05 ', '11-04 '), ['6.000000', '3.000000', '-50.00'], '2 of its 3 days'],
    [line.replaceAll(/11-05|11-02/g, '11-05'), ['6.000000', '6.000000', '0.00'], undefined],
  ])('leaves out days without a row of any source: %s', async (words, figures, sentence) => {
    const service = serveAnalysis(days);
    const argv = `costs compare ${words} --where service=a -o json --envelope`;
    const { stdout } = await run(argv, { service });
    const { about, data } = JSON.parse(stdout);
    expect([data[0].before, data[0].after, data[0].changePercent]).toEqual(figures);
    expect(about.warnings).toEqual(
      sentence === undefined ? [] : [expect.stringContaining(sentence)],
    );
  });

  test('is judged without them', async () => {
    const service = serveAnalysis(days);
    const argv = `costs check ${line} --where service=a --max-decrease 33.4 --allow-empty --allow-stale all`;
    const { exitCode, stderr } = await run(`${argv} -o json`, { service });
    expect(stderr).toContain(said);
    expect(exitCode).toBe(0);
  });
});

describe('a period without a row of any source', () => {
  const row = (date: string, service: string) => ({ date, cost: 3, currency: 'EUR', service });
  const days = { '2026-11-02': [row('2026-11-02', 'a'), row('2026-11-02', 'b')] };
  const line = '--from 2026-11-02 --to 2026-11-02 --against 2026-11-01..2026-11-01 --by service';
  const swapped = '--from 2026-11-01 --to 2026-11-01 --against 2026-11-02..2026-11-02 --by service';

  test.each([
    [line, { before: null, after: '3' }],
    [swapped, { before: '3', after: null }],
    [`${line} --per-day`, { before: null, after: '3' }],
  ])('is compared with nothing: %s', async (words, amounts) => {
    const service = serveAnalysis(days);
    const rows = await readJson(run(`costs compare ${words} --total -o json`, { service }));
    const unknown = { change: null, changePercent: null, state: 'no rows' };
    expect(rows.slice(0, 2)).toMatchObject(Array(2).fill({ ...amounts, ...unknown }));
    expect(rows.slice(2)).toMatchObject([{ ...unknown, all: true }]);
    const { stdout } = await run(`costs compare ${words} -o markdown`, { service });
    expect(stdout).not.toMatch(/\bnew\b|\bgone\b|[-+]3\.00|100/);
    expect(stdout).toMatch(/\| a \|.* no rows \|/);
  });

  test.each([line, swapped])('explains nothing: %s', async (words) => {
    const service = serveAnalysis(days);
    const { stdout } = await run(`costs explain ${words} -o markdown`, { service });
    expect(stdout).toContain('The change is not known: 2026-11-01 has no rows.');
    expect(await readJson(run(`costs explain ${words} -o json`, { service }))).toEqual([]);
  });

  test('is compared if its rows meet no condition: they cost nothing', async () => {
    const both = { ...days, '2026-11-01': [row('2026-11-01', 'c')] };
    const asked = `costs compare ${line} --where service=a -o json`;
    const rows = await readJson(run(asked, { service: serveAnalysis(both) }));
    expect(rows[0]).toMatchObject({ before: '0', after: '3', state: 'new' });
  });
});
