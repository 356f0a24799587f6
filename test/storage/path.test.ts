import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isBelow } from '../../src/storage/path.ts';

test.each([
  ['a', true],
  ['..a', true],
  ['...', true],
  ['..a/b', true],
  ['a/..b', true],
  ['.', true],
  ['..', false],
  ['../a', false],
  ['../..a', false],
  ['../../etc', false],
])('%s is below its folder: %s', (path, expected) => {
  expect(isBelow('/home/folder', join('/home/folder', path))).toBe(expected);
});
