import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { chmod, lstat, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openAtomicFile, writeFileAtomically } from '../../src/storage/atomic.ts';

const random = () => 0.5;

function createFolder(): string {
  return mkdtempSync(join(tmpdir(), 'costctl-atomic-'));
}

test('a file stands under its name only after the commit', async () => {
  const folder = createFolder();
  const path = join(folder, 'costs.csv');
  const file = await openAtomicFile(path, { random });
  await file.write('day,');
  await file.write(Buffer.from('amount\n'));
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^\.costs\.csv\..+\.tmp$/)]);
  await file.commit();
  expect(readdirSync(folder)).toEqual(['costs.csv']);
  expect(readFileSync(path, 'utf8')).toBe('day,amount\n');
});

test('a discarded file leaves what stood there as it was, and nothing beside it', async () => {
  const folder = createFolder();
  const path = join(folder, 'costs.csv');
  await writeFile(path, 'before');
  const file = await openAtomicFile(path, { random });
  await file.write('after');
  await file.discard();
  expect(readdirSync(folder)).toEqual(['costs.csv']);
  expect(readFileSync(path, 'utf8')).toBe('before');
});

test('a discard after the commit takes nothing away', async () => {
  const path = join(createFolder(), 'costs.csv');
  const file = await openAtomicFile(path, { random });
  await file.write('whole');
  await file.commit();
  await file.discard();
  expect(readFileSync(path, 'utf8')).toBe('whole');
});

test('the mode of the file that stands there is kept', async () => {
  const path = join(createFolder(), 'costs.csv');
  await writeFile(path, 'before');
  await chmod(path, 0o640);
  await writeFileAtomically(path, 'after', { random });
  expect(statSync(path).mode & 0o777).toBe(0o640);
  expect(readFileSync(path, 'utf8')).toBe('after');
});

test('a mode that is asked for is set on a new file and on one that had another', async () => {
  const path = join(createFolder(), 'secret');
  await writeFileAtomically(path, 'one', { random, mode: 0o600 });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await chmod(path, 0o644);
  await writeFileAtomically(path, 'two', { random, mode: 0o600 });
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a link stays a link and its target gets the content', async () => {
  const folder = createFolder();
  await mkdir(join(folder, 'dotfiles'));
  const target = join(folder, 'dotfiles', 'config.json');
  const link = join(folder, 'config.json');
  await writeFile(target, 'before');
  await symlink(target, link);
  await writeFileAtomically(link, 'after', { random });
  expect((await lstat(link)).isSymbolicLink()).toBe(true);
  expect(readFileSync(target, 'utf8')).toBe('after');
});

test('a link to a file that is not there yet makes that file', async () => {
  const folder = createFolder();
  await mkdir(join(folder, 'dotfiles'));
  await symlink(join('dotfiles', 'config.json'), join(folder, 'config.json'));
  await writeFileAtomically(join(folder, 'config.json'), 'new', { random });
  expect((await lstat(join(folder, 'config.json'))).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(folder, 'dotfiles', 'config.json'), 'utf8')).toBe('new');
});

test('a pipe is written to and stays a pipe', async () => {
  const path = join(createFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  const reading = readFile(path, 'utf8');
  await writeFileAtomically(path, 'through', { random });
  expect(await reading).toBe('through');
  expect(statSync(path).isFIFO()).toBe(true);
});

test('an abort removes the temporary file before anything else happens', async () => {
  const folder = createFolder();
  const controller = new AbortController();
  const file = await openAtomicFile(join(folder, 'costs.csv'), {
    random,
    signal: controller.signal,
  });
  await file.write('half');
  const reason = new Error('interrupted');
  controller.abort(reason);
  expect(readdirSync(folder)).toEqual([]);
  await expect(file.write('more')).rejects.toBe(reason);
  await expect(file.commit()).rejects.toBe(reason);
  expect(readdirSync(folder)).toEqual([]);
});

test('two writers of one file do not meet in one temporary file', async () => {
  const folder = createFolder();
  const path = join(folder, 'costs.csv');
  const first = await openAtomicFile(path, { random });
  const second = await openAtomicFile(path, { random });
  await first.write('first');
  await second.write('second');
  await second.commit();
  await first.commit();
  expect(readFileSync(path, 'utf8')).toBe('first');
  expect(readdirSync(folder)).toEqual(['costs.csv']);
});

test('a name as long as the system allows leaves room for the temporary one', async () => {
  const path = join(createFolder(), 'é'.repeat(127));
  await writeFileAtomically(path, 'long', { random });
  expect(readFileSync(path, 'utf8')).toBe('long');
});

test.each([
  [
    'a folder that is not there',
    (folder: string) => join(folder, 'no', 'costs.csv'),
    'no such file or folder',
  ],
  [
    'a file taken for a folder',
    (folder: string) => join(folder, 'file', 'costs.csv'),
    'a part of the path is not a folder',
  ],
  ['a folder in the place of the file', (folder: string) => folder, 'it is a folder'],
])('%s is a file error that names the path', async (_what, pathIn, words) => {
  const folder = createFolder();
  await writeFile(join(folder, 'file'), '');
  const path = pathIn(folder);
  await expect(openAtomicFile(path, { random })).rejects.toMatchObject({
    code: 'file',
    message: `cannot write ${path}: ${words}`,
  });
});
