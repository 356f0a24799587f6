import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, readJson, succeed } from '../helpers/screens.ts';
import { type Exchange, scriptService } from '../helpers/service.ts';

const on = { COSTCTL_JOURNAL: 'on' };

/** A fresh sandbox whose changes are stored. */
function openSandbox(clock: { now?: string } = {}) {
  const folder = createFolder();
  return async (line: string, ...more: string[]) => {
    const { stdout, stderr, exitCode } = await run(
      [...line.split(' '), ...more, '--sandbox', '-o', 'json'],
      { folder, env: on, ...clock },
    );
    return {
      exitCode,
      stdout,
      stderr,
      json: stdout === '' ? undefined : JSON.parse(stdout),
      folder,
    };
  };
}

describe('undo reverts an update', () => {
  test.each([
    ['filters get flt_production', 'filters update flt_production --title Other'],
    ['metrics get bmt_orders', 'metrics update bmt_orders --name Other --unit thing'],
    ['providers get prv_azure', 'providers update prv_azure --description Other --sync-every 90'],
    ['workspaces get wsp_storefront', 'workspaces update wsp_storefront --merge --set name=Other'],
    [
      'workspaces providers get wpr_storefront_datadog',
      'workspaces providers update wpr_storefront_datadog --merge --set-json enabled=false',
    ],
  ])('%s', async (read, change) => {
    const sandbox = openSandbox();
    const before = (await sandbox(read)).json;
    expect((await sandbox(change)).exitCode).toBe(0);
    expect((await sandbox(read)).json).not.toEqual(before);
    const [latest] = (await sandbox('undo')).json;
    const undone = await succeed(sandbox(`undo ${latest.number}`));
    expect(undone.stderr).not.toContain('warning');
    const { updatedAt: _after, ...restored } = (await sandbox(read)).json;
    const { updatedAt: _before, ...original } = before;
    expect(restored).toEqual(original);
  });
});

test('a change in a workspace that is given by its name can be undone', async () => {
  const sandbox = openSandbox();
  const line = 'workspaces providers update wpr_platform_aws --merge --set-json enabled=false';
  await succeed(sandbox(line, '-w', 'Platform & Data'));
  expect((await sandbox('undo')).json).toMatchObject([{ undo: 'restores the earlier values' }]);
});

test('a window of 80 columns says which changes can be undone', async () => {
  const folder = createFolder();
  const ask = (line: string, terminal = 200) =>
    run(`${line} --sandbox`, { folder, env: { ...on, NO_COLOR: '1' }, terminal });
  await succeed(ask('workspaces update wsp_storefront --merge --set name=Other'));
  await succeed(ask('filters delete flt_production --yes'));
  await succeed(ask('undo 2'));
  const { stdout } = await succeed(ask('undo', 80));
  expect(stdout).toMatch(/^number .* undo$/m);
  expect(stdout).toMatch(/updateWorkspace wsp_storefront .*restore/);
  expect(stdout).toMatch(/deleteSavedFilter flt_production +Production only$/m);
});

test('a change that an apply makes in another workspace can be undone', async () => {
  const sandbox = openSandbox();
  const folder = join(createFolder(), 'settings');
  await succeed(sandbox(`config pull --all-workspaces -O ${folder}`));
  const [name = ''] = readdirSync(folder).filter((one) => one.includes('wsp_platform'));
  const file = join(folder, name);
  writeFileSync(file, readFileSync(file, 'utf8').replace('enabled: true', 'enabled: false'));
  const { stderr } = await succeed(sandbox(`config apply ${folder} --all-workspaces --yes`));
  expect(stderr).not.toContain('cannot be undone');
  expect((await sandbox('undo')).json).toMatchObject([
    {
      change: expect.stringContaining('updateWorkspaceProvider'),
      undo: 'restores the earlier values',
    },
  ]);
});

test('a change whose earlier record cannot be read has a warning', async () => {
  const sandbox = openSandbox();
  // Without a workspace it is looked for in that of the sandbox.
  const line = 'workspaces providers update wpr_platform_aws --set-json enabled=false';
  const { stderr } = await succeed(sandbox(line));
  expect(stderr).toContain('warning: this change cannot be undone: the record before it');
  expect((await sandbox('undo')).json).toMatchObject([{ undo: null }]);
});

test('after the clock was set back by a year, the latest change is still the first one listed', async () => {
  const clock = { now: '2026-11-15T12:00:00Z' };
  const sandbox = openSandbox(clock);
  await sandbox('filters update flt_production --title Second');
  clock.now = '2025-11-15T12:00:00Z';
  await sandbox('filters update flt_production --title Third');
  const listed = (await sandbox('undo')).json;
  expect(listed.map(({ number }: { number: number }) => number)).toEqual([2, 1]);
  await succeed(sandbox('undo 2'));
  expect((await sandbox('filters get flt_production')).json.title).toBe('Second');
});

test.each([
  ['filters get flt_production', 'filters delete flt_production', ''],
  [
    'metrics get bmt_orders',
    'metrics delete bmt_orders',
    'note: the values of the metric were not restored: import them again\n',
  ],
  [
    'workspaces providers get wpr_storefront_datadog',
    'workspaces providers remove wpr_storefront_datadog',
    '',
  ],
])(
  'what %s shows is created again after a deletion, and the new id is said',
  async (read, line, more) => {
    const sandbox = openSandbox();
    const { id, createdAt: _time, ...fields } = (await sandbox(read)).json;
    await succeed(sandbox(`${line} --yes`));
    const { json, stderr } = await succeed(sandbox('undo 1'));
    expect(json).toMatchObject(fields);
    expect(json.id).not.toBe(id);
    expect(stderr).toBe(
      `note: the id was ${id}, and it is ${json.id} now: change it where it is used\n${more}`,
    );
  },
);

describe('of a provider that was updated with a credential', () => {
  const place = '/v1/providers/prv_a';
  const before = { id: 'prv_a', key: 'site', description: 'before the move', externalId: '7' };
  const after = { ...before, description: 'new' };

  async function undo(credential: string, body: unknown, answer: unknown) {
    const folder = createFolder();
    const ask = (line: string, ...exchanges: readonly Exchange[]) =>
      run(line.split(' '), {
        service: scriptService(...exchanges),
        folder,
        env: { ...on, KEY: credential },
      });
    const line = 'providers update prv_a --partial --description new --credential key=env:KEY';
    const put = { method: 'PUT', path: place, answer: after };
    await succeed(ask(line, { path: place, answer: before }, put));
    return succeed(ask('undo 1', { path: place, answer: after }, { ...put, body, answer }));
  }

  test.each(['before', 'move', 'b', 'operation', 'description'])(
    'the word %s is restored wherever the record has it',
    async (word) => {
      const body = { description: 'before the move', externalId: '7' };
      expect((await undo(word, body, before)).stderr).not.toContain('not restored');
    },
  );

  test('no mask replaces a text that has the credential', async () => {
    const { stderr } = await undo('the move', { externalId: '7' }, after);
    expect(stderr).toContain('warning: not restored: description; it had a text that was sent');
  });
});

test.each([
  ['another', { id: 'flt_b' }, 'and it is flt_b now'],
  ['no', {}, 'and the service did not say the new one'],
  ['the same', { id: 'flt_a' }, undefined],
])('%s id of a filter that is created again', async (_which, created, said) => {
  const folder = createFolder();
  const place = '/v1/saved-filters/flt_a?workspaceId=wsp_a';
  const fields = { title: 'A', filter: 'a = 1', isDefault: false };
  const ask = (line: string, ...exchanges: readonly Exchange[]) =>
    run(`${line} -w wsp_a`, { service: scriptService(...exchanges), folder, env: on });
  await succeed(
    ask(
      'filters delete flt_a --yes',
      { path: place, answer: { id: 'flt_a', ...fields } },
      { method: 'DELETE', path: place, status: 204 },
    ),
  );
  const answer = { ...created, ...fields };
  const { stderr } = await succeed(
    ask('undo 1', { method: 'POST', path: '/v1/saved-filters', answer }),
  );
  if (said === undefined) expect(stderr).toBe('');
  else expect(stderr).toContain(`the id was flt_a, ${said}: change it where it is used`);
});

test.each([
  ['filters', 'filters delete flt_production --yes'],
  ['metrics', 'metrics delete bmt_orders --yes'],
  ['workspaces providers', 'workspaces providers remove wpr_storefront_datadog --yes'],
])('of %s that were deleted, none is created twice', async (list, line) => {
  const sandbox = openSandbox();
  await succeed(sandbox(line));
  expect((await sandbox('undo')).json).toMatchObject([{ undo: 'creates it again' }]);
  await succeed(sandbox('undo 1 --dry-run'));
  const ended = await Promise.all([sandbox('undo 1'), sandbox('undo 1')]);
  expect(ended.map(({ exitCode }) => exitCode).sort()).toEqual([0, 2]);
  const created = (await sandbox(`${list} list`)).json;
  for (const words of ['undo 1', 'undo 1 --dry-run']) {
    expect(await failWith(2, sandbox(words))).toContain('was undone already');
  }
  expect((await sandbox('undo')).json).toMatchObject([{ undo: null }]);
  expect((await sandbox(`${list} list`)).json).toEqual(created);
});

test.each([
  [403, 4, 0],
  [500, 1, 2],
])(
  'after a %i to its request, an undo can be tried again only if nothing was created',
  async (status, first, second) => {
    const folder = createFolder();
    const path = '/v1/saved-filters';
    const place = `${path}/flt_a?workspaceId=wsp_a`;
    const before = { id: 'flt_a', title: 'A', filter: 'a = 1', isDefault: false };
    const ask = (line: string, ...exchanges: readonly Exchange[]) =>
      run(`${line} -w wsp_a`, { service: scriptService(...exchanges), folder, env: on });
    await succeed(
      ask(
        'filters delete flt_a --yes',
        { path: place, answer: before },
        { method: 'DELETE', path: place, status: 204 },
      ),
    );
    const creation = { method: 'POST', path };
    expect((await ask('undo 1', { ...creation, status, answer: {} })).exitCode).toBe(first);
    const again = second === 0 ? [{ ...creation, answer: { ...before, id: 'flt_b' } }] : [];
    const { exitCode, stderr } = await ask('undo 1', ...again);
    expect(exitCode).toBe(second);
    if (second === 2) expect(stderr).toMatch(/if it is not there, remove .*1-\d+\.undone/);
  },
);

test('a change that cannot be undone is a usage error that explains why', async () => {
  const sandbox = openSandbox();
  await sandbox('providers delete prv_azure --yes');
  const stderr = await failWith(2, sandbox('undo 1'));
  expect(stderr).toContain('cannot be undone');
  expect(stderr).toContain('costctl providers connect');
});

test('a change that the service rejects is not listed', async () => {
  const sandbox = openSandbox();
  await sandbox('filters delete flt_nowhere --yes');
  expect((await sandbox('undo')).json).toEqual([]);
});

describe.each([
  ['PUT', '/v1/workspaces/wsp_a', 'workspaces update wsp_a --set name=B'],
  ['DELETE', '/v1/saved-filters/flt_a?workspaceId=wsp_a', 'filters delete flt_a --yes -w wsp_a'],
])('a %s', (method, path, line) => {
  const answer = { id: 'flt_a', title: 'A', filter: 'a = 1', isDefault: false };

  async function countListed(...replies: readonly Partial<Exchange>[]): Promise<number> {
    const exchanges = replies.map((reply) => ({ method, path, ...reply }));
    const service = scriptService({ path, answer }, ...exchanges);
    const world = { folder: createFolder(), env: on };
    const { exitCode } = await run(line, { ...world, service });
    expect(exitCode).not.toBe(0);
    const listed = await readJson(run('undo -o json', { ...world, service: scriptService() }));
    return listed.length;
  }

  const refusals = [
    ...[400, 401, 403, 409].map((status) => ({ status })),
    { status: 429, headers: { 'retry-after': '100000' } },
  ];

  test.each(refusals)('that is refused with %o is not listed', async (refusal) => {
    expect(await countListed(refusal)).toBe(0);
  });

  test.each(refusals)('that a 500 may have applied is listed after %o', async (refusal) => {
    expect(await countListed({ status: 500 }, refusal)).toBe(1);
  });
});

test('undo with --dry-run shows the request and sends nothing', async () => {
  const sandbox = openSandbox();
  await sandbox('filters update flt_production --title Other');
  const { json } = await sandbox('undo 1 --dry-run');
  expect(json).toMatchObject({ method: 'PUT', path: '/v1/saved-filters/flt_production' });
  expect((await sandbox('filters get flt_production')).json.title).toBe('Other');
});

test('an unknown change number is a usage error', async () => {
  expect((await openSandbox()('undo 7')).exitCode).toBe(2);
});

test('undo names the fields that the service does not take back', async () => {
  const path = '/v1/workspaces/wsp_a';
  const before = { id: 'wsp_a', name: 'A', region: 'eu', tags: { a: 1, b: 2 }, note: null };
  const changed = { id: 'wsp_a', name: 'B' };
  const after = { id: 'wsp_a', name: 'A', region: 'us', tags: { b: 2, a: 1 }, updatedAt: 'now' };
  const updating = scriptService(
    { method: 'GET', path, answer: before },
    { method: 'PUT', path, body: { name: 'B' }, answer: changed },
  );
  const restoring = scriptService(
    { method: 'GET', path, answer: changed },
    { method: 'PUT', path, body: before, answer: after },
  );
  const folder = createFolder();
  const update = ['workspaces', 'update', 'wsp_a', '--set', 'name=B'];
  expect(await run(update, { service: updating, folder, env: on })).toMatchObject({ exitCode: 0 });
  expect(await run('undo 1', { service: restoring, folder, env: on })).toMatchObject({
    exitCode: 0,
    stderr: 'warning: the service did not restore region; compare the record\n',
  });
});

test('undo does not miss what the service itself has changed since', async () => {
  const sandbox = openSandbox();
  await sandbox('providers update prv_azure --description Other');
  await succeed(sandbox('providers sync prv_azure --wait'));
  expect((await sandbox('undo 1')).stderr).not.toContain('did not restore');
});

test('a restored provider is said to keep its credentials', async () => {
  const sandbox = openSandbox();
  await sandbox('providers update prv_azure --description Other');
  expect((await sandbox('undo 1')).stderr).toContain('credentials and settings stay as they are');
});

test('a profile accepts journal=off and rejects other words', async () => {
  const folder = createFolder();
  const env = { COSTCTL_JOURNAL: '' };
  await run('profiles add a --base-url https://a.example --token-command true --no-verify', {
    folder,
    env,
  });
  const { stderr } = await run('profiles set a journal=maybe', { folder, env });
  expect(stderr).toContain('journal: must be one of on, off');
  expect((await run('profiles set a journal=off', { folder, env })).exitCode).toBe(0);
});

test.each([
  ['on', 1],
  ['off', 0],
])('journal=%s in the profile stores %i changes', async (journal, count) => {
  const folder = createFolder();
  const env = { COSTCTL_JOURNAL: '' };
  const costctl = (...words: string[]) => run([...words, '-o', 'json'], { folder, env });
  await costctl(
    ...'profiles add a --base-url https://a.example --token-command true --no-verify'.split(' '),
  );
  await costctl('profiles', 'set', 'a', `journal=${journal}`);
  await costctl('--sandbox', 'filters', 'update', 'flt_production', '--title', 'Other');
  expect(await readJson(costctl('--sandbox', 'undo'))).toHaveLength(count);
});

describe('a stored change that was edited', () => {
  const stored = { operation: 'updateSavedFilter', path: { filterId: 'flt_production' } };

  async function edit(changed: Readonly<Record<string, unknown>>) {
    const sandbox = openSandbox();
    const { folder } = await sandbox('filters update flt_production --title Other');
    const name = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((one) =>
      /changes.*1\.json$/.test(one),
    );
    const path = join(folder, name ?? '');
    const text = readFileSync(path, 'utf8');
    expect(JSON.parse(text)).toMatchObject(stored);
    writeFileSync(path, JSON.stringify({ ...JSON.parse(text), ...changed }));
    return sandbox;
  }

  test.each([
    ['a record that is not JSON', { before: '{"title":' }],
    ['an empty record', { before: '' }],
    ['an id that is no text', { path: { filterId: null } }],
    ['a query that is a list', { query: [1] }],
    ['a query that holds a list', { query: { workspaceId: ['a'] } }],
    ['an invalid time', { time: '../../x' }],
  ])('is not listed and not restored if it has %s', async (_name, changed) => {
    const sandbox = await edit(changed);
    expect((await sandbox('undo')).json).toEqual([]);
    expect(await failWith(2, sandbox('undo 1'))).toContain('there is no change 1');
    expect((await sandbox('filters get flt_production')).json.title).toBe('Other');
  });

  test.each(['constructor', '__proto__', 'toString'])(
    'cannot be undone if it is a %s',
    async (operation) => {
      const sandbox = await edit({ operation });
      expect((await sandbox('undo')).json).toMatchObject([{ undo: null }]);
      expect(await failWith(2, sandbox('undo 1'))).toContain('cannot be undone');
    },
  );
});

test('a change is kept for 90 days', async () => {
  const folder = createFolder();
  const now = new Date();
  const world = { folder, env: on, now: now.toISOString() };
  const change = () => succeed(run('--sandbox filters update flt_compute --title x', world));
  await change();
  await change();
  for (const [name, days] of [
    ['1.json', 91],
    ['2.json', 89],
  ] as const) {
    const all = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const path = join(folder, all.find((one) => basename(one) === name) ?? '');
    const written = new Date(now.getTime() - days * 86_400_000);
    utimesSync(path, written, written);
  }
  await change();
  const changes = await readJson(run('--sandbox undo -o json', world));
  expect(changes).toMatchObject([{ number: 3 }, { number: 2 }]);
});
