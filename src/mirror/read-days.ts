import type { Clock } from '../context.ts';
import { type DayRange, describeRange, eachDay } from '../days.ts';
import { CostctlError, usageError } from '../errors.ts';
import { createColumnWatch } from '../rows/column-watch.ts';
import type { FoundColumns, GivenColumns } from '../rows/detect-columns.ts';
import { fillColumns, namedColumns } from '../rows/detect-columns.ts';
import { emptyFingerprint } from '../rows/fingerprint.ts';
import { readRows } from '../rows/read.ts';
import { conflictError } from '../rows/require-columns.ts';
import type { RowSource } from '../rows/row-source.ts';
import { createFilter } from '../rows/where.ts';
import { isOverFull } from '../rows/windows.ts';
import { type Change, compareDays, isSameContent } from './changes.ts';
import { createDayCollector, type DayCollector, type DayRows, rolesOf } from './day-rows.ts';
import type { LineStore } from './files.ts';
import type { Manifest } from './manifest.ts';
import { parseMirrorConditions } from './mirror-conditions.ts';
import { holdColumns } from './watch-columns.ts';

export interface DayReading {
  readonly folder: string;
  readonly source: RowSource;
  readonly given: GivenColumns;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Compare, and change nothing. */
  readonly check: boolean;
  readonly progress: {
    readonly reading: (range: DayRange, total: number) => void;
    readonly rows: (rows: number) => void;
    /** Called once, when a new mirror has chosen its columns. */
    readonly columns: (found: FoundColumns) => void;
  };
}

/** Reads days, and stores the rows of the changed ones. Their state is not yet written. */
export async function readDays(
  options: DayReading,
  /** Every day that the mirror is to contain. */
  whole: DayRange,
  before: Manifest,
  ranges: readonly DayRange[],
  lines: LineStore,
) {
  const { source, progress } = options;
  const days = new Map(before.days.map((day) => [day.date, day]));
  const truncated = new Map(before.truncated.map((day) => [day.date, day]));
  const changed = new Set<string>();
  const changes: Change[] = [];
  const given = fillColumns(namedColumns(before.query), options.given);
  const held = holdColumns(options.folder, before);
  const watch = held?.watch ?? createColumnWatch({ given, ranges: [whole] });
  /** The state before, with the columns that were found. */
  let manifest = before;
  const filter = createFilter(
    parseMirrorConditions(before.query.where, () => rolesOf(manifest.query).currency),
  );
  let collector: DayCollector | undefined;
  let total = 0;

  async function takeDay(date: string, found: DayRows | undefined): Promise<void> {
    const day = found?.day ?? { date, read: 0, rows: 0, sums: [], hash: emptyFingerprint };
    const old = days.get(date);
    days.set(date, { ...day, readAt: new Date(options.clock.now()).toISOString() });
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
            if (conflict !== undefined) throw conflictError(conflict, held?.command);
            if (found === undefined || collector !== undefined) return;
            manifest = withColumns(manifest, found, given);
            if (held === undefined) progress.columns(found);
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
          // The rows of the day are stored: the memory of a large window is needed for the next window.
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

/** Chooses the columns by the first rows, once for the life of the mirror. */
function withColumns(manifest: Manifest, found: FoundColumns, given: GivenColumns): Manifest {
  const { query } = manifest;
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
      currencyColumn: currency.column ?? (given.currency === 'none' ? 'none' : null),
    },
  };
}

/** A row of a day that was not requested would be stored in the wrong place. */
function requireDays(days: Iterable<string>, { from, to }: DayRange, { query }: Manifest): void {
  for (const day of days) {
    if (from <= day && day <= to) continue;
    throw new CostctlError(
      'incomplete',
      `a row of ${describeRange({ from, to })} has ${day} in ${query.dateColumn ?? ''}`,
      { hint: 'make the mirror in a new folder, with another --date-column' },
    );
  }
}

function byDate(one: { readonly date: string }, other: { readonly date: string }): number {
  return one.date < other.date ? -1 : 1;
}
