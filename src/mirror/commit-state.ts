import { join } from 'node:path';
import type { Clock } from '../context.ts';
import { writeFileAtomically } from '../storage/atomic.ts';
import { makeFolder } from '../storage/file-system.ts';
import type { RequireLock } from '../storage/lock.ts';
import { appendHistory, type Change } from './changes.ts';
import { pastFolder, removeUnnamed, syncNames } from './files.ts';
import { type Manifest, type MirrorDay, manifestPath } from './manifest.ts';
import { historyStart } from './partitions.ts';
import { type WriteOptions, writePartitions } from './write.ts';

export interface CommitOptions
  extends Pick<WriteOptions, 'folder' | 'processId' | 'createdBy' | 'signal' | 'rowsOf'> {
  readonly clock: Clock;
  readonly requireLock: RequireLock;
  readonly onWriting: (days: number) => void;
}

/** What is to be written. */
export interface StateRead {
  /** The state before, with the columns that were found. */
  readonly manifest: Manifest;
  readonly days: readonly MirrorDay[];
  readonly truncated: Manifest['truncated'];
  readonly sources?: Manifest['sources'];
  readonly changed: ReadonlySet<string>;
  readonly changes: readonly Change[];
}

/** Writes a state: the partitions of its changed days, and then the manifest. */
export async function commitState(options: CommitOptions, read: StateRead): Promise<Manifest> {
  const { folder } = options;
  const before = read.manifest;
  if (read.changed.size > 0) options.onWriting(read.changed.size);
  const written = await writePartitions({
    ...options,
    before,
    days: read.days,
    changed: read.changed,
  });
  // This took long, and what follows would cut off the history of a run that has taken over.
  await options.requireLock();
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
    ...(read.sources === undefined ? {} : { sources: read.sources }),
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
  const known = new Set(before.files.map(({ path }) => path));
  await syncNames(
    folder,
    [...named].filter((path) => !known.has(path)),
  );
  options.signal.throwIfAborted();
  await options.requireLock();
  await writeFileAtomically(manifestPath(folder), `${JSON.stringify(manifest)}\n`, options);
  await removeUnnamed(folder, namedBy(manifest));
  return manifest;
}

/** The paths of all files that must remain, including earlier files that others may still be reading. */
export function namedBy({ files, retired, past }: Manifest): Set<string> {
  return new Set([...files, ...retired, ...past].map(({ path }) => path));
}

/** Stores the previous state in a file of its own, if past states are stored. */
async function keepPast(options: CommitOptions, before: Manifest, at: string) {
  if (before.history === '') return [];
  const { written, since, past } = before;
  const taken = new Set(past.map((state) => state.path));
  const name = `${pastFolder}/${written.replaceAll(':', '')}`;
  // A clock that was set back may show the same time again.
  let path = `${name}.json`;
  for (let number = 2; taken.has(path); number += 1) path = `${name}-${number}.json`;
  await makeFolder(join(options.folder, pastFolder));
  await writeFileAtomically(join(options.folder, path), `${JSON.stringify(before)}\n`, options);
  return [...past, { since, until: at, path }];
}
