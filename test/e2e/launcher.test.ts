import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createFolder, removeFolder } from './program.ts';

const folder = createFolder();
afterAll(() => removeFolder(folder));

/** The exit status of the launcher if the program ends in this way. */
function launch(start: string): Promise<number> {
  for (const name of ['bin', 'dist']) mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['costctl.js', 'code-cache.js']) {
    cpSync(join('bin', name), join(folder, 'bin', name));
  }
  writeFileSync(join(folder, 'dist/start.cjs'), `exports.start = () => ${start};\n`);
  return new Promise((done) => {
    const child = execFile(process.execPath, [join(folder, 'bin/costctl.js')]);
    child.on('close', (status) => done(status ?? -1));
  });
}

test.each([0, 9])('exits with the status %i of the run', async (status) => {
  expect(await launch(`Promise.resolve(${status})`)).toBe(status);
});

test('a run that never settles and waits for nothing exits with 1', async () => {
  expect(await launch('new Promise(() => undefined)')).toBe(1);
});
