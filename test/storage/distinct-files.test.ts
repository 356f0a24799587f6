import { linkSync, mkdirSync, mkdtempSync, openSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { requireDistinctFiles } from '../../src/storage/distinct-files.ts';

const createFolder = () => mkdtempSync(join(tmpdir(), 'costctl-distinct-'));

/** Other names of a file that exists. */
const aliases: readonly [string, (path: string) => string][] = [
  ['the same path', (path) => path],
  ['a path with ./', (path) => `${dirname(path)}/./${basename(path)}`],
  ['a path through another folder', (path) => `${dirname(path)}/sub/../${basename(path)}`],
  ['a link', (path) => linkTo(path, `${path}.link`)],
  ['a link to a link', (path) => linkTo(linkTo(path, `${path}.one`), `${path}.two`)],
  ['a link to the folder', (path) => join(linkTo(dirname(path), `${path}.dir`), basename(path))],
];

function linkTo(target: string, path: string): string {
  symlinkSync(target, path);
  return path;
}

function hardLink(path: string): string {
  linkSync(path, `${path}.second`);
  return `${path}.second`;
}

const same = { code: 'usage', message: '--one and --two are the same file' };

async function check(one: string | number, two: string | number, writes = [true, true]) {
  await requireDistinctFiles([
    { name: '--one', path: one, isWritten: writes[0] ?? false },
    { name: '--two', path: two, isWritten: writes[1] ?? false },
  ]);
}

function createPath(): string {
  const folder = createFolder();
  mkdirSync(join(folder, 'sub'));
  return join(folder, 'Costs.csv');
}

test.each([...aliases, ['a second name of the file', hardLink] as const])(
  'refuses the same file given as %s, unless both are only read',
  async (_how, alias) => {
    const path = createPath();
    writeFileSync(path, 'rows');
    const other = alias(path);
    await expect(check(path, other)).rejects.toMatchObject(same);
    await expect(check(other, path, [false, true])).rejects.toMatchObject(same);
    await expect(check(path, other, [true, false])).rejects.toMatchObject(same);
    await check(path, other, [false, false]);
  },
);

test.each(aliases)('refuses the same missing file given as %s', async (_how, alias) => {
  const path = createPath();
  await expect(check(path, alias(path))).rejects.toMatchObject(same);
});

test('recognizes a stream that was opened from the same file', async () => {
  const path = createPath();
  writeFileSync(path, 'rows');
  const descriptor = openSync(path, 'r');
  await expect(check(descriptor, path, [false, true])).rejects.toMatchObject(same);
});

test.each(['', '/rows', '/journal'])(
  'refuses a file in the work folder of another file: .part%s',
  async (below) => {
    const path = createPath();
    await expect(check(path, `${path}.part${below}`)).rejects.toMatchObject({
      code: 'usage',
      message: `--two is inside the folder in which --one is prepared: ${path}.part`,
    });
    await expect(check(`${path}.part${below}`, path, [false, true])).rejects.toMatchObject({
      code: 'usage',
    });
  },
);

test('refuses to write into a folder that is read, at any depth', async () => {
  const mirror = createFolder();
  mkdirSync(join(mirror, 'sub'));
  for (const path of [join(mirror, 'rows.csv'), join(mirror, 'sub', 'rows.csv')]) {
    const error = { code: 'usage', message: '--two is inside the folder of --one' };
    await expect(check(mirror, path, [false, true])).rejects.toMatchObject(error);
    await check(mirror, path, [false, false]);
    await check(mirror, path, [true, false]);
  }
  await check(mirror, `${mirror}.csv`, [false, true]);
  await check(mirror, join(mirror, '..', 'rows.csv'), [false, true]);
});

test('two names of one file that is only read are no problem for what is written', async () => {
  const path = createPath();
  writeFileSync(path, 'rows');
  const read = { path, isWritten: false };
  await requireDistinctFiles([
    { name: '--one', ...read },
    { name: '--two', ...read },
    { name: '--three', path: `${path}.other`, isWritten: true },
  ]);
});

test('a work folder concerns only the file that is prepared in it', async () => {
  const path = createPath();
  for (const below of ['', '/rows']) {
    await check(path, `${path}.part${below}`, [false, true]);
    await check(path, `${path}.parts${below}`);
  }
});

test('leaves a path that leads nowhere to what opens it', async () => {
  const path = createPath();
  const circle = linkTo(`${path}.circle`, `${path}.circle`);
  await check(circle, circle);
  await check(circle, path);
});

test('accepts different files, devices and missing folders', async () => {
  const path = createPath();
  await check(path, `${path}.other`);
  await check('/dev/null', '/dev/null');
  await check(join(path, 'a', 'b'), join(path, 'a', 'b'));
  writeFileSync(path, 'rows');
  const copy = join(createFolder(), 'Costs.csv');
  writeFileSync(copy, 'rows');
  await check(path, copy);
});
