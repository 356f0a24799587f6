import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  createLineStore,
  openDataFile,
  removeUnnamed,
  requireEmpty,
  syncNames,
} from '../../src/mirror/files.ts';
import { recordFileCalls } from '../helpers/file-calls.ts';
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

const patience = { clock: { now: Date.now, sleep: async () => undefined } };

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
  await expect(requireEmpty(place('b.json'))).rejects.toMatchObject({
    details: { hint: 'give a folder of its own, which may not exist yet' },
  });
});

/** Until the test is over, a call reads or writes at most so many bytes. */
async function shortenCalls(names: readonly string[], most: number): Promise<void> {
  const handle = await open(import.meta.filename);
  const prototype: object = Object.getPrototypeOf(handle);
  await handle.close();
  for (const name of names) {
    const method: unknown = Reflect.get(prototype, name);
    if (typeof method !== 'function') throw new Error(`no ${name}`);
    Reflect.set(prototype, name, function shortened(this: object, ...given: unknown[]) {
      const [bytes, offset, length, position] = given;
      const short = length === undefined ? undefined : Math.min(Number(length), most);
      return Reflect.apply(method, this, [bytes, offset, short, position]);
    });
    onTestFinished(() => void Reflect.set(prototype, name, method));
  }
}

test('a read or a write that the system does in several parts is done whole', async () => {
  const folder = createFolder();
  const content = Buffer.from(Array.from({ length: 10_000 }, (_, at) => at % 251));
  await shortenCalls(['read', 'write'], 999);
  const store = createLineStore(folder, 4242);
  await store.add('a', [content.subarray(0, 10), content]);
  await store.add('b', [content]);
  for (const lines of [await collect(store.read('b')), await collect(store.readParts('b'))]) {
    expect(Buffer.concat(lines).equals(content)).toBe(true);
  }
  const [first] = await collect(store.readParts('a'));
  expect(first?.subarray(10).equals(content)).toBe(true);
  await store.close();
  const file = await openDataFile(folder, 4242, patience);
  await file.write(content.subarray(0, 10));
  await file.write(content.subarray(10));
  const { path } = await file.place('month=2026-10');
  expect(readFileSync(join(folder, path)).equals(content)).toBe(true);
});

test('rows that are cut short are an error, and not fewer rows', async () => {
  const folder = createFolder();
  const store = createLineStore(folder, 4242);
  onTestFinished(store.close);
  await store.add('a', [Buffer.alloc(100, 'x')]);
  await shortenCalls(['read'], 0);
  for (const lines of [store.read('a'), store.readParts('a')]) {
    await expect(collect(lines)).rejects.toThrow(
      `cannot read rows from ${folder}: they are cut short`,
    );
  }
});

test('the names of new files are synced once in each folder, and then those of the folders', async () => {
  const folder = place('month=2026-10/a', 'month=2026-10/b', 'month=2026-11/c');
  const recording = recordFileCalls();
  onTestFinished(recording.stop);
  await syncNames(folder, ['month=2026-10/a', 'month=2026-10/b', 'month=2026-11/c']);
  const folders = [join(folder, 'month=2026-10'), join(folder, 'month=2026-11'), folder];
  // Windows opens no folder.
  const synced = process.platform === 'win32' ? [] : folders;
  expect(recording.calls).toEqual(synced.map((path) => ({ kind: 'sync', path })));
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
  await expect(collect(store.read('a'))).rejects.toThrow();
  await createLineStore(folder, 4242).close();
  const none = join(folder, 'none');
  await expect(createLineStore(none, 4242).add('a', [])).rejects.toThrow(
    `cannot write rows to ${none}`,
  );
});

test('a data file gets its name from its content when it is complete, and not before', async () => {
  const folder = createFolder();
  const content = Buffer.alloc(70_000, 'rows');
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
