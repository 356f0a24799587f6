import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import {
  createLineStore,
  openDataFile,
  removeUnnamed,
  requireEmpty,
} from '../../src/mirror/files.ts';
import { createFolder } from '../helpers/run.ts';

const hash = '0123456789abcdef01234567';
const partitions = ['month=2026-10', 'cost_day=2026-10-03'];
const notPartitions = ['month=2026-101', 'month=2026-10-3', 'a month=2026-10', '=2026-10', 'month'];
const named = [`${partitions[0]}/${hash}.parquet`, '_past/a.json'];
/** Of earlier states, or of killed runs. */
const own = [
  ...partitions.map((partition) => `${partition}/f${hash.slice(1)}.parquet`),
  '_past/b.json',
  '.mirror.4242-0000000000000000-host.tmp',
  'new-_manifest.json',
  'new-4242-_manifest.json',
];
/** Of other people, however much their names look like those of a mirror. */
const others = [
  ...[`${hash}0`, hash.slice(1), `x${hash}`, hash.toUpperCase()].map(
    (name) => `${partitions[1]}/${name}.parquet`,
  ),
  `${partitions[1]}/${hash}.parquet.old`,
  ...notPartitions.map((folder) => `${folder}/${hash}.parquet`),
  `_past/${hash}.parquet`,
  '_past/b.json.old',
  '_past_/b.json',
  `${hash}.parquet`,
  'b.json',
  '.mirror.tmp',
  'a.mirror.4242-host.tmp',
  '.mirror.4242-host.tmp.old',
  'new-x-_manifest.json',
  'a new-_manifest.json',
  'new-_manifest.json.old',
  'sub/new-_manifest.json',
  '.mirror.4242-folder.tmp/a',
];

function place(...paths: readonly string[]): string {
  const folder = createFolder();
  for (const path of paths) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), 'x');
  }
  return folder;
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}

test('only own files that no state names are removed, and folders that are empty then', async () => {
  const folder = place(...named, ...own, ...others);
  await removeUnnamed(folder, new Set(named));
  expect(filesIn(folder)).toEqual([...named, ...others].sort());
  const onlyOwn = place(...own);
  await removeUnnamed(onlyOwn, new Set());
  expect(readdirSync(onlyOwn)).toEqual([]);
});

test('what looks like a folder of a mirror and is a file stays', async () => {
  const folder = place('_past', ...partitions);
  await removeUnnamed(folder, new Set());
  expect(filesIn(folder)).toEqual(['_past', ...partitions].sort());
});

test('a folder that is not there has nothing to remove, and one that cannot be read is named', async () => {
  const folder = createFolder();
  await removeUnnamed(join(folder, 'none'), new Set());
  const unreadable = join(folder, 'a\0b');
  await expect(removeUnnamed(unreadable, new Set())).rejects.toThrow(`cannot read ${unreadable}`);
});

test('a new mirror takes a folder only if all in it is its own', async () => {
  const left = ['_manifest.json', '_history.ndjson', '.git/config'];
  await requireEmpty(place(...named, ...own.filter((path) => !path.startsWith('new-')), ...left));
  for (const path of others.filter((path) => !/^(\.|_past\/)/.test(path))) {
    const folder = place(...named, path);
    const found = partitions.includes(dirname(path)) ? path : path.split('/')[0];
    const thrown = await requireEmpty(folder).catch((error: unknown) => String(error));
    expect([path, thrown]).toEqual([
      path,
      expect.stringContaining(
        `cannot make a mirror in ${folder}: ${join(folder, found ?? '')} is there`,
      ),
    ]);
  }
});

test('lines are read as they were added, by key, whatever their size', async () => {
  const folder = createFolder();
  const store = createLineStore(folder, 4242);
  const bytes = (size: number, value: number) => Buffer.alloc(size, value);
  const added = [
    ['a', [bytes(3, 1), bytes((1 << 20) + 7, 2)]],
    ['b', [bytes(5, 3)]],
    ['a', [bytes(1, 4), bytes(2, 5)]],
    ['b', [bytes(40, 6)]],
  ] as const;
  for (const [key, lines] of added) await store.add(key, lines);
  for (const key of ['a', 'b', 'c']) {
    const parts = added.filter(([of]) => of === key).map(([, lines]) => Buffer.concat(lines));
    const read = await collect(store.read(key));
    expect(Buffer.concat(read).equals(Buffer.concat(parts)), key).toBe(true);
    const whole = await collect(store.readParts(key));
    expect(whole.map((part, at) => part.equals(parts[at] ?? Buffer.of()))).toEqual(
      parts.map(() => true),
    );
  }
  await store.close();
  expect(readdirSync(folder)).toEqual([]);
});

test('a data file gets its name from its content when it is complete, and not before', async () => {
  const folder = createFolder();
  const content = Buffer.alloc(70_000, 'rows');
  const patience = { clock: { now: Date.now, sleep: async () => undefined } };
  const file = await openDataFile(folder, 4242, patience);
  await file.write(content.subarray(0, 5));
  await file.write(content.subarray(5));
  expect(filesIn(folder)).toEqual([expect.stringMatching(/^\.mirror\.4242-.*\.tmp$/)]);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const path = `month=2026-10/${sha256.slice(0, 24)}.parquet`;
  expect(await file.place('month=2026-10')).toEqual({ path, bytes: content.length, sha256 });
  await file.discard();
  expect(filesIn(folder)).toEqual([path]);
  expect(readFileSync(join(folder, path)).equals(content)).toBe(true);
  const other = await openDataFile(folder, 4242, patience);
  await other.write(content);
  await other.discard();
  await other.discard();
  expect(filesIn(folder)).toEqual([path]);
  const none = join(folder, 'none');
  await expect(openDataFile(none, 4242, patience)).rejects.toThrow(`cannot write to ${none}`);
});

async function collect(chunks: AsyncGenerator<Buffer, void>): Promise<Buffer[]> {
  const copies: Buffer[] = [];
  for await (const chunk of chunks) copies.push(Buffer.from(chunk));
  return copies;
}
