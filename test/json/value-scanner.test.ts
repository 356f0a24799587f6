import { expect, test } from 'vitest';
import { createRootShape, growShape } from '../../src/json/bulk/shapes.ts';
import { ValueScanner } from '../../src/json/value-scanner.ts';
import { silentBytes } from './silent.ts';

const keys = ['', 'a', 'abcd', 'abcdefghijklmnopqrst'];

test.each(keys)('recognizes the likely key "%s" by its bytes, without creating a string', (key) => {
  const scanner = new ValueScanner();
  const parent = createRootShape();
  const shape = growShape(parent, `"${key}"`);
  parent.likely = shape;
  scanner.open(silentBytes(`{"${key}":1}`));
  expect(scanner.takeKey(parent, 1)).toBe(shape);
  expect(scanner.afterKey).toBe(key.length + 4);
});

test('does not recognize a key that differs in any one byte', () => {
  const scanner = new ValueScanner();
  const key = 'abcdefghijklmnopq';
  for (let place = 0; place < key.length; place += 1) {
    const parent = createRootShape();
    const shape = growShape(parent, `"${key}"`);
    parent.likely = shape;
    scanner.open(Buffer.from(`{"${key.slice(0, place)}~${key.slice(place + 1)}":1}`));
    expect(scanner.takeKey(parent, 1)).not.toBe(shape);
  }
});
