import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  daysOf,
  makeFacts,
  rateAnswers,
  serveAnalysis,
  shapes,
  sumBy,
  sumUnits,
  unitsOf,
  week,
  weekOptions,
} from '../helpers/cost-shapes.ts';
import { type Row, serveCosts } from '../helpers/costs.ts';
import { createFolder, run } from '../helpers/run.ts';

const facts = makeFacts(week, 40);
const summary = ['costs', 'summary', ...weekOptions];

type Result = Readonly<Record<string, unknown>>;

describe.each(shapes)('$name', (shape) => {
  const days = daysOf(shape, facts);
  const ask = async (...options: string[]): Promise<Result[]> => {
    const argv = [...summary, ...shape.options, ...options, '-o', 'json'];
    const { stdout, exitCode, stderr } = await run(argv, { service: serveCosts(days) });
    expect([exitCode, stderr.includes('error')]).toEqual([0, false]);
    return JSON.parse(stdout);
  };

  test('totals equal the sums of the amounts, to the last digit', async () => {
    const rows = await ask();
    expect(rows.map(({ currency, total }) => [currency, unitsOf(total)])).toEqual(
      ['EUR', 'USD'].map((currency) => [
        currency,
        sumUnits(facts.filter((fact) => fact.currency === currency)),
      ]),
    );
    expect(rows.reduce((sum, row) => sum + Number(row['rows']), 0)).toBe(facts.length);
  });

  test('groups by two columns, a missing value as its own group', async () => {
    const rows = await ask('--by', `${shape.service},${shape.team}`, '--no-total');
    const sums = sumBy(facts, (fact) => [fact.service, fact.team, fact.currency]);
    const told = rows.map((row) => [
      JSON.stringify([row[shape.service], row[shape.team], row['currency']]),
      unitsOf(row['total']),
    ]);
    expect(Object.fromEntries(told)).toEqual(sums);
    expect(told).toHaveLength(Object.keys(sums).length);
  });

  test('by day, week and month', async () => {
    const byDay = await ask('--granularity', 'day', '--no-total');
    expect(
      Object.fromEntries(
        byDay.map(({ period, currency, total }) => [
          JSON.stringify([period, currency]),
          unitsOf(total),
        ]),
      ),
    ).toEqual(sumBy(facts, (fact) => [fact.day, fact.currency]));
    const byWeek = await ask('--granularity', 'week', '--no-total');
    expect(new Set(byWeek.map(({ period }) => period))).toEqual(new Set(['2026-W45']));
    const byMonth = await ask('--granularity', 'month', '--no-total');
    expect(new Set(byMonth.map(({ period }) => period))).toEqual(new Set(['2026-11']));
  });

  test('--top puts all other groups into one row, and loses nothing', async () => {
    const rows = await ask('--by', shape.service, '--top', '1', '--no-total');
    for (const currency of ['EUR', 'USD']) {
      const own = facts.filter((fact) => fact.currency === currency);
      const sums = sumBy(own, (fact) => [fact.service]);
      const [largest = ''] = Object.keys(sums).sort((one, other) =>
        (sums[one] ?? 0n) > (sums[other] ?? 0n) ? -1 : 1,
      );
      const [first, rest, ...others] = rows.filter((row) => row['currency'] === currency);
      expect([JSON.stringify([first?.[shape.service]]), unitsOf(first?.['total'])]).toEqual([
        largest,
        sums[largest],
      ]);
      expect([rest?.['rest'], rest?.[shape.service], unitsOf(rest?.['total'])]).toEqual([
        true,
        null,
        sumUnits(own) - (sums[largest] ?? 0n),
      ]);
      expect(others).toEqual([]);
    }
  });

  test('--where keeps rows', async () => {
    const rows = await ask(
      '--where',
      `${shape.team}=search`,
      '--where',
      `${shape.service}!=Rechnen`,
    );
    const kept = facts.filter(({ team, service }) => team === 'search' && service !== 'Rechnen');
    expect(Object.fromEntries(rows.map((row) => [row['currency'], unitsOf(row['total'])]))).toEqual(
      {
        EUR: sumUnits(kept.filter(({ currency }) => currency === 'EUR')),
        USD: sumUnits(kept.filter(({ currency }) => currency === 'USD')),
      },
    );
  });

  test("every amount is turned over at its day's rate, exactly", async () => {
    const rates = Object.fromEntries(
      [...new Set(facts.map(({ day }) => day))].map((day, position) => [day, `0.9${position}1203`]),
    );
    const service = serveAnalysis(days, rateAnswers('USD', 'EUR', rates));
    const argv = [...summary, ...shape.options, '--convert-to', 'EUR', '-o', 'json'];
    const { stdout, exitCode } = await run(argv, { service });
    expect(exitCode).toBe(0);
    const millionths = facts.reduce((sum, { day, currency, units }) => {
      const rate = currency === 'EUR' ? '1.000000' : (rates[day] ?? '');
      return sum + units * BigInt(rate.replace('.', ''));
    }, 0n);
    const [{ total }] = JSON.parse(stdout);
    expect(BigInt(total.replace('.', ''))).toBe(millionths);
    expect(total.split('.')[1]).toHaveLength(10);
    expect(service.asked).toHaveLength(7);
  });
});

const [flat] = shapes;
if (flat === undefined) throw new Error('there is no shape');
const flatDays = daysOf(flat, facts);
const oneDay = (rows: readonly Row[]) => ({ [week.from]: rows });

test('a table for people rounds, and ends with the totals', async () => {
  const few = makeFacts({ from: week.from, to: week.from }, 6, ['EUR']);
  const service = serveCosts(daysOf(flat, few));
  const { stdout, stderr } = await run([...summary, '--by', 'service,team'], { service });
  expect(stdout).toMatchInlineSnapshot(`
    "service         team      currency  rows     total  share %
    Rechnen         checkout  EUR          2   9921.14    51.03
    Storage, "hot"  (none)    EUR          2   5889.02    30.29
    Rechnen         (none)    EUR          1   2505.65    12.89
    Netz\\werk       (none)    EUR          1   1127.38     5.80
    (all)                     EUR          6  19443.19   100.00
    "
  `);
  expect(stderr).toMatchInlineSnapshot(`
    "note: 2026-11-02 to 2026-11-08: date column date, amount column cost, currency column currency
    "
  `);
});

test('csv, tsv and ndjson hold no total row unless --total', async () => {
  const count = async (...options: string[]) => {
    const argv = [
      ...summary,
      '--by',
      'service',
      '--convert-to',
      'EUR',
      '--rates',
      file,
      ...options,
    ];
    const { stdout } = await run(argv, { service: serveCosts(flatDays) });
    return stdout;
  };
  const file = join(createFolder(), 'rates.csv');
  writeFileSync(file, 'baseCurrency,targetCurrency,rate\nUSD,EUR,0.5\n');
  expect((await count('-o', 'csv')).split('\n')).toHaveLength(1 + 4 + 1);
  expect((await count('-o', 'tsv', '--no-header')).split('\n')).toHaveLength(4 + 1);
  expect(
    JSON.parse((await count('-o', 'ndjson', '--total')).trimEnd().split('\n')[4] ?? ''),
  ).toEqual({
    service: null,
    period: '2026-11-02..2026-11-08',
    currency: 'EUR',
    rows: 280,
    total: expect.stringMatching(/^\d+\.\d{5}$/),
    share: '100.00',
    all: true,
  });
  expect(JSON.parse(await count('-o', 'json', '--no-total'))).toHaveLength(4);
});

test('rates of one day, of a file, and the rates used in the receipt beside the policy', async () => {
  const receipt = join(createFolder(), 'receipt.json');
  const policy = { available: true, entries: [{ method: 'daily' }] };
  const service = serveAnalysis(flatDays, {
    ...rateAnswers('USD', 'EUR', { '2026-11-01': '0.9250' }),
    '/v1/workspaces/wsp_1/exchange-rates/policy': policy,
  });
  const argv = ['--convert-to', 'EUR', '--rate-date', '2026-11-01', '--receipt', receipt];
  const { stdout } = await run([...summary, ...argv, '-o', 'json'], {
    service,
    env: { COSTCTL_WORKSPACE: 'wsp_1' },
  });
  const [{ total }] = JSON.parse(stdout);
  const usd = sumUnits(facts.filter(({ currency }) => currency === 'USD'));
  expect(BigInt(total.replace('.', ''))).toBe(usd * 9250n + (sumUnits(facts) - usd) * 10_000n);
  const told = JSON.parse(readFileSync(receipt, 'utf8'));
  expect(told).toMatchObject({
    complete: true,
    rows: facts.length,
    convertTo: 'EUR',
    rates: [
      {
        baseCurrency: 'USD',
        targetCurrency: 'EUR',
        date: '2026-11-01',
        rate: '0.9250',
        effectiveDate: '2026-11-01',
        source: 'test',
      },
    ],
    exchangeRatePolicy: policy,
    files: [],
  });
  const sums = told.windows.flatMap((window: { sums: { sum: string }[] }) => window.sums);
  expect(sums.reduce((sum: bigint, one: { sum: string }) => sum + unitsOf(one.sum), 0n)).toBe(
    sumUnits(facts),
  );
});

test('a missing rate is exit 9 and names pair and day; the inverse is no help', async () => {
  const service = serveAnalysis(flatDays, rateAnswers('EUR', 'USD', { '2026-11-02': '1.1' }));
  const argv = [...summary, '--convert-to', 'EUR', '--where', 'currency=USD'];
  const { stdout, stderr, exitCode } = await run([...argv, '-q'], { service });
  expect([stdout, exitCode]).toEqual(['', 9]);
  expect(stderr).toMatchInlineSnapshot(`
    "error: no exchange rate of USD to EUR on 2026-11-02, USD to EUR on 2026-11-03, USD to EUR on 2026-11-04, USD to EUR on 2026-11-05, USD to EUR on 2026-11-06, USD to EUR on 2026-11-07, USD to EUR on 2026-11-08
    hint: --rate-date DAY takes the rates of one day, --rates FILE those of a file
    "
  `);
});

test.each([
  ['another pair', '{"baseCurrency":"EUR","targetCurrency":"USD","rate":1.1}', 1],
  ['nothing', '{"baseCurrency":"USD","targetCurrency":"EUR","rate":0}', 1],
])('a rate of %s is refused', async (_what, answer, status) => {
  const path = '/v1/exchange-rates/rate?baseCurrency=USD&targetCurrency=EUR&date=2026-11-01';
  const service = serveAnalysis(flatDays, { [path]: answer });
  const argv = ['--convert-to', 'EUR', '--rate-date', '2026-11-01'];
  const { exitCode, stdout } = await run([...summary, ...argv], { service });
  expect([exitCode, stdout]).toEqual([status, '']);
});

test.each([
  ['a row without the amount', { date: week.from, service: 'x', currency: 'EUR' }],
  ['an amount that is no number', { date: week.from, service: 'x', currency: 'EUR', cost: 'n/a' }],
  ['an amount that is a list', { date: week.from, service: 'x', currency: 'EUR', cost: [1] }],
  ['a row without currency', { date: week.from, service: 'x', currency: null, cost: 1 }],
])('%s is told with its row and window', async (_what, bad) => {
  const good = { date: week.from, service: 'x', currency: 'EUR', cost: 1.5 };
  const rows = [...Array.from({ length: 5000 }, () => good), good, bad];
  const argv = [...summary, '--where', 'service=x'];
  const { stdout, stderr, exitCode } = await run(argv, { service: serveCosts(oneDay(rows)) });
  expect([stdout, exitCode]).toEqual(['', 9]);
  expect(stderr).toContain('error: row 5002 of 2026-11-02 to 2026-11-08 cannot be added up: it');
  expect(stderr).toContain(JSON.stringify(bad));
});

test.each([
  [
    'two amounts',
    { cost: 1, amount: 2 },
    [],
    'the amount column is unclear: it could be cost, amount',
  ],
  ['no amount', { cost: 'dear' }, [], 'no column of the rows holds numbers in every row'],
  [
    'codes under another name',
    { cost: 1, place: 'FRA' },
    [],
    'the currency column is unclear: it could be place',
  ],
  [
    'a column that no row has',
    { cost: 1 },
    ['--amount-column', 'price'],
    "no row has the column 'price'",
  ],
  [
    'a column of text',
    { cost: 1, name: 'x' },
    ['--amount-column', 'name'],
    "the column 'name' holds no numbers",
  ],
  ['a group that no row has', { cost: 1 }, ['--by', 'team'], "--by: no row has the column 'team'"],
  [
    'no currency to turn over',
    { cost: 1 },
    ['--convert-to', 'EUR'],
    'the rows have no currency column',
  ],
  [
    'no day for a period',
    { cost: 1, date: 'soon' },
    ['--granularity', 'day'],
    'no column of the rows holds days in every row',
  ],
  [
    'rates without a target',
    { cost: 1 },
    ['--rate-date', '2026-11-01'],
    '--rate-date needs --convert-to',
  ],
])('%s is exit 2 and says so', async (_what, row, options, message) => {
  const service = serveCosts(oneDay([{ date: week.from, ...row }]));
  const { stdout, stderr, exitCode } = await run([...summary, ...options], { service });
  expect([stdout, exitCode]).toEqual(['', 2]);
  expect(stderr).toContain(message);
});

test('--currency-column none says that the codes are none', async () => {
  const service = serveCosts(oneDay([{ date: week.from, cost: 1.25, place: 'FRA' }]));
  const argv = [...summary, '--currency-column', 'none', '-o', 'json', '-q'];
  const { stdout } = await run(argv, { service });
  expect(JSON.parse(stdout)).toEqual([
    { period: '2026-11-02..2026-11-08', currency: null, rows: 1, total: '1.25', share: '100.00' },
  ]);
});

test('a group named as a figure keeps both', async () => {
  const service = serveCosts(oneDay([{ date: week.from, cost: 1, total: 'all of it' }]));
  const argv = [...summary, '--by', 'total', '--no-total', '-o', 'json', '-q'];
  const { stdout } = await run(argv, { service });
  expect(JSON.parse(stdout)).toMatchObject([{ 'by.total': 'all of it', total: '1' }]);
});

test('digits that no double holds are added exactly', async () => {
  const texts = [
    '12345678901234567890.0000000001',
    '0.00000000000000000000000000000000000001',
    '-1e-7',
    '3',
  ];
  const rows = texts.map((cost) => ({ date: week.from, cost }));
  const argv = [...summary, '-o', 'json', '-q'];
  const { stdout } = await run(argv, { service: serveCosts(oneDay(rows)) });
  expect(JSON.parse(stdout)[0].total).toBe(`12345678901234567892.9999999001${'0'.repeat(27)}1`);
});

test('days without rows are no groups, and an empty period says so', async () => {
  const { stdout, stderr, exitCode } = await run([...summary, '-o', 'json'], {
    service: serveCosts({}),
  });
  expect([stdout, exitCode]).toEqual(['[]\n', 0]);
  expect(stderr).toContain('2026-11-02 to 2026-11-08 has no row');
});

test('a window whose count moved is read again, and counts once', async () => {
  const rows = facts.slice(0, 60).map((fact, position) => flat.row(fact, position));
  const moved = serveCosts(oneDay(rows), {
    answer: ({ number }, honest) =>
      number === 0 ? { ...honest(), data: rows.slice(0, 50) } : honest(),
  });
  const argv = [...summary, '--by', 'service', '-o', 'json', '--no-total', '-q'];
  const { stdout, exitCode } = await run(argv, { service: moved });
  expect(exitCode).toBe(0);
  const told: Result[] = JSON.parse(stdout);
  expect(told.reduce((sum, { total }) => sum + unitsOf(total), 0n)).toBe(
    sumUnits(facts.slice(0, 60)),
  );
});

test('moments of a day are that UTC day, once the column is named', async () => {
  const row = { at: '2026-11-02T22:15:00Z', cost: 2 };
  const argv = [...summary, '--granularity', 'day', '--date-column', 'at', '-o', 'json', '-q'];
  const { stdout } = await run(argv, { service: serveCosts(oneDay([row, row])) });
  expect(JSON.parse(stdout)[0]).toMatchObject({ period: '2026-11-02', total: '4' });
});
