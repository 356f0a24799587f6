import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedactor } from '../../src/http/redact.ts';

const token = fc.stringMatching(/^[\x21-\x7e]{4,40}$/);

function quoted(text: string, times: number): string {
  return times === 0 ? text : quoted(JSON.stringify(text).slice(1, -1), times - 1);
}

const spellings: Readonly<Record<string, (secret: string) => string>> = {
  'as it is': (secret) => secret,
  'in a path': encodeURIComponent,
  'in a path, in small letters': (secret) =>
    encodeURIComponent(secret).replaceAll(/%../g, (code) => code.toLowerCase()),
  'in a query': (secret) => new URLSearchParams({ a: secret }).toString().slice('a='.length),
  'in JSON': (secret) => JSON.stringify(secret).slice(1, -1),
  'in JSON that JSON quotes': (secret) => quoted(secret, 2),
  'in JSON that a gateway quotes once more': (secret) => quoted(secret, 3),
  'in JSON with escaped slashes': (secret) => secret.replaceAll('/', '\\/'),
  'in JSON by numbers': (secret) =>
    [...secret].map((one) => `\\u00${one.charCodeAt(0).toString(16)}`).join(''),
  'in base64': (secret) => Buffer.from(secret).toString('base64'),
};

test.each(Object.entries(spellings))('a secret is masked %s', (name, spell) => {
  fc.assert(
    fc.property(token, (secret) => {
      // By number these two stay what JSON needs them to be.
      fc.pre(name !== 'in JSON by numbers' || !/["\\]/.test(secret));
      const redactor = createRedactor();
      redactor.add(secret);
      expect(redactor.mask(` ${spell(secret)} `)).toBe(' **** ');
    }),
  );
});

test('a long secret is masked in the base64 of a text around it', () => {
  const long = fc.stringMatching(/^[\x21-\x7e]{8,40}$/);
  const around = fc.stringMatching(/^[ -~]{0,9}$/);
  fc.assert(
    fc.property(long, around, around, (secret, before, after) => {
      const redactor = createRedactor();
      redactor.add(secret);
      const shown = redactor.mask(Buffer.from(before + secret + after).toString('base64'));
      expect(shown).toContain('****');
      // A part of a character may remain at each end.
      const bits = Math.ceil(((before.length + after.length) * 8) / 6);
      expect(shown.replace('****', '').length).toBeLessThanOrEqual(bits + 5);
    }),
  );
});

test('secrets with a common beginning are masked completely', () => {
  const redactor = createRedactor();
  for (const secret of ['tok_1', 'tok_1_and_more', 'tok']) redactor.add(secret);
  expect(redactor.mask('tok_1_and_more tok_1 tok token')).toBe('**** **** **** token');
});

test('a text with escapes and without a secret stays unchanged', () => {
  const redactor = createRedactor();
  redactor.add('tok_1234');
  const text = '{"a":"\\u0041\\\\u0042 \\u0022"}';
  expect(redactor.mask(text)).toBe(text);
});

test('masked JSON is still valid JSON', () => {
  const redactor = createRedactor();
  redactor.add('tok_1234');
  const text = '{"a":"tok_1234 \\u0022 \\\\u0041 \\u005c"}';
  expect(JSON.parse(redactor.mask(text))).toEqual({ a: '**** " \\u0041 \\' });
});

test.each([
  ['x', 'x Bearer x, "x" x_y y-x', '**** Bearer ****, "****" x_y y-x'],
  ['.*', 'a.b .* (.*)', 'a.b **** (****)'],
  ['', 'nothing', 'nothing'],
])('the short secret %j is masked only as a separate word', (secret, text, masked) => {
  const redactor = createRedactor();
  redactor.add(secret);
  expect(redactor.mask(text)).toBe(masked);
});

test('a secret with half a surrogate pair is masked', () => {
  const redactor = createRedactor();
  redactor.add('tok_\ud800');
  expect(redactor.mask('a tok_\ud800')).toBe('a ****');
});

test.each([
  ['prod', 'prod account', 'prod account'],
  ['eu1', 'eu1', 'eu1'],
  ['hunter2', 'no entry for hunter2', 'no entry for ****'],
  ['us-east', 'us-east-1', 'us-east-1'],
  ['long-secret', 'a "long-secret" b', 'a "****" b'],
])('of the secret %j, records show %j as %j', (secret, text, shown) => {
  const redactor = createRedactor();
  redactor.add(secret);
  expect(redactor.maskData(text)).toBe(shown);
  expect(redactor.mask(text)).not.toContain(secret);
});
