import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type FileTarget,
  openTarget,
  placePart,
  removeRemains,
  widenPart,
} from '../../src/rows/target.ts';
import { createContext } from '../helpers/context.ts';

const createFolder = () => mkdtempSync(join(tmpdir(), 'costctl-test-'));
const userId = process.getuid?.();
const patience = createContext();

function targetIn(parent: string): FileTarget {
  const path = join(parent, 'costs.csv');
  const folder = `${path}.part`;
  mkdirSync(folder, { mode: 0o700 });
  const [part, journal] = [join(folder, 'rows'), join(folder, 'journal')];
  return { path, folder, part, journal, mode: undefined, userId, patience };
}

test('a new name is its own target, and a link leads to the file it points to', async () => {
  const folder = createFolder();
  const target = targetIn(folder);
  expect(await openTarget(target.path, userId, patience)).toEqual(target);
  writeFileSync(target.path, '', { mode: 0o640 });
  symlinkSync(target.path, join(folder, 'link.csv'));
  expect(await openTarget(join(folder, 'link.csv'), userId, patience)).toMatchObject({
    path: target.path,
    part: target.part,
    mode: 0o640,
  });
});

test('a dangling link resolves to the file that it names', async () => {
  const folder = createFolder();
  symlinkSync('elsewhere.csv', join(folder, 'link.csv'));
  expect(await openTarget(join(folder, 'link.csv'), userId, patience)).toMatchObject({
    path: join(folder, 'elsewhere.csv'),
    folder: join(folder, 'elsewhere.csv.part'),
  });
});

test('a name of 255 bytes gets a shortened name for its work folder', async () => {
  const path = join(createFolder(), `${'a'.repeat(251)}.csv`);
  expect(await openTarget(path, userId, patience)).toMatchObject({
    path,
    folder: expect.stringMatching(/\/a{250}\.part$/),
  });
});

test('a device is not a target', async () => {
  expect(await openTarget('/dev/null', userId, patience)).toBeUndefined();
});

test.each([
  ['', 'it is a folder'],
  ['file/below', 'a part of the path is not a folder'],
  ['a'.repeat(256), 'the name is too long for the file system'],
])('%j cannot be written, and the error says why', async (name, why) => {
  const folder = createFolder();
  writeFileSync(join(folder, 'file'), '');
  const path = join(folder, name);
  await expect(openTarget(path, userId, patience)).rejects.toMatchObject({
    code: 'file',
    message: `cannot write ${path}: ${why}`,
  });
});

test('a part file that cannot be renamed stays in place', async () => {
  const target = targetIn(createFolder());
  writeFileSync(target.part, 'rows');
  mkdirSync(target.path);
  await expect(placePart(target)).rejects.toMatchObject({
    code: 'file',
    message: expect.stringContaining(`cannot write ${target.path}: `),
  });
  expect(readFileSync(target.part, 'utf8')).toBe('rows');
});

test('the part file gets the permissions of the file that it replaces', async () => {
  const target = { ...targetIn(createFolder()), mode: 0o600 };
  writeFileSync(target.part, 'rows', { mode: 0o644 });
  await placePart(target);
  expect(statSync(target.path).mode & 0o777).toBe(0o600);
});

test('a leftover folder that cannot be removed is named', async () => {
  const target = targetIn(createFolder());
  mkdirSync(target.journal);
  await expect(removeRemains(target)).rejects.toMatchObject({
    code: 'file',
    message: expect.stringContaining(`cannot remove ${target.folder}: `),
  });
});

const state = { rows: 1, bytes: 0, columns: ['a', 'b'], unseen: [], steps: [] };
const header = Buffer.from('a,b\n');

test('a damaged compressed part file does not replace the target', async () => {
  const target = targetIn(createFolder());
  writeFileSync(target.part, 'no gzip');
  const widening = widenPart(target, state, { format: 'csv', gzip: true, header, ends: [] });
  await expect(widening).rejects.toMatchObject({
    code: 'file',
    message: `cannot write ${target.folder}/wide: incorrect header check`,
  });
  expect(readFileSync(target.part, 'utf8')).toBe('no gzip');
});
