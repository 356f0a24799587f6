import { addDays, type DayRange, dayOf } from '../days.ts';
import { type CostctlError, usageError } from '../errors.ts';
import { scanLines } from '../formats/parquet/lines.ts';
import { overFullError } from '../rows/windows.ts';
import { makeFolder } from '../storage/file-system.ts';
import type { RequireLock } from '../storage/lock.ts';
import type { Change } from './changes.ts';
import { commitState, namedBy } from './commit-state.ts';
import { createLineStore, removeUnnamed } from './files.ts';
import type { Manifest } from './manifest.ts';
import { planReading } from './partitions.ts';
import { type DayReading, readDays } from './read-days.ts';
import type { WriteOptions } from './write.ts';

export interface UpdateOptions extends DayReading, Pick<WriteOptions, 'processId' | 'createdBy'> {
  readonly requireLock: RequireLock;
  /** The state before; that of a new mirror has no days. */
  readonly manifest: Manifest;
  /** How many rows a range has, as the service counts them. */
  readonly count: (range: DayRange) => Promise<number>;
  readonly deep: boolean;
  readonly progress: DayReading['progress'] & {
    readonly counted: (partitions: number, all: number) => void;
    readonly writing: (days: number) => void;
  };
}

export type Updated = Awaited<ReturnType<typeof updateMirror>>;

/** Brings a mirror up to yesterday. The caller has the lock, unless nothing is changed. */
export async function updateMirror(options: UpdateOptions) {
  const { folder, check } = options;
  let { manifest } = options;
  const today = dayOf(options.clock.now());
  const yesterday = addDays(today, -1);
  const { from } = manifest.query;
  if (from > yesterday) throw tooEarly(manifest, folder, yesterday);
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
      const rowsOf = (day: string) => scanLines(lines.read(day));
      const onWriting = options.progress.writing;
      manifest = check
        ? { ...manifest, truncated: [...read.truncated] }
        : await commitState({ ...options, rowsOf, onWriting }, read);
    } finally {
      await lines.close();
    }
  }
  return { manifest, changes, counted: plan.counted, rows };
}

/** A mirror that is there began in the past: then the clock is wrong, and nothing was given that could be. */
function tooEarly({ written, query: { from } }: Manifest, folder: string, yesterday: string) {
  return written === ''
    ? usageError(`a mirror ends yesterday, and --from ${from} is later`, 'give an earlier day')
    : usageError(
        `${folder} begins on ${from}, and by the clock of this machine yesterday was ${yesterday}`,
        'set the clock; costctl doctor compares it with that of the service',
      );
}

/** The days that are over the limit of the service, as the error that a run ends with. */
export function truncationOf({ truncated }: Manifest): CostctlError | undefined {
  if (truncated.length === 0) return undefined;
  const hint =
    'the other days are in the mirror; a mirror in a new folder may have fewer rows with --param';
  return overFullError(truncated, hint);
}
