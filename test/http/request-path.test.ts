import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkPath, fillPath } from '../../src/http/request.ts';

test('any value fills exactly one path segment', () => {
  expect(fillPath('/v1/a/{id}/b', { id: 'x/../y?z#%' })).toBe('/v1/a/x%2F..%2Fy%3Fz%23%25/b');
});

test.each(['', '.', '..', '\ud800'])(
  'a value that cannot be a path segment is rejected: %j',
  (id) => {
    expect(() => fillPath('/v1/{id}', { id })).toThrow(/id/);
  },
);

test.each(['constructor', '__proto__', 'missing'])(
  'a placeholder without a value is rejected: %s',
  (name) => {
    expect(() => fillPath(`/v1/{${name}}`, {})).toThrow('must not be empty');
  },
);

test('a filled path stays within its template and decodes to the value', () => {
  const id = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .filter((text) => !/^\.{1,2}$/.test(text));
  fc.assert(
    fc.property(id, (value) => {
      const path = fillPath('/v1/things/{id}', { id: value });
      expect(new URL(path, 'http://h').pathname).toMatch(/^\/v1\/things\/[^/]+$/);
      expect(decodeURIComponent(path.slice('/v1/things/'.length))).toBe(value);
      expect(checkPath(path)).toBe(path);
    }),
  );
});

test.each(['v1', '/v1/../x', '/v1/%2e%2E/x', '/a b', '/a?b=c', '/a#b', '/a\\b', '/ü', '/a\r\nb'])(
  'a path that would be changed on the way is rejected: %j',
  (path) => {
    expect(() => checkPath(path)).toThrow(/path/);
  },
);

test.each(['/', '/v1/...', '/v1/.hidden', '/v1/..a/b', '/v1/%2ehidden', '/v1/a.', '/v1/a..b'])(
  'a path that arrives as it is written is accepted: %j',
  (path) => {
    expect(checkPath(path)).toBe(path);
    expect(new URL(path, 'http://h').pathname).toBe(path);
  },
);
