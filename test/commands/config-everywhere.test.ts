import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { planSchema } from '../../src/commands/config/plan.ts';
import { CostctlError } from '../../src/errors.ts';
import { createFolder, run } from '../helpers/run.ts';
import { type Exchange, pageOf, scriptService } from '../helpers/service.ts';

const idOf = (at: number) => `wsp_${String(at).padStart(3, '0')}`;
const workspaceOf = (at: number) => ({ id: idOf(at), name: `Team ${at}` });
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

const lists = ['business-metrics', 'saved-filters', 'workspace-providers'];

function contentOf(list: string, at: number, id: string | null = `flt_${at}`): readonly unknown[] {
  if (list !== 'saved-filters') return [];
  return [{ id, title: 'Mine', filter: `team = ${at}`, isDefault: false }];
}

interface Organization {
  readonly workspaces: readonly { readonly id: string; readonly name: string }[];
  /** Workspaces that are listed, and whose lists nothing asks for. */
  readonly unasked?: Organization['workspaces'];
  /** The filters of this workspace are not for this token. */
  readonly denied?: string;
  /** The filter of this workspace has no id. */
  readonly withoutId?: string;
  readonly more?: readonly Exchange[];
}

/** Every request that the lists take, once: another one fails, and so does a missing one. */
function serve({ workspaces, unasked = [], denied, withoutId, more = [] }: Organization) {
  const all = [...workspaces, ...unasked];
  const pages = Math.max(1, Math.ceil(all.length / 100));
  const page = (at: number): Exchange => {
    const next = `https://api.example.test/v1/workspaces?page=${at + 2}&limit=100`;
    return {
      path: `/v1/workspaces?page=${at + 1}&limit=100`,
      answer: pageOf(all.slice(at * 100, at * 100 + 100), { next: at + 1 < pages ? next : null }),
    };
  };
  return scriptService(
    ...numbers(pages).map(page),
    { path: '/v1/providers?page=1&limit=100', answer: pageOf([]) },
    ...workspaces.flatMap(({ id }) =>
      lists.map((list): Exchange => {
        const path = `/v1/${list}?workspaceId=${id}&page=1&limit=100`;
        return id === denied && list === 'saved-filters'
          ? { path, status: 403, answer: { title: 'not yours' } }
          : {
              path,
              answer: pageOf(
                contentOf(list, Number(id.slice(4)), id === withoutId ? null : undefined),
              ),
            };
      }),
    ),
    ...more,
  );
}

/** A folder as a pull writes it, without the organization's own file. */
function writeSettings(place: string, count: number): void {
  mkdirSync(place, { recursive: true });
  for (const at of numbers(count)) {
    writeFileSync(
      join(place, `${idOf(at)}.yaml`),
      `version: 1
workspace: { id: ${idOf(at)}, name: Team ${at} }
metrics: []
filters: [{ title: Mine, filter: team = ${at} }]
workspaceProviders: []
`,
    );
  }
}

test('200 workspaces are planned with the requests of their lists, each once', async () => {
  const folder = createFolder();
  writeSettings(join(folder, 'settings'), 200);
  const service = serve({ workspaces: numbers(200).map(workspaceOf) });
  const line = ['config', 'plan', join(folder, 'settings'), '--all-workspaces', '--check'];
  const { stdout, exitCode } = await run(line, { folder, service });
  expect({ stdout, exitCode }).toEqual({
    ...{ stdout: 'no changes; 400 match the files\n', exitCode: 0 },
  });
  // Two pages of workspaces, one list of providers, three lists of each: read one by one they are 200 * 3.
  expect(service.received.length).toBe(603);
  expect(service.received.length).toBeLessThanOrEqual(200 * 3 * 1.2);
});

/** One cannot be read, one is gone, one is new, and one differs. */
function partial() {
  const folder = createFolder();
  const place = join(folder, 'settings');
  writeSettings(place, 5);
  const changed = join(place, 'wsp_000.yaml');
  writeFileSync(changed, readFileSync(changed, 'utf8').replace('team = 0', 'team = 1'));
  const unasked = [{ id: 'wsp_new', name: 'New' }];
  const workspaces = [0, 1, 2, 4].map(workspaceOf);
  return { folder, place, organization: { workspaces, unasked, denied: 'wsp_001' } };
}

test('a plan names the workspaces that are gone, new or cannot be read', async () => {
  const { folder, place, organization } = partial();
  const line = ['config', 'plan', place, '--all-workspaces', '--prune', 'filters'];
  const people = await run(line, { folder, service: serve(organization) });
  expect(people.exitCode).toBe(9);
  expect(people.stdout).toMatchInlineSnapshot(`
    "workspace Team 0 (wsp_000)
      ~ filters Mine (flt_0)
          filter: "team = 0" → "team = 1"

    workspace wsp_003 is left out: there is no such workspace
    workspace Team 1 (wsp_001) is left out: the service answered 403 to GET /v1/saved-filters
    workspace New (wsp_new) has no file
    0 to create, 1 to change, 0 to delete; 5 match the files
    "
  `);
  expect(people.stderr).toMatchInlineSnapshot(`
    "error: 2 workspaces left out: wsp_003 (there is no such workspace), Team 1 (wsp_001) (the service answered 403 to GET /v1/saved-filters)
    hint: the plan has the others; a file of a workspace that is gone can be deleted
    "
  `);
  const markdown = await run([...line, '-o', 'markdown'], { folder, service: serve(organization) });
  expect(markdown.stdout).toMatchInlineSnapshot(`
    "0 to create, 1 to change, 0 to delete; 5 match the files

    | change | kind | workspace | name | field | before | after |
    | --- | --- | --- | --- | --- | --- | --- |
    | update | filters | Team 0 (wsp\\_000) | Mine | filter | "team = 0" | "team = 1" |

    workspace wsp\\_003 is left out: there is no such workspace

    workspace Team 1 (wsp\\_001) is left out: the service answered 403 to GET /v1/saved-filters

    workspace New (wsp\\_new) has no file

    "
  `);
  const junit = await run([...line, '--check', '-o', 'junit'], {
    folder,
    service: serve(organization),
  });
  expect(junit.stdout).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="costctl config plan" tests="3" failures="1" errors="2">
      <testsuite name="costctl config plan" tests="3" failures="1" errors="2" skipped="0">
        <testcase classname="config plan" name="update filters Mine in Team 0 (wsp_000)"><failure message="update: filter: &quot;team = 0&quot; → &quot;team = 1&quot;">update: filter: &quot;team = 0&quot; → &quot;team = 1&quot;</failure></testcase>
        <testcase classname="config plan" name="workspace wsp_003"><error message="there is no such workspace">there is no such workspace</error></testcase>
        <testcase classname="config plan" name="workspace Team 1 (wsp_001)"><error message="the service answered 403 to GET /v1/saved-filters">the service answered 403 to GET /v1/saved-filters</error></testcase>
      </testsuite>
    </testsuites>
    "
  `);
  const saved = join(folder, 'plan.json');
  const json = await run([...line, '-O', saved], { folder, service: serve(organization) });
  expect(json.exitCode).toBe(9);
  const document = JSON.parse(readFileSync(saved, 'utf8'));
  expect(new Ajv2020().compile(planSchema)(document)).toBe(true);
  expect(document.leftOut).toEqual([
    { workspace: { name: 'wsp_003' }, reason: 'there is no such workspace' },
    { workspace: { id: 'wsp_001', name: 'Team 1' }, reason: expect.stringContaining('403') },
  ]);
});

test('workspaces of one name are distinguished in every form of a plan', async () => {
  const folder = createFolder();
  const place = join(folder, 'settings');
  const workspaces = [0, 1].map((at) => ({ id: idOf(at), name: 'Team' }));
  writeSettings(place, 2);
  for (const file of readdirSync(place)) {
    const text = readFileSync(join(place, file), 'utf8').replace(/team = ./, 'team = 9');
    writeFileSync(join(place, file), text.replace(/name: Team ./, 'name: Team'));
  }
  const line = ['config', 'plan', place, '--all-workspaces'];
  const named = async (form: string, pattern: RegExp) => {
    const { stdout } = await run([...line, '-o', ...form.split(' ')], {
      folder,
      service: serve({ workspaces }),
    });
    return [...stdout.matchAll(pattern)].map(([, id]) => id);
  };
  const ids = ['wsp_000', 'wsp_001'];
  expect(await named('table', /^workspace Team \((\w+)\)$/gm)).toEqual(ids);
  expect(await named('markdown', /\| Team \((wsp\\_\w+)\) \|/g)).toEqual(
    ids.map((id) => id.replace('_', '\\_')),
  );
  expect(await named('junit --check', /name="update filters Mine in Team \((\w+)\)"/g)).toEqual(
    ids,
  );
  expect(await named('csv', /,Team,(\w+),Mine,/g)).toEqual(ids);
  const more = workspaces.flatMap(({ id }, at): Exchange[] => {
    const path = `/v1/saved-filters/flt_${at}?workspaceId=${id}`;
    const before = { id: `flt_${at}`, title: 'Mine', filter: `team = ${at}`, isDefault: false };
    return [
      { path, answer: before },
      { method: 'PUT', path, answer: { ...before, filter: 'team = 9' } },
    ];
  });
  const apply = ['config', 'apply', place, '--all-workspaces', '--yes', '-o', 'json'];
  const { stdout } = await run(apply, { folder, service: serve({ workspaces, more }) });
  expect(JSON.parse(stdout)).toMatchObject(
    ids.map((workspaceId) => ({ workspace: 'Team', workspaceId, result: 'done' })),
  );
});

test('a saved plan of the folder is applied as reviewed, and the rest is named again', async () => {
  const { folder, place, organization } = partial();
  const saved = join(folder, 'plan.json');
  const plan = ['config', 'plan', place, '--all-workspaces', '-O', saved];
  await run(plan, { folder, service: serve(organization) });
  const filter = { id: 'flt_0', title: 'Mine', filter: 'team = 0', isDefault: false };
  const path = '/v1/saved-filters/flt_0?workspaceId=wsp_000';
  const body = { title: 'Mine', filter: 'team = 1', isDefault: false };
  const more: Exchange[] = [
    { path, answer: filter },
    { method: 'PUT', path, body, answer: { ...filter, ...body } },
  ];
  const apply = ['config', 'apply', saved, '--yes', '-o', 'json'];
  const applied = await run(apply, { folder, service: serve({ ...organization, more }) });
  expect(JSON.parse(applied.stdout)).toMatchObject([{ workspace: 'Team 0', result: 'done' }]);
  expect(applied.stderr).toContain('2 workspaces left out: wsp_003');
  expect(applied.exitCode).toBe(9);
  const given = await run([...apply, '--all-workspaces'], { folder });
  expect(given).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('part of it') });
  // What could not be read when it was reviewed can be read now: that was not reviewed.
  const { denied: _, ...open } = organization;
  const moved = await run(apply, { folder, service: serve(open) });
  expect(moved).toMatchObject({ exitCode: 6, stderr: expect.stringContaining('is new') });
});

test('a dry run names the workspaces that are left out too', async () => {
  const { folder, place, organization } = partial();
  const filter = { id: 'flt_0', title: 'Mine', filter: 'team = 0', isDefault: false };
  const more = [{ path: '/v1/saved-filters/flt_0?workspaceId=wsp_000', answer: filter }];
  const service = serve({ ...organization, more });
  const line = ['config', 'apply', place, '--all-workspaces', '--dry-run', '-o', 'json'];
  const { stdout, stderr, exitCode } = await run(line, { folder, service });
  expect(JSON.parse(stdout)).toMatchObject([{ method: 'PUT' }]);
  expect(stderr).toContain('2 workspaces left out: wsp_003');
  expect(exitCode).toBe(9);
});

/** What a pull of the organization asks for. */
const people: Exchange = { path: '/v1/users?page=1&limit=100', answer: pageOf([]) };

function pull(folder: string, organization: Organization) {
  const service = serve({ ...organization, more: [people] });
  return run(['config', 'pull', '--all-workspaces', '-O', join(folder, 'settings')], {
    ...{ folder, service },
  });
}

function contentsOf(place: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(place).map((name) => [name, readFileSync(join(place, name), 'utf8')]),
  );
}

test('a pull writes a file for each workspace, and a second one the same bytes', async () => {
  const folder = createFolder();
  const place = join(folder, 'settings');
  const organization = { workspaces: numbers(3).map(workspaceOf) };
  const first = await pull(folder, organization);
  expect(first).toMatchObject({ exitCode: 0, stderr: `note: wrote 4 files to ${place}\n` });
  const before = contentsOf(place);
  expect(Object.keys(before)).toEqual([
    ...['organization.yaml', 'wsp_000.yaml', 'wsp_001.yaml', 'wsp_002.yaml'],
  ]);
  await pull(folder, organization);
  expect(contentsOf(place)).toEqual(before);
});

test('a pull that is interrupted while it reads leaves the folder as it was', async () => {
  const folder = createFolder();
  const place = join(folder, 'settings');
  writeSettings(place, 3);
  const before = contentsOf(place);
  const service = serve({ workspaces: numbers(3).map(workspaceOf), more: [people] });
  const controller = new AbortController();
  let requests = 0;
  const dispatcher = service.dispatcher.compose((dispatch) => (...given) => {
    requests += 1;
    if (requests === 10) controller.abort(new CostctlError('interrupted', 'interrupted'));
    return dispatch(...given);
  });
  const { exitCode } = await run(['config', 'pull', '--all-workspaces', '-O', place], {
    ...{ folder, signal: controller.signal },
    service: { ...service, dispatcher, assertDone: () => undefined },
  });
  expect(exitCode).toBe(130);
  expect(contentsOf(place)).toEqual(before);
});

test('a pull that cannot write one of its files says how many it wrote', async () => {
  const folder = createFolder();
  const place = join(folder, 'settings');
  const service = serve({ workspaces: numbers(3).map(workspaceOf), more: [people] });
  const dispatcher = service.dispatcher.compose((dispatch) => (options, handler) => {
    // No file can take the place of this folder, which comes after the files were looked at.
    if (options.path.includes('wsp_001')) {
      mkdirSync(join(place, 'wsp_001.yaml', 'full'), { recursive: true });
    }
    return dispatch(options, handler);
  });
  const { exitCode, stderr } = await run(['config', 'pull', '--all-workspaces', '-O', place], {
    ...{ folder, service: { ...service, dispatcher, assertDone: () => undefined } },
  });
  expect(exitCode).toBe(1);
  expect(stderr).toContain(`warning: ${place} is partial: 1 of 4 files were written\n`);
});

test('a file of the organization keeps its name, and two of them are refused', async () => {
  const folder = createFolder();
  const place = join(folder, 'settings');
  const organization = { workspaces: [workspaceOf(0)] };
  await pull(folder, organization);
  renameSync(join(place, 'organization.yaml'), join(place, 'people.yaml'));
  const before = contentsOf(place);
  // A file without settings, or with others too, is not one of the organization.
  writeFileSync(join(place, 'notes.yaml'), 'version: 1\n');
  writeFileSync(join(place, 'mixed.yaml'), 'version: 1\nusers: []\nmetrics: []\n');
  expect((await pull(folder, organization)).exitCode).toBe(0);
  expect(contentsOf(place)).toMatchObject(before);
  expect(readdirSync(place)).toHaveLength(4);
  writeFileSync(join(place, 'more.yaml'), 'version: 1\nusers: []\n');
  const { exitCode, stderr } = await run(['config', 'pull', '--all-workspaces', '-O', place], {
    folder,
    service: scriptService({
      ...people,
      path: '/v1/workspaces?page=1&limit=100',
      answer: pageOf([workspaceOf(0)]),
    }),
  });
  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringContaining('people.yaml both have settings of the organization'),
  ]);
});

test.each(['config pull --all-workspaces -O settings', 'config pull', 'config plan settings.yaml'])(
  'an item without an id is never left out silently: %s',
  async (line) => {
    const folder = createFolder();
    writeFileSync(
      join(folder, 'settings.yaml'),
      'version: 1\nworkspace: { name: Team 1, note: new }\n',
    );
    const answer = pageOf([workspaceOf(0), { name: 'Team 1' }]);
    const service = scriptService(
      { path: '/v1/workspaces?page=1&limit=100', answer },
      ...['providers', 'users'].map((list) => ({
        ...people,
        path: `/v1/${list}?page=1&limit=100`,
      })),
      ...lists.map((list) => ({
        path: `/v1/${list}?workspaceId=wsp_000&page=1&limit=100`,
        answer: pageOf([]),
      })),
    );
    const argv = line.split(' ').map((word) => word.replace('settings', join(folder, 'settings')));
    const { exitCode, stdout, stderr } = await run(argv, {
      service: { ...service, assertDone: () => undefined },
      folder,
      env: { COSTCTL_WORKSPACE: 'wsp_000' },
    });
    expect(stderr).toContain('error: the service sent the workspace Team 1 without an id');
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(readdirSync(folder)).toEqual(['settings.yaml']);
  },
);

test('a workspace with a filter that has no id is named, and has no file', async () => {
  const folder = createFolder();
  const workspaces = numbers(2).map(workspaceOf);
  const { exitCode, stderr } = await pull(folder, { workspaces, withoutId: idOf(1) });
  expect(exitCode).toBe(9);
  expect(stderr).toContain('wsp_001 (the service sent the filter Mine without an id)');
});

test('a pull keeps the names of files, and says what is new, renamed, gone or unreadable', async () => {
  const folder = createFolder();
  const place = join(folder, 'settings');
  await pull(folder, { workspaces: numbers(4).map(workspaceOf) });
  renameSync(join(place, 'wsp_000.yaml'), join(place, 'team-zero.yaml'));
  const before = contentsOf(place);
  const workspaces = [{ id: 'wsp_000', name: 'Team Zero' }, ...[1, 3, 7].map(workspaceOf)];
  const { stderr, exitCode } = await pull(folder, { workspaces, denied: 'wsp_001' });
  expect(exitCode).toBe(9);
  expect(stderr.replaceAll(folder, '.')).toMatchInlineSnapshot(`
    "note: ./settings/team-zero.yaml: Team 0 is named Team Zero now
    note: ./settings/wsp_007.yaml is new: workspace Team 7
    note: ./settings/wsp_002.yaml stays as it is: there is no workspace wsp_002
    note: wrote 4 files to ./settings
    error: 1 of 4 workspaces could not be read: wsp_001 (the service answered 403 to GET /v1/saved-filters: not yours)
    hint: the result has the others
    "
  `);
  const after = contentsOf(place);
  expect(after['wsp_001.yaml']).toBe(before['wsp_001.yaml']);
  expect(after['wsp_002.yaml']).toBe(before['wsp_002.yaml']);
  expect(after['team-zero.yaml']).toContain('name: Team Zero');
  expect(Object.keys(after)).not.toContain('wsp_000.yaml');
  const twice = join(place, 'twice.yaml');
  writeFileSync(twice, 'version: 1\nworkspace: Team 3\nmetrics: []\n');
  const listed = { path: '/v1/workspaces?page=1&limit=100', answer: pageOf(workspaces) };
  const line = ['config', 'pull', '--all-workspaces', '-O', place];
  const refused = await run(line, { folder, service: scriptService(listed) });
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain('both for the workspace');
  expect(readFileSync(twice, 'utf8')).toContain('metrics: []');
});

test('a pull of one workspace keeps the name of its file', async () => {
  const folder = createFolder();
  const place = join(folder, 'settings');
  writeSettings(place, 2);
  renameSync(join(place, 'wsp_000.yaml'), join(place, 'team-zero.yaml'));
  const users = { path: '/v1/users?page=1&limit=100', answer: pageOf([]) };
  const service = serve({
    ...{ workspaces: [workspaceOf(0)], unasked: [workspaceOf(1)], more: [users] },
  });
  const line = ['config', 'pull', '-w', 'wsp_000', '-O', place];
  const { exitCode, stderr } = await run(line, { folder, service });
  expect({ exitCode, stderr: stderr.replaceAll(folder, '.') }).toEqual({
    ...{ exitCode: 0, stderr: 'note: wrote 2 files to ./settings\n' },
  });
  expect(readdirSync(place).sort()).toEqual([
    'organization.yaml',
    'team-zero.yaml',
    'wsp_001.yaml',
  ]);
});

test.each(['organization.yaml', 'Organization.yaml'])(
  'a file of a workspace named %s is not replaced',
  async (name) => {
    const folder = createFolder();
    const place = join(folder, 'settings');
    writeSettings(place, 1);
    renameSync(join(place, 'wsp_000.yaml'), join(place, name));
    const before = contentsOf(place);
    const listed = { path: '/v1/workspaces?page=1&limit=100', answer: pageOf([workspaceOf(0)]) };
    const line = ['config', 'pull', '--all-workspaces', '-O', place];
    const { exitCode, stderr } = await run(line, { folder, service: scriptService(listed) });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('rename it')]);
    expect(contentsOf(place)).toEqual(before);
  },
);

test.each([
  ['of another workspace', 'wsp_000.yaml', [], 'is for the workspace wsp_000, and'],
  ['of another workspace, in capitals', 'wsp_000.yaml', ['-w', 'wsp_001'], 'wsp_000'],
  ['of the organization', 'organization.yaml', [], 'is for the organization, and'],
])('a file %s that has the name of a new one is not replaced', async (_what, name, more, words) => {
  const folder = createFolder();
  const place = join(folder, 'settings');
  const workspaces = [workspaceOf(0), workspaceOf(1)];
  await pull(folder, { workspaces });
  rmSync(join(place, 'wsp_001.yaml'));
  const other = more.length > 0 ? 'WSP_001.YAML' : 'wsp_001.yaml';
  renameSync(join(place, name), join(place, other));
  const before = contentsOf(place);
  const listed = { path: '/v1/workspaces?page=1&limit=100', answer: pageOf(workspaces) };
  const line = ['config', 'pull', '-O', place, ...more];
  const { exitCode, stderr } = await run(line, { folder, service: scriptService(listed) });
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(words)]);
  expect(stderr).toContain(`the settings of the workspace wsp_001 need its name`);
  expect(stderr).toContain(`hint: rename it, such as to ${name}\n`);
  expect(contentsOf(place)).toEqual(before);
});

test('a pull of users alone leaves the file of the workspace as it is', async () => {
  const folder = createFolder();
  const place = join(folder, 'settings');
  writeSettings(place, 1);
  const before = contentsOf(place);
  const users = { path: '/v1/users?page=1&limit=100', answer: pageOf([]) };
  const line = ['config', 'pull', '--only', 'users', '-w', 'wsp_000', '-O', place];
  const { exitCode } = await run(line, { folder, service: scriptService(users) });
  expect(exitCode).toBe(0);
  expect(contentsOf(place)).toMatchObject(before);
});

test('a file whose workspace is one of two of its name is not replaced', async () => {
  const folder = createFolder();
  const place = join(folder, 'settings');
  writeSettings(place, 1);
  const file = join(place, 'team.yaml');
  renameSync(join(place, 'wsp_000.yaml'), file);
  const text = readFileSync(file, 'utf8').replace(/^workspace: .*$/m, 'workspace: Team');
  writeFileSync(file, text);
  const twins = [0, 1].map((at) => ({ id: idOf(at), name: 'Team' }));
  const listed = { path: '/v1/workspaces?page=1&limit=100', answer: pageOf(twins) };
  const line = ['config', 'pull', '--all-workspaces', '-O', place];
  const { exitCode, stderr } = await run(line, { folder, service: scriptService(listed) });
  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringContaining('the service has 2 workspaces named Team (wsp_000, wsp_001)'),
  ]);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test.each([
  ['pull --all-workspaces', 'writes a folder'],
  ['pull --all-workspaces -O new.yaml', 'hint: -O new/'],
  ['pull --all-workspaces -O costctl.yaml', 'writes a folder'],
  ['pull --all-workspaces -O x -w wsp_a', 'cannot be used together'],
  ['plan costctl.yaml --all-workspaces', 'is not a folder'],
  ['apply costctl.yaml --all-workspaces --yes', 'is not a folder'],
])('config %s is refused before anything is read', async (words, message) => {
  const folder = createFolder();
  writeFileSync(join(folder, 'costctl.yaml'), 'version: 1\n');
  const { stderr, exitCode } = await run(`config ${words}`, { folder, service: scriptService() });
  expect(exitCode).toBe(2);
  expect(stderr).toContain(message);
});

test.each([
  ['wsp_a', 'WSP_A'],
  ['organization', 'wsp_a'],
  ['Organization', 'wsp_a'],
  ['../wsp_a', 'wsp_b'],
  ['wsp_a', 'a/b'],
])('no two workspaces have one file: %s, %s', async (...ids) => {
  const folder = createFolder();
  const workspaces = ids.map((id) => ({ id, name: 'Same name' }));
  const listed = { path: '/v1/workspaces?page=1&limit=100', answer: pageOf(workspaces) };
  const line = ['config', 'pull', '--all-workspaces', '-O', 'settings'];
  const { exitCode, stderr } = await run(line, { folder, service: scriptService(listed) });
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('after its workspace')]);
  expect(readdirSync(folder)).not.toContain('settings');
});

test('a file of the folder has to name its workspace', async () => {
  const folder = createFolder();
  writeSettings(join(folder, 'settings'), 1);
  writeFileSync(join(folder, 'settings', 'other.yaml'), 'version: 1\nfilters: []\n');
  const service = scriptService({
    ...{ path: '/v1/workspaces?page=1&limit=100', answer: pageOf([workspaceOf(0)]) },
  });
  const line = ['config', 'plan', join(folder, 'settings'), '--all-workspaces'];
  const { stderr, exitCode } = await run(line, { folder, service });
  expect({ stderr, exitCode }).toEqual({
    stderr: expect.stringContaining('does not name the workspace'),
    exitCode: 2,
  });
});
