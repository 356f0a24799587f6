import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { chmod, lstat, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  checkAtomicFile,
  openAtomicFile,
  writeFileAtomically,
  writePiecesAtomically,
} from '../../src/storage/atomic.ts';
import { needs } from '../helpers/needs.ts';

const processId = 4242;

function createFolder(): string {
  return mkdtempSync(join(tmpdir(), 'costctl-atomic-'));
}

test('a file appears under its name only after the commit', async () => {
  const folder = createFolder();
  const path = join(folder, 'costs.csv');
  const file = await openAtomicFile(path, { processId });
  await file.write('day,');
  await file.write(Buffer.from('amount\n'));
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^\.costs\.csv\..+\.tmp$/)]);
  await file.commit();
  expect(readdirSync(folder)).toEqual(['costs.csv']);
  expect(readFileSync(path, 'utf8')).toBe('day,amount\n');
});

test('a file of many pieces, texts and bytes, is written whole and in their order', async () => {
  const path = join(createFolder(), 'tree.txt');
  const pieces = Array.from({ length: 3_000 }, (_, at) => `${at} ${'é'.repeat(at % 500)}\n`);
  const mixed = pieces.map((one, at) => (at % 2 === 0 ? one : Buffer.from(one)));
  await writePiecesAtomically(path, mixed, { processId });
  expect(readFileSync(path, 'utf8')).toBe(pieces.join(''));
});

test('discarding leaves the old file unchanged and no other file', async () => {
  const folder = createFolder();
  const path = join(folder, 'costs.csv');
  await writeFile(path, 'before');
  const file = await openAtomicFile(path, { processId });
  await file.write('after');
  await file.discard();
  expect(readdirSync(folder)).toEqual(['costs.csv']);
  expect(readFileSync(path, 'utf8')).toBe('before');
});

test('a discard after the commit changes nothing', async () => {
  const path = join(createFolder(), 'costs.csv');
  const file = await openAtomicFile(path, { processId });
  await file.write('whole');
  await file.commit();
  await file.discard();
  expect(readFileSync(path, 'utf8')).toBe('whole');
});

test.each([0o600, 0o640, 0o666, 0o777])(
  'a replaced file of the same user keeps its mode: %i, whatever the umask',
  async (mode) => {
    const path = join(createFolder(), 'costs.csv');
    await writeFile(path, 'before');
    await chmod(path, mode);
    await writeFileAtomically(path, 'after', { processId });
    expect(statSync(path).mode & 0o777).toBe(mode);
    expect(readFileSync(path, 'utf8')).toBe('after');
  },
);

test('sets a given mode on a new file and on a file with another mode', async () => {
  const path = join(createFolder(), 'secret');
  await writeFileAtomically(path, 'one', { processId, mode: 0o600 });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await chmod(path, 0o644);
  await writeFileAtomically(path, 'two', { processId, mode: 0o600 });
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a link stays a link and its target gets the content', async () => {
  const folder = createFolder();
  await mkdir(join(folder, 'dotfiles'));
  const target = join(folder, 'dotfiles', 'config.json');
  const link = join(folder, 'config.json');
  await writeFile(target, 'before');
  await symlink(target, link);
  await writeFileAtomically(link, 'after', { processId });
  expect((await lstat(link)).isSymbolicLink()).toBe(true);
  expect(readFileSync(target, 'utf8')).toBe('after');
});

test('a link to a file that does not exist yet creates that file', async () => {
  const folder = createFolder();
  await mkdir(join(folder, 'dotfiles'));
  await symlink(join('dotfiles', 'config.json'), join(folder, 'config.json'));
  await writeFileAtomically(join(folder, 'config.json'), 'new', { processId });
  expect((await lstat(join(folder, 'config.json'))).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(folder, 'dotfiles', 'config.json'), 'utf8')).toBe('new');
});

describe('a pipe', () => {
  needs('mkfifo');

  test('is written to and stays a pipe', async () => {
    const path = join(createFolder(), 'pipe');
    execFileSync('mkfifo', [path]);
    const reading = readFile(path, 'utf8');
    await writeFileAtomically(path, 'through', { processId });
    expect(await reading).toBe('through');
    expect(statSync(path).isFIFO()).toBe(true);
  });
});

test('an abort removes the temporary file immediately', async () => {
  const folder = createFolder();
  const controller = new AbortController();
  const file = await openAtomicFile(join(folder, 'costs.csv'), {
    processId,
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

test('two writers of one file use separate temporary files', async () => {
  const folder = createFolder();
  const path = join(folder, 'costs.csv');
  const first = await openAtomicFile(path, { processId });
  const second = await openAtomicFile(path, { processId });
  await first.write('first');
  await second.write('second');
  await second.commit();
  await first.commit();
  expect(readFileSync(path, 'utf8')).toBe('first');
  expect(readdirSync(folder)).toEqual(['costs.csv']);
});

test('a name as long as the system allows is shortened for the temporary file', async () => {
  const path = join(createFolder(), 'é'.repeat(127));
  await writeFileAtomically(path, 'long', { processId });
  expect(readFileSync(path, 'utf8')).toBe('long');
});

test.each([
  [
    'a folder that does not exist',
    (folder: string) => join(folder, 'no', 'costs.csv'),
    'no such file or folder',
  ],
  [
    'a file used as a folder',
    (folder: string) => join(folder, 'file', 'costs.csv'),
    'a part of the path is not a folder',
  ],
  ['a folder with the name of the file', (folder: string) => folder, 'it is a folder'],
])('%s is a file error that names the path', async (_what, pathIn, words) => {
  const folder = createFolder();
  await writeFile(join(folder, 'file'), '');
  const path = pathIn(folder);
  await expect(openAtomicFile(path, { processId })).rejects.toMatchObject({
    code: 'file',
    message: `cannot write ${path}: ${words}`,
  });
});

test('the next run removes the temporary files of dead runs, and no others', async () => {
  const folder = createFolder();
  const dead = spawnSync(process.execPath, ['-e', '']).pid;
  const here = encodeURIComponent(hostname()).slice(0, 64);
  const name = (id: number, host = here) => `.costs.csv.${id}-0123456789abcdef-${host}.tmp`;
  const left = [name(dead), name(process.pid), name(dead, 'elsewhere'), '.costs.csv.mine.tmp'];
  for (const one of left) await writeFile(join(folder, one), 'half');
  await writeFileAtomically(join(folder, 'costs.csv'), 'whole', { processId });
  expect(readdirSync(folder).sort()).toEqual([...left.slice(1), 'costs.csv'].sort());
});

test('a new file or one replacing a file of another user gets its mode from the umask', async () => {
  const folder = createFolder();
  const path = join(folder, 'costs.csv');
  await writeFileAtomically(path, 'one', { processId, userId: process.getuid?.() });
  const usual = 0o666 & ~process.umask();
  expect(statSync(path).mode & 0o777).toBe(usual);
  await chmod(path, 0o606);
  await writeFileAtomically(path, 'two', { processId, userId: 4_000_000 });
  expect(statSync(path).mode & 0o777).toBe(usual);
});

test.each(['a'.repeat(251), 'a'.repeat(255)])(
  'writes a file with a name of 251 to 255 bytes',
  async (name) => {
    const path = join(createFolder(), name);
    await writeFileAtomically(path, 'long', { processId });
    expect(readFileSync(path, 'utf8')).toBe('long');
  },
);

test('a name that is too long is refused before anything is written', async () => {
  const path = join(createFolder(), 'a'.repeat(256));
  await expect(checkAtomicFile(path)).rejects.toMatchObject({
    code: 'file',
    message: `cannot write ${path}: the name is too long for the file system`,
  });
});

test('refuses circular links', async () => {
  const folder = createFolder();
  await symlink(join(folder, 'b'), join(folder, 'a'));
  await symlink(join(folder, 'a'), join(folder, 'b'));
  await expect(checkAtomicFile(join(folder, 'a'))).rejects.toMatchObject({
    message: `cannot write ${join(folder, 'a')}: too many symbolic links lead to it`,
  });
});
