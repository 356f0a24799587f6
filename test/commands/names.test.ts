import { describe, expect, test } from 'vitest';
import { loadDeclarations } from '../../src/cli/groups.ts';
import { hasNames } from '../../src/declaration/kind.ts';
import { run } from '../helpers/run.ts';
import { failWith, succeed } from '../helpers/screens.ts';
import { pageOf, scriptService } from '../helpers/service.ts';

const env = { COSTCTL_WORKSPACE: 'wsp_main' };
const inWorkspace = '?workspaceId=wsp_main&page=1&limit=100';

/** For each kind of record: an action, its list, and the request that the id is sent in. */
const kinds = [
  ['workspaces get', '/v1/workspaces?page=1&limit=100', 'name', '/v1/workspaces/wsp_1'],
  ['providers get', '/v1/providers?page=1&limit=100', 'name', '/v1/providers/wsp_1'],
  [
    'filters get',
    `/v1/saved-filters${inWorkspace}`,
    'title',
    '/v1/saved-filters/wsp_1?workspaceId=wsp_main',
  ],
] as const;

describe.each(kinds)('%s', (line, list, field, path) => {
  const records = [
    { id: 'wsp_1', [field]: 'Store Front' },
    { id: 'wsp_2', [field]: 'Back office' },
    { id: 'wsp_3', [field]: 'BACK OFFICE' },
  ];
  const lookup = { path: list, answer: pageOf(records) };

  test.each(['Store Front', 'store front'])('finds %j and reports its id', async (name) => {
    const service = scriptService(lookup, { path, answer: { id: 'wsp_1', name: 'x', title: 'x' } });
    const { stderr } = await succeed(run([...line.split(' '), name], { service, env }));
    expect(stderr).toContain(`${name} → wsp_1`);
  });

  test('finds a record that moved to a later page of the list meanwhile', async () => {
    const twice = { path: list, answer: pageOf([...records, records[0]]) };
    const service = scriptService(twice, { path, answer: { id: 'wsp_1', name: 'x', title: 'x' } });
    const { stderr } = await succeed(run([...line.split(' '), 'Store Front'], { service, env }));
    expect(stderr).toContain('Store Front → wsp_1');
  });

  test('rejects a name that matches two records', async () => {
    const service = scriptService(lookup);
    const stderr = await failWith(2, run([...line.split(' '), 'back Office'], { service, env }));
    expect(stderr).toContain('wsp_2, wsp_3');
  });
});

test('an unknown workspace name is reported as not found', async () => {
  const service = scriptService({ path: '/v1/workspaces?page=1&limit=100', answer: pageOf([]) });
  expect(await failWith(5, run('workspaces get Nowhere', { service }))).toBe(
    'error: no workspace has the id or name Nowhere\nhint: costctl workspaces list shows them\n',
  );
});

test.each([
  ['a', ''],
  ['a', 'b'],
  ['ab', 'a'],
])('for %j, the name %j is suggested only if it shares a letter', async (text, name) => {
  const answer = pageOf([{ id: 'wsp_1', name }]);
  const service = scriptService({ path: '/v1/workspaces?page=1&limit=100', answer });
  const stderr = await failWith(5, run(`workspaces get ${text}`, { service }));
  const meant = text.includes(name) && name !== '' ? `; did you mean ${name}?` : '';
  expect(stderr).toContain(`no workspace has the id or name ${text}${meant}\n`);
});

/** The irreversible actions whose record may be given by name. */
const removing = (await loadDeclarations()).filter(
  ({ irreversible, arguments: given }) =>
    irreversible === true && Object.values(given).some(({ kind }) => hasNames(kind.noun)),
);

test.each(removing.map(({ words }) => words))(
  'without a terminal, %s looks for no name: it is refused, or taken for an id',
  async (words) => {
    const argv = [...words.split(' '), 'Some name', '--yes'];
    const { stderr, exitCode } = await run(argv, { service: scriptService(), env });
    expect(exitCode).not.toBe(0);
    expect(stderr).toMatch(/needs an id|for path '[^']*\/Some%20name['?]/);
  },
);

const storefront = {
  path: '/v1/workspaces?page=1&limit=100',
  answer: pageOf([{ id: 'wsp_1', name: 'Storefront' }]),
};
const connection = '/v1/workspace-providers/wpr_1';

test.each([
  [
    'filters list',
    [{ path: '/v1/saved-filters?workspaceId=wsp_1&page=1&limit=100', answer: pageOf([]) }],
  ],
  [
    'workspaces providers update wpr_1 --merge --set a=b',
    [
      { path: `${connection}?workspaceId=wsp_1`, answer: { id: 'wpr_1' } },
      { method: 'PUT', path: connection, answer: { id: 'wpr_1' } },
    ],
  ],
])('%s takes a name for --workspace', async (line, exchanges) => {
  const service = scriptService(storefront, ...exchanges);
  const { stderr } = await succeed(run(`${line} -w storefront`, { service }));
  expect(stderr).toContain('storefront → wsp_1');
});

test('an imported operation takes a name for --workspace', async () => {
  const workspaceId = { name: 'workspaceId', in: 'query', required: true };
  const parameters = [{ ...workspaceId, schema: { type: 'string' } }];
  const responses = { 200: { description: 'ok' } };
  const get = { operationId: 'listBudgets', parameters, responses };
  const document = {
    openapi: '3.0.3',
    info: { title: 't', version: '1' },
    paths: { '/v1/budgets': { get } },
  };
  const path = '/v1/budgets?workspaceId=wsp_1';
  const service = scriptService(storefront, { path, answer: [] });
  const { folder } = await succeed(
    run('api import -', { service: scriptService(), stdin: JSON.stringify(document) }),
  );
  const { stderr } = await succeed(run('budgets list -w Storefront', { service, folder }));
  expect(stderr).toContain('Storefront → wsp_1');
});

test.each([
  ['virtual-tags create --set a=b -w main', '--workspace has no effect on virtual-tags create'],
  ['budgets list -w main', 'operation of "budgets list" without'],
])('%s is refused as if an id was given', async (line, message) => {
  const byName = await failWith(2, run(line, { service: scriptService() }));
  const byId = await failWith(2, run(`${line.slice(0, -4)}wsp_a`, { service: scriptService() }));
  expect(byName).toBe(byId);
  expect(byName).toContain(message);
});
