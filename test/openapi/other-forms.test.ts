import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openLoopback, answer as reply } from '../helpers/loopback.ts';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, succeed } from '../helpers/screens.ts';
import { type Exchange, scriptService } from '../helpers/service.ts';

const url = 'https://api.example.test';

async function start(path: string, folder: string) {
  await succeed(run(['api', 'import', path, '-q'], { folder, env: { COSTCTL_BASE_URL: url } }));
  return (words: string, ...exchanges: Exchange[]) =>
    run(words.split(' '), { folder, service: scriptService(...exchanges) });
}

test('files beside a document are read, also from each other, and none outside of its folder', async () => {
  const folder = createFolder();
  const place = join(folder, 'spec');
  mkdirSync(join(place, 'paths'), { recursive: true });
  writeFileSync(join(folder, 'secret.yaml'), 'get: {operationId: getSecret, responses: {}}');
  symlinkSync(join(folder, 'secret.yaml'), join(place, 'link.yaml'));
  writeFileSync(
    join(place, 'openapi.yaml'),
    `openapi: 3.0.3
info: {title: Split, version: '1'}
paths:
  /v1/things: {$ref: './paths/things.yaml'}
  /v1/secret: {$ref: '../secret.yaml'}
  /v1/link: {$ref: 'link.yaml'}
`,
  );
  writeFileSync(
    join(place, 'paths', 'things.yaml'),
    `get:
  operationId: listThings
  tags: [Things]
  parameters: [{$ref: '../..common.json#/parameters/Shade'}]
  responses: {'200': {description: done}}
`,
  );
  writeFileSync(
    join(place, '..common.json'),
    JSON.stringify({
      parameters: { Shade: { name: 'shade', in: 'query', schema: { $ref: '#/Shade' } } },
      Shade: { type: 'string', enum: ['red', 'blue'] },
    }),
  );
  const line = await start(join(place, 'openapi.yaml'), folder);
  await succeed(line('things list --shade red', { path: '/v1/things?shade=red', answer: [] }));
  expect(await failWith(2, line('things list --shade green'))).toContain('red, blue');
  expect((await line('api operations -o csv')).stdout).not.toContain('getSecret');
});

test('a merge key adds what its anchor has, below what is written beside it', async () => {
  const folder = createFolder();
  const file = join(folder, 'openapi.yaml');
  writeFileSync(
    file,
    `openapi: 3.1.0
info: {title: Merged, version: '1'}
x-usual: &usual
  tags: [Things]
  parameters: [{name: shade, in: query, required: true, schema: {type: string}}]
paths:
  /v1/things: {get: {<<: *usual, operationId: listThings}}
  /v1/things/{id}: {delete: {<<: *usual, operationId: deleteThing, parameters: []}}
`,
  );
  const line = await start(file, folder);
  await succeed(line('things list --shade red', { path: '/v1/things?shade=red', answer: [] }));
  await succeed(
    line('things delete 1 --yes', { method: 'DELETE', path: '/v1/things/1', status: 204 }),
  );
});

test('a key that is given twice is noted, in the document and in a file beside it', async () => {
  const folder = createFolder();
  const file = join(folder, 'openapi.yaml');
  const operation = (id: string) => `{operationId: ${id}, tags: [Things], responses: {}}`;
  const start = 'openapi: 3.1.0\ninfo: {title: Twice}\npaths:\n  /v1/b: {$ref: b.yaml}\n';
  const twice = `  /v1/a: {get: ${operation('getA')}}\n  /v1/a: {put: ${operation('putA')}}\n`;
  writeFileSync(file, start + twice);
  writeFileSync(join(folder, 'b.yaml'), `get: ${operation('getB')}\nget: ${operation('listB')}\n`);
  const env = { COSTCTL_BASE_URL: url };
  const { stderr } = await succeed(run(['api', 'import', file], { folder, env }));
  expect(stderr).toBe(`note: line 6 repeats a key, and only its last value counts
note: b.yaml: line 2 repeats a key, and only its last value counts
`);
});

test('--merge takes a record out of the envelope in which it came', async () => {
  const folder = createFolder();
  const file = join(folder, 'openapi.json');
  const text = { type: 'string' };
  const thing = { type: 'object', properties: { name: text, note: text } };
  const content = (schema: object) => ({ 'application/json': { schema } });
  const responses = { 200: { content: content({ type: 'object', properties: { thing } }) } };
  const of = { tags: ['Things'], responses };
  const item = { get: of, put: { ...of, requestBody: { content: content(thing) } } };
  const paths = { '/v1/things/{id}': item };
  writeFileSync(file, JSON.stringify({ openapi: '3.0.3', info: { title: 'Envelope' }, paths }));
  const line = await start(file, folder);
  const path = '/v1/things/1';
  const answer = { thing: { id: '1', name: 'a', note: 'b' }, meta: { at: 'noon' } };
  const body = { id: '1', name: 'c', note: 'b' };
  const put = { method: 'PUT', path, body, answer: {} };
  await succeed(line('things update 1 --merge --name c', { path, answer }, put));
});

test('--merge takes no part of a record for the record', async () => {
  const folder = createFolder();
  const file = join(folder, 'openapi.json');
  const content = { 'application/json': { schema: { type: 'object' } } };
  const of = { tags: ['Things'], responses: { 200: { content } } };
  const item = { get: of, put: { ...of, requestBody: { content } } };
  const paths = { '/v1/things/{id}': item };
  writeFileSync(file, JSON.stringify({ openapi: '3.0.3', info: { title: 'Open' }, paths }));
  const line = await start(file, folder);
  const path = '/v1/things/1';
  const answer = { name: 'a', owner: { id: '2', name: 'b' } };
  const put = { method: 'PUT', path, body: { ...answer, name: 'c' }, answer: {} };
  await succeed(line('things update 1 --merge --set name=c', { path, answer }, put));
});

test('a response that may be a list or an envelope is read to its end, whichever it is', async () => {
  const folder = createFolder();
  const file = join(folder, 'openapi.json');
  const list = { type: 'array', items: { type: 'object' } };
  const envelope = { type: 'object', properties: { data: list, links: { type: 'object' } } };
  const content = { 'application/json': { schema: { oneOf: [list, envelope] } } };
  const get = { tags: ['Things'], operationId: 'listThings', responses: { 200: { content } } };
  const paths = { '/v1/things': { get } };
  writeFileSync(file, JSON.stringify({ openapi: '3.0.3', info: { title: 'Either' }, paths }));
  const line = await start(file, folder);
  const bare = await line('things list -o json', { path: '/v1/things', answer: [{ id: 1 }] });
  expect(bare.stdout).toBe('[{"id":1}]\n');
  const links = { next: '/v1/things?page=2' };
  const paged = await line(
    'things list -o json',
    { path: '/v1/things', answer: { data: [{ id: 1 }], links } },
    { path: '/v1/things?page=2', answer: { data: [{ id: 2 }], links: { next: null } } },
  );
  expect(paged.stdout).toBe('[{"id":1},{"id":2}]\n');
});

test('--merge reads the record with the headers of the change, and sends back what it has', async () => {
  const folder = createFolder();
  const file = join(folder, 'openapi.json');
  const password = { type: 'string', format: 'password' };
  const tenant = { name: 'X-Tenant', in: 'header', required: true, schema: password };
  const key = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } };
  const text = { type: 'string' };
  const schema = { type: 'object', properties: { name: text, note: text } };
  const content = { 'application/json': { schema } };
  const of = { tags: ['Things'], responses: { 200: { description: 'one', content } } };
  const item = {
    get: { ...of, operationId: 'getThing', parameters: [tenant] },
    put: { ...of, operationId: 'putThing', parameters: [tenant, key], requestBody: { content } },
  };
  const paths = { '/v1/things/{id}': item };
  writeFileSync(file, JSON.stringify({ openapi: '3.0.3', info: { title: 'Tenants' }, paths }));
  await start(file, folder);
  const service = scriptService(
    { path: '/v1/things/1', answer: { name: 'a', note: null } },
    { method: 'PUT', path: '/v1/things/1', body: { name: 'b', note: null }, answer: {} },
  );
  const words = 'things update 1 --merge --x-tenant t --name b';
  expect(await run(words.split(' '), { folder, service })).toMatchObject({ exitCode: 0 });
  expect(service.received.map(({ headers }) => headers['x-tenant'])).toEqual(['t', 't']);
  expect(service.received.map(({ headers }) => 'idempotency-key' in headers)).toEqual([
    false,
    true,
  ]);
  const refusal = { path: '/v1/things/1', status: 400, answer: { message: 'no tenant-1 here' } };
  const secret = words.replace('--x-tenant t', '--x-tenant tenant-1').split(' ');
  const refused = await run(secret, { folder, service: scriptService(refusal) });
  expect(refused.stderr).toContain('no **** here');
});

test('a file beside a document may have a percent sign in its name', async () => {
  const folder = createFolder();
  const post = (operationId: string, reference: string) => ({
    operationId,
    tags: ['Things'],
    requestBody: { content: { 'application/json': { schema: { $ref: reference } } } },
    responses: {},
  });
  const paths = {
    '/a': { post: post('makeA', '100%.json#/A') },
    '/b': { post: post('makeB', '%zz.json') },
    '/d': { post: post('makeD', '\ud800.json') },
    '/c': { post: post('makeC', './100%.json#/B/C') },
  };
  const info = { title: 'Odd', version: '1' };
  const path = join(folder, 'openapi.json');
  writeFileSync(path, JSON.stringify({ openapi: '3.0.3', info, paths }));
  const properties = { shade: { type: 'string' } };
  writeFileSync(join(folder, '100%.json'), JSON.stringify({ A: { type: 'object', properties } }));
  const line = await start(path, folder);
  const exchange = { method: 'POST', path: '/a', body: { shade: 'red' }, answer: {} } as const;
  await succeed(line('things make-a --shade red', exchange));
  expect(await failWith(2, line('things make-b'))).toContain(
    'it refers to %zz.json, outside of the document',
  );
  expect(await failWith(2, line('things make-d'))).toContain('outside of the document');
  expect(await failWith(2, line('things make-c'))).toContain(
    'it refers to 100%.json#/B/C, which the document does not have',
  );
});

test('a document in more files than anybody counts is read whole', async () => {
  const folder = createFolder();
  const names = Array.from({ length: 600 }, (_, at) => `part${at}`);
  for (const name of names) {
    const get = { operationId: name, tags: ['Parts'], responses: {} };
    writeFileSync(join(folder, `${name}.json`), JSON.stringify({ get }));
  }
  const paths = names.map((name) => [`/v1/${name}`, { $ref: `${name}.json` }]);
  const document = { openapi: '3.1.0', info: {}, paths: Object.fromEntries(paths) };
  writeFileSync(join(folder, 'all.json'), JSON.stringify(document));
  const line = await start(join(folder, 'all.json'), folder);
  const { stdout } = await line('api operations -o csv');
  expect(names.filter((name) => !stdout.includes(`GET,/v1/${name},`))).toEqual([]);
});

test.each([
  ['in its servers', { openapi: '3.0.3', servers: [{ url: 'https://api.example.test/v1/' }] }],
  ['in its base path', { swagger: '2.0', host: 'api.example.test', basePath: '/v1' }],
])('a document with the version of its paths %s sends it', async (_name, head) => {
  const folder = createFolder();
  const responses = { 200: { description: 'x' } };
  const get = (operationId: string) => ({ get: { operationId, tags: ['Things'], responses } });
  const paths = { '/things': get('listThings'), '/workspaces': get('findWorkspaces') };
  const path = join(folder, 'document.json');
  writeFileSync(path, JSON.stringify({ ...head, info: { title: 'Below', version: '1' }, paths }));
  const line = await start(path, folder);
  await succeed(line('things list', { path: '/v1/things', answer: {} }));
  const { stdout } = await succeed(line('workspaces find-workspaces --help'));
  expect(stdout).toContain("List the organization's workspaces");
});

const elsewhere = 'the token is sent to the base address only';
const version = (url: string) => ({ url, variables: { v: { default: 'v1' } } });

test.each([
  ['https://a.test/v1', undefined, '/v1/things'],
  ['https://a.test/v1/', [{ url: 'https://a.test/v1' }], '/v1/things'],
  ['https://a.test/v1', [{ url: 'https://a.test' }], '/things'],
  ['https://a.test/v1', [{ url: '/' }], '/things'],
  ['https://a.test/v1', [{ url: '/v2/' }], '/v2/things'],
  ['https://a.test/v1', [{ url: 'https://a.test/v2' }], '/v2/things'],
  ['https://a.test/v1', [{ url: 'https://b.test/v1' }], elsewhere],
  ['https://a.test/v1', [{ url: 'https://b.test' }, { url: 'https://a.test/v3' }], '/v3/things'],
  ['https://a.test/api/v1', [{ url: 'https://a.test/api' }], '/things'],
  ['https://a.test/api/v1', [{ url: 'https://a.test/apis' }], elsewhere],
  ['https://a.test/api/v1', [{ url: '/' }], elsewhere],
  ['https://<your-domain>/api', [{ url: 'https://<another>/x' }], elsewhere],
  ['https://a.test/{v}', undefined, '/v1/things'],
  ['https://a.test', [version('/{v}')], '/v1/things'],
  ['', [{ url: 'https://a.test/v1' }], '/v1/things'],
  ['', [{ url: '/v1' }], '/v1/things'],
  ['', undefined, '/things'],
])('of a document at %j, an operation with the servers %j is at %s', async (url, servers, at) => {
  const responses = { 200: { description: 'x' } };
  const get = { operationId: 'listThings', tags: ['Things'], responses };
  const others = url === '' ? {} : { '/others': { get: { ...get, operationId: 'listOthers' } } };
  const head = { openapi: '3.0.3', ...(url === '' ? {} : { servers: [version(url)] }) };
  for (const item of [{ servers, get }, { get: { ...get, servers } }]) {
    const folder = createFolder();
    const path = join(folder, 'document.json');
    const paths = { '/things': item, ...others };
    writeFileSync(path, JSON.stringify({ ...head, info: { title: 'Own' }, paths }));
    const line = await start(path, folder);
    if (at === elsewhere) {
      expect(await line('things list')).toMatchObject({ exitCode: 2 });
      expect((await line('api operations -o csv')).stdout).toContain(elsewhere);
    } else await succeed(line('things list', { path: at, answer: {} }));
  }
});

const swagger = {
  swagger: '2.0',
  info: { title: 'Old', version: '1' },
  host: 'api.example.test',
  paths: {
    '/v1/things': {
      get: {
        ...{ operationId: 'listThings', tags: ['Things'] },
        parameters: [
          { name: 'ids', in: 'query', type: 'array', items: { type: 'string' } },
          { $ref: '#/parameters/Page' },
        ],
        responses: { 200: { description: 'x', schema: { type: 'array', items: {} } } },
      },
      post: {
        ...{ operationId: 'createThing', tags: ['Things'] },
        parameters: [{ name: 'thing', in: 'body', schema: { $ref: '#/definitions/Thing' } }],
        responses: { 200: { description: 'x' } },
      },
    },
    '/v1/notes': {
      post: {
        ...{ operationId: 'createNote', tags: ['Notes'], consumes: ['multipart/form-data'] },
        parameters: [{ name: 'text', in: 'formData', type: 'string', required: true }],
        responses: { 200: { description: 'x' } },
      },
    },
  },
  parameters: { Page: { name: 'page', in: 'query', type: 'integer', minimum: 1 } },
  definitions: { Thing: { type: 'object', properties: { name: { type: 'string' } } } },
};

test.each([
  ['/v1', '/v1/things'],
  ['/api/v1/', '/v1/things'],
  ['/', '/things'],
  [undefined, '/things'],
])('a Swagger 2.0 document without a host and with the base path %s has %s', async (base, at) => {
  const folder = createFolder();
  const path = join(folder, 'swagger.json');
  const get = { operationId: 'listThings', tags: ['Things'], responses: { 200: {} } };
  const paths = { '/things': { get } };
  writeFileSync(path, JSON.stringify({ swagger: '2.0', info: {}, basePath: base, paths }));
  const line = await start(path, folder);
  await succeed(line('things list', { path: at, answer: {} }));
});

test('a list in a form of Swagger 2.0 is written as its collection format says', async () => {
  const folder = createFolder();
  const path = join(folder, 'swagger.json');
  const list = (name: string, collectionFormat?: string) => ({
    ...{ name, in: 'formData', type: 'array', items: { type: 'string' } },
    ...(collectionFormat === undefined ? {} : { collectionFormat }),
  });
  const lists = [list('plain'), list('bars', 'pipes'), list('many', 'multi')];
  const post = (operationId: string, consumes: string) => ({
    post: { operationId, tags: ['Forms'], consumes: [consumes], parameters: lists, responses: {} },
  });
  const paths = {
    '/v1/forms': post('createForm', 'application/x-www-form-urlencoded'),
    '/v1/uploads': post('upload', 'multipart/form-data'),
  };
  writeFileSync(path, JSON.stringify({ ...swagger, paths }));
  const server = await openLoopback(reply(200, {}));
  const env = { COSTCTL_BASE_URL: String(server.url), COSTCTL_TOKEN: 'tok_forms_0123' };
  await succeed(run(['api', 'import', path, '-q'], { folder, env }));
  const words = '--plain a --plain b --bars c --bars d --many e --many f'.split(' ');
  await succeed(run(['forms', 'create', ...words], { folder, env }));
  await succeed(run(['forms', 'upload', ...words], { folder, env }));
  await server.close();
  const [form, upload] = server.requests.map(({ body }) => body);
  expect(form).toBe('plain=a,b&bars=c%7Cd&many=e&many=f');
  expect(upload?.match(/(?<=\r\n\r\n).*/g)).toEqual(['a,b', 'c|d', 'e', 'f']);
});

test('in a Swagger 2.0 document an extension says what may be null', async () => {
  const folder = createFolder();
  const path = join(folder, 'swagger.json');
  const schema = { properties: { name: { type: 'string', 'x-nullable': true } } };
  const body = { name: 'thing', in: 'body', schema };
  const put = { operationId: 'putThing', tags: ['Things'], parameters: [body], responses: {} };
  writeFileSync(path, JSON.stringify({ ...swagger, paths: { '/v1/thing': { put } } }));
  const line = await start(path, folder);
  const sent = { method: 'PUT', path: '/v1/thing', body: { name: null }, answer: {} };
  await succeed(line('things set --clear name', sent));
});

test('a body of any type of a kind is sent as the type that is named', async () => {
  const folder = createFolder();
  const file = join(folder, 'openapi.json');
  const put = { tags: ['Icons'], requestBody: { content: { 'image/*': {} } }, responses: {} };
  writeFileSync(
    file,
    JSON.stringify({ openapi: '3.1.0', info: { title: 'x' }, paths: { '/v1/icon': { put } } }),
  );
  await start(file, folder);
  const service = scriptService({ method: 'PUT', path: '/v1/icon', answer: {} });
  const words = ['icons', 'set', '--input', file];
  expect(await failWith(2, run(words, { folder, service: scriptService() }))).toContain(
    'the body may be any image/*, and nothing says which',
  );
  await succeed(run([...words, '--content-type', 'image/png'], { folder, service }));
  expect(service.received[0]?.headers).toMatchObject({ 'content-type': 'image/png' });
});

test('a simple Swagger 2.0 document is converted', async () => {
  const folder = createFolder();
  const path = join(folder, 'swagger.json');
  writeFileSync(path, JSON.stringify(swagger));
  const line = await start(path, folder);
  const list = { path: '/v1/things?ids=a,b&page=1', answer: ['a'] };
  const words = 'things list --ids a --ids b -o json';
  const end = { path: '/v1/things?ids=a%2Cb&page=2', answer: [] };
  const { stdout } = await line(words, { ...list, path: '/v1/things?ids=a%2Cb&page=1' }, end);
  expect(stdout).toBe('["a"]\n');
  const post = { method: 'POST', path: '/v1/things', body: { name: 'x' }, answer: {} };
  await succeed(line('things create --name x', post));
  const note = { method: 'POST', path: '/v1/notes', answer: {} };
  await succeed(line('notes create --text x', note));
});

test('a Swagger 2.0 document that is not simple has a complete hint', async () => {
  const folder = createFolder();
  const Body = { name: 'x', in: 'body', schema: {} };
  const post = { operationId: 'createThing', responses: {} };
  const env = { COSTCTL_BASE_URL: url };
  const refused = (more: object) =>
    failWith(
      10,
      run('api import -', { folder, env, stdin: JSON.stringify({ ...swagger, ...more }) }),
    );
  const message = await refused({ parameters: { Body } });
  expect(await refused({ paths: { '/v1/things': { parameters: [Body], post } } })).toBe(message);
  expect(message).toMatchInlineSnapshot(`
    "error: this document cannot be used: it is a Swagger 2.0 document with shared bodies
    hint: convert it and import the result: npx swagger2openapi --outfile openapi.json swagger.json, then costctl api import openapi.json
    "
  `);
});

test('a body that may be a list, a text or an object is each of them', async () => {
  const folder = createFolder();
  const object = {
    type: 'object',
    properties: { workspaceId: { type: 'string' }, name: { type: 'string' } },
    required: ['workspaceId', 'name'],
  };
  const list = { type: 'array', items: { type: 'string' } };
  const schema = { oneOf: [list, { type: 'string' }, object] };
  const post = {
    ...{ operationId: 'addWidgets', tags: ['Widgets'], responses: {} },
    requestBody: { required: true, content: { 'application/json': { schema } } },
  };
  const document = { openapi: '3.1.0', info: {}, paths: { '/v1/widgets': { post } } };
  writeFileSync(join(folder, 'bodies.json'), JSON.stringify(document));
  const line = await start(join(folder, 'bodies.json'), folder);
  const sent = async (words: string) => {
    const { stdout } = await succeed(line(`widgets create ${words} -w wsp_a --dry-run -o json`));
    return JSON.parse(stdout).body;
  };
  const whole = { workspaceId: 'wsp_a', name: 'x' };
  expect(await sent('--data ["a","b"]')).toEqual(['a', 'b']);
  expect(await sent('--data "a"')).toBe('a');
  expect(await sent('--data {"name":"x"}')).toEqual(whole);
  expect(await sent('--set name=x')).toEqual(whole);
  expect(await sent('--name x --data {"name":"y"}')).toEqual(whole);
  expect(await failWith(2, line('widgets create --data 7'))).toContain(
    'error: the body must be a list or text or an object\n',
  );
});
