import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';
import { scriptService } from '../helpers/service.ts';

const creation = ['workspaces', 'create', '--set', 'name=Alpha'];

test.each([
  ['a folder', 'made', 'it is a folder'],
  ['a file in a folder that is not there', 'gone/result.json', 'no such file or folder'],
  ['a file in what is no folder', 'file/result.json', 'a part of the path is not a folder'],
])(
  '%s is no place for a result, and that is told before anything is changed',
  async (_what, name, reason) => {
    const folder = createFolder();
    await mkdir(join(folder, 'made'));
    await writeFile(join(folder, 'file'), '');
    const path = join(folder, name);
    const service = scriptService();
    const { stderr, exitCode } = await run([...creation, '-O', path], { service });
    expect({ stderr, exitCode }).toEqual({
      stderr: `error: cannot write ${path}: ${reason}\n`,
      exitCode: 1,
    });
    expect(service.received).toEqual([]);
  },
);

test('a path that is empty is a usage error', async () => {
  const { stderr, exitCode } = await run([...creation, '-O', ''], { service: scriptService() });
  expect({ stderr, exitCode }).toEqual({
    stderr: 'error: --out-file must not be empty\nhint: give a path, or - for stdout\n',
    exitCode: 2,
  });
});

test('a device takes a result as it stands, whoever may write its folder', async () => {
  const service = scriptService({
    method: 'POST',
    path: '/v1/workspaces',
    status: 201,
    answer: {},
  });
  const { exitCode } = await run([...creation, '-O', '/dev/null'], { service });
  expect(exitCode).toBe(0);
});
