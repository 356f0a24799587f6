import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openJournal } from '../src/storage/journal.ts';
import { openNewFolder } from '../src/storage/new-folder.ts';
import { createContext } from './helpers/context.ts';
import { type CostServiceOptions, rowsOf, serveCosts } from './helpers/costs.ts';
import { type FileCall, findUnsafeOrder, recordFileCalls } from './helpers/file-calls.ts';
import { newFolder, runMirror } from './helpers/mirror.ts';
import { createFolder, run } from './helpers/run.ts';

const days = {
  '2026-10-01': rowsOf('2026-10-01', 60_000),
  '2026-10-02': rowsOf('2026-10-02', 60_000),
};
const line = ['costs', 'export', '--from', '2026-10-01', '--to', '2026-10-02', '-q'];
/** The last day cannot be read. */
const broken: CostServiceOptions = {
  answer: ({ from, limit }, honest) =>
    limit > 1 && from === '2026-10-02' ? { status: 400, body: { title: 'no' } } : honest(),
};

let stop: () => void = () => undefined;
afterEach(() => stop());

function record(): readonly FileCall[] {
  const recording = recordFileCalls();
  stop = recording.stop;
  return recording.calls;
}

/** The calls for the files of an export, as `write rows`. */
function shorten(calls: readonly FileCall[], path: string): string[] {
  const own = calls.filter((call) => `${call.path} ${call.to ?? ''}`.includes(path));
  const names = own.map(({ kind, path: from }) => `${kind} ${basename(from)}`);
  return names.filter((name, at) => name !== names[at - 1]);
}

test.each(['costs.csv', 'costs.csv.gz', 'costs.parquet', 'costs.json'])(
  'an export to %s is on disk before its rename, and each window before its checkpoint',
  async (name) => {
    const path = join(createFolder(), name);
    const calls = record();
    expect((await run([...line, '-O', path], { service: serveCosts(days) })).exitCode).toBe(0);
    expect(findUnsafeOrder(calls)).toEqual([]);
    expect(calls.some(({ to }) => to === path)).toBe(true);
    requireCheckpoints(calls, path);
  },
);

test('a resumed export keeps the same order', async () => {
  const path = join(createFolder(), 'costs.csv');
  const first = await run([...line, '-O', path], { service: serveCosts(days, broken) });
  expect(first.exitCode).toBe(2);
  const calls = record();
  const resumed = await run([...line, '-O', path, '--resume'], { service: serveCosts(days) });
  expect(resumed.exitCode).toBe(0);
  expect(findUnsafeOrder(calls)).toEqual([]);
  requireCheckpoints(calls, path);
});

/** A checkpoint that survives a power failure names rows that survive it too. */
function requireCheckpoints(calls: readonly FileCall[], path: string): void {
  const names = shorten(
    calls.filter(({ kind }) => kind === 'write' || kind === 'sync'),
    path,
  );
  const entries = names.flatMap((name, at) => (name === 'write journal' ? [at] : []));
  expect(entries.length).toBeGreaterThan(0);
  for (const at of entries) {
    expect(names[at + 1]).toBe('sync journal');
    const rows = names.slice(0, at).filter((name) => name.endsWith(' rows'));
    expect(rows.at(-1) ?? 'sync rows').toBe('sync rows');
  }
}

test('every journal entry is on disk when its append resolves', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'costctl-order-')), 'journal');
  const calls = record();
  const journal = await openJournal(path);
  for (const entry of [1, 2, 3]) await journal.append(entry);
  await journal.close();
  const wanted = ['write journal', 'sync journal'];
  expect(shorten(calls, path).slice(-6)).toEqual([...wanted, ...wanted, ...wanted]);
  // A new file also needs its name on the disk, before its first entry is.
  const places = calls.map(({ kind, path: of }) => `${kind} ${of}`);
  const named = places.indexOf(`sync ${dirname(path)}`);
  expect(named).toBeGreaterThanOrEqual(0);
  expect(named).toBeLessThan(places.indexOf(`write ${path}`));
});

test.each([
  ['a result', ['providers', 'list', '--sandbox', '-O']],
  ['a receipt', ['costs', 'list', '--sandbox', '--last', '2d', '--receipt']],
])('%s is on disk before its rename', async (_what, words) => {
  const path = join(createFolder(), 'out.json');
  const calls = record();
  expect((await run([...words, path])).exitCode).toBe(0);
  expect(findUnsafeOrder(calls)).toEqual([]);
  expect(calls.some(({ to }) => to === path)).toBe(true);
});

test('a stored profile is on disk before its rename', async () => {
  const folder = createFolder();
  const calls = record();
  const words = ['--base-url', 'https://a.example', '--token-command', 'true', '--no-verify'];
  expect((await run(['profiles', 'add', 'work', ...words], { folder })).exitCode).toBe(0);
  expect(findUnsafeOrder(calls)).toEqual([]);
  const { path = '' } = calls.find(({ to }) => basename(to ?? '') === 'config.json') ?? {};
  expect(
    shorten(calls, path)
      .slice(0, 2)
      .map((name) => name.split(' ')[0]),
  ).toEqual(['write', 'sync']);
});

test('every file of a new folder is on disk before the folder is renamed', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'costctl-order-'));
  const { signal } = new AbortController();
  const calls = record();
  const folder = await openNewFolder(join(parent, 'pack'), createContext({ signal }));
  mkdirSync(join(folder.path, 'sub'));
  for (const name of ['one.csv', 'sub/two.csv']) writeFileSync(join(folder.path, name), 'rows');
  await folder.commit();
  const names = shorten(calls, parent);
  const early = names.slice(0, -3);
  expect(early).toEqual(expect.arrayContaining(['sync one.csv', 'sync two.csv', 'sync sub']));
  expect(names.slice(-3)).toEqual([
    expect.stringMatching(/^sync \.pack/),
    expect.stringMatching(/^rename \.pack/),
    `sync ${basename(parent)}`,
  ]);
});

test('a mirror syncs each folder once, however many partitions it has, and then the manifest', async () => {
  const rootSyncs: number[] = [];
  for (const count of [2, 9]) {
    const folder = newFolder();
    const names = Array.from({ length: count }, (_, number) => `2026-11-0${number + 1}`);
    const rows = Object.fromEntries(names.map((day) => [day, rowsOf(day, 3)]));
    const calls = record();
    const words = ['--from', '2026-11-01', '--partition-by', 'day'];
    expect((await runMirror(folder, rows, words)).exitCode).toBe(0);
    stop();
    const end = calls.findIndex(({ to }) => to === join(folder, '_manifest.json'));
    expect(findUnsafeOrder(calls.slice(0, end))).toEqual([]);
    const early = calls.slice(0, end).filter(({ path }) => !path.includes('_manifest.json'));
    // The names of the partitions and of the history are in the folder of the mirror.
    expect(early.at(-1)).toEqual({ kind: 'sync', path: folder });
    const placed = early.flatMap(({ to }) => (to === undefined ? [] : [dirname(to)]));
    expect(placed).toHaveLength(count);
    const synced = early.flatMap(({ kind, path }) => (kind === 'sync' ? [path] : []));
    expect(synced.filter((path) => placed.includes(path)).sort()).toEqual(placed.sort());
    rootSyncs.push(calls.filter(({ kind, path }) => kind === 'sync' && path === folder).length);
  }
  expect(rootSyncs).toEqual([2, 2]);
});
