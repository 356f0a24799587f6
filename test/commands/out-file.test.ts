import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';
import { scriptService } from '../helpers/service.ts';

const created = { method: 'POST', path: '/v1/workspaces', status: 201 };
const creation = ['workspaces', 'create', '--set', 'name=Alpha'];

test.each([
  ['a folder', 'made', 'it is a folder'],
  ['a file in a folder that is not there', 'gone/result.json', 'no such file or folder'],
  ['a file in what is no folder', 'file/result.json', 'a part of the path is not a folder'],
])('%s is refused as a result file before anything is sent', async (_what, name, reason) => {
  const folder = createFolder();
  await mkdir(join(folder, 'made'));
  await writeFile(join(folder, 'file'), '');
  const path = join(folder, name);
  const service = scriptService({ ...created, answer: {} });
  const unasked = { ...service, assertDone: () => undefined };
  const { stderr, exitCode } = await run([...creation, '-O', path], { service: unasked });
  expect({ stderr, exitCode }).toEqual({
    stderr: `error: cannot write ${path}: ${reason}\n`,
    exitCode: 1,
  });
  expect(service.received).toEqual([]);
});

test('an empty path is a usage error', async () => {
  const { stderr, exitCode } = await run([...creation, '-O', ''], { service: scriptService() });
  expect({ stderr, exitCode }).toEqual({
    stderr:
      'error: --out-file: must not be empty; give a path, or - for stdout\nhint: costctl workspaces create --help\n',
    exitCode: 2,
  });
});

test('a result can be written to a device', async () => {
  const service = scriptService({
    method: 'POST',
    path: '/v1/workspaces',
    status: 201,
    answer: {},
  });
  const { exitCode } = await run([...creation, '-O', '/dev/null'], { service });
  expect(exitCode).toBe(0);
});

test.each([
  ['the environment', { COSTCTL_OUTPUT: 'json' }, []],
  ['a profile', {}, ['-p', 'work']],
])('the file extension overrides the format of %s', async (_what, env, words) => {
  const folder = createFolder();
  const add = ['profiles', 'add', 'work', '--base-url', 'https://api.example.test', '--no-verify'];
  const world = { folder, stdin: 'tok_of_a_profile_012345' };
  await run([...add, '--token-stdin'], world);
  await run(['profiles', 'set', 'work', 'output=json'], { folder });
  const service = scriptService({ ...created, answer: { id: 'wsp_a' } });
  const path = join(folder, 'result.csv');
  const { exitCode } = await run([...creation, '-O', path, ...words], { folder, service, env });
  expect([exitCode, await readFile(path, 'utf8')]).toEqual([0, 'id\nwsp_a\n']);
});
