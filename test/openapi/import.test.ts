import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import v8 from 'node:v8';
import { MockAgent } from 'undici';
import { expect, test, vi } from 'vitest';
import { createFolder, run, testToken } from '../helpers/run.ts';

const document = {
  openapi: '3.0.3',
  info: { title: 'Things', version: 'v2' },
  servers: [{ url: 'https://elsewhere.test/api' }],
  paths: {
    '/v1/things': {
      get: {
        operationId: 'listThings',
        tags: ['Things'],
        responses: { 200: { description: 'x' } },
      },
    },
    '/v1/files': {
      post: {
        operationId: 'upload',
        tags: ['Things'],
        requestBody: { required: true, content: { 'multipart/form-data': {} } },
        responses: { 200: { description: 'x' } },
      },
    },
  },
};
const env = { COSTCTL_BASE_URL: 'https://api.example.test/prefix', COSTCTL_TOKEN: testToken };

test('an import reports what it added and stores it for the owner only', async () => {
  const folder = createFolder();
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
  const outcome = await run(['api', 'import', join(folder, 'openapi.json')], { folder, env });
  expect(outcome.exitCode).toBe(0);
  expect(outcome.stdout + outcome.stderr).toMatchInlineSnapshot(`
    "name        things
    title       Things
    version     v2
    address     https://api.example.test/prefix
    operations  2
    known       0
    new         2
    unusable    0
    notes       the servers of the document are ignored, the base address is used: https://elsewhere.test/api
    note: the servers of the document are ignored, the base address is used: https://elsewhere.test/api
    "
  `);
  const stored = join(folder, 'config', 'described');
  const [name = ''] = readdirSync(stored);
  expect([statSync(stored).mode & 0o777, statSync(join(stored, name)).mode & 0o777]).toEqual([
    0o700, 0o600,
  ]);
});

test.each([
  ['https://api.example.test/docs/openapi.json', `Bearer ${testToken}`],
  ['https://docs.example.test/openapi.json?raw=1', undefined],
])('sends the token only to the origin of the base address: %s', async (source, authorization) => {
  const { service, tokens } = serveDocumentAt(source);
  const outcome = await run(['api', 'import', source], { service, env });
  expect([outcome.exitCode, tokens]).toEqual([0, [authorization]]);
});

test.each([
  ['https://docs.example.test/openapi.json', 302, 1, 'save the document to a file'],
  ['https://docs.example.test/openapi.json', 401, 3, 'save the document to a file'],
  ['https://docs.example.test/openapi.json', 404, 5, 'save the document to a file'],
  ['https://api.example.test/openapi.json', 302, 1, 'save the document to a file'],
  ['https://api.example.test/openapi.json', 401, 3, 'the token was refused'],
])('from %s, a %i exits %i and says what to do', async (source, status, exitCode, hint) => {
  const { service } = serveDocumentAt(source, status);
  const outcome = await run(['api', 'import', source], { service, env });
  expect(outcome.exitCode).toBe(exitCode);
  expect(outcome.stderr).toContain(`hint: ${hint}`);
});

function serveDocumentAt(source: string, statusCode = 200) {
  const { origin, pathname, search } = new URL(source);
  const tokens: (string | undefined)[] = [];
  const dispatcher = new MockAgent();
  dispatcher.disableNetConnect();
  dispatcher
    .get(origin)
    .intercept({ path: pathname + search })
    .reply((request) => {
      const headers = request.headers as Readonly<Record<string, string>>;
      tokens.push(headers['authorization']);
      return { statusCode, data: JSON.stringify(document) };
    });
  const assertDone = () => dispatcher.assertNoPendingInterceptors();
  return { service: { url: origin, dispatcher, received: [], assertDone }, tokens };
}

test.each([
  ['http://docs.example.test/openapi.json', 2, '<source>: must begin with https://'],
  [
    'https://user:word@docs.example.test/openapi.json',
    2,
    '<source>: must not contain a user name or password',
  ],
  ['nowhere.yaml', 1, 'cannot read nowhere.yaml: no such file or folder'],
])('reports a source that cannot be read: %s', async (source, exitCode, message) => {
  const outcome = await run(['api', 'import', source], { env });
  expect(outcome.stderr).toContain(`error: ${message}`);
  expect(outcome.exitCode).toBe(exitCode);
});

test('an import needs a source', async () => {
  expect((await run(['api', 'import'], { env })).exitCode).toBe(2);
});

test('an unusable document leaves the previous one in place', async () => {
  const folder = createFolder();
  await run(['api', 'import', '-'], { folder, env, stdin: JSON.stringify(document) });
  const outcome = await run(['api', 'import', '-'], { folder, env, stdin: '{"swagger":"1.2"}' });
  expect(outcome.exitCode).toBe(10);
  expect(outcome.stderr).toContain('hint: convert it');
  expect((await run(['things', '--help'], { folder, env })).exitCode).toBe(0);
});

test('only commands that need a broken stored document report it', async () => {
  const folder = createFolder();
  await run(['api', 'import', '-'], { folder, env, stdin: JSON.stringify(document) });
  const stored = join(folder, 'config', 'described');
  writeFileSync(join(stored, readdirSync(stored)[0] ?? ''), '{"form":1');
  const outcome = await run(['things', 'list'], { folder, env });
  expect(outcome.stderr).toContain('hint: costctl api import FILE imports it again');
  expect(outcome.exitCode).toBe(1);
  expect((await run(['--help'], { folder, env })).exitCode).toBe(0);
  expect((await run(['providers', 'list', '--help'], { folder, env })).exitCode).toBe(0);
});

test('an imported document does not apply to another base address', async () => {
  const folder = createFolder();
  await run(['api', 'import', '-'], { folder, env, stdin: JSON.stringify(document) });
  const outcome = await run(['things', 'list'], {
    folder,
    env: { ...env, COSTCTL_BASE_URL: 'https://other.test' },
  });
  expect(outcome.stderr).toContain("unknown command 'things'");
});

test('--dry-run checks a document without a base address', async () => {
  const stdin = JSON.stringify(document);
  const outcome = await run(['api', 'import', '-', '--dry-run', '-o', 'json'], { stdin });
  expect(outcome.exitCode).toBe(0);
  expect(JSON.parse(outcome.stdout)).toMatchObject({ operations: 2, unusable: 0, dryRun: true });
});

test('an operation that cannot be a command says why in lists, help and calls', async () => {
  const folder = createFolder();
  const broken = { ...document, paths: { ...document.paths } };
  const parameters = [{ name: 'session', in: 'cookie', required: true, schema: {} }];
  Object.assign(broken.paths, {
    '/v1/carts': { get: { tags: ['Carts'], parameters, responses: {} } },
  });
  const imported = await run(['api', 'import', '-'], {
    folder,
    env,
    stdin: JSON.stringify(broken),
  });
  expect(imported.stderr).toContain('GET /v1/carts: it needs the cookie session');
  const called = await run(['carts', 'list', 'x', '--any', 'option'], { folder, env });
  expect([called.exitCode, called.stderr]).toEqual([
    2,
    'error: carts list cannot be a command: it needs the cookie session\nhint: send it by hand: costctl api GET /v1/carts\n',
  ]);
  for (const line of ['carts --help', 'api operations -o csv']) {
    const { stdout } = await run(line.split(' '), { folder, env });
    expect(stdout).toContain('it needs the cookie session');
  }
});

test('the line that sends an operation by hand has its path as it is sent', async () => {
  const folder = createFolder();
  const get = { operationId: 'showCart', tags: ['Carts'], responses: {} };
  const paths = { ...document.paths, '/v1/予算 ü/{予算}': { get } };
  const stdin = JSON.stringify({ ...document, paths });
  await run(['api', 'import', '-'], { folder, env, stdin });
  const { stderr } = await run(['carts', 'show-cart'], { folder, env });
  expect(stderr).toContain(
    'hint: send it by hand: costctl api GET /v1/%E4%BA%88%E7%AE%97%20%C3%BC/{予算}\n',
  );
});

test.each([
  [{ name: 'session', in: 'cookie', required: true }, 'it needs the cookie session'],
  [{ name: 'a b', in: 'header', required: true }, 'a b is not a valid name of a header'],
  [
    { name: '__proto__', in: 'header', required: true },
    '__proto__ is not a valid name of a header',
  ],
  [{ name: '', in: 'query' }, 'a parameter has no name'],
  [{ name: 'session', in: 'cookie' }, undefined],
  [{ name: 'a b', in: 'header' }, undefined],
])('the parameter %j makes an operation no command: %s', async (parameter, reason) => {
  const get = { parameters: [{ schema: {}, ...parameter }], responses: {} };
  const stdin = JSON.stringify({
    ...document,
    paths: { ...document.paths, '/v1/carts': { get } },
  });
  const { stderr, exitCode } = await run(['api', 'import', '-'], {
    folder: createFolder(),
    env,
    stdin,
  });
  expect(exitCode).toBe(0);
  if (reason === undefined) expect(stderr).not.toContain('/v1/carts');
  else expect(stderr).toContain(`GET /v1/carts: ${reason}`);
});

test('a body whose media type no header can have makes an operation no command', async () => {
  const content = { 'application/vnd.тест+json': { schema: { type: 'object' } } };
  const post = { requestBody: { content }, responses: {} };
  const stdin = JSON.stringify({
    ...document,
    paths: { ...document.paths, '/v1/carts': { post } },
  });
  const { stderr } = await run(['api', 'import', '-'], { folder: createFolder(), env, stdin });
  expect(stderr).toContain(
    'POST /v1/carts: no header can have the media type of its body, application/vnd.тест+json',
  );
});

test.each([
  ['Idempotency-Key', true],
  ['X-Idempotency-Key', true],
  ['idempotency-key', true],
  ['My-Idempotency-Keys', false],
  ['nonidempotency-key', false],
])('a value for the header %s is made up: %s', async (name, isMadeUp) => {
  const folder = createFolder();
  const parameters = [{ name, in: 'header', required: true, schema: { type: 'string' } }];
  const post = { operationId: 'createCart', tags: ['Carts'], parameters, responses: {} };
  const stdin = JSON.stringify({ ...document, paths: { '/v1/carts': { post } } });
  await run(['api', 'import', '-'], { folder, env, stdin });
  const { stdout } = await run(['carts', 'create', '--help'], { folder, env });
  expect(stdout).toContain(`--${name.toLowerCase()}`);
  expect(/made\s+up\s+if/.test(stdout)).toBe(isMadeUp);
  // With an empty key, the program would send again what the service cannot recognize.
  const create = ['carts', 'create', `--${name.toLowerCase()}=`, '--dry-run'];
  const { exitCode, stderr } = await run(create, { folder, env });
  expect(exitCode).toBe(isMadeUp ? 2 : 0);
  if (isMadeUp) expect(stderr).toContain(`--${name.toLowerCase()}: must not be empty`);
});

test('api diff reports a document of another service in one line', async () => {
  const folder = createFolder();
  await run(['api', 'import', '-'], { folder, env, stdin: JSON.stringify(document) });
  const { exitCode, stdout, stderr } = await run(['api', 'diff'], { folder, env });
  expect([exitCode, stdout, stderr]).toEqual([
    0,
    '',
    'note: the imported document belongs to another service: Things\n',
  ]);
  expect((await run(['api', 'diff', '--check'], { folder, env })).exitCode).toBe(11);
  const junit = await run('api diff --check -o junit', { folder, env });
  expect(junit.stdout).toContain(
    'name="document"><failure message="the imported document belongs to another service: Things">',
  );
});

test('a runtime without flags of V8, as some versions of Bun, imports all the same', async () => {
  const setting = vi.spyOn(v8, 'setFlagsFromString').mockImplementation(() => {
    throw new Error('not implemented');
  });
  syncBuiltinESMExports();
  try {
    const folder = createFolder();
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(document));
    const { exitCode } = await run(['api', 'import', file], { folder, env });
    // Once to set them, and once to set them back.
    expect([exitCode, setting.mock.calls.length]).toEqual([0, 2]);
  } finally {
    setting.mockRestore();
    syncBuiltinESMExports();
  }
});
