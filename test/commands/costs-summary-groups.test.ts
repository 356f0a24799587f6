import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  flat,
  rateAnswers,
  serveAnalysis,
  sumUnits,
  unitsOf,
  week,
} from '../helpers/cost-shapes.ts';
import { flatDays, onFirstDay, type Result, summary, weekFacts } from '../helpers/cost-summary.ts';
import { serveCosts } from '../helpers/costs.ts';
import { withProfiles } from '../helpers/profiles.ts';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, readJson, succeed } from '../helpers/screens.ts';

test.each([
  [{ cost: 1, amount: 2 }, '', 'the amount column is unclear: it could be cost, amount'],
  [{ name: 'dear' }, '', 'no column could be the amount column'],
  [{ cost: 1, place: 'FRA' }, '', 'the currency column is unclear: it could be place'],
  [{ cost: 1 }, '--amount-column price', "no row has the column 'price'"],
  [{ cost: 1, name: 'x' }, '--amount-column name', "the column 'name' has no numbers"],
  [{ cost: 1, name: 'x' }, '--date-column name', "the column 'name' has no days"],
  [{ cost: 1 }, '--date-column when', "no row has the column 'when'"],
  [{ cost: 1 }, '--by team', "--by: no row has the column 'team'"],
  [{ cost: 1 }, '--convert-to EUR', 'the rows have no currency column'],
  [{ cost: 1, date: undefined }, '--granularity day', 'no column could be the date column'],
  [{ cost: 1 }, '--rate-date 2026-11-01', '--rate-date needs --convert-to'],
])('a row %j is refused with "%s": %s', async (row, options, message) => {
  const service = serveAnalysis(onFirstDay([{ date: week.from, ...row }]));
  const line = [...summary, ...options.split(' ').filter(Boolean)];
  expect(await failWith(2, run(line, { service }))).toContain(message);
});

test('--currency-column none ignores a column of three-letter codes', async () => {
  const service = serveCosts(onFirstDay([{ date: week.from, cost: 1.25, place: 'FRA' }]));
  const argv = [...summary, '--currency-column', 'none', '-o', 'json', '-q'];
  expect(await readJson(run(argv, { service }))).toEqual([
    { period: '2026-11-02..2026-11-08', currency: null, rows: 1, total: '1.25' },
  ]);
});

test.each([
  ['a row without the amount', { date: week.from, service: 'x', currency: 'EUR' }],
  ['an amount that is no number', { date: week.from, service: 'x', currency: 'EUR', cost: 'n/a' }],
  ['an amount that is a list', { date: week.from, service: 'x', currency: 'EUR', cost: [1] }],
])('%s is reported with its row and window', async (_what, bad) => {
  const good = { date: week.from, service: 'x', currency: 'EUR', cost: 1.5 };
  const rows = [...Array.from({ length: 5000 }, () => good), good, bad];
  const argv = [...summary, '--where', 'service=x'];
  const stderr = await failWith(9, run(argv, { service: serveCosts(onFirstDay(rows)) }));
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
  const reported: Result[] = await readJson(run(argv, { service: moved }));
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

test('--rate-date uses the rates of one day, and the receipt has them with the policy', async () => {
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
  const usd = sumUnits(weekFacts.filter(({ currency }) => currency === 'USD'));
  expect(BigInt(total.replace('.', ''))).toBe(usd * 9250n + (sumUnits(weekFacts) - usd) * 10_000n);
  const reported = JSON.parse(readFileSync(receipt, 'utf8'));
  expect(reported).toMatchObject({
    complete: true,
    rows: weekFacts.length,
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
  const sums = reported.windows.flatMap((window: { sums: { sum: string }[] }) => window.sums);
  expect(sums.reduce((sum: bigint, one: { sum: string }) => sum + unitsOf(one.sum), 0n)).toBe(
    sumUnits(weekFacts),
  );
});

test.each(['the service', 'a file'])(
  'a currency that %s has no rates for is refused before rows are read',
  async (place) => {
    const pair = { baseCurrency: 'USD', targetCurrency: 'EUR', rate: 0.9 };
    const file = join(createFolder(), 'rates.json');
    writeFileSync(file, JSON.stringify([pair]));
    const service = serveAnalysis({}, { '/v1/exchange-rates': { rates: [pair], total: 1 } });
    const rates = place === 'a file' ? ['--rates', file] : [];
    const stderr = await failWith(
      2,
      run([...summary, '--convert-to', 'dol', ...rates], { service }),
    );
    const named = place === 'a file' ? file : place;
    expect(stderr).toBe(
      `error: --convert-to: ${named} has no rates for DOL\nhint: it has those of EUR, USD\n`,
    );
    expect([service.asked, service.requests]).toEqual([
      place === 'a file' ? [] : ['/v1/exchange-rates'],
      [],
    ]);
  },
);

test.each([
  ['COSTCTL_CONVERT_TO', { env: { COSTCTL_CONVERT_TO: 'dol' } }],
  [
    'profile work: convertTo',
    { folder: withProfiles({ current: 'work', profiles: { work: { convertTo: 'DOL' } } }) },
  ],
])('%s is named if the service has no rates for its currency', async (named, world) => {
  const pair = { baseCurrency: 'USD', targetCurrency: 'EUR', rate: 0.9 };
  const service = serveAnalysis({}, { '/v1/exchange-rates': { rates: [pair], total: 1 } });
  const stderr = await failWith(2, run(summary, { service, ...world }));
  expect(stderr).toContain(`error: ${named}: the service has no rates for DOL\n`);
});

test('a missing rate exits 9 with its pair and day; the inverse rate is not used', async () => {
  const service = serveAnalysis(flatDays, rateAnswers('EUR', 'USD', { '2026-11-02': '1.1' }));
  const argv = [...summary, '--convert-to', 'EUR', '--where', 'currency=USD'];
  expect(await failWith(9, run([...argv, '-q'], { service }))).toMatchInlineSnapshot(`
    "error: no exchange rate for USD to EUR on 2026-11-02 to 2026-11-08
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
  ['summary', '(none)', '"(none)"'],
  ['compare', '(none)', '"(none)"'],
  ['explain', '(no team)', '"(no team)"', '(no team)'],
  ['coverage --require date', '(none)', '"(none)"'],
  ['check --max-total 0', '(none)', '"(none)"'],
  ['chart', '(none)', '"(none)"'],
  ['summary', '(all)', '"(all)"'],
  ['compare', '(rest)', '"(rest)"'],
])('%s shows a group named %s as %s', async (words, team, shown, none = '(none)') => {
  const dayBefore = '2026-11-01';
  const service = serveAnalysis({
    [dayBefore]: [{ date: dayBefore, team: 'web', cost: 1 }],
    ...onFirstDay([
      { date: week.from, team, cost: 2 },
      { date: week.from, team: null, cost: 1 },
    ]),
  });
  const line = ['costs', ...words.split(' '), '--from', week.from, '--to', week.from];
  const { stdout } = await run([...line, '--by', 'team'], { service });
  expect(stdout).toContain(shown);
  expect(stdout.replaceAll(shown, '')).toContain(none);
});

test('a table by currency has no other column that says the same, and its sums still name theirs', async () => {
  const costs = [
    ...[...['EUR', 'USD', null].map((currency) => ({ currency, team: 'web', cost: 2 }))],
    { currency: 'EUR', team: 'ops', cost: 1 },
  ];
  const service = serveAnalysis(onFirstDay(costs.map((one) => ({ date: week.from, ...one }))));
  const table = async (by: string) => {
    const line = ['costs', 'summary', '--from', week.from, '--to', week.from, '--by', by];
    const { stdout } = await run(line, { service });
    return stdout.split('\n\n')[1]?.trimEnd().replaceAll(/ +$/gm, '').split('\n');
  };
  expect(await table('currency')).toEqual([
    'currency      rows  total',
    'EUR              2   3.00',
    'USD              1   2.00',
    '(none)           1   2.00',
    '(all) EUR        2   3.00',
    '(all) USD        1   2.00',
    '(all) (none)     1   2.00',
  ]);
  expect((await table('team,currency'))?.filter((row) => row.startsWith('(all)'))).toEqual([
    '(all)  EUR          2   3.00   100.00',
    '(all)  USD          1   2.00   100.00',
    '(all)  (none)       1   2.00   100.00',
  ]);
});

test.each([
  'summary --month 2026-10',
  'compare --month 2026-10',
  'trend --months 2',
  'coverage --month 2026-10 --require tags.team',
  'check --month 2026-10 --max-total 1',
])('beside converted amounts, costs %s calls no other currency theirs', async (words) => {
  for (const to of ['EUR', 'none']) {
    const line = `costs ${words} --by currency,provider --convert-to ${to} --sandbox -o markdown`;
    const { stdout, exitCode } = await run(line, {});
    // Several currencies cannot be checked.
    if (exitCode === 2) continue;
    const header = to === 'EUR' ? 'original currency' : 'currency';
    expect(stdout).toMatch(new RegExp(`^\\|( result \\|)? ${header} \\| provider \\|`, 'm'));
    expect(stdout).toContain('USD | aws |');
  }
});

test.each(['summary --top 1', 'compare --top 1', 'check --max-total 1000000'])(
  'costs %s says so too if every group that is shown has the target currency',
  async (words) => {
    const line = `costs ${words} --month 2026-10 --by currency --convert-to USD --sandbox -o markdown`;
    const { stdout } = await run(line, {});
    expect(stdout).toMatch(/^\|( check \| result \|)? original currency \|/m);
    const [, rest] = /^\| (\(rest\).*?) \|/m.exec(stdout) ?? [];
    expect(rest).toBe(words.includes('--top') ? '(rest)' : undefined);
  },
);

test('what explains a change, and the section of a report, say that a currency was converted', async () => {
  const line = 'costs explain --month 2026-10 --by currency --convert-to USD --sandbox';
  expect((await run(line, {})).stdout).toContain('explained by cause, then by original currency');
  const report = 'costs report --month 2026-10 --by currency --sandbox -o markdown --sections by';
  const { stdout: converted } = await run(`${report} --convert-to USD`, {});
  expect(converted).toContain('## By original currency');
  expect(converted).toContain('| Original currency | Cost |');
  const { stdout: own } = await run(report, {});
  expect(own).toContain('## By currency');
  expect(own).toContain('| Currency | Cost |');
});

test('another column called currency is never taken for the currency of the amounts', async () => {
  const days = Object.fromEntries(
    ['2026-11-07', '2026-11-14'].map((date) => [
      date,
      ['EUR', 'USD'].map((BillingCurrency) => {
        return {
          date,
          cost: 3,
          currency: BillingCurrency === 'USD' ? 'USD' : 'GBP',
          BillingCurrency,
        };
      }),
    ]),
  );
  const period = '--from 2026-11-14 --to 2026-11-14';
  for (const words of [
    `summary ${period}`,
    `compare ${period} --against last-week`,
    'trend --days 2',
    `coverage ${period} --require currency`,
  ]) {
    for (const by of ['currency', 'BillingCurrency']) {
      const line = `costs ${words} --by ${by} --currency-column BillingCurrency -o markdown`;
      const { stdout } = await succeed(run(line, { service: serveAnalysis(days) }));
      const header = by === 'currency' ? 'by.currency | currency' : 'BillingCurrency';
      expect([line, stdout]).toEqual([line, expect.stringContaining(`\n| ${header} |`)]);
    }
  }
});

test('people can tell groups apart that differ in white space only', async () => {
  const names = ['web', 'web ', ' web', 'a b', 'a  b', 'a\u00a0b', 'データ　行'];
  const shown = ['web', '"web "', '" web"', 'a b', '"a  b"', '"a\u00a0b"', 'データ　行'];
  const dates = ['2026-11-07', '2026-11-14'];
  const days = Object.fromEntries(
    dates.map((date, times) => [
      date,
      names.map((service, place) => {
        return { date, service, cost: (100 - place) * (times + 1), currency: 'EUR' };
      }),
    ]),
  );
  const ask = async (line: string) =>
    (await succeed(run(`costs ${line}`, { service: serveAnalysis(days) }))).stdout;
  const period = '--from 2026-11-14 --to 2026-11-14';
  for (const line of [
    `summary ${period} --by service`,
    `trend --days 2 --by service -o markdown`,
    `compare ${period} --against last-week --by service`,
    `explain ${period} --against last-week --by service`,
    `chart ${period} --by service`,
  ]) {
    const text = await ask(line);
    for (const name of shown) expect([line, text.includes(name)]).toEqual([line, true]);
  }
  const rows = JSON.parse(await ask(`summary ${period} --by service -o json --no-total`));
  expect(rows.map((row: Readonly<Record<string, unknown>>) => row['service'])).toEqual(names);
});
