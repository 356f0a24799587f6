import { mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addNumbered, readNumbered, removeNumbered, removeOlder } from '../src/change-log.ts';

const createFolder = () => join(mkdtempSync(join(tmpdir(), 'costctl-test-')), 'changes');

async function read(folder: string): Promise<[number, string][]> {
  const found: [number, string][] = [];
  for await (const { number, text } of readNumbered(folder)) found.push([number, text]);
  return found;
}

test('files added at the same time get different numbers, and none is lost', async () => {
  const folder = createFolder();
  const texts = Array.from({ length: 40 }, (_value, at) => `text ${at}`);
  const numbers = await Promise.all(texts.map((text) => addNumbered(folder, text)));
  expect(numbers.toSorted((a, b) => a - b)).toEqual(texts.map((_text, at) => at + 1));
  expect((await read(folder)).map(([, text]) => text).sort()).toEqual(texts.sort());
  expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

test('lists the newest first, and does not reuse a removed number below later ones', async () => {
  const folder = createFolder();
  for (const text of ['a', 'b', 'c']) await addNumbered(folder, text);
  await removeNumbered(folder, 2);
  expect(await addNumbered(folder, 'd')).toBe(4);
  expect(await read(folder)).toEqual([
    [4, 'd'],
    [3, 'c'],
    [1, 'a'],
  ]);
});

test('removes old files and leftovers of killed processes', async () => {
  const folder = createFolder();
  await addNumbered(folder, 'old');
  await addNumbered(folder, 'new');
  writeFileSync(join(folder, '.left.tmp'), 'half');
  for (const name of ['1.json', '.left.tmp']) utimesSync(join(folder, name), 1000, 1000);
  await removeOlder(folder, Date.now() - 1000);
  expect(readdirSync(folder)).toEqual(['2.json']);
});

test('a missing folder has no files', async () => {
  expect(await read(createFolder())).toEqual([]);
});
