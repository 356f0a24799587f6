import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findMasked, isSecretHeader, isSecretName } from '../../src/api/secret-names.ts';
import { anyCharacter } from '../helpers/any-character.ts';
import { createFolder, run } from '../helpers/run.ts';
import { scriptService } from '../helpers/service.ts';

const secrets = [
  ...['signing key', 'master key', 'encryption key', 'shared key', 'private key pem', 'api key'],
  ...['credentials json', 'client secret value', 'pwd', 'webhook url', 'sas url', 'access key'],
  ...['password', 'db password', 'token', 'refresh token', 'credentials', 'secret', 'passphrase'],
  ...['connection string', 'account key', 'storage key', 'subscription key', 'ssh private key'],
  ...['presigned uri', 'kubeconfig', 'jwt', 'session cookie', 'key secret base 64', 'api key 2'],
  ...['sig', 'signature', 'x amz signature', 'x goog signature', 'x hub signature 256'],
  ...['x amz credential', 'x amz security token', 'x oss signature', 'sig value'],
];
const open = [
  ...['key', 'name', 'access key id', 'token type', 'secret name', 'password policy', 'url'],
  ...['required credential fields', 'encryption key id', 'monkey', 'base url', 'callback url'],
  ...['primary key', 'public key', 'token count', 'value', 'text', 'header', 'author', 'content 2'],
  ...['signature version', 'signature method', 'x amz algorithm', 'x amz expires', 'design'],
  ...['signed headers', 'significance', 'sig version'],
];

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const spellings: readonly ((words: string[]) => string)[] = [
  (words) => words.join('_'),
  (words) => words.join('-'),
  (words) => words.join('.'),
  (words) => words.join('_').toUpperCase(),
  (words) => words.map(capitalize).join(''),
  ([first = '', ...others]) => first + others.map(capitalize).join(''),
];

const spellingsOf = (name: string) => spellings.map((spell) => spell(name.split(' ')));

test.each(secrets)('%s is a secret in every spelling', (name) => {
  expect(spellingsOf(name).filter((spelling) => !isSecretName(spelling))).toEqual([]);
  expect(spellingsOf(`my ${name}`).filter((one) => !isSecretName(one))).toEqual(
    ['kubeconfig'].includes(name) ? spellingsOf(`my ${name}`) : [],
  );
});

test.each(open)('%s is no secret in any spelling', (name) => {
  expect(spellingsOf(name).filter((one) => isSecretName(one))).toEqual([]);
});

test('any name has an answer, in time that does not depend on its form', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 50 }), (name) => {
      expect([true, false]).toContain(isSecretName(name));
    }),
  );
  expect(isSecretName(`${'secret'.repeat(20_000)}x`)).toBe(false);
});

describe('the values of such names', () => {
  const names = secrets.flatMap(spellingsOf);
  const plain = Object.fromEntries(names.map((name, at) => [name, `canary${at}`]));
  /** At any depth, in lists and objects, and as pairs of a name and a value. */
  const record = {
    ...plain,
    nested: [
      [{ a: { b: [plain] } }],
      { list: names.map((name) => ({ [name]: [{ x: 'canary' }] })) },
    ],
    pairs: names.flatMap((name) => [
      { name, value: 'canary' },
      { key: name, Value: { x: ['canary'] } },
    ]),
  };

  test('are masked in a dry run', async () => {
    const line = ['api', 'POST', '/v1/x', '--data', JSON.stringify({ a: [record] }), '--dry-run'];
    const { stdout } = await run([...line, '-o', 'json'], {
      env: { COSTCTL_BASE_URL: 'https://a.test', COSTCTL_TOKEN: 'tok_0123456789abcdef' },
    });
    expect(Object.keys(JSON.parse(stdout).body.a[0])).toEqual(Object.keys(record));
    expect(stdout).not.toContain('canary');
  });

  test('are masked in a dry run inside the address that a text names', async () => {
    const note = 'see https://me:canary-1@a.test/b?a=first&sig=canary-2-of-8#top or ?sig=canary';
    const line = ['api', 'POST', '/v1/x', '--data', JSON.stringify({ a: [note] }), '--dry-run'];
    const { stdout } = await run([...line, '--param', `from=${note}`, '-o', 'json'], {
      env: { COSTCTL_BASE_URL: 'https://a.test', COSTCTL_TOKEN: 'tok_0123456789abcdef' },
    });
    const shown = 'see https://me:****@a.test/b?a=first&sig=****#top or ?sig=canary';
    expect(JSON.parse(stdout)).toMatchObject({ query: { from: shown }, body: { a: [shown] } });
  });

  test('are not stored to undo a change', async () => {
    const path = '/v1/providers/prv_a';
    const service = scriptService(
      { path, answer: { data: { id: 'prv_a', name: 'kept', settings: record } } },
      { method: 'PUT', path, answer: { data: { id: 'prv_a' } } },
    );
    const folder = createFolder();
    await run('providers update prv_a --description b', {
      folder,
      service,
      env: { COSTCTL_JOURNAL: 'on' },
    });
    const stored = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'))
      .join();
    expect(stored).toContain('kept');
    expect(stored).not.toContain('canary');
  });
});

test.each([
  [{ apiKey: '***' }, 'apiKey'],
  [{ hooks: [{}, { secret: '****1f3c' }] }, 'hooks[1].secret'],
  [{ credentials: { user: '•••••' } }, 'credentials.user'],
  [{ headers: [{ name: 'Authorization', value: '[REDACTED]' }] }, 'headers[0].value'],
  [{ token: 'xxxxxxxx' }, 'token'],
  [{ description: '***', token: 'a*b', apiKey: null, password: '', secret: 'xxl' }, undefined],
])('the masked secret of %j is at %s', (record, path) => {
  expect(findMasked(record)).toBe(path);
});

test.each(['p&w', 'p+w', '+', 'a', '%20', '&&', 'p%26w'])(
  'a dry run masks the password %s of an address, and no other word',
  async (password) => {
    const text = `see https://you:${password}@host/x now, a + b`;
    const line = ['api', 'POST', '/v1/x', '--data', JSON.stringify({ text }), '--dry-run'];
    const { stdout } = await run([...line, '--sandbox', '-o', 'json']);
    expect(JSON.parse(stdout).body.text).toBe('see https://you:****@host/x now, a + b');
  },
);

test.each([
  ...['Cookie', 'X-Cookie', 'Authorization', 'X-Authorization', 'X-Auth-User', 'auth'],
  ...['X-Api-Key', 'Proxy-Authorization'],
])('the header %s is a secret', (name) => {
  expect(isSecretHeader(name)).toBe(true);
  expect(isSecretHeader(name.toLowerCase())).toBe(true);
});
