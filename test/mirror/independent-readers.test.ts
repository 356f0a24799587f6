import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { manifestOf } from '../helpers/mirror.ts';
import { needs } from '../helpers/needs.ts';
import {
  type ChunkStatistics,
  parquetReaders,
  type TextRow,
  trimDecimal,
} from '../helpers/parquet-readers.ts';
import { createFolder, run } from '../helpers/run.ts';
import { drawCases } from '../helpers/runs.ts';
import { succeed } from '../helpers/screens.ts';

/** A cell is written as JSON has it. */
type Cells = Readonly<Record<string, string>>;

const texts = ['', ' ', 'Zoë ∑ 𝄞', 'two\nlines\t"\\', '\u0000', 'null', '=1', 'x'.repeat(100_000)];
const costs = ['0', '-0.5', '12345678901234567890.123456789', '-0.000000000000000001', '7'];

/** The first state: `wider` holds whole numbers, and `other` only numbers. */
const before = texts.map(
  (text, n): Cells => ({
    n: `${n}`,
    date: `"2026-09-0${1 + (n % 3)}"`,
    cost: costs[n % costs.length] ?? '',
    currency: n % 2 === 0 ? '"USD"' : '"EUR"',
    text: JSON.stringify(text),
    wider: `${n * 1_000_003}`,
    other: `${n}`,
    flag: n % 3 === 0 ? 'null' : `${n % 2 === 0}`,
    day: n % 4 === 0 ? 'null' : `"2024-02-${20 + n}"`,
    long: n % 2 === 0 ? '9223372036854775807' : '-99999999999999999999999999999999999999',
    whole: n % 2 === 0 ? '-999999999999999999' : `${n}`,
    short: n % 2 === 0 ? '-123456789012.345678' : `${n}.5`,
    nothing: 'null',
    list: `[${n},null,"é"]`,
  }),
);

/** The second state has what none of these columns has held so far. */
const after = texts.map((text, at): Cells => {
  const n = texts.length + at;
  return {
    n: `${n}`,
    date: `"2026-${at % 2 === 0 ? '09-02' : '10-31'}"`,
    cost: costs[at % costs.length] ?? '',
    currency: '"USD"',
    text: at % 2 === 0 ? 'null' : JSON.stringify(text),
    wider: at === 0 ? '-123456789012345678901234567890.12345678' : 'null',
    other: at === 1 ? '"no number"' : `${n}.50`,
    late: at === 2 ? '"2026-10-01"' : 'null',
    tags: `{"team":${JSON.stringify(text)},"größe":${at}}`,
  };
});

/** More than a group of the file holds. */
const manyRows = Array.from(
  { length: 170_000 },
  (_, n): Cells => ({
    n: `${n}`,
    date: `"2026-09-0${1 + Math.floor(n / 60_000)}"`,
    cost: `${(n * 7919) % 1000}.${String(n % 1000).padStart(3, '0')}`,
    currency: '"USD"',
    text: n % 5 === 0 ? 'null' : `"${n % 1000 === 1 ? `é${n}` : n % 97}"`,
  }),
);

const folder = createFolder();
const sources: Readonly<Record<string, readonly Cells[]>> = {
  odd: [...before, ...after],
  many: manyRows,
};
const kinds = [
  'mirror of odd rows',
  'export of odd rows',
  'mirror of many rows',
  'export of many rows',
];
const files = new Map<string, { readonly expected: Expectation; readonly paths: string[] }>();

beforeAll(async () => {
  const write = (name: string, rows: readonly Cells[]) =>
    writeFileSync(join(folder, name), rows.map(lineOf).join(''));
  write('odd-1.ndjson', before);
  await succeed(
    run(['costs', 'mirror', 'odd', '--files', 'odd-*.ndjson', '--date-column', 'date'], { folder }),
  );
  write('odd-2.ndjson', after);
  await succeed(run(['costs', 'mirror', 'odd'], { folder }));
  write('many.ndjson', manyRows);
  await succeed(run(['costs', 'mirror', 'many', '--files', 'many.ndjson'], { folder }));
  for (const [name, source] of Object.entries(sources)) {
    const expected = expectationOf(source);
    const period = ['--from', '2026-09-01', '--to', name === 'odd' ? '2026-10-31' : '2026-09-03'];
    const path = join(folder, `${name}.parquet`);
    await succeed(run(['costs', 'export', '--mirror', name, ...period, '-O', path], { folder }));
    const parts = manifestOf(join(folder, name)).files;
    const mirrored = parts.map((part) => join(folder, name, part.path));
    files.set(`mirror of ${name} rows`, { expected, paths: mirrored });
    files.set(`export of ${name} rows`, { expected, paths: [path] });
  }
}, 60_000);

const lineOf = (row: Cells) =>
  `{${Object.entries(row)
    .map(([name, cell]) => `"${name}":${cell}`)
    .join()}}\n`;

const numbers = new Set(['n', 'cost', 'wider', 'long', 'whole', 'short']);

/** The cells of a source as text, in the columns of a file. */
function expectedRow(row: Cells, names: readonly string[]): TextRow {
  return Object.fromEntries(
    names.map((name) => {
      const [outer = '', ...inner] = name.split('.');
      const cell = row[outer] ?? 'null';
      const value: unknown = JSON.parse(cell);
      if (value === null) return [name, null];
      if (inner.length > 0) return [name, String(Object(value)[inner.join('.')])];
      if (typeof value === 'string') return [name, value];
      return [name, numbers.has(name) ? trimDecimal(cell) : cell];
    }),
  );
}

type Expectation = ReturnType<typeof expectationOf>;

/** What a reader must find in a file of these rows, worked out once for all readers and files. */
function expectationOf(rows: readonly Cells[]) {
  const texts = new Map<string, readonly string[]>();
  return {
    columns: [...new Set(rows.flatMap((row) => Object.keys(row)))],
    total: sumOf(rows.map(({ cost }) => cost ?? null)),
    /** Every row as JSON, with its columns in this order. */
    textsOf(names: readonly string[]): readonly string[] {
      const key = names.join();
      const known = texts.get(key) ?? rows.map((row) => JSON.stringify(expectedRow(row, names)));
      texts.set(key, known);
      return known;
    },
  };
}

function sumOf(cells: readonly (string | null)[]): bigint {
  const scale = 20;
  return cells.reduce((sum, cell) => {
    const [whole = '', places = ''] = (cell ?? '0').split('.');
    return sum + BigInt(`${whole}${places.padEnd(scale, '0')}`);
  }, 0n);
}

const readers = parquetReaders.map((reader, row) => ({ ...reader, row }));

describe.each(readers)('$name', ({ needs: packages, read, sum, statistics, row }) => {
  needs(...packages);

  test.each(drawCases(kinds, row))('the %s: the same rows, sums and statistics', async (kind) => {
    const { expected, paths } = files.get(kind) ?? { expected: expectationOf([]), paths: [] };
    const parts = await Promise.all(paths.map(read));
    const rows = parts.flat().sort((one, other) => Number(one['n']) - Number(other['n']));
    const names = Object.keys(rows[0] ?? {});
    expect(names).toEqual(expect.arrayContaining(expected.columns));
    const texts = expected.textsOf(names);
    const wrong = rows.findIndex((row, at) => JSON.stringify(row) !== texts[at]);
    expect([rows.length, JSON.stringify(rows[wrong])]).toEqual([texts.length, texts[wrong]]);
    if (sum !== undefined) expect(sumOf([await sum(paths, 'cost')])).toBe(expected.total);
    for (const [at, path] of paths.entries()) {
      if (statistics !== undefined) expectBounds(await statistics(path), parts[at] ?? []);
    }
  });
});

/** The bounds and the counts of missing values are those of the rows in each group. */
function expectBounds(shown: readonly ChunkStatistics[], rows: readonly TextRow[]): void {
  const sizes = new Map(shown.map(({ group, rows: count }) => [group, count]));
  expect(sizes.size > 1).toBe(rows.length > 122_880);
  for (const { column, group, nulls, min, max } of shown) {
    const start = [...sizes].reduce((sum, [one, size]) => sum + (one < group ? size : 0), 0);
    const own = rows.slice(start, start + (sizes.get(group) ?? 0));
    const values = own.flatMap((row) => row[column] ?? []);
    expect([column, nulls]).toEqual([column, own.length - values.length]);
    if (min === null || max === null) continue;
    const isBefore = (one: string, other: string) =>
      numbers.has(column) ? Number(one) < Number(other) : one < other;
    const least = values.reduce((best, value) => (isBefore(value, best) ? value : best));
    const most = values.reduce((best, value) => (isBefore(best, value) ? value : best));
    const trim = numbers.has(column) ? trimDecimal : String;
    expect([column, trim(min), trim(max)]).toEqual([column, least, most]);
  }
}
