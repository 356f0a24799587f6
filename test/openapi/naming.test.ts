import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeDocument } from '../../src/openapi/describe.ts';
import type { Description } from '../../src/openapi/description.ts';
import { readDocument } from '../../src/openapi/document.ts';
import { settleNames } from '../../src/openapi/keep-names.ts';
import { namedCommands, namedOperations } from '../../src/openapi/named-operations.ts';
import { proposeNames, type Unnamed } from '../../src/openapi/naming.ts';
import { wordsOf } from '../../src/openapi/words.ts';
import { runs } from '../helpers/runs.ts';
import { fullDocument } from './fixtures/full.ts';

type Json = Record<string, unknown>;

function nameOperations(operations: readonly Unnamed[]) {
  const fresh = operations.map((one) => ({ ...one, suffix: one.suffix ?? '' }));
  return settleNames(fresh, proposeNames(fresh), { before: undefined, beside: [] });
}

/** `GET /v1/things listThings Things` as operations of a document. */
async function describe(...lines: string[]): Promise<Description> {
  const paths: Record<string, Json> = {};
  for (const line of lines) {
    const [method = '', path = '', operationId = '', ...tag] = line.split(' ');
    const parameters = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }));
    const operation = {
      ...(operationId === '-' ? {} : { operationId }),
      ...(tag.length === 0 ? {} : { tags: [tag.join(' ')] }),
      parameters,
      responses: { 200: { description: 'done' } },
    };
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  return describeDocument(
    await readDocument(Buffer.from(JSON.stringify({ openapi: '3.1.0', paths }))),
    '',
  );
}

function commandsOf({ operations }: Description): string[] {
  return operations.map(({ command }) => `${command?.group} ${command?.action}`);
}

test('each of the 97 named operations has its own command', () => {
  const names = namedCommands.map(({ group, action }) => `${group} ${action}`);
  expect([names.length, new Set(names).size]).toEqual([97, 97]);
  expect(names.filter((name) => !/^[a-z-]+( [a-z-]+)? [a-z-]+$/.test(name))).toEqual([]);
});

test('importing all named operations keeps their commands', async () => {
  const document = await readDocument(Buffer.from(JSON.stringify(fullDocument())));
  const { operations, unusable } = describeDocument(document, '');
  expect(unusable).toEqual([]);
  const fresh = operations.filter(({ known }) => known === undefined);
  const byName = new Map(fresh.map(({ named, command }) => [named, command]));
  expect(namedOperations.filter(({ tag, name }) => !byName.has(`${tag}: ${name}`))).toEqual([]);
  for (const { operation, group, action } of namedCommands) {
    expect(byName.get(`${operation.tag}: ${operation.name}`)).toEqual({ group, action });
  }
});

test.each([
  [
    'plain paths',
    [
      'GET /v1/things/{id} x Things',
      'POST /v1/things y Things',
      'GET /v1/things z Things',
      'PATCH /v1/things/{id} p Things',
      'DELETE /v1/things/{id} d Things',
    ],
    ['things get', 'things update', 'things delete', 'things create', 'things list'],
  ],
  [
    'the id where the path is not plain',
    [
      'POST /v1/things/{id}/pause pauseThing Things',
      'PUT /v1/things/{id}/owner setThingOwner Things',
      'GET /v1/things listThings Things',
    ],
    ['things pause', 'things set-owner', 'things list'],
  ],
  [
    'the path where there is no id',
    [
      'POST /v1/things/{id}/pause - Things',
      'GET /v1/things - Things',
      'DELETE /v1/things/{id}/owner - Things',
    ],
    ['things pause', 'things list', 'things delete-owner'],
  ],
  ['the path where there is no tag', ['GET /v1/odd-things listOddThings'], ['odd-things list']],
  [
    "the program's groups",
    [
      'DELETE /v1/users/{id} deleteUser Users',
      'POST /v1/exchange-rates/refresh refreshExchangeRates ExchangeRates',
    ],
    ['users delete', 'rates refresh'],
  ],
  [
    'another spelling of a tag',
    ['POST /v1/cost-alerts/{id}/pause CostAlerts_Pause CostAlerts'],
    ['cost-alerts pause'],
  ],
  [
    'two that would be the same',
    ['PUT /v1/things/{id} replaceThing Things', 'PATCH /v1/things/{id} patchThing Things'],
    ['things replace', 'things update'],
  ],
  ['one that a written command has', ['GET /v1/user-list listUsers Users'], ['users list-users']],
  [
    'a tag that is a group of the program',
    ['GET /v1/sandbox getSandbox Sandbox', 'GET /v1/profiles listProfiles profiles'],
    ['service-sandbox get', 'service-profiles list'],
  ],
])('a command is named by %s', async (_name, lines, commands) => {
  expect(commandsOf(await describe(...lines))).toEqual(commands);
});

test.each([
  ['GET /v1/../admin x Things', 'its path has . or .. as a part'],
  ['GET /v1/%2e%2e/admin x Things', 'its path has . or .. as a part'],
  ['GET //evil.test/x x Things', 'its path does not begin with exactly one /'],
  ['GET /v1/th\u0007ings x Things', 'its path has characters that a path cannot have'],
  ['GET /v1/{../x} x Things', 'its path has characters that a path cannot have'],
  ['HEAD /v1/things x Things', 'no command sends HEAD'],
])('%s is unusable, with a reason and a command name', async (line, reason) => {
  const { unusable, operations } = await describe(line, 'GET /v1/others listOthers Others');
  expect(unusable.map((one) => one.reason)).toEqual([reason]);
  expect(unusable[0]?.command?.action).toMatch(/^[a-z0-9][a-z0-9-]*$/);
  expect(operations).toHaveLength(1);
});

test('rejects a document without a usable operation and gives the reason', async () => {
  await expect(describe('GET /v1/../admin x Things')).rejects.toThrow('has . or .. as a part');
});

test.each([
  '../../etc',
  '--help',
  '__proto__',
  'constructor',
  '\u001b[31mred',
  'a\nb',
  '-rf',
  '日本',
])('turns the hostile name %j into letters, digits and dashes', async (name) => {
  const paths = { '/v1/things': { get: { operationId: name, tags: [name], responses: {} } } };
  const text = JSON.stringify({ openapi: '3.1.0', paths });
  const [operation] = describeDocument(await readDocument(Buffer.from(text)), '').operations;
  expect(operation?.command?.group).toMatch(/^[a-z0-9][a-z0-9-]*$/);
  expect(operation?.command?.action).toMatch(/^[a-z0-9][a-z0-9-]*$/);
});

/** `POST /v1/things - Things: Summary` */
const named = (line: string, at: number) => {
  const [words = '', summary = ''] = line.split(': ');
  const [method = '', path = '', id = '', ...tag] = words.split(' ');
  return {
    method,
    path,
    id: id === '-' ? undefined : id,
    tag: tag.join(' ') || `Tag${at}`,
    summary,
  };
};

test.each<[string, Record<string, string>]>([
  [
    'what things belong to, beside others',
    {
      'GET /v1/goals/{id}/stories getStoriesForGoal Stories': 'stories list-for-goal',
      'GET /v1/tasks/{id}/stories getStoriesForTask Stories': 'stories list-for-task',
      'GET /v1/files/{id}/comments - Comments': 'comments list',
      'POST /v1/comments - Comments': 'comments create',
    },
  ],
  [
    'the verb of the path, where another operation has the plain one',
    {
      'POST /v1/fields createField Fields': 'fields create',
      'POST /v1/fields/{id}/options createOptionForField Fields': 'fields create-option',
      'POST /v1/fields/{id}/options/insert insertOptionForField Fields': 'fields insert-option',
    },
  ],
  [
    'the verb of the summary, where the id says nothing',
    {
      'POST /v1/files/{id} post_files_id Trashed files: Restore file': 'trashed-files restore',
      'POST /v1/files/upload_sessions - Uploads: Create upload session': 'uploads create-session',
      'POST /v1/files/content - Uploads: Upload file': 'uploads upload-content',
    },
  ],
  [
    'no get for a POST that says elsewhere what it does',
    {
      'POST /v1/reports/{id}/rebuild getReport Reports': 'reports rebuild',
      'POST /v1/reports/tokens getReportTokens Reports: Rotate the tokens': 'reports rotate-tokens',
      'POST /v1/reports/query getReportQuery Reports: Read a report': 'reports get-query',
    },
  ],
  [
    'the word for removing that the id has',
    {
      'DELETE /v1/mandates/{id} revoke-mandate Mandates': 'mandates revoke',
      'DELETE /v1/mandates/{id}/codes mandates-revoke-codes Mandates': 'mandates revoke-codes',
    },
  ],
  [
    'what follows the group in its id',
    {
      'GET /v1/repos/{o} repos/get repos': 'repos get',
      'GET /v1/repos/{o}/releases/{id} repos/get-release repos': 'repos get-release',
      'POST /v1/users/{id}/lock Users_LockUser Users': 'users lock',
      'GET /v1/accounts/{a}/offices Offices_GetOffices Offices': 'offices list',
      'GET /v1/accounts/{a}/offices/{id} Offices_GetOffice Offices': 'offices get',
      'POST /v1/tokens oauth-generate-tokens Oauth': 'oauth generate',
      'POST /v1/uploads/{id}/file upload_file Uploads': 'uploads upload',
    },
  ],
  [
    'the tag without what it says of its form',
    {
      'GET /v1/payments list-payments Payments API': 'payments list',
      'GET /v1/links list-links Links API': 'links list',
      'GET /v1/links/{id}/payments get-link-payments Links API': 'links list-payments',
      'GET /v1/pins listPins pin-controller': 'pin list',
    },
  ],
  [
    'the path, where no word of the id can be read',
    {
      'POST /v1/hooks createHook Hooks': 'hooks create',
      'POST /v1/hooks/{id}/keys CreateanAPIkeyforaserviceaccount Hooks': 'hooks create-key',
    },
  ],
  [
    'the path without the version that it begins with',
    {
      'GET /rest/api/2/attachment/meta - Issue attachments': 'issue-attachments get-meta',
      'GET /rest/api/2/attachment/{id} - Issue attachments': 'issue-attachments get',
    },
  ],
])('a command is named by %s', (_name, cases) => {
  const operations = Object.keys(cases).map(named);
  const many = (path: string) => /s$/.test(path);
  const names = nameOperations(operations.map((one) => ({ ...one, many: many(one.path) })));
  expect(names.map(({ group, action }) => `${group} ${action}`)).toEqual(Object.values(cases));
});

test('the paths tell the groups of a large document with one tag', async () => {
  const lines = Array.from({ length: 20 }, (_, at) => [
    `POST /v1/kind${at}/get kind${at}Get Everything`,
    `POST /v1/kind${at}/create kind${at}Create Everything`,
  ]).flat();
  expect(commandsOf(await describe(...lines)).slice(0, 2)).toEqual(['kind0 get', 'kind0 create']);
  expect(commandsOf(await describe(...lines.slice(0, 2)))).toEqual([
    'everything get-kind0',
    'everything create-kind0',
  ]);
});

test('two collections that compete for a plain name both get longer names', async () => {
  const lines = [
    'GET /v1/north/things listThings Things',
    'POST /v1/north/things createThing Things',
    'GET /v1/south/things listOtherThings Things',
    'GET /v1/north/things/{id}/things listInnerThings Things',
  ];
  const commands = [
    'things list-north',
    'things create',
    'things list-south',
    'things list-for-thing',
  ];
  expect(commandsOf(await describe(...lines))).toEqual(commands);
  const backwards = await describe(...lines.toReversed());
  expect(commandsOf(backwards)).toEqual(commands.toReversed());
});

const verb = fc.constantFrom(
  ...['list', 'get', 'create', 'update', 'delete', 'remove', 'find', 'search', 'cancel', 'fetch'],
  ...['show', 'index', 'purge', 'put', 'post', 'retrieve', 'check', 'add', 'set', 'archive', ''],
);
const noun = fc.constantFrom('Thing', 'things', 'Owner', 'VPCs', 'all', 'byId', 'list', 'delete');
const anyId = fc.tuple(verb, noun, noun, verb).map((parts) => parts.join(''));
const anyPath = fc
  .array(fc.constantFrom('things', '{id}', 'owners', 'list', 'pause', 'search', '{a}'), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => `/v1/${parts.join('/')}`);
const anyOperation = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
  path: anyPath,
  suffix: fc.constantFrom('', '', '#list', '#get_thing'),
  tag: fc.constantFrom('Things', 'Owners', 'Lists', 'Users'),
  id: fc.option(anyId, { nil: undefined }),
  many: fc.boolean(),
});
const anyOperations = fc.uniqueArray(anyOperation, {
  selector: ({ method, path, suffix }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}${suffix}`,
  minLength: 1,
  maxLength: 12,
});

test('names that nothing distinguishes are numbered by their paths, in any order', async () => {
  const lines = ['/v1/a-b', '/v1/a_b', '/v1/A_b'].map((path) => `GET ${path} - Things`);
  const orders = [lines, lines.toReversed(), [...lines.slice(1), ...lines.slice(0, 1)]];
  for (const order of orders) {
    const { operations } = await describe(...order);
    const names = operations.map(({ path, command }) => [path, command?.action]);
    expect(Object.fromEntries(names)).toMatchInlineSnapshot(`
      {
        "/v1/A_b": "get-v1-a-b-2",
        "/v1/a-b": "get-v1-a-b-3",
        "/v1/a_b": "get-v1-a-b-4",
      }
    `);
  }
});

test('operation names are unique, and the name of a DELETE says that it removes', () => {
  const removes =
    /^(delete|remove|purge|cancel|archive|clear|revoke|unassign|detach)\b|-(delete|remove|purge|cancel|archive)(-\d+)?$/;
  fc.assert(
    fc.property(anyOperations, (operations) => {
      const names = nameOperations(operations);
      expect(new Set(names.map(({ group, action }) => `${group} ${action}`)).size).toBe(
        operations.length,
      );
      for (const [place, { action }] of names.entries()) {
        expect(action).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        if (operations[place]?.method !== 'DELETE') continue;
        expect(action).toMatch(removes);
        expect(action).not.toMatch(/^(list|get|find|search|show|check)\b/);
      }
    }),
    { numRuns: runs(2_000) },
  );
});

test('the order of the operations does not change their names', () => {
  fc.assert(
    fc.property(anyOperations, (operations) => {
      const names = nameOperations(operations);
      expect(nameOperations(operations.toReversed())).toEqual(names.toReversed());
    }),
  );
});

test.each([
  ['listVPCs', 'list vpcs'],
  ['reservedIPs', 'reserved ips'],
  ['getHTTPServerIDs', 'get http server ids'],
  ['OAuthToken', 'oauth token'],
  ['CostAlerts_pause', 'cost alerts pause'],
  ['ids', 'ids'],
])('splits %s into the words %s', (name, words) => {
  expect(wordsOf(name).join(' ')).toBe(words);
});

test.each([
  ['want different names', (place: number) => `do-${place}`, 'do-199999'],
  ['want one name', () => 'do', 'do-200001'],
])('200,000 operations that %s all get one', (_name, actionOf, last) => {
  const places = Array.from({ length: 200_000 }, (_, place) => place);
  const fresh = places.map((place) => {
    return {
      method: 'POST',
      path: `/${String(place).padStart(6, '0')}`,
      id: undefined,
      suffix: '',
    };
  });
  const candidates = places.map((place) => ({ group: 'things', actions: [actionOf(place)] }));
  const names = settleNames(fresh, candidates, { before: undefined, beside: [] });
  expect(names.at(-1)).toEqual({ group: 'things', action: last });
  expect(new Set(names.map(({ action }) => action)).size).toBe(200_000);
});
