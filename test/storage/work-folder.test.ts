import {
  chmodSync,
  existsSync,
  linkSync,
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
  hasWorkFolder,
  openPartFile,
  openWorkFolder,
  workFolderOf,
} from '../../src/storage/work-folder.ts';

const userId = process.getuid?.();

function createPlace() {
  const parent = mkdtempSync(join(tmpdir(), 'costctl-work-'));
  return { parent, folder: workFolderOf(join(parent, 'costs.csv')) };
}

test('only its user can access a new work folder, and the next call finds it', async () => {
  const { folder } = createPlace();
  expect(await hasWorkFolder(folder, userId)).toBe(false);
  await openWorkFolder(folder, userId);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  await openWorkFolder(folder, userId);
  expect(await hasWorkFolder(folder, userId)).toBe(true);
});

/** What somebody else may put under the name of the work folder, to have it written through. */
const planted: readonly [string, (folder: string, parent: string) => void][] = [
  ['a link to a folder', (folder, parent) => symlinkSync(parent, folder)],
  ['a dangling link', (folder, parent) => symlinkSync(join(parent, 'none'), folder)],
  ['a file', (folder) => writeFileSync(folder, '')],
  ['a folder that others can write', (folder) => makeOpen(folder, 0o777)],
  ['a folder that others can read', (folder) => makeOpen(folder, 0o755)],
];

function makeOpen(folder: string, mode: number): void {
  mkdirSync(folder);
  chmodSync(folder, mode);
}

test.each(planted)('refuses %s in place of the work folder', async (_what, plant) => {
  const { folder, parent } = createPlace();
  plant(folder, parent);
  for (const attempt of [openWorkFolder, hasWorkFolder]) {
    await expect(attempt(folder, userId)).rejects.toMatchObject({
      code: 'file',
      message: `cannot use ${folder}: it is not a folder that only this user can write`,
    });
  }
});

test('without user ids, modes and owners mean nothing', async () => {
  const { folder } = createPlace();
  makeOpen(folder, 0o777);
  expect(await hasWorkFolder(folder, undefined)).toBe(true);
  const part = join(folder, 'rows');
  writeFileSync(part, 'rows');
  await (await openPartFile(part, { from: 4, gzip: false, userId: undefined })).close();
});

test('refuses the folder of another user', async () => {
  const { folder } = createPlace();
  await openWorkFolder(folder, userId);
  await expect(openWorkFolder(folder, 4_000_000)).rejects.toMatchObject({ code: 'file' });
});

test('a new part file replaces a link, and never writes through it', async () => {
  const { folder, parent } = createPlace();
  await openWorkFolder(folder, userId);
  const [part, victim] = [join(folder, 'rows'), join(parent, 'victim')];
  writeFileSync(victim, 'precious');
  symlinkSync(victim, part);
  const file = await openPartFile(part, { from: 0, gzip: false, userId });
  await file.write(Buffer.from('rows'));
  await file.commit();
  await file.close();
  expect([readFileSync(victim, 'utf8'), readFileSync(part, 'utf8')]).toEqual(['precious', 'rows']);
});

test('a part file is continued without what was written after its last complete window', async () => {
  const { folder } = createPlace();
  await openWorkFolder(folder, userId);
  const part = join(folder, 'rows');
  writeFileSync(part, 'whole and a long part of the next');
  const file = await openPartFile(part, { from: 6, gzip: false, userId });
  await file.write(Buffer.from('end'));
  await file.commit();
  await file.close();
  expect(readFileSync(part, 'utf8')).toBe('whole end');
});

test.each([
  ['a link', symlinkSync],
  ['a second name of a file', linkSync],
])('does not continue a part file that is %s', async (_what, plant) => {
  const { folder, parent } = createPlace();
  await openWorkFolder(folder, userId);
  const [part, victim] = [join(folder, 'rows'), join(parent, 'victim')];
  writeFileSync(victim, 'precious');
  plant(victim, part);
  const opening = openPartFile(part, { from: 4, gzip: false, userId });
  await expect(opening).rejects.toMatchObject({ code: 'file' });
  expect(readFileSync(victim, 'utf8')).toBe('precious');
});

test('does not continue the part file of another user', async () => {
  const { folder } = createPlace();
  await openWorkFolder(folder, userId);
  const part = join(folder, 'rows');
  writeFileSync(part, 'rows');
  const opening = openPartFile(part, { from: 4, gzip: false, userId: 4_000_000 });
  await expect(opening).rejects.toMatchObject({
    message: `cannot write ${part}: it is not the file that an earlier run of this user left`,
  });
  expect(existsSync(part)).toBe(true);
});
