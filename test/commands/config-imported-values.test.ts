import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hashSecretsQuickly } from '../helpers/quick-secrets.ts';
import { createFolder, run } from '../helpers/run.ts';
import { succeed } from '../helpers/screens.ts';

hashSecretsQuickly();

type Json = Record<string, unknown>;

const content = (schema: object) => ({ 'application/json': { schema } });
const text = { type: 'string' };
const set = { ...text, readOnly: true };
const limit = {
  type: 'object',
  properties: { percent: { type: 'integer' }, at: { type: ['string', 'null'] }, id: set },
};
const alarm = {
  type: 'object',
  required: ['name', 'apiToken'],
  properties: {
    name: text,
    amount: { type: 'number', minimum: 10 },
    kind: { type: ['string'], enum: ['day', 'month'] },
    limits: { type: 'array', items: limit },
    metricId: text,
    begin: { ...text, format: 'date-time' },
    updatedAt: text,
    createdOn: text,
    apiToken: text,
    firstPassword: text,
  },
};
const { firstPassword: _firstPassword, ...changed } = alarm.properties;
const update = content({ ...alarm, properties: changed })['application/json'];
const of = (schema: object, more: object = {}) => ({
  tags: ['Alarms'],
  responses: { 200: { description: 'done', content: content(schema) } },
  ...more,
});
const alarmType = 'application/vnd.alarm.v2+json';
const requestBody = { required: true, content: content(alarm) };
const version = { tags: ['Version'] };
const page = {
  type: 'object',
  properties: { data: { type: 'array', items: alarm }, total: limit },
};
const document = {
  openapi: '3.1.0',
  info: { title: 'Alarms', version: '1' },
  paths: {
    // Some services end each path with a slash.
    '/v1/alarms/': {
      get: of({ ...page, properties: { ...page.properties, total: { type: 'integer' } } }),
      post: of({}, { requestBody }),
    },
    '/v1/alarms/{id}/': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: of({ type: 'object', properties: { alarm } }),
      put: of({}, { requestBody: { ...requestBody, content: { [alarmType]: update } } }),
      delete: of({}),
    },
    // A tag with the name of a key that every file has.
    '/v1/versions': { get: of(page, version), post: of({}, { ...version, requestBody }) },
    '/v1/versions/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      put: of({}, { ...version, requestBody }),
      delete: of({}, version),
    },
  },
};

/** What the invented service has. Its ids are numbers, it answers a single alarm in an envelope, and never says its token. */
const held = new Map<string, Json>();
const tokens = new Map<string, unknown>();
const types: unknown[] = [];
let server: Server;
let reads = 0;

/** The record with what the service adds to it. */
function seen(id: string): Json {
  const { apiToken: _hidden, firstPassword: _first, ...record } = held.get(id) ?? {};
  const { limits, begin } = record;
  const added = { at: null, id: `limit_${reads}`, links: ['x'] };
  const list = Array.isArray(limits) ? limits.map((one: Json) => ({ ...added, ...one })) : [];
  const time = begin === undefined ? {} : { begin: String(begin).replace('Z', '.000+00:00') };
  return { id: Number(id), ...record, ...time, limits: list, updatedAt: `${types.length}` };
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const [, , , id = ''] = (request.url ?? '').split('/');
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      reads += 1;
      const given: Json = chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString());
      const name = request.method === 'POST' ? `${held.size + 1}` : id;
      if (request.method === 'POST' || request.method === 'PUT') {
        held.set(name, given);
        tokens.set(name, given['apiToken']);
        types.push(request.headers['content-type']);
      }
      if (request.method === 'DELETE') held.delete(id);
      const data = [...held.keys()].map(seen);
      const answer = name === '' ? { data, total: data.length } : { alarm: seen(name) };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => held.clear());

async function start() {
  const folder = createFolder();
  const { port } = server.address() as AddressInfo;
  const env = {
    COSTCTL_BASE_URL: `http://127.0.0.1:${port}`,
    COSTCTL_TOKEN: 'x'.repeat(20),
    COSTCTL_WORKSPACE: 'wsp_a',
    HOOK: 'hook-secret-0123456789',
  };
  await succeed(run(['api', 'import', '-'], { folder, env, stdin: JSON.stringify(document) }));
  const path = join(folder, 'c.yaml');
  return {
    path,
    config: (...words: string[]) => run(['config', ...words], { folder, env }),
    write: (lines: string) => writeFileSync(path, `version: 1\nalarms:\n${lines}`),
  };
}

const one = '  - {name: One, amount: 20, apiToken: env:HOOK, limits: [{percent: 80}]}\n';

test('what the service adds to a value is no difference, and what is left out of one is', async () => {
  const { path, config, write } = await start();
  const timed = one.replace('amount', 'begin: 2026-01-01T12:00:00Z, amount');
  write(timed);
  await succeed(config('apply', path, '--yes'));
  await succeed(config('plan', path, '--check'));
  write(timed.replace('T12', 'T13'));
  expect(await config('plan', path, '--check')).toMatchObject({ exitCode: 11 });
  write(one.replace('80}', '80, at: noon}'));
  await succeed(config('apply', path, '--yes'));
  await succeed(config('plan', path, '--check'));
  write(one.replace('80}', '80, at: null}'));
  expect(await config('plan', path, '--check')).toMatchObject({ exitCode: 11 });
  write(one);
  expect(await config('plan', path, '--check')).toMatchObject({ exitCode: 11 });
});

test('an update that replaces a record sends the secrets of the file again', async () => {
  const { path, config, write } = await start();
  write(one);
  await succeed(config('apply', path, '--yes'));
  write(one.replace('20', '30'));
  const { stdout } = await succeed(config('plan', path));
  expect(stdout).toContain('amount: 20 → 30\n      apiToken: "env:HOOK"\n');
  await succeed(config('apply', path, '--yes'));
  expect(tokens.get('1')).toBe('hook-secret-0123456789');
  expect(types.slice(-2)).toEqual(['application/json', alarmType]);
  expect(held.get('1')).toMatchObject({ amount: 30, limits: [{ percent: 80 }] });
  await succeed(config('plan', path, '--check'));
  write('');
  await succeed(config('apply', path, '--prune', 'alarms', '--confirm', '1'));
  expect(held.size).toBe(0);
});

test('a secret that no update takes is sent only to create', async () => {
  const { path, config, write } = await start();
  const first = one.replace('amount', 'firstPassword: env:HOOK, amount');
  write(first);
  await succeed(config('apply', path, '--yes'));
  write(first.replace('20', '30'));
  const { stdout } = await succeed(config('plan', path));
  expect(stdout).toContain('amount: 20 → 30\n      apiToken: "env:HOOK"\n\n');
});

test('a file may have a time that a pulled one lacks', async () => {
  const { path, config, write } = await start();
  write(one.replace('amount', 'createdOn: 2026-01-01, amount'));
  await succeed(config('apply', path, '--yes'));
  expect(held.get('1')).toMatchObject({ createdOn: '2026-01-01' });
  await succeed(config('plan', path, '--check'));
  const { stdout } = await config('pull', '--only', 'alarms', '-o', 'json');
  expect(Object.keys(JSON.parse(stdout).alarms[0])).toEqual(['name', 'amount', 'limits']);
});

test('a pulled file is valid and has nothing that only the service sets', async () => {
  const { path, config } = await start();
  held.set('1', { name: 'Low', amount: 5, kind: null, limits: [{ percent: 1 }] });
  const { stderr } = await config('pull', '--only', 'alarms', '-O', path);
  expect(stderr).toContain('the amount of the alarm Low is left out: a file cannot hold it');
  expect(stderr).not.toContain('kind');
  await succeed(config('validate', path));
  await succeed(config('plan', path, '--check'));
  const { stdout } = await config('pull', '--only', 'alarms', '-o', 'json');
  const limits = [{ percent: 1, at: null, links: ['x'] }];
  expect(JSON.parse(stdout).alarms).toEqual([{ name: 'Low', limits }]);
});

test('what belongs to the organization refers by id to what is in a workspace', async () => {
  const { path, config, write } = await start();
  write(one.replace('amount: 20', 'metricId: bmt_1'));
  await succeed(config('apply', path, '--yes'));
  expect(held.get('1')).toMatchObject({ metricId: 'bmt_1' });
});
