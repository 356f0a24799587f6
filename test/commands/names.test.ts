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

test('--workspace takes a name too', async () => {
  const service = scriptService(
    {
      path: '/v1/workspaces?page=1&limit=100',
      answer: pageOf([{ id: 'wsp_1', name: 'Storefront' }]),
    },
    { path: '/v1/saved-filters?workspaceId=wsp_1&page=1&limit=100', answer: pageOf([]) },
  );
  const { stderr } = await succeed(run('filters list -w storefront', { service }));
  expect(stderr).toContain('storefront → wsp_1');
});
