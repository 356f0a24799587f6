import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createFolder, removeFolder } from './program.ts';

const folder = createFolder();
afterAll(() => removeFolder(folder));

/** How the launcher ends around a program that answers so. */
function launch(start: string): Promise<number> {
  for (const name of ['bin', 'dist']) mkdirSync(join(folder, name), { recursive: true });
  cpSync(resolve('bin/costctl.js'), join(folder, 'bin/costctl.js'));
  writeFileSync(join(folder, 'dist/start.cjs'), `exports.start = () => ${start};\n`);
  return new Promise((done) => {
    const child = execFile(process.execPath, [join(folder, 'bin/costctl.js')]);
    child.on('close', (status) => done(status ?? -1));
  });
}

test.each([0, 9])('ends with the status %i that the run answers', async (status) => {
  expect(await launch(`Promise.resolve(${status})`)).toBe(status);
});

test('a run that never ends and waits for nothing is no success', async () => {
  expect(await launch('new Promise(() => undefined)')).toBe(1);
});
