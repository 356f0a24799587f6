import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openNewFolder } from '../../src/storage/new-folder.ts';
import { createContext } from '../helpers/context.ts';

const createPlace = () => mkdtempSync(join(tmpdir(), 'costctl-new-'));
const processId = 4242;

async function openIn(parent: string, signal = new AbortController().signal) {
  const folder = await openNewFolder(join(parent, 'pack'), createContext({ processId, signal }));
  mkdirSync(join(folder.path, 'below'));
  writeFileSync(join(folder.path, 'below', 'rows.csv'), 'rows');
  return folder;
}

test.each(['nothing', 'an empty folder'])(
  'a folder appears under its name, in place of %s, only after the commit',
  async (before) => {
    const parent = createPlace();
    if (before !== 'nothing') mkdirSync(join(parent, 'pack'));
    const folder = await openIn(parent);
    expect(readdirSync(parent).filter((name) => !name.startsWith('.'))).toEqual(
      before === 'nothing' ? [] : ['pack'],
    );
    await folder.commit();
    await folder.discard();
    expect(readdirSync(parent)).toEqual(['pack']);
    expect(readFileSync(join(parent, 'pack', 'below', 'rows.csv'), 'utf8')).toBe('rows');
  },
);

test('a discarded or interrupted folder leaves no files', async () => {
  const parent = createPlace();
  const controller = new AbortController();
  await (await openIn(parent)).discard();
  const folder = await openIn(parent, controller.signal);
  controller.abort(new Error('interrupted'));
  expect(readdirSync(parent)).toEqual([]);
  await expect(folder.commit()).rejects.toThrow();
  expect(readdirSync(parent)).toEqual([]);
});

test('a file that cannot be written is an error that names the folder asked for', async () => {
  const parent = createPlace();
  const folder = await openIn(parent);
  await folder.write('figures.csv', 'figures');
  expect(readFileSync(join(folder.path, 'figures.csv'), 'utf8')).toBe('figures');
  rmSync(folder.path, { recursive: true });
  await expect(folder.write('report.html', 'report')).rejects.toMatchObject({
    code: 'file',
    message: `cannot write ${join(parent, 'pack')}: no such file or folder`,
  });
});

test('a folder with files in it is never replaced', async () => {
  const parent = createPlace();
  mkdirSync(join(parent, 'pack'));
  writeFileSync(join(parent, 'pack', 'kept'), '');
  await expect(openIn(parent)).rejects.toMatchObject({
    code: 'file',
    message: `cannot write ${join(parent, 'pack')}: the folder is not empty`,
  });
  expect(readdirSync(parent)).toEqual(['pack']);
});

test('the next run removes the folder of a killed run', async () => {
  const parent = createPlace();
  const dead = spawnSync(process.execPath, ['-e', '']).pid;
  const host = encodeURIComponent(hostname()).slice(0, 64);
  const left = join(parent, `.pack.${dead}-0123456789abcdef-${host}.tmp`);
  mkdirSync(left);
  writeFileSync(join(left, 'half'), '');
  await (await openIn(parent)).commit();
  expect(readdirSync(parent)).toEqual(['pack']);
});

test('of two runs that make the same folder, the second is told so in plain words', async () => {
  const parent = createPlace();
  const [first, second] = [await openIn(parent), await openIn(parent)];
  await first.commit();
  await expect(second.commit()).rejects.toMatchObject({
    code: 'file',
    message: `cannot write ${join(parent, 'pack')}: the folder is not empty`,
  });
  await second.discard();
});
