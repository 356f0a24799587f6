import fc from 'fast-check';
import { expect, test } from 'vitest';
import { serializePath } from '../../src/openapi/text-values.ts';

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
