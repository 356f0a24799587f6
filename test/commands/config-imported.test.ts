import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hashSecretsQuickly } from '../helpers/quick-secrets.ts';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, readJson, succeed } from '../helpers/screens.ts';

hashSecretsQuickly();

type Json = Record<string, unknown>;

/** What the invented service has, by collection. */
const held = new Map<string, Map<string, Json>>();
const requests: string[] = [];
/** A method and a collection that answer 403. */
let refused = '';
/** The keys of requests that create, and what each has made. */
const keys: unknown[] = [];
const madeWith = new Map<unknown, Json>();
let readsWithKey = 0;
/** How many requests that create get a 503, although they are carried out. */
let unsure = 0;
let made = 0;
let server: Server;
let url = '';

const text = { type: 'string' };
const id = {
  type: 'object',
  properties: { Value: text },
  required: ['Value'],
  additionalProperties: false,
};
const workspaceQuery = {
  name: 'workspaceId',
  in: 'query',
  required: true,
  schema: { $ref: '#/components/schemas/WorkspacePublicId' },
};
const paging = ['page', 'limit'].map((name) => ({
  name,
  in: 'query',
  required: true,
  schema: { type: 'integer', maximum: 50 },
}));
const itemId = { name: 'itemId', in: 'path', required: true, schema: text };

function body(properties: Json, required: readonly string[] = []) {
  return {
    required: true,
    content: {
      'application/json': {
        schema: { type: 'object', additionalProperties: false, required, properties },
      },
    },
  };
}

function page(properties: Json) {
  const items = { type: 'object', properties: { id, ...properties, createdAt: text } };
  const schema = {
    type: 'object',
    properties: {
      data: { type: 'array', items },
      links: { type: 'object', properties: { next: { type: ['string', 'null'] } } },
    },
  };
  return { 200: { description: 'a page', content: { 'application/json': { schema } } } };
}

const one = {
  200: { description: 'one', content: { 'application/json': { schema: { type: 'object' } } } },
};
const none = { 204: { description: 'none' } };
const workspaceId = { $ref: '#/components/schemas/WorkspacePublicId' };

const password = { type: 'string', format: 'password' };
const budget = {
  title: { type: 'string', maxLength: 20 },
  amount: { type: 'number', minimum: 0 },
  period: { type: 'string', enum: ['month', 'year'] },
  owner: { type: ['string', 'null', 'object'], properties: { pin: password } },
};
const pins = { type: 'array', items: password };
const channel = { type: 'object', properties: { url: text, accessToken: text, pins } };
const alert = { name: text, budgetId: id, emails: { type: 'array', items: text }, channel };

const document = {
  openapi: '3.1.0',
  info: { title: 'Invented', version: '1' },
  paths: {
    '/v1/budgets': {
      parameters: [{ name: 'Idempotency-Key', in: 'header', schema: text }],
      get: {
        operationId: 'listBudgets',
        tags: ['Budgets'],
        parameters: [workspaceQuery, ...paging],
        responses: page(budget),
      },
      post: {
        operationId: 'createBudget',
        tags: ['Budgets'],
        requestBody: body({ workspaceId, ...budget }, ['workspaceId', 'title', 'amount']),
        responses: one,
      },
    },
    '/v1/budgets/{itemId}': {
      get: {
        operationId: 'getBudget',
        tags: ['Budgets'],
        parameters: [itemId, workspaceQuery],
        responses: one,
      },
      put: {
        operationId: 'updateBudget',
        tags: ['Budgets'],
        parameters: [itemId, workspaceQuery],
        requestBody: body({ title: budget.title, amount: budget.amount, owner: budget.owner }),
        responses: one,
      },
      delete: {
        operationId: 'deleteBudget',
        tags: ['Budgets'],
        parameters: [itemId, workspaceQuery],
        responses: none,
      },
    },
    // No operation reads a single alert, and an update sends only what changes.
    '/v1/cost-alerts': {
      get: {
        operationId: 'listCostAlerts',
        tags: ['Cost alerts'],
        parameters: [workspaceQuery, ...paging],
        responses: page(alert),
      },
      post: {
        operationId: 'createCostAlert',
        tags: ['Cost alerts'],
        requestBody: body({ workspaceId, ...alert, webhookToken: text }, ['workspaceId', 'name']),
        responses: one,
      },
    },
    '/v1/cost-alerts/{itemId}': {
      patch: {
        operationId: 'updateCostAlert',
        tags: ['Cost alerts'],
        parameters: [itemId, workspaceQuery],
        requestBody: body(alert),
        responses: one,
      },
      delete: {
        operationId: 'deleteCostAlert',
        tags: ['Cost alerts'],
        parameters: [itemId, workspaceQuery],
        responses: none,
      },
    },
    '/v1/workspaces/{workspaceId}': {
      put: {
        operationId: 'updateWorkspace',
        tags: ['Workspaces'],
        parameters: [{ name: 'workspaceId', in: 'path', required: true, schema: workspaceId }],
        requestBody: body({ name: text, currency: { type: 'string', pattern: '^[A-Z]{3}$' } }),
        responses: one,
      },
    },
    // Folders cannot be changed, so they are not one of the kinds.
    '/v1/folders': {
      get: {
        operationId: 'listFolders',
        tags: ['Folders'],
        parameters: [...paging],
        responses: page({ name: text }),
      },
      post: {
        operationId: 'createFolder',
        tags: ['Folders'],
        requestBody: body({ name: text }),
        responses: one,
      },
    },
  },
  components: {
    schemas: { WorkspacePublicId: { type: 'string', pattern: '^wsp_[A-Za-z0-9_-]+$' } },
  },
};

beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    const [, , collection = '', item] = pathname.split('/').map(decodeURIComponent);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const given: Json = chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString());
      if (request.method !== 'GET')
        requests.push(`${request.method} ${pathname} ${JSON.stringify(given)}`);
      const items = held.get(collection) ?? new Map<string, Json>();
      held.set(collection, items);
      const known = items.get(item ?? '');
      const answer = (status: number, value?: unknown) =>
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(value === undefined ? '' : JSON.stringify(value));
      if (refused === `${request.method} ${collection}`) {
        answer(403, { title: 'refused' });
        return;
      }
      const key = request.headers['idempotency-key'];
      if (request.method === 'GET' && key !== undefined) readsWithKey += 1;
      if (request.method === 'POST') {
        keys.push(key);
        if (key !== undefined && madeWith.has(key)) {
          answer(200, madeWith.get(key));
          return;
        }
        made += 1;
        const { workspaceId: _workspace, ...fields } = given;
        const record = {
          id: { Value: `a/${made}` },
          ...fields,
          createdAt: '2026-01-01T00:00:00Z',
          extra: made,
        };
        items.set(`a/${made}`, record);
        madeWith.set(key, record);
        unsure -= 1;
        answer(unsure < 0 ? 200 : 503, record);
        return;
      }
      if (item === undefined) {
        answer(200, { data: [...items.values()], links: { next: null } });
        return;
      }
      if (known === undefined) {
        answer(404, { title: 'none' });
        return;
      }
      if (request.method === 'DELETE') {
        items.delete(item);
        answer(204);
        return;
      }
      if (request.method !== 'GET') items.set(item, { ...known, ...given });
      answer(200, items.get(item));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  held.clear();
  requests.length = 0;
  keys.length = 0;
  readsWithKey = 0;
  refused = '';
  unsure = 0;
});

async function start() {
  const folder = createFolder();
  const env = {
    COSTCTL_BASE_URL: url,
    COSTCTL_TOKEN: 'x'.repeat(20),
    COSTCTL_WORKSPACE: 'wsp_a',
    HOOK: 'hook-secret-0123456789',
  };
  const costctl = (words: readonly string[], stdin?: string) =>
    run(words, { folder, env, ...(stdin === undefined ? {} : { stdin }) });
  await succeed(costctl(['api', 'import', '-'], JSON.stringify(document)));
  const path = join(folder, 'c.yaml');
  const write = (lines: string) => writeFileSync(path, `version: 1\n${lines}`);
  return { costctl, path, write };
}

const lists = `budgets:
  - title: Cloud
    amount: 1000.50
    period: month
costAlerts:
  - name: Spike
    budgetId: Cloud
    emails: [a@example.com]
    channel: {url: hook.example.com, accessToken: env:HOOK, pins: [env:HOOK]}
    webhookToken: env:HOOK
`;

test('every resource that can be listed, created, changed and deleted is a config kind', async () => {
  const { costctl } = await start();
  const kinds: string[] = await readJson(
    costctl(['config', 'schema', '--query', 'keys(properties)', '-o', 'json']),
  );
  expect(kinds).toEqual(expect.arrayContaining(['budgets', 'costAlerts', 'metrics']));
  expect(kinds).not.toContain('folders');
});

test('apply creates items in order and turns names into ids; later plans are empty', async () => {
  const { costctl, path, write } = await start();
  write(lists);
  const applied = await succeed(costctl(['config', 'apply', path, '--yes', '--debug']));
  expect(requests).toEqual([
    'POST /v1/budgets {"title":"Cloud","amount":1000.5,"period":"month","workspaceId":"wsp_a"}',
    expect.stringMatching(
      /^POST \/v1\/cost-alerts .*"budgetId":\{"Value":"a\/\d+"\},.*"pins":\["hook-secret-0123456789"\].*"webhookToken":"hook-secret-0123456789"/,
    ),
  ]);
  expect(applied.stderr).not.toContain('hook-secret');
  expect(await costctl(['config', 'plan', path, '--check'])).toMatchObject({
    exitCode: 0,
    stderr: '',
  });
  const words = ['config', 'pull', '--only', 'budgets,costAlerts'];
  const { stdout } = await costctl(words);
  expect(stdout).toContain('budgetId: Cloud');
  expect(stdout).not.toMatch(/hook|extra|2026-01-01/);
  expect((await costctl(words)).stdout).toBe(stdout);
  await succeed(costctl(['config', 'plan', '-', '--check'], stdout.replace(/^workspace:.*$/m, '')));
});

test('a create is sent again with the same key, also if the document requires none', async () => {
  const { costctl, path, write } = await start();
  write('budgets: [{title: Cloud, amount: 1}, {title: Data, amount: 2}]\n');
  unsure = 1;
  await succeed(costctl(['config', 'apply', path, '--yes', '--concurrency', '1']));
  expect(held.get('budgets')?.size).toBe(2);
  const [first, again, other] = keys;
  expect(first).toMatch(/^[\da-f-]{36}$/);
  expect(again).toBe(first);
  expect(other).toMatch(/^[\da-f-]{36}$/);
  expect(other).not.toBe(first);
  expect(readsWithKey).toBe(0);
});

test('a PUT sends all writable fields, a PATCH only changed ones; then the plan is empty', async () => {
  const { costctl, path, write } = await start();
  write(lists);
  await costctl(['config', 'apply', path, '--yes']);
  requests.length = 0;
  write(lists.replace('1000.50', '2000').replace('a@example.com', 'b@example.com'));
  await succeed(costctl(['config', 'apply', path, '--yes']));
  expect(requests.toSorted()).toEqual([
    expect.stringMatching(/^PATCH \/v1\/cost-alerts\/a%2F\d+ \{"emails":\["b@example.com"\]\}$/),
    expect.stringMatching(/^PUT \/v1\/budgets\/a%2F\d+ \{"title":"Cloud","amount":2000\}$/),
  ]);
  await succeed(costctl(['config', 'plan', path, '--check']));
});

test.each([
  ['token', 'by its name'],
  ['pin', 'as the document says'],
])('a PUT does not send back the %s, a secret %s, that the service has masked', async (name) => {
  const { costctl, path, write } = await start();
  write(lists);
  await costctl(['config', 'apply', path, '--yes']);
  for (const one of held.get('budgets')?.values() ?? []) one['owner'] = { [name]: '***' };
  requests.length = 0;
  write(lists.replace('1000.50', '2000'));
  const { stdout, stderr, exitCode } = await costctl(['config', 'apply', path, '--yes']);
  expect(stdout + stderr).toContain(`owner.${name}: the service shows this secret masked`);
  expect(exitCode).not.toBe(0);
  expect(requests).toEqual([]);
});

test('items of a pruned kind are deleted, those that refer to others first', async () => {
  const { costctl, path, write } = await start();
  write(lists);
  await costctl(['config', 'apply', path, '--yes']);
  requests.length = 0;
  write('budgets: []\ncostAlerts: []\n');
  const words = ['config', 'apply', path, '--prune', 'budgets,costAlerts', '--confirm', '2'];
  await succeed(costctl(words));
  expect(requests.map((one) => one.split('/')[2])).toEqual(['cost-alerts', 'budgets']);
  await succeed(costctl(['config', 'plan', path, '--check']));
});

test.each([
  ['a deletion is left', 'DELETE budgets', 'budgets: []\ncostAlerts: []\n', '2', '--confirm 1'],
  [
    'no deletion is left',
    'POST budgets',
    'budgets:\n  - {title: Cloud, amount: 1000.50, period: month}\n  - {title: New, amount: 1}\ncostAlerts: []\n',
    '1',
    '--yes',
  ],
])('if %s, the line to continue with confirms what is left', async (...given) => {
  const [, refusal, lines, count, confirming] = given;
  const { costctl, path, write } = await start();
  write(lists);
  await costctl(['config', 'apply', path, '--yes']);
  write(lines);
  refused = refusal;
  const words = ['config', 'apply', path, '--prune', 'budgets,costAlerts', '--confirm', count];
  const { stderr, exitCode } = await costctl(words);
  expect(exitCode).toBe(9);
  const line = /continues with what is missing: costctl (.*)\n/.exec(stderr)?.[1] ?? '';
  expect(line).toContain(confirming);
  refused = '';
  await succeed(costctl(line.split(' ')));
  await succeed(costctl(['config', 'plan', path, '--check']));
});

test.each([
  ['budgets: [{title: a, amount: -1}]', 'budgets[0].amount: must be'],
  ['budgets: [{title: a, amount: 1, period: yar}]', 'did you mean year?'],
  ['budgets: [{titel: a}]', 'did you mean title?'],
  ['budgets: [{title: a}]', 'amount is missing, and the budget a does not exist yet'],
  ['costAlerts: [{name: a, budgetId: none}]', 'there is no budget named none'],
  ['costAlerts: [{name: a, webhookToken: plain}]', 'env:VARIABLE or @file'],
  ['costAlerts: [{name: a, channel: {accessToken: plain}}]', 'env:VARIABLE or @file'],
  ['costAlerts: [{name: a, channel: {pins: [plain]}}]', '[0].channel.pins[0]: is a secret'],
])('%s is rejected by the rules of the imported document', async (lines, message) => {
  const { costctl, path, write } = await start();
  write(lines);
  expect(await failWith(2, costctl(['config', 'plan', path]))).toContain(message);
});

test('plan refuses a change that the service cannot make', async () => {
  const { costctl, path, write } = await start();
  write(lists);
  await costctl(['config', 'apply', path, '--yes']);
  write(lists.replace('month', 'year'));
  const stderr = await failWith(2, costctl(['config', 'plan', path]));
  expect(stderr).toContain('the service cannot change the period of the budget Cloud');
});

test('a workspace has the fields that its update accepts', async () => {
  const { costctl, path, write } = await start();
  held.set(
    'workspaces',
    new Map([['wsp_a', { id: { Value: 'wsp_a' }, name: 'A', currency: 'EUR', plan: 'gold' }]]),
  );
  const { stdout } = await costctl(['config', 'pull', '--only', 'workspace', '-o', 'json']);
  expect(JSON.parse(stdout).workspace).toEqual({ id: 'wsp_a', name: 'A', currency: 'EUR' });
  write('workspace: {id: wsp_a, currency: USD}\n');
  await succeed(costctl(['config', 'apply', path, '--yes']));
  expect(requests).toEqual(['PUT /v1/workspaces/wsp_a {"name":"A","currency":"USD"}']);
  await succeed(costctl(['config', 'plan', path, '--check']));
  for (const wrong of ['currency: euro', 'plan: silver']) {
    write(`workspace: {id: wsp_a, ${wrong}}\n`);
    expect(await costctl(['config', 'validate', path])).toMatchObject({ exitCode: 2 });
  }
});
