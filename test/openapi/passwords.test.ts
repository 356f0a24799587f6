import { expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';

const text = { type: 'string' };
const password = { type: 'string', format: 'password' };
const open = { type: 'object', additionalProperties: text };
const key = {
  type: 'object',
  properties: { label: text, content: { $ref: '#/components/schemas/Pin' } },
};

/** Passwords that only their format tells, in each place of a request. */
const document = {
  openapi: '3.0.3',
  info: { title: 'Invented', version: '1' },
  paths: {
    '/v1/doors/{code}': {
      post: {
        operationId: 'openDoor',
        tags: ['Doors'],
        parameters: [
          { name: 'code', in: 'path', required: true, schema: password },
          { name: 'asked', in: 'query', schema: password },
          { name: 'X-Door', in: 'header', schema: password },
          { name: 'json', in: 'query', content: { 'application/json': { schema: open } } },
          { name: 'signingKey', in: 'query', style: 'deepObject', schema: open },
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { pin: password, keys: { type: 'array', items: key }, note: text },
              },
            },
          },
        },
        responses: { 200: { description: 'open' } },
      },
    },
  },
  components: { schemas: { Pin: { allOf: [password] } } },
};

const env = { COSTCTL_BASE_URL: 'https://api.example.test', COSTCTL_TOKEN: 'tok_0123456789abcdef' };

test('a dry run masks what the document calls a password, however short it is', async () => {
  const folder = createFolder();
  await run('api import - -q', { folder, env, stdin: JSON.stringify(document) });
  const line = 'doors open-door pa --asked pb --x-door pc --json password=pd --signing-key a=pe';
  const body = JSON.stringify({ pin: 'pf', keys: [{ label: 'front', content: 'pg' }], note: '{}' });
  const { stdout } = await run([...line.split(' '), '--data', body, '--dry-run', '-o', 'json'], {
    ...{ folder, env },
  });
  expect(JSON.parse(stdout)).toEqual({
    method: 'POST',
    path: '/v1/doors/****',
    query: { asked: '****', json: '{"password":"****"}', 'signingKey[a]': '****' },
    headers: { 'x-door': '****' },
    body: { pin: '****', keys: [{ label: 'front', content: '****' }], note: '{}' },
  });
});

test('a dry run masks a part of a path whose name is one of a secret', async () => {
  const folder = createFolder();
  const parameters = ['name', 'accessToken'].map((name) => {
    return { name, in: 'path', required: true, schema: text };
  });
  const operation = { operationId: 'openGate', tags: ['Gates'], parameters, responses: {} };
  const paths = { '/v1/gates/{name}/{accessToken}': { post: operation } };
  const gates = JSON.stringify({ ...document, paths });
  await run('api import - -q', { folder, env, stdin: gates });
  const line = 'gates open-gate north held-secret --dry-run -o json';
  const { stdout } = await run(line, { folder, env });
  expect(JSON.parse(stdout)).toMatchObject({ path: '/v1/gates/north/****' });
});
