import { join } from 'node:path';
import { CostctlError, usageError } from '../../errors.ts';
import { writeFileAtomically } from '../../storage/atomic.ts';
import { makeFolder } from '../../storage/file-system.ts';
import { createColumnWatch } from '../column-watch.ts';
import { addDays, type DayRange, dayOf, describeRange, eachDay } from '../days.ts';
import type { FoundColumns, GivenColumns } from '../detect-columns.ts';
import { readRows } from '../read.ts';
import { conflictError } from '../require-columns.ts';
import type { RowSource } from '../row-source.ts';
import { createFilter } from '../where.ts';
import { parseCondition } from '../where-language.ts';
import { isOverFull, windowLimit } from '../windows.ts';
import { appendHistory, type Change, compareDays, isSameContent } from './changes.ts';
import { createDayCollector, type DayCollector, type DayRows } from './day-rows.ts';
import { createLineStore, type LineStore, pastFolder, removeUnnamed } from './files.ts';
import { type Manifest, type MirrorDay, type MirrorQuery, manifestPath } from './manifest.ts';
import { historyStart, planReading } from './partitions.ts';
import { type WriteOptions, writePartitions } from './write.ts';

export interface UpdateOptions
  extends Pick<WriteOptions, 'folder' | 'processId' | 'signal' | 'createdBy'> {
  /** The state before; a new mirror's has no days. */
  readonly manifest: Manifest;
  readonly source: RowSource;
  /** Rows of a range, as the service counts them. */
  readonly count: (range: DayRange) => Promise<number>;
  readonly given: GivenColumns;
  readonly now: () => number;
  readonly deep: boolean;
  /** Compare, and change nothing. */
  readonly check: boolean;
  readonly progress: UpdateProgress;
}

interface UpdateProgress {
  readonly counted: (partitions: number, all: number) => void;
  readonly reading: (range: DayRange, total: number) => void;
  readonly rows: (rows: number) => void;
  readonly writing: (days: number) => void;
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
  const today = dayOf(options.now());
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
      const read = await readDays({ ...options, range }, manifest, ranges, lines);
      rows += read.rows;
      changes.push(...read.changes);
      if (!check) manifest = await commit(options, read, lines);
    } finally {
      await lines.close();
    }
  }
  return { manifest, changes, counted: plan.counted, rows };
}

interface Reading extends UpdateOptions {
  /** Every day that the mirror is to contain. */
  readonly range: DayRange;
}

interface Read {
  /** The state before, with the columns that were found. */
  readonly manifest: Manifest;
  readonly days: readonly MirrorDay[];
  readonly truncated: Manifest['truncated'];
  readonly changed: ReadonlySet<string>;
  readonly changes: readonly Change[];
  readonly rows: number;
}

/** Reads days, and stores the rows of the changed ones. */
async function readDays(
  options: Reading,
  before: Manifest,
  ranges: readonly DayRange[],
  lines: LineStore,
): Promise<Read> {
  const { source, progress } = options;
  const days = new Map(before.days.map((day) => [day.date, day]));
  const truncated = new Map(before.truncated.map((day) => [day.date, day]));
  const changed = new Set<string>();
  const changes: Change[] = [];
  const filter = createFilter(before.query.where.map((text) => parseCondition(text)));
  const watch = createColumnWatch({
    given: givenOf(before, options.given),
    ranges: [options.range],
  });
  let manifest = before;
  let collector: DayCollector | undefined;
  let total = 0;

  async function takeDay(date: string, found: DayRows | undefined): Promise<void> {
    const day = found?.day ?? { date, read: 0, rows: 0, sums: [], hash: noRows };
    const old = days.get(date);
    days.set(date, { ...day, readAt: new Date(options.now()).toISOString() });
    truncated.delete(date);
    if (isSameContent(old, day)) return;
    changed.add(date);
    changes.push(...compareDays(old, day));
    if (!options.check && found !== undefined && day.rows > 0) await lines.add(date, found.lines);
  }

  for (const range of ranges) {
    options.signal.throwIfAborted();
    const plan = await source.plan(range);
    progress.reading(range, plan.total);
    for (const { from, total } of plan.windows.filter(isOverFull)) {
      truncated.set(from, { date: from, total });
    }
    const windows = plan.windows.filter((window) => !isOverFull(window));
    await readRows({
      source,
      windows,
      filter,
      onRows: progress.rows,
      steps: [
        {
          look: (page) => {
            watch.look(page);
            const found = watch.decide();
            const conflict = watch.conflict();
            if (conflict !== undefined) throw conflictError(conflict);
            if (found === undefined || collector !== undefined) return;
            manifest = withColumns(manifest, found);
            collector = createDayCollector(rolesOf(manifest.query));
          },
          add: (rows, page) => collector?.add(rows, page),
          commit: watch.commit,
          rollback: () => {
            watch.rollback();
            collector?.take();
          },
        },
      ],
      onWindow: async ({ from, to, read }) => {
        total += read;
        const found = collector?.take() ?? new Map<string, DayRows>();
        requireDays(found.keys(), { from, to }, manifest);
        for (const day of eachDay({ from, to })) {
          await takeDay(day, found.get(day));
          // Its rows are stored: the memory of a large window is needed for the next one.
          found.delete(day);
        }
      },
    });
  }
  return {
    manifest,
    days: [...days.values()].sort(byDate),
    truncated: [...truncated.values()].sort(byDate),
    changed,
    changes,
    rows: total,
  };
}

const noRows = '0'.repeat(16);

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
  const at = new Date(options.now()).toISOString();
  const named = new Set(written.files.map(({ path }) => path));
  const gone = before.files.filter(({ path }) => !named.has(path));
  const isNew = before.written === '';
  const isChanged = isNew || read.changed.size > 0 || gone.length > 0;
  const past = isChanged && !isNew ? await keepPast(options, before, at) : before.past;
  const oldest = historyStart(before.history, at);
  const graceStart = new Date(options.now() - before.keep).toISOString();
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

/** Chooses the columns by the first rows, once for the life of the mirror. */
function withColumns(manifest: Manifest, found: FoundColumns): Manifest {
  const { query } = manifest;
  if (query.dateColumn !== null) return manifest;
  const { date, amount, currency } = found;
  const unclear = [date, amount, currency].find(({ how }) => how === 'unclear');
  if (date.column === undefined || unclear !== undefined) {
    const { candidates } = unclear ?? date;
    throw usageError(
      candidates.length === 0
        ? 'no column could have the day of a row'
        : `which column is meant is unclear: ${candidates.join(', ')}`,
      'give --date-column, --amount-column or --currency-column; costctl costs columns shows the columns',
    );
  }
  return {
    ...manifest,
    query: {
      ...query,
      dateColumn: date.column,
      amountColumn: amount.column ?? null,
      currencyColumn: currency.column ?? null,
    },
  };
}

/** What was chosen once stays; a column that the rows did not have may come later. */
function givenOf({ query }: Manifest, given: GivenColumns): GivenColumns {
  return query.dateColumn === null ? given : rolesOf(query);
}

function rolesOf(query: MirrorQuery) {
  return {
    date: query.dateColumn ?? '',
    amount: query.amountColumn ?? undefined,
    currency: query.currencyColumn ?? undefined,
  };
}

/** A row of a day that was not requested would be stored in the wrong place. */
function requireDays(days: Iterable<string>, { from, to }: DayRange, { query }: Manifest): void {
  for (const day of days) {
    if (from <= day && day <= to) continue;
    throw new CostctlError(
      'incomplete',
      `a row of ${describeRange({ from, to })} has ${day} in ${query.dateColumn ?? ''}`,
      { hint: 'name another column of the days with --date-column, in an empty folder' },
    );
  }
}

function byDate(one: { readonly date: string }, other: { readonly date: string }): number {
  return one.date < other.date ? -1 : 1;
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
