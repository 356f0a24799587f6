import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLoopback } from '../../src/http/proxy.ts';
import {
  checkBaseUrl,
  formOfConcurrency,
  formOfMaxWait,
  formOfProfileName,
} from '../../src/settings/forms.ts';

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
  ['https://cost.example.com/?a=1', 'must have no query and no fragment'],
  ['https://cost.example.com/?', 'must have no query and no fragment'],
  ['https://cost.example.com/#', 'must have no query and no fragment'],
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
      for (const text of [`https://user:${secret}@example.com`, `https://${secret}@example.com`]) {
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
      expect(formOfConcurrency(String(value))).toEqual({ value });
    }),
  );
  for (const text of ['', ' 4', '4 ', '+4', '4.0', '0x4', '4e0', 'NaN', '٤', '17', '-0']) {
    expect(formOfConcurrency(text)).toHaveProperty('problem');
  }
});

test('seconds are plain decimals', () => {
  expect(formOfMaxWait('0')).toEqual({ value: 0 });
  expect(formOfMaxWait('1.25')).toEqual({ value: 1.25 });
  for (const text of ['.5', '5.', '1e2', 'Infinity', '-0', ' 1']) {
    expect(formOfMaxWait(text)).toHaveProperty('problem');
  }
});

test('a profile name is 1 to 64 letters, digits, _ or -', () => {
  for (const text of ['a', 'A-1_b', 'x'.repeat(64), '__proto__']) {
    expect(formOfProfileName(text)).toEqual({ value: text });
  }
  for (const text of ['', 'x'.repeat(65), 'a.b', 'a b', 'é', 'a/b', '../a', 'a\n']) {
    expect(formOfProfileName(text)).toHaveProperty('problem');
  }
});
