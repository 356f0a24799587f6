import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { aws, cluster, wrapped } from '../helpers/providers.ts';
import { createFolder, run } from '../helpers/run.ts';
import { readJson, refuse, succeed } from '../helpers/screens.ts';
import { type Exchange, pageOf, scriptService } from '../helpers/service.ts';
import { unzip } from '../helpers/stored-workbook.ts';
import { alpha, beta } from '../helpers/workspaces.ts';

const asked = (path: string, answer: unknown): Exchange => ({ path, answer });
const workspaces = asked('/v1/workspaces?page=1&limit=100', pageOf([alpha, beta]));
const inWorkspace = (path: string, id: string) => `/v1/${path}?workspaceId=${id}&page=1&limit=100`;
const denied = { status: 403, answer: { status: 403, title: 'Forbidden' } };

function everywhere(line: string, ...exchanges: readonly Exchange[]) {
  const service = scriptService(workspaces, ...exchanges);
  return run(`${line} --all-workspaces`, { service });
}

test.each([
  ['metrics list', 'business-metrics', { id: 'bmt_1', name: 'Orders' }],
  ['filters list', 'saved-filters', { id: 'flt_1', title: 'Production' }],
  ['workspaces providers list', 'workspace-providers', { id: 'wpr_1', providerId: 'prv_aws' }],
])('%s --all-workspaces is one list with the workspace of each', async (words, path, item) => {
  const found = await readJson(
    everywhere(
      `${words} -o json`,
      asked(inWorkspace(path, 'wsp_alpha'), pageOf([item])),
      asked(inWorkspace(path, 'wsp_beta'), pageOf([item, item])),
    ),
  );
  const of = (workspace: string, workspaceName: string) => ({ ...item, workspace, workspaceName });
  expect(found).toEqual([of('wsp_alpha', 'Alpha'), of('wsp_beta', 'Beta'), of('wsp_beta', 'Beta')]);
});

test('--max counts the items of all workspaces', async () => {
  const [one, two] = [{ id: 'flt_1' }, { id: 'flt_2' }];
  const of = (workspace: string) => inWorkspace('saved-filters', workspace).replace('100', '2');
  const { stdout } = await succeed(
    everywhere(
      'filters list --max 2 -o ndjson --columns id',
      asked(of('wsp_alpha'), pageOf([one])),
      asked(of('wsp_beta'), pageOf([one, two])),
    ),
  );
  expect(stdout).toBe('{"id":"flt_1"}\n{"id":"flt_1"}\n');
});

test('a field that a record has under the name of an added column is kept', async () => {
  const own = { workspace: 'Own', workspaceName: 'Beta', x_workspace: 'taken' };
  const found = await everywhere(
    'filters list -o csv',
    asked(inWorkspace('saved-filters', 'wsp_alpha'), pageOf([])),
    asked(inWorkspace('saved-filters', 'wsp_beta'), pageOf([{ id: 'flt_1', ...own }])),
  );
  const [header = '', values = ''] = (await succeed(Promise.resolve(found))).stdout.split('\n');
  const row = header.split(',').map((name, at) => [name, values.split(',')[at]]);
  expect(Object.fromEntries(row)).toMatchObject({
    ...own,
    workspace: 'wsp_beta',
    x_x_workspace: 'Own',
  });
  expect(header).not.toContain('x_workspaceName');
});

test('rates policy --all-workspaces shows the policy of each', async () => {
  const { stdout } = await succeed(
    everywhere(
      'rates policy',
      asked('/v1/workspaces/wsp_alpha/exchange-rates/policy', { available: true }),
      asked('/v1/workspaces/wsp_beta/exchange-rates/policy', { available: false }),
    ),
  );
  expect(stdout).toMatchInlineSnapshot(`
    "workspace  workspace name  available
    wsp_alpha  Alpha           true
    wsp_beta   Beta            false
    "
  `);
});

test('a workspace that two pages of the list have is read once', async () => {
  const next = 'https://api.example.test/v1/workspaces?page=2&limit=100';
  const service = scriptService(
    asked('/v1/workspaces?page=1&limit=100', pageOf([alpha, beta], { next })),
    asked('/v1/workspaces?page=2&limit=100', pageOf([beta])),
    asked(inWorkspace('business-metrics', 'wsp_alpha'), pageOf([])),
    asked(inWorkspace('business-metrics', 'wsp_beta'), pageOf([{ id: 'bmt_1', name: 'Orders' }])),
  );
  const line = 'metrics list --all-workspaces -o csv --columns workspace,id';
  const { stdout } = await succeed(run(line, { service }));
  expect(stdout).toBe('workspace,id\nwsp_beta,bmt_1\n');
});

test('a workspace that cannot be read is named, after what the others have', async () => {
  const outcome = await everywhere(
    'metrics list -o csv --columns workspace,name',
    { path: inWorkspace('business-metrics', 'wsp_alpha'), ...denied },
    asked(inWorkspace('business-metrics', 'wsp_beta'), pageOf([{ id: 'bmt_1', name: 'Orders' }])),
  );
  expect(outcome.stdout).toBe('workspace,name\nwsp_beta,Orders\n');
  expect(outcome.stderr).toContain('1 of 2 workspaces could not be read: wsp_alpha (');
  expect(outcome.exitCode).toBe(9);
});

const deniedTo = (id: string) => ({ path: inWorkspace('business-metrics', id), ...denied });

test('an empty list says that it is not of every workspace', async () => {
  const none = asked(inWorkspace('business-metrics', 'wsp_beta'), pageOf([]));
  const outcome = await everywhere('metrics list', deniedTo('wsp_alpha'), none);
  expect(outcome.stdout + outcome.stderr).toContain(
    'Nothing in the workspaces that could be read.\n',
  );
  expect(outcome.exitCode).toBe(9);
});

test.each(['table', 'json'])('if no workspace can be read, %s has no list', async (format) => {
  const outcome = await everywhere(
    `metrics list -o ${format}`,
    deniedTo('wsp_alpha'),
    deniedTo('wsp_beta'),
  );
  expect(outcome).toMatchObject({ stdout: '', exitCode: 9 });
  expect(outcome.stderr).toContain('2 of 2 workspaces could not be read: wsp_alpha (');
  expect(outcome.stderr).not.toMatch(/Nothing|the result has the others/);
});

// A document is mailed without what stderr said.
test.each([
  ['metrics list', 'business-metrics'],
  ['filters list', 'saved-filters'],
  ['workspaces providers list', 'workspace-providers'],
])('%s says in its document which workspaces it lacks', async (words, path) => {
  const folder = createFolder();
  const ask = async (file: string) => {
    const one = asked(inWorkspace(path, 'wsp_beta'), pageOf([{ id: 'x_1', name: 'Orders' }]));
    const forbidden = { path: inWorkspace(path, 'wsp_alpha'), ...denied };
    const service = scriptService(workspaces, forbidden, one);
    const line = `${words} --all-workspaces -O ${join(folder, file)}`;
    const { exitCode, stderr } = await run(line, { service });
    expect(exitCode).toBe(9);
    expect(stderr.match(/could not be read/g)).toHaveLength(1);
    return join(folder, file);
  };
  expect(readFileSync(await ask('list.md'), 'utf8')).toMatch(
    /^incomplete: 1 of 2 workspaces could not be read: wsp\\_alpha \(/,
  );
  const parts = [...unzip(readFileSync(await ask('list.xlsx'))).values()];
  expect(parts.join()).toContain('incomplete: 1 of 2 workspaces could not be read: wsp_alpha (');
});

test('a matrix shows no workspace that could not be read as one that reads nothing', async () => {
  const read = { id: 'wpr_1', providerId: 'prv_aws', allAccounts: true, enabled: true };
  const ask = (format: string) =>
    everywhere(
      `workspaces providers list --matrix -o ${format}`,
      { path: inWorkspace('workspace-providers', 'wsp_alpha'), ...denied },
      asked(inWorkspace('workspace-providers', 'wsp_beta'), pageOf([read])),
      asked('/v1/providers?page=1&limit=100', pageOf([wrapped(aws), wrapped(cluster)])),
    );
  const shown = await ask('table');
  expect(shown.exitCode).toBe(9);
  expect(shown.stdout).toContain('incomplete: 1 of 2 workspaces could not be read: wsp_alpha (');
  expect(shown.stdout).toMatch(/^prv_aws .* 1\+ +not read +all$/m);
  expect(shown.stdout).toMatch(/^prv_blue .* 0\+ +not read$/m);
  const { stdout } = await ask('json');
  expect(JSON.parse(stdout)).toMatchObject([
    { provider: 'prv_aws', workspaces: { wsp_beta: 'all' } },
    { provider: 'prv_blue', workspaces: { wsp_beta: null } },
  ]);
  expect(stdout).not.toContain('wsp_alpha');
});

test('one workspace and all of them are a contradiction', async () => {
  expect(await refuse('metrics list --all-workspaces -w wsp_alpha')).toContain(
    '--all-workspaces and --workspace cannot be used together',
  );
});

describe('which workspace reads which provider', () => {
  const connections = [
    asked(
      inWorkspace('workspace-providers', 'wsp_alpha'),
      pageOf([{ id: 'wpr_1', providerId: 'prv_aws', allAccounts: true, enabled: true }]),
    ),
    asked(
      inWorkspace('workspace-providers', 'wsp_beta'),
      pageOf([
        { id: 'wpr_2', providerId: 'prv_aws', accounts: ['1', '2'], enabled: true },
        { id: 'wpr_3', providerId: 'prv_gone', enabled: false },
      ]),
    ),
  ];
  const providers = asked(
    '/v1/providers?page=1&limit=100',
    pageOf([wrapped(aws), wrapped(cluster)]),
  );

  test('is a matrix, also of providers that none reads', async () => {
    const { stdout } = await succeed(
      everywhere('workspaces providers list --matrix', ...connections, providers),
    );
    expect(stdout).toMatchInlineSnapshot(`
      "provider  name              read by  Alpha  Beta
      prv_aws   AWS organization        2  all    2 accounts
      prv_blue  Cluster blue            0
      prv_gone                          0         off
      "
    `);
  });

  test('tells workspaces of the same name apart', async () => {
    const twins = asked(
      '/v1/workspaces?page=1&limit=100',
      pageOf([
        { id: 'wsp_alpha', name: 'Shop' },
        { id: 'wsp_beta', name: 'Shop' },
      ]),
    );
    const line = 'workspaces providers list --matrix --all-workspaces';
    const service = scriptService(twins, ...connections, providers);
    const { stdout } = await succeed(run(line, { service }));
    expect(stdout).toMatch(/read by +Shop \(wsp_alpha\) +Shop \(wsp_beta\)\n/);
  });

  test('keeps the names of the providers in a narrow window', async () => {
    const service = scriptService(workspaces, ...connections, providers);
    const line = 'workspaces providers list --matrix --all-workspaces';
    const { stdout } = await succeed(run(line, { service, terminal: 30 }));
    expect(stdout).toMatch(/provider +name +read by/);
    expect(stdout).toMatch(/^prv_aws +AWS .*ation +2/m);
  });

  test('is in the question before a provider is removed', async () => {
    const service = scriptService(
      asked('/v1/providers/prv_aws', wrapped(aws)),
      workspaces,
      ...connections,
    );
    const line = 'providers delete prv_aws';
    const { questions } = await run(line, { service, terminal: 200, answers: ['n'] });
    expect(questions.join()).toContain(
      '; 2 workspaces read it: Alpha (wsp_alpha), Beta (wsp_beta)',
    );
    const [alpha] = connections;
    const one = scriptService(
      asked('/v1/workspaces?page=1&limit=100', pageOf([{ id: 'wsp_alpha', name: 'Alpha' }])),
      ...(alpha === undefined ? [] : [alpha]),
    );
    const dry = await run(`${line} --dry-run`, { service: one });
    expect(dry.stderr).toContain('; 1 workspace reads it: Alpha (wsp_alpha)\n');
  });
});

describe('providers list --tree', () => {
  const tree = (...sent: readonly object[]) => {
    const service = scriptService(asked('/v1/providers?page=1&limit=100', pageOf(sent)));
    return run('providers list --tree -o json', { service });
  };
  const at = (id: string, parentProviderId: string | null) => ({ id, parentProviderId });
  const levels = async (...sent: readonly object[]) =>
    (await readJson(tree(...sent))).map(({ id, level }: { id: string; level: number }) => [
      id,
      level,
    ]);

  test('has each provider below its parent', async () => {
    expect(
      await levels(at('a1', 'a'), at('b', null), at('a', null), at('a2', 'a'), at('a1x', 'a1')),
    ).toEqual([
      ['b', 0],
      ['a', 0],
      ['a1', 1],
      ['a1x', 2],
      ['a2', 1],
    ]);
  });

  test('keeps a level that the service sends', async () => {
    const sent = { ...at('a', null), level: 'gold' };
    expect(await readJson(tree(sent))).toEqual([{ ...sent, level: 0, x_level: 'gold' }]);
  });

  test('loses no provider whose parents lead in a circle, or are not in the list', async () => {
    const all = await levels(at('a', 'b'), at('b', 'a'), at('c', 'elsewhere'), at('d', 'd'));
    expect(all.map(([id]: [string]) => id).sort()).toEqual(['a', 'b', 'c', 'd']);
  });
});
