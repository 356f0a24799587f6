import { describe, expect, test } from 'vitest';
import { CellReader } from '../../src/json/bulk/cell-reader.ts';
import { RowWriter } from '../../src/json/bulk/row-writer.ts';
import { type RowPage, RowScanner } from '../../src/json/bulk/rows.ts';
import { TableWriter } from '../../src/json/bulk/table-writer.ts';
import { selectRows } from '../../src/rows/cost-page.ts';

function scan(...rows: readonly string[]): RowPage {
  return new RowScanner().scan(Buffer.from(`{"data":[${rows.join()}]}`));
}

describe('TableWriter', () => {
  test('quotes by RFC 4180 and keeps the digits', () => {
    const page = scan(
      '{"text":"a,\\"b\\"\\n","plain":"é","cost":1.50,"none":null,"nested":{"x":[1.0, "y"]},"yes":true}',
    );
    const writer = new TableWriter({ format: 'csv' });
    expect(writer.learn(page)).toEqual(['text', 'plain', 'cost', 'none', 'nested', 'yes']);
    expect(writer.header().toString()).toBe('text,plain,cost,none,nested,yes\n');
    expect(writer.write(page).toString()).toBe('"a,""b""\n",é,1.50,,"{""x"":[1.0,""y""]}",true\n');
  });

  test('escapes characters that would break a tsv line', () => {
    const page = scan('{"a":"x\\ty\\nz\\r\\\\","b":{"c":"\\n"}}');
    const writer = new TableWriter({ format: 'tsv' });
    writer.learn(page);
    expect(writer.write(page).toString()).toBe('x\\ty\\nz\\r\\\\\t{"c":"\\\\n"}\n');
  });

  test('reports a late column once and puts it last', () => {
    const writer = new TableWriter({ format: 'csv' });
    const first = scan('{"a":1}', '{"b":2,"a":1}');
    expect(writer.learn(first)).toEqual(['a', 'b']);
    expect(writer.write(first).toString()).toBe('1,\n1,2\n');
    const second = scan('{"c":3,"b":2}');
    expect(writer.learn(second)).toEqual(['c']);
    expect(writer.learn(second)).toEqual([]);
    expect(writer.columns).toEqual(['a', 'b', 'c']);
    expect(writer.write(second).toString()).toBe(',2,3\n');
  });

  test('refuses to drop a column that was not learned', () => {
    const writer = new TableWriter({ format: 'csv' });
    expect(() => writer.write(scan('{"a":1}'))).toThrow('before its columns were learned');
  });

  test('picks chosen columns by path and reports those that no row has', () => {
    const writer = new TableWriter({ format: 'csv', columns: ['labels.team', 'cost', 'gone'] });
    const page = scan('{"cost":1.0,"labels":{"team":"a,b"}}', '{"cost":2,"labels":null}');
    expect(writer.learn(page)).toEqual([]);
    expect(writer.unseen).toEqual(['labels.team', 'cost', 'gone']);
    expect(writer.write(page).toString()).toBe('"a,b",1.0,\n,2,\n');
    expect(writer.unseen).toEqual(['gone']);
  });

  test('guards formulas in texts and headers, not numbers', () => {
    const page = scan('{"=a":"=1+1","b":"-2.5","c":-2.5,"d":"\\u003dx","e":"\\tx","f":"@,x"}');
    const writer = new TableWriter({ format: 'csv', spreadsheetSafe: true });
    writer.learn(page);
    expect(writer.header().toString()).toBe("'=a,b,c,d,e,f\n");
    expect(writer.write(page).toString()).toBe(`'=1+1,-2.5,-2.5,'=x,"'\tx","'@,x"\n`);
  });

  test('writes only the rows to keep', () => {
    const page = scan('{"a":1}', '{"a":2}', '{"a":3}');
    const writer = new TableWriter({ format: 'csv' });
    writer.learn(page);
    expect(writer.write(selectRows(page, (row) => row !== 1)).toString()).toBe('1\n3\n');
  });

  test('refuses rows of more columns than a table can have', () => {
    const rowOf = (columns: number) =>
      scan(`{${Array.from({ length: columns }, (_, key) => `"k${key}":0`).join()}}`);
    const writer = new TableWriter({ format: 'csv' });
    expect(writer.learn(rowOf(10_000))).toHaveLength(10_000);
    expect(() => new TableWriter({ format: 'csv' }).learn(rowOf(10_001))).toThrow(
      'the rows have more than 10000 columns',
    );
  });

  test('grows its memory for a cell of a megabyte', () => {
    const text = 'x"y'.repeat(400_000);
    const page = scan(JSON.stringify({ a: text, b: 1 }));
    const writer = new TableWriter({ format: 'csv' });
    writer.learn(page);
    expect(writer.write(page).toString()).toBe(`"${text.replaceAll('"', '""')}",1\n`);
  });
});

describe('RowWriter', () => {
  const rows = ['{"a":1.0}', '{ "a" : "\\u0041" }', '{"b":1}', '{"b":2}', '{"1":0,"0":0,"1":2}'];
  const lines = ['{"a":1.0}', '{"a":"A"}', '{"b":1}', '{"b":2}', '{"1":2,"0":0}'];

  test('writes one line per row', () => {
    const written = new RowWriter('ndjson').write(scan(...rows));
    expect(written.toString()).toBe(lines.map((line) => `${line}\n`).join(''));
  });

  test('writes the items of one array, page after page', () => {
    const writer = new RowWriter('json');
    const first = writer.write(scan(...rows)).toString();
    const empty = writer.write(scan()).toString();
    const second = writer.write(scan(...rows), true).toString();
    expect(`[${first}${empty}${second}]`).toBe(`[${[...lines, ...lines].join()}]`);
  });

  test.each([0, 1, 2, 3, 4])('leaves row %i out', (left) => {
    const written = new RowWriter('json').write(selectRows(scan(...rows), (row) => row !== left));
    expect(written.toString()).toBe(lines.filter((_, row) => row !== left).join());
  });
});

describe('CellReader', () => {
  test('decodes text, keeps number texts, and distinguishes null from missing', () => {
    const page = scan('{"a":"\\u0041é"}', '{"a":1.0}', '{"a":null}', '{"b":1}', '{"a":{"x": 1}}');
    const reader = new CellReader('a');
    const cells = [0, 1, 2, 3, 4].map((row) => reader.read(page, row));
    expect(cells).toEqual(['Aé', '1.0', null, undefined, '{"x":1}']);
  });

  test('distinguishes texts that share a slot in the text cache', () => {
    const texts = Array.from({ length: 5000 }, (_, row) => `é${row}x${row * 7919}`);
    const page = scan(...[...texts, ...texts].map((a) => JSON.stringify({ a })));
    const reader = new CellReader('a');
    expect([...texts, ...texts].map((_, row) => reader.read(page, row))).toEqual([
      ...texts,
      ...texts,
    ]);
  });
});
