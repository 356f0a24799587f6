import { join } from 'node:path';
import { addDays, type DayRange, dayOf } from '../days.ts';
import { CostctlError, usageError } from '../errors.ts';
import { windowLimit } from '../rows/windows.ts';
import { writeFileAtomically } from '../storage/atomic.ts';
import { makeFolder } from '../storage/file-system.ts';
import { appendHistory, type Change } from './changes.ts';
import { createLineStore, type LineStore, pastFolder, removeUnnamed } from './files.ts';
import { type Manifest, manifestPath } from './manifest.ts';
import { historyStart, planReading } from './partitions.ts';
import { type DayReading, type Read, readDays } from './read-days.ts';
import { type WriteOptions, writePartitions } from './write.ts';

export interface UpdateOptions
  extends DayReading,
    Pick<WriteOptions, 'folder' | 'processId' | 'createdBy'> {
  /** The state before; a new mirror's has no days. */
  readonly manifest: Manifest;
  /** Rows of a range, as the service counts them. */
  readonly count: (range: DayRange) => Promise<number>;
  readonly deep: boolean;
  readonly progress: DayReading['progress'] & {
    readonly counted: (partitions: number, all: number) => void;
    readonly writing: (days: number) => void;
  };
}

export interface Updated {
  readonly manifest: Manifest;
  readonly changes: readonly Change[];
  readonly counted: number;
  readonly rows: number;
}

/** Brings a mirror up to yesterday. The caller has the lock, unless nothing is changed. */
export async function updateMirror(options: UpdateOptions): Promise<Updated> {
  const { folder, check } = options;
  let { manifest } = options;
  const today = dayOf(options.clock.now());
  const yesterday = addDays(today, -1);
  const { from } = manifest.query;
  if (from > yesterday) {
    throw usageError(`a mirror ends yesterday, and --from ${from} is later`, 'give an earlier day');
  }
  // A run with a wrong clock may have read later days: they are read again until they are over.
  const last = manifest.days.at(-1)?.date;
  const isAhead = last !== undefined && last > yesterday;
  const range = { from, to: isAhead ? last : yesterday };
  if (!check) {
    await makeFolder(folder);
    await removeUnnamed(folder, namedBy(manifest));
  }
  const plan = await planReading(manifest, {
    range,
    restateFrom: addDays(today, -manifest.restate),
    deep: options.deep,
    count: options.count,
    onCounted: options.progress.counted,
  });
  const changes: Change[] = [];
  let rows = 0;
  for (const ranges of [...plan.fill.map((one) => [one]), plan.last]) {
    const lines = createLineStore(folder, options.processId);
    try {
      const read = await readDays(options, range, manifest, ranges, lines);
      rows += read.rows;
      changes.push(...read.changes);
      if (!check) manifest = await commit(options, read, lines);
    } finally {
      await lines.close();
    }
  }
  return { manifest, changes, counted: plan.counted, rows };
}

async function commit(options: UpdateOptions, read: Read, lines: LineStore): Promise<Manifest> {
  const { folder } = options;
  const before = read.manifest;
  if (read.changed.size > 0) options.progress.writing(read.changed.size);
  const written = await writePartitions({
    ...options,
    before,
    days: read.days,
    lines,
    changed: read.changed,
  });
  const at = new Date(options.clock.now()).toISOString();
  const named = new Set(written.files.map(({ path }) => path));
  const gone = before.files.filter(({ path }) => !named.has(path));
  const isNew = before.written === '';
  const isChanged = isNew || read.changed.size > 0 || gone.length > 0;
  const past = isChanged && !isNew ? await keepPast(options, before, at) : before.past;
  const oldest = historyStart(before.history, at);
  const graceStart = new Date(options.clock.now() - before.keep).toISOString();
  const isUsed = (time: string) => oldest !== undefined && time >= oldest;
  const manifest: Manifest = {
    ...before,
    written: at,
    since: isChanged ? at : before.since,
    partitionKey: written.partitionKey,
    columns: [...written.columns],
    days: [...read.days],
    truncated: [...read.truncated],
    files: [...written.files],
    retired: [
      ...before.retired.filter(
        ({ path, at }) => (at >= graceStart || isUsed(at)) && !named.has(path),
      ),
      ...(before.keep === 0 && oldest === undefined ? [] : gone.map(({ path }) => ({ path, at }))),
    ],
    past: past.filter(({ until }) => isUsed(until)),
    historyBytes: await appendHistory(folder, before.historyBytes, at, read.changes),
  };
  options.signal.throwIfAborted();
  await writeFileAtomically(manifestPath(folder), `${JSON.stringify(manifest)}\n`, options);
  await removeUnnamed(folder, namedBy(manifest));
  return manifest;
}

/** Everything that must remain, including earlier files that others may still be reading. */
function namedBy({ files, retired, past }: Manifest): Set<string> {
  return new Set([...files, ...retired, ...past].map(({ path }) => path));
}

/** Stores the previous state in a file of its own, if past states are stored. */
async function keepPast(
  options: UpdateOptions,
  before: Manifest,
  at: string,
): Promise<Manifest['past']> {
  if (before.history === '') return [];
  const { written, since, past } = before;
  const path = `${pastFolder}/${written.replaceAll(':', '')}.json`;
  await makeFolder(join(options.folder, pastFolder));
  await writeFileAtomically(join(options.folder, path), `${JSON.stringify(before)}\n`, options);
  return [...past, { since, until: at, path }];
}

/** The days that are over the limit of the service, as the error that a run ends with. */
export function truncationOf({ truncated }: Manifest): CostctlError | undefined {
  if (truncated.length === 0) return undefined;
  const names = truncated.map(({ date, total }) => `${date} (${total} rows)`).join(', ');
  return new CostctlError(
    'incomplete',
    `a day of more than ${windowLimit} rows cannot be read completely: ${names}`,
    { hint: 'the other days are in the mirror; --param in an empty folder may narrow the rows' },
  );
}
