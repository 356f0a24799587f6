import { describe, expect, test } from 'vitest';
import { CostctlError } from '../../../src/errors.ts';
import { type RowPage, RowScanner } from '../../../src/json/bulk/rows.ts';
import { type TableOptions, TableWriter } from '../../../src/json/bulk/table-writer.ts';
import { selectRows } from '../../../src/rows/cost-page.ts';
import { silentBytes } from '../silent.ts';

function scan(...rows: readonly string[]): RowPage {
  return new RowScanner().scan(Buffer.from(`{"data":[${rows.join()}]}`));
}

function tableOf(options: TableOptions, ...rows: readonly string[]): string {
  const page = scan(...rows);
  const writer = new TableWriter(options);
  writer.learn(page);
  return writer.header().toString() + writer.write(page).toString();
}

test.each([
  ['csv', 'a,b\n1,x\n,\n2,"y,z"\n'],
  ['tsv', 'a\tb\n1\tx\n\t\n2\ty,z\n'],
] as const)('a row has a cell for each column in %s', (format, table) => {
  expect(tableOf({ format }, '{"a":1,"b":"x"}', '{}', '{"b":"y,z","a":2}')).toBe(table);
});

test.each([
  [{ format: 'csv' }, 'a\n1\n""\n""\n""\n0\n'],
  [{ format: 'tsv' }, 'a\n1\n\n\n\n0\n'],
  [{ format: 'csv', columns: ['a'] }, 'a\n1\n""\n""\n""\n0\n'],
  [{ format: 'csv', columns: ['a', 'a'] }, 'a,a\n1,1\n,\n,\n,\n0,0\n'],
] as const)('a line of one empty cell is quoted in csv (case %#)', (options, table) => {
  expect(tableOf(options, '{"a":1}', '{}', '{"a":null}', '{"a":""}', '{"a":0}')).toBe(table);
});

test('writes a column with an empty name', () => {
  expect(tableOf({ format: 'csv' }, '{"":1}')).toBe('""\n1\n');
  expect(tableOf({ format: 'tsv' }, '{"":1}')).toBe('\n1\n');
  expect(tableOf({ format: 'csv' }, '{"":1,"a":2}')).toBe(',a\n1,2\n');
});

test('lists each column once, in the order of the rows, also if its name is a number', () => {
  const rows = ['{"b":1,"10":2,"9":3,"b":4}', '{"c":5,"1":6,"b":7}'];
  expect(tableOf({ format: 'csv' }, ...rows)).toBe('b,10,9,c,1\n4,2,3,,\n7,,,5,6\n');
});

describe('chosen columns', () => {
  const columns = ['n', 'tags.team', 'gone.x', 'tags'];
  const rows = [
    '{"n":-1,"tags":{"team":"=a,b"}}',
    '{"n":"-x","tags":{"team":-2}}',
    '{"n":null,"tags":{"team":null}}',
    '{"tags":{"team":[1,"x"]}}',
    '{"tags":{"team":true}}',
    '{"tags":[]}',
  ];

  test('reach into objects', () => {
    expect(tableOf({ format: 'csv', columns }, ...rows)).toBe(
      'n,tags.team,gone.x,tags\n' +
        '-1,"=a,b",,"{""team"":""=a,b""}"\n' +
        '-x,-2,,"{""team"":-2}"\n' +
        ',,,"{""team"":null}"\n' +
        ',"[1,""x""]",,"{""team"":[1,""x""]}"\n' +
        ',true,,"{""team"":true}"\n' +
        ',,,[]\n',
    );
  });

  test('are guarded against formulas if they are text', () => {
    const table = tableOf({ format: 'tsv', columns, spreadsheetSafe: true }, ...rows);
    expect(table.split('\n').map((line) => line.split('\t').slice(0, 2))).toEqual([
      ['n', 'tags.team'],
      ['-1', "'=a,b"],
      ["'-x", '-2'],
      ['', ''],
      ['', '[1,"x"]'],
      ['', 'true'],
      ['', ''],
      [''],
    ]);
  });

  test('are not learned, and are reported as unseen until a row has them', () => {
    const writer = new TableWriter({ format: 'csv', columns });
    const [first = '', , , fourth = ''] = rows;
    expect(writer.learn(scan(first))).toEqual([]);
    expect(writer.columns).toEqual(columns);
    expect(writer.unseen).toEqual(columns);
    writer.write(scan('{"n":1}', '{"tags":[]}'));
    expect(writer.unseen).toEqual(['tags.team', 'gone.x']);
    writer.write(scan(fourth));
    expect(writer.unseen).toEqual(['gone.x']);
  });

  test('may all be missing from the rows', () => {
    expect(tableOf({ format: 'csv', columns: ['x', 'y'] }, '{"a":1}')).toBe('x,y\n,\n');
  });
});

test('quotes headers, and guards them only if requested', () => {
  const row = '{"a,b":1,"=x":2,"c\\td":3}';
  expect(tableOf({ format: 'csv' }, row)).toBe('"a,b",=x,c\td\n1,2,3\n');
  expect(tableOf({ format: 'tsv' }, row)).toBe('a,b\t=x\tc\\td\n1\t2\t3\n');
  expect(tableOf({ format: 'csv', spreadsheetSafe: true }, row)).toBe('"a,b",\'=x,"c\td"\n1,2,3\n');
});

test('a late column widens the rows that follow', () => {
  const writer = new TableWriter({ format: 'csv' });
  const scanner = new RowScanner();
  const pageOf = (row: string) => scanner.scan(Buffer.from(`{"data":[${row}]}`));
  expect(writer.learn(pageOf('{"a":1}'))).toEqual(['a']);
  expect(writer.write(pageOf('{"a":1}')).toString()).toBe('1\n');
  expect(writer.learn(pageOf('{"a":1,"b":2}'))).toEqual(['b']);
  expect(writer.write(pageOf('{"a":1}')).toString()).toBe('1,\n');
  expect(writer.learn(pageOf('{"a":3}'))).toEqual([]);
  expect(() => writer.write(pageOf('{"c":3}'))).toThrow('before its columns were learned');
});

test('writes only the selected rows, each once', () => {
  const page = scan('{"a":1}', '{"b":2}', '{"a":3}', '{"b":4}');
  const writer = new TableWriter({ format: 'csv' });
  writer.learn(page);
  const written = (keep: (row: number) => boolean) =>
    writer.write(selectRows(page, (row) => keep(row))).toString();
  expect(written(() => true)).toBe('1,\n,2\n3,\n,4\n');
  expect(written((row) => row > 1)).toBe('3,\n,4\n');
  expect(written((row) => row % 2 === 0)).toBe('1,\n3,\n');
  expect(written(() => false)).toBe('');
});

test('refuses too many columns with a hint', () => {
  const page = scan(`{${Array.from({ length: 10_001 }, (_, key) => `"k${key}":0`).join()}}`);
  let thrown: unknown;
  try {
    new TableWriter({ format: 'csv' }).learn(page);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(CostctlError);
  expect(thrown).toMatchObject({
    code: 'unexpected_response',
    message: 'the rows have more than 10000 columns',
    details: { hint: 'choose some with --columns, or use --output ndjson' },
  });
});

test('copies plain cells without creating strings', () => {
  const text = '{"data":[{"a":1.50,"b":"x","c":"y,z","d":true,"e":null}]}';
  const page = new RowScanner().scan(Buffer.from(text));
  const writer = new TableWriter({ format: 'csv' });
  writer.learn(page);
  const written = writer.write({ ...page, body: silentBytes(text) });
  expect(written.toString()).toBe('1.50,x,"y,z",true,\n');
});
