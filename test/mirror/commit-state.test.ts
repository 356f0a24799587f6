import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Change } from '../../src/mirror/changes.ts';
import { commitState, namedBy } from '../../src/mirror/commit-state.ts';
import { type Manifest, type MirrorDay, manifestPath } from '../../src/mirror/manifest.ts';
import { needsNoLock } from '../../src/storage/lock.ts';
import { createFolder } from '../helpers/run.ts';

const now = '2026-11-15T12:00:00.000Z';
const hour = 3_600_000;
const fileOf = (letter: string) => `month=2026-10/${letter.repeat(24)}.parquet`;
const [kept, replaced] = [fileOf('a'), fileOf('b')];
const pastOf = (day: string) => `_past/${day}.json`;
const day: MirrorDay = {
  ...{ date: '2026-10-01', read: 1, rows: 1, hash: 'h', readAt: now },
  sums: [{ currency: 'USD', rows: 1, sum: '1' }],
};
const file = (path: string, partition: string) => ({
  ...{ path, partition, from: day.date, to: day.date, rows: 1, bytes: 1, sha256: 's' },
});

function stateBefore(changes: Partial<Manifest> = {}): Manifest {
  return {
    ...{ format: 'costctl mirror', version: 2, written: '2026-11-14T12:00:00.000Z' },
    since: '2026-11-10T12:00:00.000Z',
    query: {
      ...{ address: '', scope: '', from: day.date, where: [], parameters: {}, types: {} },
      ...{ partitionBy: 'month', dateColumn: null, amountColumn: null, currencyColumn: null },
    },
    ...{ restate: 35, keep: hour, history: '', partitionKey: 'month' },
    columns: [{ name: 'service', type: 'text', kinds: ['text'], digits: 0, places: 0 }],
    ...{ days: [day], truncated: [], retired: [], past: [], historyBytes: 0 },
    files: [file(kept, 'month=2026-10')],
    ...changes,
  };
}

/** Commits a state without changed rows in a folder with every file that the state before names. */
async function commit(before: Manifest, more: Partial<Parameters<typeof commitState>[1]> = {}) {
  const folder = createFolder();
  for (const path of namedBy(before)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), path);
  }
  const heard: number[] = [];
  const after = await commitState(
    {
      ...{ folder, processId: 1, createdBy: 'test', signal: new AbortController().signal },
      clock: { now: () => Date.parse(now), sleep: () => Promise.resolve() },
      rowsOf: async function* () {},
      requireLock: needsNoLock,
      onWriting: (days) => heard.push(days),
    },
    {
      ...{ manifest: before, days: before.days, truncated: before.truncated },
      ...{ changed: new Set<string>(), changes: [] },
      ...more,
    },
  );
  expect(JSON.parse(readFileSync(manifestPath(folder), 'utf8'))).toEqual(after);
  const isThere = (path: string) => existsSync(join(folder, path));
  for (const path of namedBy(after)) expect([path, isThere(path)]).toEqual([path, true]);
  return { after, heard, isThere, folder };
}

test('a state in which nothing has changed is the same but for the time, and stores no past one', async () => {
  const before = stateBefore({ history: '13m' });
  const { after, heard, isThere } = await commit(before);
  expect(after).toEqual({ ...before, written: now });
  expect(heard).toEqual([]);
  expect(isThere('_past')).toBe(false);
});

test('the first state of a mirror begins now, and has no past one', async () => {
  const before = stateBefore({ history: '13m', written: '', since: '', files: [], days: [] });
  const { after } = await commit(before, { truncated: [{ date: day.date, total: 7 }] });
  expect(after).toMatchObject({ since: now, past: [], truncated: [{ date: day.date, total: 7 }] });
});

const withGone = (changes: Partial<Manifest> = {}) =>
  stateBefore({
    files: [file(kept, 'month=2026-10'), file(replaced, 'month=2026-09')],
    ...changes,
  });

test('a file that the new state does not name is kept for a while, and the state begins now', async () => {
  const { after, isThere } = await commit(withGone());
  expect(after.retired).toEqual([{ path: replaced, at: now }]);
  expect(after).toMatchObject({ since: now, past: [], files: [{ path: kept }] });
  expect(isThere(replaced)).toBe(true);
});

test('days whose rows have all gone are a change too', async () => {
  const none = { ...day, read: 0, rows: 0, sums: [] };
  const { after, heard } = await commit(stateBefore(), {
    days: [none],
    changed: new Set([day.date]),
  });
  expect(heard).toEqual([1]);
  expect(after).toMatchObject({ since: now, files: [], retired: [{ path: kept, at: now }] });
});

test('a new day is a change, although no file is replaced', async () => {
  const added = { ...day, date: '2026-11-01', read: 0, rows: 0, sums: [] };
  const before = stateBefore({ history: '13m' });
  const { after } = await commit(before, {
    days: [day, added],
    changed: new Set([added.date]),
  });
  expect(after).toMatchObject({ since: now, past: [{ since: before.since, until: now }] });
});

test('without a time to keep it, a file that no state names is removed', async () => {
  const { after, isThere } = await commit(withGone({ keep: 0 }));
  expect(after.retired).toEqual([]);
  expect(isThere(replaced)).toBe(false);
});

test('a past state keeps its file and those it names, even without a time to keep them', async () => {
  const before = withGone({ keep: 0, history: '13m' });
  const { after, folder } = await commit(before);
  const path = '_past/2026-11-14T120000.000Z.json';
  expect(after.past).toEqual([{ since: before.since, until: now, path }]);
  expect(after.retired).toEqual([{ path: replaced, at: now }]);
  expect(JSON.parse(readFileSync(join(folder, path), 'utf8'))).toEqual(before);
});

test('two past states of the same time have files of their own', async () => {
  const taken = ['', '-2'].map((end) => ({
    ...{ since: '2026-11-01T00:00:00.000Z', until: '2026-11-10T00:00:00.000Z' },
    path: `_past/2026-11-14T120000.000Z${end}.json`,
  }));
  const { after } = await commit(withGone({ history: '13m', past: taken }));
  expect(after.past.map(({ path }) => path)).toEqual([
    ...taken.map(({ path }) => path),
    '_past/2026-11-14T120000.000Z-3.json',
  ]);
});

test.each([
  ['the end of the time to keep it', '2026-11-15T11:00:00.000Z', '', true],
  ['later', '2026-11-15T11:00:00.001Z', '', true],
  ['before', '2026-11-15T10:59:59.999Z', '', false],
  ['the first moment of the history', '2026-10-15', '1m', true],
  ['within the history', '2026-10-20T00:00:00.000Z', '1m', true],
  ['before the history', '2026-10-14T23:59:59.999Z', '1m', false],
])('a file replaced at %s stays or goes', async (_when, at, history, stays) => {
  const { after, isThere } = await commit(
    stateBefore({ history, retired: [{ path: replaced, at }] }),
  );
  expect(after.retired).toEqual(stays ? [{ path: replaced, at }] : []);
  expect(isThere(replaced)).toBe(stays);
});

test('a file that counts again is not among the replaced ones', async () => {
  const { after } = await commit(
    stateBefore({ retired: [{ path: kept, at: '2026-11-15T11:30:00.000Z' }] }),
  );
  expect(after.retired).toEqual([]);
});

test('past states that ended before the history begins are let go', async () => {
  const state = (until: string) => ({ since: '2026-01-01', until, path: pastOf(until) });
  const [old, first, recent] = ['2026-10-14', '2026-10-15', '2026-11-01'].map(state);
  const past = [old, first, recent].filter((one) => one !== undefined);
  const { after, isThere } = await commit(stateBefore({ history: '1m', past }));
  expect(after.past).toEqual([first, recent]);
  expect(isThere(pastOf('2026-10-14'))).toBe(false);
  const without = await commit(stateBefore({ history: '', past }));
  expect(without.after.past).toEqual([]);
});

test('files that rows come from replace those of before only if they are given', async () => {
  const source = { path: '../a.csv', bytes: 1, sha256: 's', days: [] };
  const before = stateBefore({ sources: [source] });
  expect((await commit(before)).after.sources).toEqual([source]);
  expect((await commit(before, { sources: [] })).after.sources).toEqual([]);
});

/** Commits a state in which the rows of the day have gone, in a folder whose history is of another run. */
async function commitInto(
  folder: string,
  options: Partial<Parameters<typeof commitState>[0]>,
): Promise<Manifest> {
  writeFileSync(join(folder, '_history.ndjson'), othersHistory);
  const change: Change = {
    ...{ day: day.date, currency: 'USD', rowsBefore: 1, rowsAfter: 0 },
    ...{ sumBefore: '1', sumAfter: '0' },
  };
  return commitState(
    {
      ...{ folder, processId: 1, createdBy: 'test', signal: new AbortController().signal },
      clock: { now: () => Date.parse(now), sleep: () => Promise.resolve() },
      rowsOf: async function* () {},
      requireLock: needsNoLock,
      onWriting: () => undefined,
      ...options,
    },
    {
      ...{ manifest: stateBefore({ history: '13m' }), truncated: [], changes: [change] },
      days: [{ ...day, read: 0, rows: 0, sums: [] }],
      changed: new Set([day.date]),
    },
  );
}

const othersHistory = '{"day":"2026-10-01"}\n';

test('a run whose lock another has taken over changes nothing of what the other wrote', async () => {
  const folder = createFolder();
  const requireLock = () => Promise.reject(new Error('taken over'));
  await expect(commitInto(folder, { requireLock })).rejects.toThrow('taken over');
  expect(readdirSync(folder)).toEqual(['_history.ndjson']);
  expect(readFileSync(join(folder, '_history.ndjson'), 'utf8')).toBe(othersHistory);
});

test('a lock that is lost while a past state and the history are written is noticed', async () => {
  const folder = createFolder();
  let calls = 0;
  const requireLock = async () => {
    calls += 1;
    if (existsSync(join(folder, '_past'))) throw new Error('taken over');
  };
  await expect(commitInto(folder, { requireLock })).rejects.toThrow('taken over');
  expect([calls, existsSync(manifestPath(folder))]).toEqual([2, false]);
});

test('a run that was interrupted writes no state', async () => {
  const folder = createFolder();
  const stop = new AbortController();
  const onWriting = () => stop.abort(new Error('stopped'));
  await expect(commitInto(folder, { signal: stop.signal, onWriting })).rejects.toThrow('stopped');
  expect(existsSync(manifestPath(folder))).toBe(false);
});
