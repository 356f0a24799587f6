import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFolder, type Ended, readFiles, removeFolder, runProgram } from './program.ts';

const together = 10;
const timeout = 120_000;

let folder = '';
beforeEach(() => {
  folder = createFolder();
});
afterEach(() => removeFolder(folder));

test('each change of one profile is stored', { timeout }, async () => {
  const settings = [
    'output=json',
    'timeout=9',
    'maxWait=5',
    'concurrency=3',
    'dateColumn=day',
    'reportTitle=T',
  ];
  const address = ['--base-url', 'https://cost.example.com', '--token-command', 'true'];
  await costctl('profiles', 'add', 'one', ...address, '--no-verify');
  const ends = await atOnce((number) => [
    ...['profiles', 'set', 'one', settings[number % settings.length] ?? ''],
  ]);
  expect(ends.map(({ status }) => status)).toEqual(ends.map(() => 0));
  const { profiles } = JSON.parse(readFileSync(join(folder, 'config', 'config.json'), 'utf8'));
  const stored = Object.entries(profiles.one).map(([key, value]) => `${key}=${value}`);
  expect(stored).toEqual(expect.arrayContaining(settings));
  expectNothingLeft();
});

test('each profile that is added is stored', { timeout }, async () => {
  const ends = await atOnce((number) => [
    ...['profiles', 'add', `p${number}`, '--base-url', 'https://cost.example.com'],
    ...['--token-command', 'true', '--no-verify'],
  ]);
  expect(ends.map(({ status }) => status)).toEqual(ends.map(() => 0));
  const { stdout } = await costctl('profiles', 'list', '-o', 'json', '--query', '[].name');
  expect(JSON.parse(stdout).toSorted()).toEqual(ends.map((_, number) => `p${number}`).sort());
  expectNothingLeft();
});

test('each document that is imported is stored, and each that is forgotten is gone', {
  timeout,
}, async () => {
  const file = join(folder, 'document.json');
  const info = { title: 'Costs', version: '1' };
  const paths = { '/v1/things': { get: { responses: { 200: { description: 'done' } } } } };
  writeFileSync(file, JSON.stringify({ openapi: '3.1.0', info, paths }));
  const address = ['--base-url', 'https://cost.example.com'];
  const names = async () => {
    const query = ['-o', 'json', '--query', '[].name'];
    const { stdout } = await costctl('api', 'documents', ...address, ...query);
    return JSON.parse(stdout).toSorted();
  };
  const imported = await atOnce((number) => [
    ...['api', 'import', file, '--name', `d${number}`, ...address],
  ]);
  expect(imported.map(({ status }) => status)).toEqual(imported.map(() => 0));
  expect(await names()).toEqual(imported.map((_, number) => `d${number}`).sort());
  const forgotten = await atOnce((number) => [
    ...['api', 'documents', '--forget', `d${number}`, ...address],
  ]);
  expect(forgotten.map(({ status }) => status)).toEqual(forgotten.map(() => 0));
  expect(await names()).toEqual([]);
  expectNothingLeft();
});

test('each change in the sandbox is stored, and can be undone', { timeout }, async () => {
  const create = ['filters', 'create', '--sandbox', '--filter', 'a=b', '--title'];
  const created = await atOnce((number) => [...create, `title ${number}`]);
  expect(created.map(({ status }) => status)).toEqual(created.map(() => 0));
  const { stdout } = await costctl('filters', 'list', '--sandbox', '-o', 'json');
  const titles = JSON.parse(stdout).map(({ title }: { readonly title: string }) => title);
  expect(titles).toEqual(expect.arrayContaining(created.map((_, number) => `title ${number}`)));

  const update = ['filters', 'update', 'flt_compute', '--sandbox', '--title'];
  const updated = await atOnce((number) => [...update, `new ${number}`]);
  expect(updated.map(({ status }) => status)).toEqual(updated.map(() => 0));
  const listed = await costctl('undo', '--sandbox', '-o', 'json', '--query', '[].number');
  expect(JSON.parse(listed.stdout)).toEqual(updated.map((_, number) => together - number));
  expectNothingLeft();
});

test('a mirror is updated by one of them; the others say that it is in use', {
  timeout,
}, async () => {
  const mirror = join(folder, 'mirror');
  const line = ['costs', 'mirror', mirror, '--from', '2026-10-01', '--sandbox', '-q'];
  const ends = await atOnce(() => line);
  expect(ends.filter(({ status }) => status === 0).length).toBeGreaterThan(0);
  expectInUse(ends);
  const { status } = await costctl('costs', 'verify', join(mirror, '_manifest.json'));
  expect(status).toBe(0);
  const history = readFileSync(join(mirror, '_history.ndjson'), 'utf8').trim().split('\n');
  expect(new Set(history).size).toBe(history.length);
  expectNothingLeft();
});

test('an export to one file is whole, whichever process wrote it', { timeout }, async () => {
  const file = join(folder, 'costs.csv');
  const line = ['costs', 'export', '--sandbox', '--from', '2026-10-01', '--to', '2026-10-02', '-q'];
  const ends = await atOnce(() => [...line, '-O', file]);
  expect(ends.filter(({ status }) => status === 0).length).toBeGreaterThan(0);
  expectInUse(ends);
  const alone = join(folder, 'alone.csv');
  await costctl(...line, '-O', alone);
  expect(readFileSync(file).equals(readFileSync(alone))).toBe(true);
  expectNothingLeft();
});

test('settings that are applied at once create each thing once', { timeout }, async () => {
  const file = join(folder, 'costctl.yaml');
  writeFileSync(
    file,
    [
      'version: 1',
      'workspace: { id: wsp_storefront, name: Renamed, currency: USD }',
      'filters: [{ title: At once, filter: a=b }]',
      'metrics: [{ name: Together, unit: order }]',
    ].join('\n'),
  );
  const ends = await atOnce(() => ['config', 'apply', file, '--sandbox', '--yes']);
  expect(ends.map(({ status }) => status)).toEqual(ends.map(() => 0));
  const plan = await costctl('config', 'plan', file, '--sandbox', '--check');
  expect(plan.status).toBe(0);
  for (const [group, key, name] of [
    ['filters', 'title', 'At once'],
    ['metrics', 'name', 'Together'],
  ] as const) {
    const count = ['--query', `length([?${key}=='${name}'])`, '-o', 'json'];
    expect((await costctl(group, 'list', '--sandbox', ...count)).stdout.trim()).toBe('1');
  }
  expectNothingLeft();
});

function costctl(...words: readonly string[]): Promise<Ended> {
  const env = {
    HOME: folder,
    COSTCTL_CONFIG_DIR: join(folder, 'config'),
    COSTCTL_JOURNAL: 'on',
  };
  return runProgram(words, { env, cwd: folder });
}

function atOnce(lineOf: (number: number) => readonly string[]): Promise<Ended[]> {
  return Promise.all(Array.from({ length: together }, (_, number) => costctl(...lineOf(number))));
}

/** Who came too late says what is in use, and what to do. */
function expectInUse(ends: readonly Ended[]): void {
  for (const { status, stderr } of ends.filter((ended) => ended.status !== 0)) {
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/is in use by process.*wait until/s),
    ]);
  }
}

function expectNothingLeft(): void {
  const left = [...readFiles(folder).keys()].filter((path) =>
    /\.(lock|tmp|part)|\.claim/.test(path),
  );
  expect(left).toEqual([]);
}
