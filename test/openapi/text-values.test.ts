import fc from 'fast-check';
import { expect, test } from 'vitest';
import { serializePath, serializeQuery } from '../../src/openapi/text-values.ts';

const simple = { style: 'simple', explode: false } as const;

test.each(['.', '..'])('a path parameter cannot be %j, which leads elsewhere', (value) => {
  expect(() => serializePath('id', value, simple)).toThrow(`id must not be "${value}"`);
});

test.each(['', []])('a path parameter cannot be empty: %j', (value) => {
  expect(() => serializePath('id', value, simple)).toThrow('id must not be empty');
});

test('any other text stays in its segment', () => {
  const texts = fc
    .oneof(fc.string({ minLength: 1 }), fc.constantFrom('...', '/', '../x', '%2e', 'a b', 'é'))
    .filter((text) => text !== '.' && text !== '..');
  fc.assert(
    fc.property(texts, (text) => {
      const path = `/v1/${serializePath('id', text, simple)}`;
      expect(new URL(path, 'http://h').pathname).toMatch(/^\/v1\/[^/]+$/);
      expect(decodeURIComponent(path.slice('/v1/'.length))).toBe(text);
    }),
  );
});

test('an `=` of a text cannot be taken for the one between a key and its value', () => {
  const texts = fc.string({
    minLength: 1,
    unit: fc.constantFrom('a', '=', ',', ';', '.', '/', '%'),
  });
  const styles = fc.constantFrom('simple', 'label', 'matrix');
  fc.assert(
    fc.property(texts, texts, styles, (key, text, style) => {
      const path = serializePath('id', { [key]: text }, { style, explode: true });
      const pair = style === 'simple' ? path : path.slice(1);
      const [before, after, ...more] = pair.split('=');
      expect([before, after].map((part) => decodeURIComponent(part ?? ''))).toEqual([key, text]);
      expect(more).toEqual([]);
    }),
  );
});

test.each([
  ['simple', 'a%3Db'],
  ['label', '.a%3Db'],
  ['matrix', ';id=a%3Db'],
] as const)('a text with an `=` in the style %s becomes %s', (style, path) => {
  expect(serializePath('id', 'a=b', { style, explode: false })).toBe(path);
});

test.each([
  [undefined, 'x=a%2Cb%2F,c'],
  [true, 'x=a%2Cb/,c'],
] as const)(
  'a comma of a text cannot be taken for the one between two: reserved %j',
  (reserved, query) => {
    const form = { style: 'form', explode: false, ...(reserved && { reserved }) } as const;
    expect(serializeQuery('x', ['a,b/', 'c'], form)).toEqual([query]);
  },
);
