import { expect, test } from 'vitest';
import { createRootShape, growShape } from '../../src/json/bulk/shapes.ts';
import { ValueScanner } from '../../src/json/value-scanner.ts';
import { silentBytes } from './silent.ts';

const keys = [
  '',
  'a',
  'ab',
  'abc',
  'abcd',
  'abcde',
  'abcdefgh',
  'abcdefghijk',
  'abcdefghijklmnopqrst',
];

test.each(keys)('recognizes the key "%s" by its bytes, without creating a string', (key) => {
  const scanner = new ValueScanner();
  const parent = createRootShape();
  const others = ['zz', 'ab!'].map((name) => growShape(parent, `"${name}"`));
  const shape = growShape(parent, `"${key}"`);
  for (const after of ['1}', '12345678}']) {
    const text = `{"zz":0,{"${key}":${after}`;
    scanner.open(silentBytes(text));
    const at = text.indexOf(`"${key}"`);
    const hasDoubles = key.length + 4 >= 8;
    expect(scanner.isNext(shape, at - 1)).toBe(hasDoubles);
    expect(scanner.isNext(shape, 0)).toBe(false);
    if (key === '') continue;
    expect(scanner.takeKey(parent, at)).toBe(shape);
    expect(scanner.afterKey).toBe(text.length - after.length);
    parent.likely = shape;
    expect(scanner.takeKey(parent, at)).toBe(shape);
    expect(scanner.takeKey(parent, 1)).toBe(others[0]);
    expect(scanner.afterKey).toBe(6);
  }
});

test('does not recognize a key that differs in any one byte', () => {
  const scanner = new ValueScanner();
  const lead = '{"abcdefghijklmnopq":';
  const shape = growShape(createRootShape(), lead.slice(1, -1));
  for (let place = 0; place < lead.length; place += 1) {
    scanner.open(Buffer.from(`${lead.slice(0, place)}~${lead.slice(place + 1)}1}`));
    expect(scanner.isNext(shape, 0)).toBe(false);
  }
  scanner.open(Buffer.from(lead));
  expect(scanner.isNext(shape, 0)).toBe(true);
  scanner.open(Buffer.from(lead.slice(0, -1)));
  expect(scanner.isNext(shape, 0)).toBe(false);
});
