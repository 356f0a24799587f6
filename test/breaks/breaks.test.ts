import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { breakText } from './break.ts';
import { pages } from './pages.ts';

const breaks = Object.values(pages).flat();

test.each(breaks)('the program can still break this: $promise', (one) => {
  const source = readFileSync(one.file, 'utf8');
  expect(breakText(source, one)).not.toBe(source);
  expect(one.tests.filter((path) => path.endsWith('.test.ts') && existsSync(path))).toEqual(
    one.tests,
  );
  expect(one.tests).not.toEqual([]);
});

test('no promise stands twice', () => {
  const promises = breaks.map(({ promise }) => promise);
  expect(promises.filter((promise, place) => promises.indexOf(promise) < place)).toEqual([]);
});
