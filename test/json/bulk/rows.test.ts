import { describe, expect, test } from 'vitest';
import { RowScanner, readRow } from '../../../src/json/bulk/rows.ts';
import { stringifyJson } from '../../../src/json/stringify.ts';

const scanner = new RowScanner();

describe('RowScanner', () => {
  test('finds the rows and the other members in any order and spacing', () => {
    const body =
      ' {"meta":{"totalRecords":2},\n"data": [ {"a":1.50} , {} ], "links":{"next":null}} ';
    const page = scanner.scan(Buffer.from(body));
    expect(page.count).toBe(2);
    expect(page.members).toEqual({ meta: { totalRecords: 2 }, links: { next: null } });
    expect([0, 1].map((row) => stringifyJson(readRow(page, row)))).toEqual(['{"a":1.50}', '{}']);
  });

  test.each([
    ['', 'the JSON ends too early'],
    ['[]', 'unexpected "[" at byte 0'],
    ['{}', 'the member "data" is missing'],
    ['{"data":{}}', 'the member "data" is not an array'],
    ['{"data":[],"data":[]}', 'the member "data" appears twice'],
    ['{"data":[{},1]}', 'row 2 is not an object, at byte 12'],
    ['{"data":[{}],}', 'unexpected "}" at byte 13'],
    ['{"data":[{},]}', 'row 2 is not an object, at byte 12'],
    ['{"data":[]} x', 'unexpected "x" at byte 12'],
    ['{"data":[]}x', 'unexpected "x" at byte 11'],
    ['\ufeff{"data":[]}', 'unexpected byte 239 at byte 0'],
    ['{"data":[{"a":"x\ny"}]}', 'unexpected byte 10 at byte 16'],
    ['{"data":[{"a":"\\x"}]}', 'unexpected "x" at byte 16'],
    ['{"data":[{"a":01}]}', 'unexpected "1" at byte 15'],
    ['{"data":[{"a":1.}]}', 'unexpected "}" at byte 16'],
    ['{"data":[{"a":"b', 'the JSON ends too early'],
  ])('refuses %j: %s', (body, message) => {
    expect(() => scanner.scan(Buffer.from(body))).toThrow(new SyntaxError(message));
  });

  test('refuses bytes that are not UTF-8', () => {
    const body = Buffer.from('{"data":[{"a":"\xff"}]}', 'latin1');
    expect(() => scanner.scan(body)).toThrow(new SyntaxError('the JSON is not valid UTF-8'));
  });

  test('reads 500 levels and refuses 501', () => {
    const body = (levels: number) =>
      Buffer.from(`{"data":[{"a":${'['.repeat(levels - 3)}${']'.repeat(levels - 3)}}]}`);
    expect(scanner.scan(body(500)).count).toBe(1);
    expect(() => scanner.scan(body(501))).toThrow('nested deeper than 500 levels at byte 511');
    expect(() => scanner.scan(body(500_000))).toThrow(SyntaxError);
  });

  test('recognizes a key with any space before its colon', () => {
    const page = scanner.scan(Buffer.from('{"data":[{"":1,"a":2},{"" :3,"a" :4},{"":5,"a":6}]}'));
    expect(page.shapes).toHaveLength(1);
  });
});
