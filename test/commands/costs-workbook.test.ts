import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { serveCosts } from '../helpers/costs.ts';
import { createFolder, run } from '../helpers/run.ts';
import { succeed } from '../helpers/screens.ts';
import {
  numberFormats,
  readSheet,
  type SheetCell,
  sheetNames,
} from '../helpers/stored-workbook.ts';

const days = ['--from', '2026-11-02', '--to', '2026-11-03'];

/** The text of every cell of the sheet, by row and column. */
function cellsOf(path: string): (string | undefined)[][] {
  const { rows } = readSheet(readFileSync(path));
  const width = rows[0]?.length ?? 0;
  return rows.map((row) => {
    const cells = new Map(row.map((cell) => [cell.at.replace(/\d+$/, ''), cell]));
    return Array.from({ length: width }, (_, at) => {
      const cell = cells.get(String.fromCharCode(65 + at));
      return cell && textOf(cell);
    });
  });
}

function textOf({ number, text, style }: SheetCell): string | undefined {
  if (style !== '1' || number === undefined) return number ?? text;
  return new Date((Number(number) - 25_569) * 86_400_000).toISOString().slice(0, 10);
}

test('a list that was cut says so on a second sheet', async () => {
  const path = join(createFolder(), 'costs.xlsx');
  await succeed(run(['--sandbox', 'costs', 'list', ...days, '--max', '3', '-O', path]));
  expect(readSheet(readFileSync(path)).rows).toHaveLength(4);
  const [, caption] = readSheet(readFileSync(path), 2).rows.flat();
  expect(caption?.text).toContain(' · at most 3 rows');
});

describe.each(['export', 'list'])('costs %s as a workbook', (action) => {
  test('has the same rows and digits as csv', async () => {
    const folder = createFolder();
    const [book, table] = [join(folder, 'costs.xlsx'), join(folder, 'costs.csv')];
    for (const path of [book, table]) {
      const argv = ['--sandbox', 'costs', action, ...days, '-O', path];
      const { exitCode, stderr } = await run(argv, { usualRows: true });
      expect([exitCode, stderr.includes('error')]).toEqual([0, false]);
    }
    const lines: string[][] = parse(readFileSync(table, 'utf8'));
    expect(lines.length).toBeGreaterThan(100);
    expect(cellsOf(book).map((row) => row.map((cell) => cell ?? ''))).toEqual(lines);
  });

  test('takes --columns and --no-header', async () => {
    const path = join(createFolder(), 'costs.xlsx');
    const options = ['--columns', 'tags.team,cost', '--no-header', '-O', path];
    await run(['--sandbox', 'costs', action, ...days, ...options]);
    const sheet = readSheet(readFileSync(path));
    expect(sheet.filter).toBeUndefined();
    expect(sheet.rows.every((row) => row.length <= 2)).toBe(true);
    expect(
      sheet.rows.flat().some(({ at, number }) => at.startsWith('B') && number !== undefined),
    ).toBe(true);
  });

  test.each([
    [['-o', 'xlsx'], 'needs a file'],
    [['-O', 'costs.xlsx.gz'], 'compressed already'],
    [['-O', 'costs.ods'], 'no format has the extension .ods'],
    [['-o', 'csv', '-O', 'costs.xlsx'], 'is xlsx by its extension, but --output says csv'],
  ])('%j is a usage error', async (options, message) => {
    const { exitCode, stderr } = await run(['--sandbox', 'costs', action, ...days, ...options]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });

  test('leaves an existing file unchanged if a column is unknown', async () => {
    const path = join(createFolder(), 'costs.xlsx');
    writeFileSync(path, 'before');
    const line = ['--sandbox', 'costs', action, ...days, '--columns', 'nothing', '-O', path];
    expect((await run(line)).exitCode).toBe(2);
    expect(readFileSync(path, 'utf8')).toBe('before');
  });

  test('can also be csv with decimal commas', async () => {
    const folder = createFolder();
    const [usual, german] = [join(folder, 'usual.csv'), join(folder, 'german.csv')];
    const form = ['--delimiter', ';', '--decimal-comma', '--bom'];
    await run(['--sandbox', 'costs', action, ...days, '-O', usual]);
    await run(['--sandbox', 'costs', action, ...days, '-O', german, ...form]);
    const expected: Record<string, string>[] = parse(readFileSync(usual, 'utf8'), {
      columns: true,
    });
    const read: Record<string, string>[] = parse(readFileSync(german, 'utf8'), {
      columns: true,
      delimiter: ';',
      bom: true,
    });
    expect(readFileSync(german, 'utf8').startsWith('\ufeff')).toBe(true);
    expect(read.map(({ cost }) => cost)).toEqual(
      expected.map(({ cost }) => cost?.replace('.', ',')),
    );
    expect(read.map(({ service }) => service)).toEqual(expected.map(({ service }) => service));
  });
});

test('an export to a workbook takes --receipt, and the receipt verifies it', async () => {
  const folder = createFolder();
  const [book, receipt] = [join(folder, 'costs.xlsx'), join(folder, 'costs.receipt.json')];
  const options = ['-O', book, '--receipt', receipt];
  expect((await run(['--sandbox', 'costs', 'export', ...days, ...options])).exitCode).toBe(0);
  expect(existsSync(receipt)).toBe(true);
  expect((await run(['--sandbox', 'costs', 'verify', receipt])).exitCode).toBe(0);
});

test('an analysis can be a workbook with totals as numbers', async () => {
  const path = join(createFolder(), 'summary.xlsx');
  const line = ['--sandbox', 'costs', 'summary', ...days, '--by', 'service', '-O', path];
  expect((await run(line)).exitCode).toBe(0);
  const [header = [], first = []] = readSheet(readFileSync(path)).rows;
  const total = header.findIndex(({ text }) => text === 'total');
  expect(first.find(({ at }) => at.startsWith(String.fromCharCode(65 + total)))?.number).toMatch(
    /^\d+\.\d+$/,
  );
});

test('amounts have the decimals of their currency and shares a percent format, with every digit', async () => {
  const days = {
    '2026-11-02': ['USD', 'JPY', 'KWD'].map((currency) => ({
      day: '2026-11-02',
      service: 'x',
      cost: 1234.56789,
      currency,
    })),
  };
  const book = join(createFolder(), 'sums.xlsx');
  const line = `costs summary --from 2026-11-02 --to 2026-11-02 --by service --no-total -O ${book}`;
  await run(line, { service: serveCosts(days) });
  const bytes = readFileSync(book);
  const formatOf = numberFormats(bytes);
  const [header = [], ...rows] = readSheet(bytes).rows;
  const names = header.map(({ text }) => text);
  const seen = rows.map((row) =>
    ['currency', 'total', 'share'].map((name) => {
      const { number, text, style } = row[names.indexOf(name)] ?? {};
      return [number ?? text, formatOf(style)];
    }),
  );
  const percent = '0.00&quot; %&quot;';
  expect(seen).toEqual([
    [
      ['JPY', undefined],
      ['1234.56789', '#,##0'],
      ['100.00', percent],
    ],
    [
      ['KWD', undefined],
      ['1234.56789', '#,##0.000'],
      ['100.00', percent],
    ],
    [
      ['USD', undefined],
      ['1234.56789', '#,##0.00'],
      ['100.00', percent],
    ],
  ]);
});

test.each([
  ['costs summary --by service --no-total', 'service,total', ['#,##0']],
  ['costs list', 'cost', ['#,##0']],
  ['costs export', 'cost', ['#,##0']],
  ['costs check --max-total 9000 --max-increase 50', 'limit', ['#,##0', '0.00&quot; %&quot;']],
])(
  'amounts of %s have the decimals of a currency that has no column',
  async (line, columns, codes) => {
    const rowOf = (day: string, cost: number) => ({ day, service: 'x', cost, currency: 'JPY' });
    const days = {
      '2026-11-01': [rowOf('2026-11-01', 1000)],
      '2026-11-02': [rowOf('2026-11-02', 1234.5)],
    };
    const book = join(createFolder(), 'a.xlsx');
    const period = '--from 2026-11-02 --to 2026-11-02';
    await run(`${line} ${period} --columns ${columns} -O ${book}`, { service: serveCosts(days) });
    const bytes = readFileSync(book);
    const formatOf = numberFormats(bytes);
    const [, ...rows] = readSheet(bytes).rows;
    const figures = rows.flatMap((row) => row.filter(({ number }) => number !== undefined));
    expect(figures.map(({ style }) => formatOf(style))).toEqual(codes);
  },
);

test('exported rows, lists and reports have the same formats', async () => {
  const folder = createFolder();
  const book = (name: string) => join(folder, `${name}.xlsx`);
  const period = '--from 2026-10-01 --to 2026-10-03';
  const lines = {
    exported: `costs export ${period}`,
    listed: `costs list ${period}`,
    report: 'costs report --month 2026-10 --sections total,by',
  };
  const seen = new Map<string, Set<string>>();
  for (const [name, line] of Object.entries(lines)) {
    await succeed(run([...`--sandbox ${line} -q -O`.split(' '), book(name)], { folder }));
    const bytes = readFileSync(book(name));
    const formatOf = numberFormats(bytes);
    for (const number of sheetNames(bytes).keys()) {
      const [header = [], ...rows] = readSheet(bytes, number + 1).rows;
      for (const cell of rows.flat()) {
        const column = /^[A-Z]+/.exec(cell.at)?.[0];
        const title = header.find(({ at }) => at === `${column}1`)?.text ?? '';
        if (cell.number === undefined || !/cost|change|share|20\d\d/i.test(title)) continue;
        const kind = /%|share/i.test(title) ? 'percent' : 'amount';
        seen.set(kind, (seen.get(kind) ?? new Set()).add(formatOf(cell.style) ?? 'none'));
      }
    }
  }
  expect(Object.fromEntries(seen)).toEqual({
    amount: new Set(['#,##0.00']),
    percent: new Set(['0.00&quot; %&quot;']),
  });
});
