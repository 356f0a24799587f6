import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createFolder, removeFolder } from './program.ts';

const folder = createFolder();
afterAll(() => removeFolder(folder));

/** The exit status of the launcher if the program ends in this way. */
function launch(start: string): Promise<number> {
  mkdirSync(join(folder, 'dist'), { recursive: true });
  for (const path of ['bin', 'package.json']) {
    cpSync(path, join(folder, path), { recursive: true });
  }
  writeFileSync(join(folder, 'dist/start.cjs'), `exports.start = () => ${start};\n`);
  return new Promise((done) => {
    const child = execFile(process.execPath, [join(folder, 'bin/costctl.js'), 'list']);
    child.on('close', (status) => done(status ?? -1));
  });
}

test.each([0, 9])('exits with the status %i of the run', async (status) => {
  expect(await launch(`Promise.resolve(${status})`)).toBe(status);
});

test.each(['16.20.2', '20.18.0'])('Node %s is reported as too old in one line', async (version) => {
  const preload = join(folder, 'old.cjs');
  writeFileSync(
    preload,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`,
  );
  const oldest = JSON.parse(readFileSync('package.json', 'utf8')).engines.node.replace('>=', '');
  const words = ['--require', preload, 'bin/costctl.js', '--version'];
  const printed = await new Promise((done) => {
    const child = execFile(process.execPath, words, (_error, stdout, stderr) =>
      done({ status: child.exitCode, stdout, stderr }),
    );
  });
  expect(printed).toEqual({
    status: 1,
    stdout: '',
    stderr: `error: costctl needs Node ${oldest} or newer, and this is Node ${version}\nhint: install a newer Node from https://nodejs.org\n`,
  });
});

test('a run that never settles and waits for nothing exits with 1', async () => {
  expect(await launch('new Promise(() => undefined)')).toBe(1);
});
