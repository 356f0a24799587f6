import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  daysOf,
  flat,
  makeFacts,
  rateAnswers,
  serveAnalysis,
  shapes,
  sumBy,
  sumUnits,
  unitsOf,
  week,
} from '../helpers/cost-shapes.ts';
import { flatDays, type Result, summary, weekFacts } from '../helpers/cost-summary.ts';
import { serveCosts } from '../helpers/costs.ts';
import { createFolder, run } from '../helpers/run.ts';
import { readJson } from '../helpers/screens.ts';

describe.each(shapes)('$name', (shape) => {
  const days = daysOf(shape, weekFacts);
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
        sumUnits(weekFacts.filter((fact) => fact.currency === currency)),
      ]),
    );
    expect(rows.reduce((sum, row) => sum + Number(row['rows']), 0)).toBe(weekFacts.length);
  });

  test('groups by two columns, with missing values as a separate group', async () => {
    const rows = await ask('--by', `${shape.service},${shape.team}`, '--no-total');
    const sums = sumBy(weekFacts, (fact) => [fact.service, fact.team, fact.currency]);
    const reported = rows.map((row) => [
      JSON.stringify([row[shape.service], row[shape.team], row['currency']]),
      unitsOf(row['total']),
    ]);
    expect(Object.fromEntries(reported)).toEqual(sums);
    expect(reported).toHaveLength(Object.keys(sums).length);
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
    ).toEqual(sumBy(weekFacts, (fact) => [fact.day, fact.currency]));
    const byWeek = await ask('--granularity', 'week', '--no-total');
    expect(new Set(byWeek.map(({ period }) => period))).toEqual(new Set(['2026-W45']));
    const byMonth = await ask('--granularity', 'month', '--no-total');
    expect(new Set(byMonth.map(({ period }) => period))).toEqual(new Set(['2026-11']));
  });

  test('--top puts all other groups into one row, and loses nothing', async () => {
    const rows = await ask('--by', shape.service, '--top', '1', '--no-total');
    for (const currency of ['EUR', 'USD']) {
      const own = weekFacts.filter((fact) => fact.currency === currency);
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

  test('--where selects rows', async () => {
    const rows = await ask(
      '--where',
      `${shape.team}=search`,
      '--where',
      `${shape.service}!=Rechnen`,
    );
    const matching = weekFacts.filter(
      ({ team, service }) => team === 'search' && service !== 'Rechnen',
    );
    expect(Object.fromEntries(rows.map((row) => [row['currency'], unitsOf(row['total'])]))).toEqual(
      {
        EUR: sumUnits(matching.filter(({ currency }) => currency === 'EUR')),
        USD: sumUnits(matching.filter(({ currency }) => currency === 'USD')),
      },
    );
  });

  test('every amount is converted exactly at the rate of its day', async () => {
    const rates = Object.fromEntries(
      [...new Set(weekFacts.map(({ day }) => day))].map((day, position) => [
        day,
        `0.9${position}1203`,
      ]),
    );
    const service = serveAnalysis(days, rateAnswers('USD', 'EUR', rates));
    const argv = [...summary, ...shape.options, '--convert-to', 'EUR', '-o', 'json'];
    const millionths = weekFacts.reduce((sum, { day, currency, units }) => {
      const rate = currency === 'EUR' ? '1.000000' : (rates[day] ?? '');
      return sum + units * BigInt(rate.replace('.', ''));
    }, 0n);
    const [{ total }] = await readJson(run(argv, { service }));
    expect(BigInt(total.replace('.', ''))).toBe(millionths);
    expect(total.split('.')[1]).toHaveLength(10);
    // The currencies once, and each day's rate once.
    expect(service.asked).toHaveLength(8);
  });
});

test('a table ends with a total row', async () => {
  const few = makeFacts({ from: week.from, to: week.from }, 6, ['EUR']);
  const service = serveCosts(daysOf(flat, few));
  const { stdout, stderr } = await run([...summary, '--by', 'service,team'], { service });
  expect(stdout).toMatchInlineSnapshot(`
    "2026-11-02 to 2026-11-08 (UTC) · everything the token reaches · cost in EUR · incomplete: no rows on 2026-11-03 to 2026-11-08

    service         team      rows      total  share %
    Rechnen         checkout     2   9,921.14    51.03
    Storage, "hot"  (none)       2   5,889.02    30.29
    Rechnen         (none)       1   2,505.65    12.89
    Netz\\werk       (none)       1   1,127.38     5.80
    (all)                        6  19,443.19   100.00
    "
  `);
  expect(stderr).toMatchInlineSnapshot(`""`);
});

test('csv, tsv and ndjson have no total row without --total', async () => {
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
