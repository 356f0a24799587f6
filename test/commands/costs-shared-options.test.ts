import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { actionsOf, describeWhole, hasOption } from '../helpers/actions.ts';
import { type Answers, rateAnswers, serveAnalysis } from '../helpers/cost-shapes.ts';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, succeed } from '../helpers/screens.ts';
import { pageOf } from '../helpers/service.ts';

/** Every action that reads rows, with what it cannot be without. */
const lines = {
  list: ['-o', 'json'],
  export: ['-o', 'json'],
  columns: ['-o', 'json'],
  summary: ['--by', 'service', '-o', 'json'],
  compare: ['--by', 'service', '-o', 'json'],
  unit: ['--metric', 'bmt_orders', '-w', 'wsp_1', '-o', 'json'],
  chart: ['-o', 'json'],
  check: ['--max-total', '1000', '-o', 'json'],
  freshness: ['-o', 'json'],
} as const;
const actions = Object.entries(lines);
const converting = actions.filter(([action]) => !/list|export|columns|freshness/.test(action));

/** Two rows a day, each with a second day, amount and currency that no one would look for. */
function daysFrom(from: number, count: number) {
  return Object.fromEntries(
    Array.from({ length: count }, (_, number) => {
      const day = new Date(from + number * 86_400_000).toISOString().slice(0, 10);
      const row = { date: day, booked: day, cost: 1, list: 2, currency: 'EUR', paid: 'USD' };
      return [day, ['Rechnen', 'Netz'].map((service) => ({ ...row, service }))];
    }),
  );
}

const days = daysFrom(Date.parse('2026-08-01'), 110);

function metricAnswers(from: string, to: string): Answers {
  const metric = { id: 'bmt_orders', name: 'Orders', unit: 'order', labelColumns: [] };
  const range = `from=${from}&to=${to}&page=1&limit=100`;
  return {
    '/v1/business-metrics/bmt_orders?workspaceId=wsp_1': metric,
    [`/v1/business-metrics/bmt_orders/values?workspaceId=wsp_1&${range}`]: pageOf([
      { date: to, amount: '4', labels: {} },
    ]),
  };
}

describe.each(actions)('costs %s', (action, options) => {
  test.each([
    [['--from', '2026-11-03', '--to', '2026-11-05'], '2026-11-03', '2026-11-05'],
    [['--last', '3d'], '2026-11-12', '2026-11-14'],
    [['--last', '2w', '--include-today'], '2026-11-02', '2026-11-15'],
    [['--month', '2026-10'], '2026-10-01', '2026-10-31'],
    [['--last-month'], '2026-10-01', '2026-10-31'],
    [['--month-to-date'], '2026-11-01', '2026-11-14'],
  ])('%j reads the expected days', async (period, from, to) => {
    const service = serveAnalysis(days, metricAnswers(from, to));
    await succeed(run(['costs', action, ...options, ...period], { service }));
    expect(service.requests).toContainEqual(expect.objectContaining({ from, to }));
  });

  test('a receipt is never written to stdout, nor to a file with the name -', async () => {
    const folder = createFolder();
    const line = ['costs', action, ...options, '--last', '3d', '--receipt', '-'];
    expect(await failWith(2, run(line, { folder }))).toContain('--receipt: must be a file');
    expect(readdirSync(folder)).not.toContain('-');
  });

  test('the receipt has the requested conditions, parameters and columns', async () => {
    const receipt = join(createFolder(), 'receipt.json');
    const service = serveAnalysis(days, metricAnswers('2026-11-12', '2026-11-14'));
    const argv = [
      ...['costs', action, ...options, '--last', '3d', '--receipt', receipt],
      ...['--where', 'service=Netz', '--param', 'team=a'],
      ...['--date-column', 'booked', '--amount-column', 'list', '--currency-column', 'paid'],
    ];
    await succeed(run(argv, { service }));
    expect(JSON.parse(readFileSync(receipt, 'utf8'))).toMatchObject({
      where: ['service=Netz'],
      parameters: { team: 'a' },
      dateColumn: 'booked',
      amountColumn: 'list',
      currencyColumn: 'paid',
      rows: 3,
    });
  });
});

test('every action that reads rows writes a receipt, and every caption says how late is usual', async () => {
  const actions = actionsOf(await describeWhole()).filter((one) => hasOption(one, '--where'));
  const lacks = (option: string) =>
    actions.flatMap((one) => (hasOption(one, option) ? [] : one.line)).sort();
  // A pack and a mirror have files of their own that say what was read.
  expect(lacks('--receipt')).toEqual(['costs close', 'costs mirror']);
  expect(lacks('--max-lag')).toEqual(['costs export', 'costs list', 'costs mirror']);
});

/** A rate of each day that is read, and of one long before. */
const rates = Object.fromEntries(
  ['2026-10-01', ...Object.keys(daysFrom(Date.parse('2026-11-09'), 6))].map((day) => [day, '2']),
);

describe.each(converting)('costs %s', (action, options) => {
  const convert = async (more: readonly string[]) => {
    const receipt = join(createFolder(), 'receipt.json');
    const service = serveAnalysis(days, {
      ...metricAnswers('2026-11-12', '2026-11-14'),
      ...rateAnswers('EUR', 'USD', rates),
    });
    const argv = [...options, '--last', '3d', '--receipt', receipt, '--convert-to', 'USD'];
    const { stdout } = await succeed(run(['costs', action, ...argv, ...more], { service }));
    const { convertTo, rates: reported } = JSON.parse(readFileSync(receipt, 'utf8'));
    const used = reported.map(
      ({ date, rate }: { date: string; rate: string }) => `${date} ${rate}`,
    );
    return { result: stdout, convertTo, used, asked: service.asked };
  };

  test('--convert-to converts every amount at the rate of its day', async () => {
    const { used } = await convert([]);
    expect(used).toEqual(expect.arrayContaining(['2026-11-12 2', '2026-11-14 2']));
  });

  test('--rate-date converts every amount at the rate of that day', async () => {
    const { result, convertTo, used } = await convert(['--rate-date', '2026-10-01']);
    expect(convertTo).toBe('USD');
    expect(used).toEqual(['2026-10-01 2']);
    expect(result).not.toContain('EUR');
  });

  test('--rates reads rates from a file and requests none', async () => {
    const path = join(createFolder(), 'rates.csv');
    writeFileSync(path, 'baseCurrency,targetCurrency,rate\nEUR,USD,3\n');
    const { used, asked } = await convert(['--rates', path]);
    expect(used).toEqual(expect.arrayContaining(['2026-11-12 3', '2026-11-14 3']));
    expect(asked.filter((one) => one.startsWith('/v1/exchange-rates'))).toEqual([]);
  });
});
