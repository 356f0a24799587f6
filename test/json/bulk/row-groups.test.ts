import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CellReader } from '../../../src/json/bulk/cell-reader.ts';
import { RowGroups } from '../../../src/json/bulk/row-groups.ts';
import { type RowPage, RowScanner } from '../../../src/json/bulk/rows.ts';
import { selectRows } from '../../../src/rows/cost-page.ts';
import { runs } from '../../helpers/runs.ts';

const columns = ['a', 'a.b', 'tags.team'];
const keyed = ['"a"', '"a.b"', '"tags"', '"tags.team"', '"\\u0061"', '"x"'];
const values = [
  ...['1', '-1', '1.0', '"1"', '"-1"', '"\\u002d1"', 'null', 'true', '""', '" "', '[-1]', '[]'],
  ...['{"team":"b"}', '{"team": "b"}', '{"b":"c"}', '{"b":{"team":"b"}}', '{"team":null}'],
  ...[
    '"sixteen bytes 16"',
    '"sixteen bytes 17"',
    `"${'long '.repeat(10)}"`,
    `"${'x'.repeat(1030)}"`,
  ],
];
const aRow = fc
  .array(fc.tuple(fc.constantFrom(...keyed), fc.constantFrom(...values)), { maxLength: 4 })
  .map((members) => `{${members.map(([key, value]) => `${key}:${value}`).join()}}`);
const somePages = fc.array(fc.array(aRow, { minLength: 1, maxLength: 40 }), { maxLength: 4 });

const pageOf = (scanner: RowScanner, rows: readonly string[]) =>
  // Twice, so that each row comes after another with its keys.
  scanner.scan(Buffer.from(`{"data":[${[...rows, ...rows].join()}]}`));

/** What the columns of each row are, read row by row, or taken from a row that is alike. */
function readers(sign?: string) {
  const cells = columns.map((column) => new CellReader(column));
  const amounts = sign === undefined ? undefined : new CellReader(sign);
  const groups = new RowGroups<string>(columns, sign);
  let known = 0;
  const read = (page: RowPage, row: number) =>
    JSON.stringify([
      ...cells.map((reader) => reader.read(page, row) ?? typeof reader.read(page, row)),
      amounts?.read(page, row)?.startsWith('-') === true,
    ]);
  return {
    known: () => known,
    forget: () => groups.forget(),
    check: (page: RowPage) => {
      groups.open(page);
      for (let row = 0; row < page.count; row += 1) {
        const found = groups.find(row);
        const text = read(page, row);
        if (found === undefined) groups.keep(row, text);
        else known += 1;
        if (found !== undefined && found !== text)
          throw new Error(`${text} was taken for ${found}`);
      }
    },
  };
}

describe('rows with the same number are alike in their columns', () => {
  test.each([undefined, 'a', 'x', 'tags.team'])('and in the sign of %s', (sign) => {
    let known = 0;
    fc.assert(
      fc.property(somePages, (pages) => {
        const scanner = new RowScanner(0);
        const own = readers(sign);
        // More than there are tables, so that one takes that of another.
        const others = Array.from({ length: 5 }, () => readers());
        for (const rows of pages) {
          const page = pageOf(scanner, rows);
          own.check(page);
          own.check(selectRows(page, (row) => row % 3 !== 0));
          for (const other of others) other.check(page);
          own.check(page);
        }
        known += own.known();
      }),
      { numRuns: runs(60) },
    );
    expect(known).toBeGreaterThan(100);
  });
});

test('what was forgotten is not known again', () => {
  const scanner = new RowScanner(0);
  const own = readers();
  const page = pageOf(scanner, ['{"a":1}', '{"a":1}']);
  own.check(page);
  const before = own.known();
  own.forget();
  own.check(page);
  expect(own.known()).toBe(2 * before);
});

test('more groups, and more keys, than there is room for', () => {
  const scanner = new RowScanner(0);
  const own = readers();
  for (let first = 0; first < 40_000; first += 8000) {
    const rows = Array.from({ length: 8000 }, (_, row) => `{"a":"group ${first + row}"}`);
    own.check(pageOf(scanner, rows));
  }
  expect(own.known()).toBeGreaterThan(20_000);
  const keys = readers();
  for (let page = 0; page < 4; page += 1) {
    const rows = Array.from({ length: 2000 }, (_, row) => `{"a":1,"key ${row % 1500}":0}`);
    keys.check(pageOf(scanner, rows));
  }
  expect(keys.known()).toBeGreaterThan(1000);
});
