import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeDeprecation } from '../../src/http/deprecation.ts';
import { createFolder, run, testToken } from '../helpers/run.ts';
import { failWith, succeed } from '../helpers/screens.ts';
import { pageOf, scriptService } from '../helpers/service.ts';

const text = { type: 'string' };
const done = { 200: { description: 'done' } };
const long = `It reads ${'a very long text '.repeat(30)}to its last word.`;

const document = {
  openapi: '3.0.3',
  info: { title: 'Invented', version: '1' },
  servers: [{ url: 'https://api.example.test' }],
  paths: {
    '/v1/old/{id}': {
      get: {
        ...{ operationId: 'getOld', tags: ['Things'], summary: 'Read it', deprecated: true },
        ...{ description: long, responses: done },
        parameters: [
          { name: 'by', in: 'query', schema: text, deprecated: true },
          { name: 'since', in: 'query', schema: { type: 'string', format: 'date-time' } },
        ],
      },
    },
    '/v1/uploads': {
      post: {
        ...{ operationId: 'upload', tags: ['Things'], responses: done },
        servers: [{ url: 'https://upload.example.test/api' }],
      },
    },
    '/v1/token': {
      get: { operationId: 'getCurrentTokenInfo', tags: ['Utility'], responses: done },
    },
    '/v1/things/{name}': {
      put: { operationId: 'createThing', tags: ['Things'], responses: done },
      patch: { operationId: 'updateThing', tags: ['Things'], responses: done },
    },
    '/v1/file': { get: { operationId: 'getFile', tags: ['Things'], responses: done } },
  },
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } },
  },
};

async function imported(url = 'https://api.example.test') {
  const folder = createFolder();
  const env = { COSTCTL_BASE_URL: url, COSTCTL_TOKEN: testToken };
  const stdin = JSON.stringify(document);
  const { stderr } = await succeed(run(['api', 'import', '-'], { folder, env, stdin }));
  return { folder, env, stderr };
}

test('an import says which authentication it cannot give, and what is on another host', async () => {
  const { stderr, ...world } = await imported();
  expect(stderr).toMatchInlineSnapshot(`
    "note: the servers of the document are ignored, the base address is used: https://api.example.test
    note: the document wants the header X-Api-Key, and this program sends Bearer only
    note: cannot be a command: POST /v1/uploads: it is at https://upload.example.test/api, and the token is sent to the base address only
    "
  `);
  expect(await failWith(2, run('things upload', world))).toMatchInlineSnapshot(`
    "error: things upload cannot be a command: it is at https://upload.example.test/api, and the token is sent to the base address only
    hint: use a program such as curl for it
    "
  `);
});

test('help shows a description in full, and marks what is deprecated', async () => {
  const { stdout } = await run('things get-old --help', await imported());
  expect(stdout.replace(/\s+/g, ' ')).toContain(long);
  expect(stdout).toContain('Read it (deprecated)');
  expect(stdout).toMatch(/--by <text>\s+by \(deprecated\)/);
});

test('what is deprecated or may be wrong is sent with a warning', async () => {
  const { folder } = await imported();
  const headers = { deprecation: '@1688169599', sunset: 'Sun, 11 Nov 2029 23:59:59 GMT' };
  const service = scriptService({ path: '/v1/old/7?by=x&since=noon', answer: {}, headers });
  const words = 'things get-old 7 --by x --since noon -o json';
  const { stderr } = await succeed(run(words, { folder, service }));
  expect(stderr).toMatchInlineSnapshot(`
    "warning: things get-old is deprecated by the imported document
    warning: --by is deprecated by the imported document
    warning: --since: noon is not a time such as 2026-10-01T12:00:00Z; sent as it is
    warning: the service says that GET /v1/old/7 is deprecated since 2023-06-30, and gone after 2029-11-11
    "
  `);
});

test('a built-in operation that the service deprecates gives a warning', async () => {
  const headers = { deprecation: 'true' };
  const answer = { links: {}, data: [] };
  const service = scriptService({ path: '/v1/users?page=1&limit=100', answer, headers });
  const { stderr } = await succeed(run('users list -o json', { service }));
  expect(stderr).toBe('warning: the service says that GET /v1/users is deprecated\n');
});

test('each operation that the service deprecates gives one warning in a run', async () => {
  const headers = { deprecation: 'true' };
  const records = ['prv_a', 'prv_b'].map((id) => ({ id, name: id, providerType: 'AWS' }));
  const service = scriptService(
    { path: '/v1/providers?page=1&limit=100', answer: pageOf(records), headers },
    ...records.map(({ id }) => ({
      ...{ method: 'POST', path: `/v1/providers/${id}/test`, answer: { success: true }, headers },
    })),
  );
  const { stderr } = await succeed(run('providers test --all -o json', { service }));
  expect(stderr.match(/[A-Z]+ .* is deprecated/g)).toEqual([
    'GET /v1/providers is deprecated',
    'POST /v1/providers/prv_a/test is deprecated',
  ]);
});

test.each([
  ['?1', 'is deprecated'],
  ['True', 'is deprecated'],
  ['@1688169599', 'is deprecated since 2023-06-30'],
  ['Sun, 11 Nov 2029 23:59:59 GMT', 'is deprecated since 2029-11-11'],
  ['2029-11-11', 'is deprecated since 2029-11-11'],
  ['version 7', 'is deprecated since version 7'],
  ['v1', 'is deprecated since v1'],
  ['?0', undefined],
  ['FALSE', undefined],
  ['', undefined],
])('Deprecation: %s says %s', (deprecation, said) => {
  expect(describeDeprecation({ headers: { deprecation } })).toBe(said);
});

test('a dry run shows the headers that were given, without secrets', async () => {
  const line = ['api', 'POST', '/v1/x', '-H', 'X-Team: a', '-H', 'X-Api-Key: b', '--dry-run'];
  const { stdout } = await run([...line, '-o', 'json'], { service: scriptService() });
  expect(JSON.parse(stdout).headers).toEqual({ 'x-team': 'a', 'x-api-key': '****' });
});

test('whoami asks the operation that the service has for its token', async () => {
  const { folder } = await imported();
  const answer = {
    kind: 'workspace',
    capabilities: ['read'],
    secretKey: 'canary',
    owner: { name: 'ci', refreshToken: 'canary' },
    facts: [
      { name: 'API_KEY', value: 'canary' },
      { name: 'region', value: 'eu' },
    ],
  };
  const service = scriptService({ path: '/v1/token', answer });
  const { stdout } = await succeed(run('whoami -o json', { folder, service }));
  expect(JSON.parse(stdout)).toMatchObject({
    token: 'accepted by the service',
    tokenInfo: {
      kind: 'workspace',
      capabilities: ['read'],
      owner: { name: 'ci' },
      facts: [{ name: 'API_KEY' }, { name: 'region', value: 'eu' }],
    },
  });
  expect(stdout).not.toMatch(/secretKey|refreshToken|canary/);
});

test('a PUT that creates is called create', async () => {
  const { folder } = await imported();
  const service = scriptService({ method: 'PUT', path: '/v1/things/a', answer: {} });
  await succeed(run('things create a', { folder, service }));
});

const seen: unknown[] = [];
const storage = createServer((request, response) => {
  seen.push([request.url, request.headers.authorization, request.headers['x-team']]);
  const status = Number(new URL(request.url ?? '', 'http://localhost').searchParams.get('status'));
  if (status > 0) {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(status === 204 ? undefined : '{}');
  } else if (request.url === '/v1/token') {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  } else if (request.url?.startsWith('/v1/file') === true) {
    response.writeHead(302, { location: `http://localhost:${port()}/signed?key=1` }).end();
  } else response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF');
});
const port = () => (storage.address() as AddressInfo).port;
beforeAll(() => new Promise<void>((resolve) => storage.listen(0, resolve)));
afterAll(() => new Promise((resolve) => storage.close(resolve)));

test('doctor asks it too', async () => {
  const { stdout } = await run('doctor -o json', await imported(`http://127.0.0.1:${port()}`));
  expect(stdout).toContain('accepts the token; costctl whoami shows what it says about the token');
  expect(seen.splice(0)).toContainEqual(['/v1/token', `Bearer ${testToken}`, undefined]);
});

test.each(['things get-file', 'api GET /v1/file'])(
  '%s follows a redirect to another origin without the token if it writes a file',
  async (words) => {
    const { folder, env } = await imported(`http://127.0.0.1:${port()}`);
    const path = join(folder, 'file.pdf');
    const line = [...words.split(' '), '-O', path, '-H', 'X-Team: a'];
    await succeed(run(line, { folder, env }));
    expect(readFileSync(path, 'utf8')).toBe('%PDF');
    expect(seen.splice(0)).toEqual([
      ['/v1/file', `Bearer ${testToken}`, 'a'],
      ['/signed?key=1', undefined, undefined],
    ]);
    expect((await run(words, { folder, env })).exitCode).toBe(1);
    expect(seen.splice(0)).toHaveLength(1);
  },
);

test.each(['things get-file', 'api GET /v1/file'])(
  '%s writes the body of any 2xx status to a file, and reports a missing body',
  async (words) => {
    const { folder, env } = await imported(`http://127.0.0.1:${port()}`);
    for (const status of [200, 201, 202, 203, 204, 205, 206, 207, 208, 226, 250, 299]) {
      const path = join(folder, `${status}.json`);
      const line = [...words.split(' '), '--param', `status=${status}`, '-O', path];
      const { exitCode, stderr } = await run(line, { folder, env });
      expect({ status, exitCode }).toEqual({ status, exitCode: 0 });
      if (status === 204) {
        expect(stderr).toContain(`GET /v1/file has no body; ${path} was not written`);
        expect(existsSync(path)).toBe(false);
      } else expect([stderr, readFileSync(path, 'utf8').trim()]).toEqual(['', '{}']);
    }
  },
);
