import { expect, test } from 'vitest';
import { RowWriter } from '../../../src/json/bulk/row-writer.ts';
import { type RowPage, RowScanner } from '../../../src/json/bulk/rows.ts';
import { selectRows } from '../../../src/rows/cost-page.ts';
import { silentBytes } from '../silent.ts';

const scan = (text: string): RowPage => new RowScanner().scan(Buffer.from(text));
const lines = (page: RowPage) => new RowWriter('ndjson').write(page).toString();
const items = (page: RowPage) => new RowWriter('json').write(page).toString();

const bodies: readonly (readonly [string, readonly string[]])[] = [
  ['{"data":[]}', []],
  ['{"data":[{}]}', ['{}']],
  ['{"data":[{},{}]}', ['{}', '{}']],
  ['{"data":[{"a":1},{"a":2},{"a":3}]}', ['{"a":1}', '{"a":2}', '{"a":3}']],
  ['{"data":[{"a":1}, {"a":2},{"a":3}]}', ['{"a":1}', '{"a":2}', '{"a":3}']],
  ['{"data":[{"a":1} ,{"a":2}]}', ['{"a":1}', '{"a":2}']],
  ['{"data":[{"a":1},{"a": 2},{"a":3}]}', ['{"a":1}', '{"a":2}', '{"a":3}']],
  ['{"data":[{ "a" : 1 , "b" : [ 2 , "x" ] }]}', ['{"a":1,"b":[2,"x"]}']],
  ['{"data":[{ "a":"\\u0041","b":"\\n","c":1.50}]}', ['{"a":"A","b":"\\n","c":1.50}']],
  ['{"data":[{ "\\u0061":1,"x\\/y":2}]}', ['{"a":1,"x/y":2}']],
  ['{"data":[{"b":1,"1":2,"0":3}]}', ['{"b":1,"1":2,"0":3}']],
  ['{"data":[{"a":1,"b":2,"a":3.0}]}', ['{"a":3.0,"b":2}']],
  ['{"data":[{"a":{"b":1,"b":2}},{"a":[]}]}', ['{"a":{"b":2}}', '{"a":[]}']],
  ['{"data":[{ },{"a":1},{ "é\\n":"é"}]}', ['{}', '{"a":1}', '{"é\\n":"é"}']],
];

test.each(bodies)('writes the rows of %s', (body, rows) => {
  // The second one makes lines of a page where it is.
  for (const scanner of [new RowScanner(), new RowScanner(0)]) {
    const page = scanner.scan(Buffer.from(body));
    for (let time = 0; time < 2; time += 1) {
      expect(lines(page)).toBe(rows.map((row) => `${row}\n`).join(''));
      expect(items(page)).toBe(rows.join());
    }
  }
});

test.each(bodies)('can leave out any rows of %s', (body, rows) => {
  const page = new RowScanner(0).scan(Buffer.from(body));
  for (let choice = 0; choice < 2 ** rows.length; choice += 1) {
    const isChosen = (row: number) => ((choice >> row) & 1) === 1;
    const selected = rows.filter((_, row) => isChosen(row));
    const chosen = selectRows(page, isChosen);
    expect(lines(chosen)).toBe(selected.map((row) => `${row}\n`).join(''));
    expect(items(chosen)).toBe(selected.join());
  }
});

test('writes a comma before each item except the first, unless it follows others', () => {
  const writer = new RowWriter('json');
  expect(writer.write(scan('{"data":[]}')).toString()).toBe('');
  expect(writer.write(scan('{"data":[{"a":1}]}')).toString()).toBe('{"a":1}');
  const page = scan('{"data":[{"a":2}, {"a":3}]}');
  expect(writer.write(page, true).toString()).toBe(',{"a":2},{"a":3}');
});

test('copies rows that are already compact without creating strings', () => {
  const text = `{"data":[{"a":1.50},{"b":"x\\n"},{"a":{"c":[null]}}, {"long":"${'x'.repeat(99)}"}]}`;
  const page = new RowScanner().scan(Buffer.from(text));
  const silent = { ...page, body: silentBytes(text) };
  expect(items(silent)).toBe(text.slice('{"data":['.length, -2).replace(', ', ','));
  expect(items(selectRows(silent, (row) => row !== 1))).not.toContain('b');
});

test('writes a row with extra spaces without creating strings', () => {
  const text = '{"data":[{ "a":1.50, "b":["x"], "c":"\\n"}]}';
  const page = new RowScanner().scan(Buffer.from(text));
  expect(lines({ ...page, body: silentBytes(text) })).toBe('{"a":1.50,"b":["x"],"c":"\\n"}\n');
});

test('writes rows larger than the initial buffer in full', () => {
  const long = 'x'.repeat(50_000);
  const rows = [`{"a":"${long}"}`, `{ "a":"${long}"}`, `{"a":["${long}"]}`, '{"b":1,"b":2}'];
  const page = scan(`{"data":[${[...rows, ...rows].join()}]}`);
  const written = rows.map((row) => row.replace(' ', '').replace('"b":1,', ''));
  expect(items(page) === [...written, ...written].join()).toBe(true);
  expect(lines(page) === `${[...written, ...written].join('\n')}\n`).toBe(true);
});
