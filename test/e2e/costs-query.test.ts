import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createFolder, removeFolder, runProgram } from './program.ts';

const folder = createFolder();
afterAll(() => removeFolder(folder));

test('costs query without DuckDB exits with 2 and shows how to install it', async () => {
  for (const name of ['bin', 'dist', 'package.json']) {
    cpSync(resolve(name), join(folder, name), { recursive: true });
  }
  const program = [process.execPath, join(folder, 'bin/costctl.js')];
  const env = { COSTCTL_CONFIG_DIR: join(folder, 'config'), HOME: folder };
  const mirror = join(folder, 'costs');
  const words = ['--sandbox', 'costs', 'mirror', mirror, '--from', '2026-11-01', '-q'];
  expect((await runProgram(words, { program, env })).status).toBe(0);
  const line = ['costs', 'query', 'SELECT 1', '--mirror', mirror];
  const { status, stderr } = await runProgram(line, { program, env });
  expect([status, stderr]).toEqual([
    2,
    'error: costs query needs DuckDB, and @duckdb/node-api is not installed\n' +
      'hint: npm install --global @duckdb/node-api (without --global if costctl is a dependency of a project)\n',
  ]);
});
