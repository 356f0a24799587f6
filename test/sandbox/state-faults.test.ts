import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';

const list = ['--sandbox', 'workspaces', 'list', '--query', 'length(@)'];
const create = ['--sandbox', 'filters', 'create', '--title', 'a', '--filter', 'b'];
const hint =
  'the sandbox stores its state there: repair that, or set COSTCTL_CONFIG_DIR to another folder';

/** As with HOME=/dev/null: a part of the path is a file. */
function impossiblePlace() {
  const folder = createFolder();
  writeFileSync(join(folder, 'file'), '');
  const config = join(folder, 'file', 'costctl');
  return { config, world: { folder, env: { COSTCTL_CONFIG_DIR: config } } };
}

test('reads the initial sandbox if no folder can be created', async () => {
  const { world } = impossiblePlace();
  expect(await run(list, world)).toMatchObject({ stdout: '3\n', stderr: '', exitCode: 0 });
});

test('reports a state that cannot be stored as a local file error with its path', async () => {
  const { config, world } = impossiblePlace();
  const message = `cannot make ${config}: a part of the path is not a folder`;
  const reported = await run(create, world);
  expect(reported.stderr).toBe(`error: ${message}\nhint: ${hint}\n`);
  const { stderr, exitCode } = await run([...create, '-o', 'json'], world);
  expect(exitCode).toBe(1);
  expect(JSON.parse(stderr)).toEqual({ error: { code: 'file', message, hint } });
});

test('an import says why its values were not stored', async () => {
  const { config, world } = impossiblePlace();
  const file = join(world.folder, 'values.csv');
  writeFileSync(file, 'date,amount,region\n2026-10-01,5,x\n');
  const { stderr, exitCode } = await run(
    ['--sandbox', 'metrics', 'import', 'bmt_orders', file],
    world,
  );
  expect(exitCode).toBe(9);
  expect(stderr).toContain(`1 of 1 values were not stored: cannot make ${config}`);
});

test('reports an unreadable state as a local file error', async () => {
  const folder = createFolder();
  const path = join(folder, 'config', 'sandbox.jsonl');
  mkdirSync(path, { recursive: true });
  const { stderr, exitCode } = await run(list, { folder });
  expect(exitCode).toBe(1);
  expect(stderr).toBe(`error: cannot read ${path}: it is a folder\nhint: ${hint}\n`);
});

test('the hint for a damaged state names the file to remove', async () => {
  const folder = createFolder();
  const path = join(folder, 'config', 'sandbox.jsonl');
  mkdirSync(join(folder, 'config'));
  writeFileSync(path, 'hello\n');
  const { stderr } = await run(list, { folder });
  expect(stderr).toContain(`hint: remove ${path}, or name another file`);
});
