import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { header, importFrom } from '../helpers/metric-import.ts';
import { needs } from '../helpers/needs.ts';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, succeed } from '../helpers/screens.ts';
import { pageOf, scriptService } from '../helpers/service.ts';

const created = { method: 'POST', path: '/v1/workspaces', status: 201 };
const creation = ['workspaces', 'create', '--set', 'name=Alpha'];

test.each([
  ['a folder', 'made', 'it is a folder'],
  [
    'a file in a folder that is not there',
    'gone/result.json',
    'no such file or folder\nhint: make its folder first',
  ],
  ['a file in what is no folder', 'file/result.json', 'a part of the path is not a folder'],
])('%s is refused as a result file before anything is sent', async (_what, name, reason) => {
  const folder = createFolder();
  await mkdir(join(folder, 'made'));
  await writeFile(join(folder, 'file'), '');
  const path = join(folder, name);
  const service = scriptService({ ...created, answer: {} });
  const unasked = { ...service, assertDone: () => undefined };
  expect(await failWith(1, run([...creation, '-O', path], { service: unasked }))).toBe(
    `error: cannot write ${path}: ${reason}\n`,
  );
  expect(service.received).toEqual([]);
});

test('an empty path is a usage error', async () => {
  expect(await failWith(2, run([...creation, '-O', ''], { service: scriptService() }))).toBe(
    'error: --out-file: must not be empty; give a path, or - for stdout\nhint: costctl workspaces create --help\n',
  );
});

test('a result can be written to a device', async () => {
  const service = scriptService({
    method: 'POST',
    path: '/v1/workspaces',
    status: 201,
    answer: {},
  });
  await succeed(run([...creation, '-O', '/dev/null'], { service }));
});

test.each([
  ['the environment', { COSTCTL_OUTPUT: 'json' }, []],
  ['a profile', {}, ['-p', 'work']],
])('the file extension overrides the format of %s', async (_what, env, words) => {
  const folder = createFolder();
  const add = ['profiles', 'add', 'work', '--base-url', 'https://api.example.test', '--no-verify'];
  const world = { folder, stdin: 'tok_of_a_profile_012345' };
  await run([...add, '--token-stdin'], world);
  await run('profiles set work output=json', { folder });
  const service = scriptService({ ...created, answer: { id: 'wsp_a' } });
  const path = join(folder, 'result.csv');
  const { exitCode } = await run([...creation, '-O', path, ...words], { folder, service, env });
  expect([exitCode, await readFile(path, 'utf8')]).toEqual([0, 'id\nwsp_a\n']);
});

/** A file that is there from an earlier run. */
function createOld(name: string): string {
  const path = join(createFolder(), name);
  writeFileSync(path, 'as it was');
  return path;
}

const provider = (lastSyncAt: string) => ({
  id: 'prv_a',
  type: 'cloud',
  key: 'aws',
  name: 'A',
  status: 'active',
  lastSyncAt,
});
const providers = '/v1/providers?page=1&limit=100';
const stale = ['providers', 'status', '--stale', '24', '--columns', 'id'];

describe('a failed command leaves the file unchanged and no other file', () => {
  const page = '/v1/workspaces?page=1&limit=100';
  const late = Array.from({ length: 101 }, (_, id) => (id < 100 ? { id } : { id, late: 1 }));

  test.each([
    ['a status of the service', 5, ['workspaces', 'list'], { path: page, status: 404 }],
    ['an answer that is no list', 1, ['workspaces', 'list'], { path: page, answer: {} }],
    ['a column that comes late', 9, ['workspaces', 'list'], { path: page, answer: pageOf(late) }],
    [
      'a column that no record has',
      2,
      ['workspaces', 'list', '--columns', 'nope'],
      { path: page, answer: pageOf(late) },
    ],
    [
      'an answer shown with its head',
      5,
      ['api', 'GET', '/v1/x', '-i'],
      { path: '/v1/x', status: 404 },
    ],
  ])('%s', async (_what, exitCode, line, exchange) => {
    const path = createOld(line.includes('-i') ? 'result.txt' : 'result.csv');
    const outcome = await run([...line, '-O', path], { service: scriptService(exchange) });
    expect(outcome).toMatchObject({ exitCode, stdout: '' });
    expect(readFileSync(path, 'utf8')).toBe('as it was');
    expect(readdirSync(dirname(path))).toHaveLength(1);
  });

  test('a file with unusable values', async () => {
    const path = createOld('result.json');
    await failWith(10, importFrom(`${header}\n2026-02-30,1,eu\n`, ['-O', path]));
    expect(readFileSync(path, 'utf8')).toBe('as it was');
  });
});

describe('a result that reports a problem is written', () => {
  test('if a check failed', async () => {
    const path = createOld('result.csv');
    const answer = pageOf([provider('2026-11-01T00:00:00Z')]);
    const service = scriptService({ path: providers, answer });
    expect(await run([...stale, '-O', path], { service })).toMatchObject({ exitCode: 11 });
    expect(readFileSync(path, 'utf8')).toBe('id\nprv_a\n');
  });

  test('if an import was incomplete', async () => {
    const path = createOld('result.json');
    const rows = `${header}\n2026-01-01,1,eu\n2026-02-30,1,eu\n`;
    await failWith(9, importFrom(rows, ['--skip-invalid', '-O', path]));
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      rows: 2,
      created: 1,
      invalid: 1,
    });
  });
});

describe('a change whose result cannot be written is said to be made', () => {
  test.each([
    [
      'a column that no record has',
      ['--columns', 'nope'],
      '--columns: no record has the column "nope"',
    ],
    [
      'an expression that does not suit the result',
      ['--query', 'sum(id)'],
      '--query: sum() takes an array of numbers, not a string',
    ],
  ])('%s', async (_what, words, reason) => {
    const service = scriptService({ ...created, answer: { id: 'wsp_a' } });
    expect(await failWith(9, run([...creation, ...words], { service }))).toBe(
      `error: the service has carried out POST /v1/workspaces; after that: ${reason}\nhint: look at what is there before you send it again\n`,
    );
  });

  test('a change that can be sent again', async () => {
    const path = '/v1/workspaces/wsp_a';
    const service = scriptService({ method: 'PUT', path, answer: { id: 'wsp_a' } });
    const line = 'workspaces update wsp_a --set name=B --columns nope';
    expect(await failWith(9, run(line, { service }))).toBe(
      `error: the service has carried out PUT ${path}; after that: --columns: no record has the column "nope"\nhint: the same change can be sent again: it has the same effect\n`,
    );
  });

  describe('a full disk', () => {
    needs('/dev/full');

    test('is reported with the change', async () => {
      const service = scriptService({ ...created, answer: { id: 'wsp_a' } });
      const stderr = await failWith(1, run([...creation, '-O', '/dev/full'], { service }));
      expect(stderr).toContain(
        'the service has carried out POST /v1/workspaces; after that: cannot write /dev/full: no space left on the disk',
      );
    });
  });
});
