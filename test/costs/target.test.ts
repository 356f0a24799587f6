import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type FileTarget,
  openTarget,
  placePart,
  removeRemains,
  widenPart,
} from '../../src/costs/target.ts';

const createFolder = () => mkdtempSync(join(tmpdir(), 'costctl-test-'));

function targetIn(folder: string): FileTarget {
  const path = join(folder, 'costs.csv');
  const part = `${path}.part`;
  return { path, part, journal: `${part}.journal`, mode: undefined };
}

test('a name that nothing has yet is a target, and one that leads to a file is that file', async () => {
  const folder = createFolder();
  const target = targetIn(folder);
  expect(await openTarget(target.path)).toEqual(target);
  writeFileSync(target.path, '', { mode: 0o640 });
  symlinkSync(target.path, join(folder, 'link.csv'));
  expect(await openTarget(join(folder, 'link.csv'))).toMatchObject({
    path: target.path,
    part: target.part,
    mode: expect.any(Number),
  });
});

test('a device is no target', async () => {
  expect(await openTarget('/dev/null')).toBeUndefined();
});

test.each([
  ['', 'it is a folder'],
  ['file/below', 'a part of the path is not a folder'],
])('%j cannot be written, and that is told', async (name, why) => {
  const folder = createFolder();
  writeFileSync(join(folder, 'file'), '');
  const path = join(folder, name);
  await expect(openTarget(path)).rejects.toMatchObject({
    code: 'file',
    message: `cannot write ${path}: ${why}`,
  });
});

test('a part file that cannot take its place stays where it is', async () => {
  const target = targetIn(createFolder());
  writeFileSync(target.part, 'rows');
  mkdirSync(target.path);
  await expect(placePart(target)).rejects.toMatchObject({
    code: 'file',
    message: expect.stringContaining(`cannot write ${target.path}: `),
  });
  expect(readFileSync(target.part, 'utf8')).toBe('rows');
});

test('the part file takes the permissions of the file that stood there', async () => {
  const target = { ...targetIn(createFolder()), mode: 0o100600 };
  writeFileSync(target.part, 'rows', { mode: 0o644 });
  await placePart(target);
  expect(await openTarget(target.path)).toMatchObject({ mode: 0o100600 });
});

test('remains that cannot be removed are named', async () => {
  const target = targetIn(createFolder());
  mkdirSync(target.part);
  await expect(removeRemains(target)).rejects.toMatchObject({
    code: 'file',
    message: expect.stringContaining(`cannot remove ${target.part}: `),
  });
});

const state = { rows: 1, bytes: 0, columns: ['a', 'b'], unseen: [], steps: [] };
const header = Buffer.from('a,b\n');

test('a compressed part file that is damaged is not put in place', async () => {
  const target = targetIn(createFolder());
  writeFileSync(target.part, 'no gzip');
  const widening = widenPart(target, state, { format: 'csv', gzip: true, header, ends: [] });
  await expect(widening).rejects.toMatchObject({
    code: 'file',
    message: `cannot write ${target.part}.wide: incorrect header check`,
  });
  expect(readFileSync(target.part, 'utf8')).toBe('no gzip');
});
