import { chmodSync, mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkWritable, makeFolder, makeNamedFolder } from '../../src/storage/file-system.ts';
import { needs } from '../helpers/needs.ts';

const createFolder = () => mkdtempSync(join(tmpdir(), 'costctl-folder-'));

test('creates a folder and its parents with the given mode', async () => {
  const top = createFolder();
  await makeFolder(join(top, 'a', 'b'), 0o700);
  for (const path of ['a', join('a', 'b')]) {
    expect(statSync(join(top, path)).mode & 0o777).toBe(0o700);
  }
});

test('an existing folder keeps its mode', async () => {
  const path = join(createFolder(), 'a');
  mkdirSync(path);
  chmodSync(path, 0o750);
  await makeFolder(path, 0o700);
  expect(statSync(path).mode & 0o777).toBe(0o750);
});

test('concurrent calls can create the same folder', async () => {
  const path = join(createFolder(), 'a', 'b', 'c');
  await Promise.all(Array.from({ length: 20 }, () => makeFolder(path)));
  expect(statSync(path).isDirectory()).toBe(true);
});

test.each(['file', join('file', 'a')])('reports a file in the way: %s', async (below) => {
  const top = createFolder();
  writeFileSync(join(top, 'file'), '');
  await expect(makeFolder(join(top, below))).rejects.toMatchObject({
    code: below === 'file' ? 'EEXIST' : 'ENOTDIR',
  });
});

test('what to do about a folder that was named is said only if something is in its way', async () => {
  const top = createFolder();
  writeFileSync(join(top, 'file'), '');
  const failures = [join(top, 'file'), join(top, 'file', 'a'), '/proc/self/a'].map((path) =>
    makeNamedFolder(path).catch(({ details }) => details.hint),
  );
  const hint = 'name a folder, or a new one';
  expect(await Promise.all(failures)).toEqual([hint, hint, undefined]);
});

describe('a system folder', () => {
  needs('/proc/self');

  test('that accepts no new folder is reported', async () => {
    await expect(makeFolder('/proc/self/a/b')).rejects.toMatchObject({ code: 'EPERM' });
  });
});

test('whether a folder can be written is tried in the nearest one that exists', async () => {
  const top = createFolder();
  await checkWritable(top);
  await checkWritable(join(top, 'a', 'b', 'c'));
  expect(readdirSync(top)).toEqual([]);
  writeFileSync(join(top, 'file'), '');
  for (const path of [join(top, 'file'), join(top, 'file', 'a')]) {
    await expect(checkWritable(path)).rejects.toMatchObject({ code: 'ENOTDIR' });
  }
});

describe('a folder of the system', () => {
  needs('/proc/self');

  test('in which nothing can be stored is reported', async () => {
    await expect(checkWritable('/proc/self/a/b')).rejects.toThrow();
  });
});
