import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLoopback } from '../../src/http/proxy.ts';
import {
  baseUrlKind,
  checkBaseUrl,
  onOrOff,
  settingKinds,
} from '../../src/settings/setting-kinds.ts';

const { concurrency, convertTo, journal, maxWait, output, profile, timeout } = settingKinds;

test.each([
  'https://cost.example.com',
  'https://cost.example.com:8443/prefix/',
  'http://localhost:3000',
  'http://127.0.0.1:3000',
  'http://127.9.9.9',
  'http://[::1]:3000',
  'http://costs.localhost',
])('%s is a base address', (text) => {
  expect(checkBaseUrl(text, false)).toBeUndefined();
});

test.each([
  ['cost.example.com', 'must be an address such as https://cost.example.com'],
  ['', 'must be an address such as https://cost.example.com'],
  ['ftp://cost.example.com', 'must begin with https:// (or http:// for a loopback host)'],
  ['file:///etc/passwd', 'must begin with https:// (or http:// for a loopback host)'],
  ['https://cost.example.com/?a=1', 'must have no query or fragment'],
  ['https://cost.example.com/?', 'must have no query or fragment'],
  ['https://cost.example.com/#', 'must have no query or fragment'],
])('%s is not a base address', (text, problem) => {
  expect(checkBaseUrl(text, false)).toBe(problem);
});

test.each([
  'http://cost.example.com',
  'http://localhost.example.com',
  'http://127.0.0.1.example.com',
  'http://128.0.0.1',
  'http://0.0.0.0',
  'http://notlocalhost',
])('refuses plain http for %s unless it is allowed', (text) => {
  expect(checkBaseUrl(text, false)).toContain('COSTCTL_ALLOW_HTTP=1');
  expect(checkBaseUrl(text, true)).toBeUndefined();
});

test('refuses credentials in a base address without repeating them', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z0-9]{6,20}$/), (secret) => {
      for (const who of [`user:${secret}`, secret, `:${secret}`]) {
        const text = `https://${who}@example.com`;
        const problem = checkBaseUrl(text, true);
        expect(problem).toContain('user name or password');
        expect(problem).not.toContain(secret);
      }
    }),
  );
});

test('recognizes a loopback address in any spelling', () => {
  for (const text of [
    'http://127.1',
    'http://0x7f000001',
    'http://2130706433',
    'http://LOCALHOST',
  ]) {
    expect(isLoopback(new URL(text).hostname)).toBe(true);
  }
});

test.each(['127.evil.example', 'localhost.example', 'example.com'])(
  '%s is not a loopback host',
  (name) => {
    expect(isLoopback(name)).toBe(false);
  },
);

test('accepts only whole numbers within the bounds', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 16 }), (value) => {
      expect(concurrency.parse(String(value))).toEqual({ value });
    }),
  );
  for (const text of ['', ' 4', '4 ', '+4', '4.0', '0x4', '4e0', 'NaN', '٤', '17', '-0']) {
    expect(concurrency.parse(text)).toHaveProperty('problem');
  }
});

test('seconds are plain decimals, as long as a timer can be', () => {
  expect(maxWait.parse('0')).toEqual({ value: 0 });
  for (const text of ['0.001', '1.25', '2000000']) {
    expect(maxWait.parse(text)).toEqual({ value: Number(text) });
    expect(timeout.parse(text)).toEqual({ value: Number(text) });
  }
  // A timer counts milliseconds.
  expect(maxWait.parse('1.1234567')).toEqual({ value: 1.123 });
  for (const text of ['.5', '5.', '1e2', 'Infinity', '-0', ' 1', '1.', '2000000.1']) {
    expect(maxWait.parse(text)).toEqual({
      problem: 'must be a number of seconds from 0 to 2000000',
    });
  }
  for (const text of ['0', '0.0009', '2000001']) {
    expect(timeout.parse(text)).toEqual({
      problem: 'must be a number of seconds from 0.001 to 2000000',
    });
  }
});

test.each([
  ['on or off', journal, ['on', 'off'], ['', '1', 'yes']],
  ['some text', settingKinds.reportTitle, ['a', ' a '], ['', ' ', '\t\n']],
  ['an absolute path', settingKinds.reportLogo, ['/', '/a/b'], ['', 'a', './a', '~/a']],
  [
    'a known language',
    settingKinds.reportLocale,
    ['de-DE', 'en'],
    ['', 'de_DE', 'xx-notalanguage', '-'],
  ],
])('%s', (_what, kind, valid, invalid) => {
  for (const text of valid) expect(kind.parse(text)).toEqual({ value: text });
  for (const text of invalid) expect(kind.parse(text)).toHaveProperty('problem');
});

test('a switch is 1 or 0', () => {
  expect(['1', '0'].map(onOrOff.parse)).toEqual([{ value: true }, { value: false }]);
  for (const text of ['', '2', 'true', '10']) expect(onOrOff.parse(text)).toHaveProperty('problem');
});

test('a currency is three letters, in any case', () => {
  for (const text of ['eur', 'EUR', 'Eur']) expect(convertTo.parse(text)).toEqual({ value: 'EUR' });
  for (const text of ['', 'EU', 'EURO', 'E1R', ' EUR']) {
    expect(convertTo.parse(text)).toEqual({
      problem: 'must be three letters, such as EUR, or none',
    });
  }
});

test.each([
  ['yml', 'yaml'],
  ['md', 'markdown'],
  ['text', 'table'],
  ['txt', 'table'],
  ['excel', 'xlsx'],
  ['xls', 'xlsx'],
  ['jsonl', 'ndjson'],
])('%s, a name of a format elsewhere, is answered with %s', (name, format) => {
  for (const text of [name, name.toUpperCase()]) {
    expect(output.parse(text)).toEqual({
      problem: expect.stringMatching(`^must be one of table,.*; did you mean ${format}[?]$`),
    });
  }
  expect(output.parse(format.toUpperCase())).toEqual({ value: format });
});

test('a format without another name is answered with the list alone', () => {
  expect(output.parse('pdf')).toEqual({
    problem: expect.stringMatching(/^must be one of [a-z, ]+$/),
  });
});

test.each([
  ['https://a.example.com/v1', 'https://a.example.com'],
  ['https://a.example.com/v1///', 'https://a.example.com'],
  ['https://a.example.com/b/v1/', 'https://a.example.com/b'],
  ['https://a.example.com/v1/b', 'https://a.example.com/v1/b'],
  ['https://a.example.com/v11', 'https://a.example.com/v11'],
])('of the address %s, %s is used', (text, value) => {
  expect(baseUrlKind(false).parse(text)).toEqual({ value });
});

test('a profile name is 1 to 64 letters, digits, _ or -', () => {
  for (const text of ['a', 'A-1_b', 'x'.repeat(64), '__proto__']) {
    expect(profile.parse(text)).toEqual({ value: text });
  }
  for (const text of ['', 'x'.repeat(65), 'a.b', 'a b', 'é', 'a/b', '../a', 'a\n']) {
    expect(profile.parse(text)).toHaveProperty('problem');
  }
});
