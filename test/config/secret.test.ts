import { expect, test } from 'vitest';
import { isSecretName } from '../../src/api/secret-names.ts';
import type { Kind } from '../../src/config/managed-kinds.ts';
import { hashSecret, hasSecret, isUnseen, mapSecrets } from '../../src/config/secret.ts';
import type { JsonObject, JsonValue } from '../../src/json/number.ts';

const kind: Kind = {
  ...{ name: 'things', noun: 'thing', scope: 'organization', identity: 'name' },
  fields: {
    name: { form: { type: ['string'] } },
    keys: { form: { type: ['array'] }, secret: true },
    hooks: { form: { type: ['array'] } },
    value: { form: { type: ['string'] } },
    password: { form: { type: ['string'] }, writeOnly: true },
  },
};
const secrets = { kind, isSecretName: (name: string) => name === 'token', record: {} };

test.each<[string, JsonValue, JsonValue, boolean]>([
  ['keys', ['a', 'b'], ['c', 'd'], true],
  // How many there are can be seen of texts that the service returns, and not of secrets.
  ['keys', ['a', 'b'], ['c'], true],
  ['keys', ['a', 1], ['b', 2], false],
  ['keys', null, ['a'], true],
  ['hooks', ['a'], ['b'], false],
  ['hooks', [{ token: 'a', n: 1 }], [{ token: 'b', n: 1 }], true],
  ['hooks', [{ token: 'a', n: 1 }], [{ n: 1 }], true],
  ['hooks', [{ token: 'a', n: 1 }], [{ token: 'a', n: 2 }], false],
  ['hooks', [{ token: 'a' }, { n: 1 }], [{ n: 1 }], true],
  ['token', 'a', 'b', true],
  ['name', 'a', 'b', false],
])('whether %s of %j can be compared with %j', (name, wanted, held, unseen) => {
  expect(isUnseen(secrets, name, wanted, { [name]: held })).toBe(unseen);
});

test('what the service never returns cannot be compared, unless it does', () => {
  expect(isUnseen(secrets, 'password', 'a', {})).toBe(true);
  expect(isUnseen(secrets, 'password', 'a', { password: 'b' })).toBe(false);
});

test('the value beside the name of a secret is one, at any depth', () => {
  const hooks = [
    {
      headers: [
        { name: 'apiKey', value: 'canary' },
        { name: 'team', value: 'web' },
      ],
    },
    { headers: { key: 'X-Auth-Token', content: 'canary' } },
  ];
  const hidden = mapSecrets({ ...secrets, isSecretName }, 'hooks', hooks, () => 'hidden');
  expect(JSON.stringify(hidden)).not.toContain('canary');
  expect(JSON.stringify(hidden)).toContain('{"name":"team","value":"web"}');
});

test.each([
  [{ name: 'API_KEY', value: 'canary' }, 'value', true],
  [{ name: 'API_KEY', value: 'canary' }, 'name', false],
  [{ key: 'client-secret', data: { a: ['canary'] } }, 'data', true],
  [{ header: 'Authorization', text: 'canary' }, 'text', true],
  [{ name: 'COLOUR', value: 'red' }, 'value', false],
  [{ name: 'API_KEY', unit: 'order' }, 'unit', false],
])('of the item %j, whether %s is a secret: %s', (record, name, hidden) => {
  const value = (record as JsonObject)[name] ?? null;
  expect(hasSecret({ kind, isSecretName, record }, name, value)).toBe(hidden);
});

test('the hash of a secret takes the work that Node takes for a password, and differs by use', () => {
  const [one, other] = ['a', 'b'].map((use) => hashSecret('secret', use));
  expect(one).toBe('scrypt:yJuoxo6oPOxOO5omfqY_N0YeTpkDyIp9');
  expect(other).not.toBe(one);
});
