import { CellReader } from '../json/bulk/cell-reader.ts';
import { placeOf } from '../json/bulk/paths.ts';
import type { RowPage } from '../json/bulk/rows.ts';
import type { Shape } from '../json/bulk/shapes.ts';
import type { HashFields } from '../json/bulk/simd/row-hashes.ts';
import { createDayReader } from './currency-and-day.ts';
import {
  addFingerprints,
  createRowHasher,
  Fingerprint,
  isComparable,
  seedsOf,
} from './fingerprint.ts';
import type { DayContent } from './manifest-file.ts';
import type { RowStep } from './read.ts';

/** What is reported of a day whose rows changed, but neither their number nor their sums. */
export const contentChanged = 'content changed, sum unchanged';

export interface DayFingerprints extends RowStep {
  readonly add: (rows: RowPage) => void;
  readonly commit: () => void;
  readonly rollback: () => void;
  /** The days of the windows that were committed since the last call. */
  readonly take: () => DayContent[];
}

export function createDayFingerprints(dateColumn: string): DayFingerprints {
  const dates = new CellReader(dateColumn);
  const dayOfCell = createDayReader();
  const hasher = createRowHasher();
  let pending = new Map<string, Fingerprint>();
  let done: DayContent[] = [];
  let last: { readonly text: string; readonly own: Fingerprint } | undefined;

  function fingerprintOf(text: string): Fingerprint {
    if (last?.text === text) return last.own;
    const date = dayOfCell(text) ?? '';
    const own = pending.get(date) ?? new Fingerprint();
    pending.set(date, own);
    last = { text, own };
    return own;
  }

  function fieldsOf(shape: Shape): HashFields | undefined {
    const { cell, inside } = placeOf(shape, dateColumn);
    return inside.length > 0 ? undefined : { day: cell, seeds: seedsOf(shape) };
  }

  function forget(): void {
    pending = new Map();
    last = undefined;
  }

  return {
    add: (rows) => {
      const hashes = rows.picked === undefined ? rows.memory?.hashes : undefined;
      for (let row = 0; row < rows.count; row += 1) {
        row = hashes?.add(row, rows.count, dateColumn) ?? row;
        if (row === rows.count) break;
        hashes?.learn(row, dateColumn, fieldsOf);
        fingerprintOf(dates.read(rows, row) ?? '').add(hasher.hash(rows, row));
      }
      hashes?.take((sum, count, first) => {
        fingerprintOf(dates.read(rows, first) ?? '').add(sum, count);
      });
    },
    commit: () => {
      for (const [date, own] of pending) {
        done.push({ date, rows: own.rows, fingerprint: own.text() });
      }
      forget();
    },
    rollback: forget,
    take: () => {
      const taken = mergeDays(done);
      done = [];
      return taken;
    },
  };
}

/** Undefined if there are no days, or if an earlier version computed one of the fingerprints in another way. */
export function comparableDays(days: readonly DayContent[] | undefined) {
  return days?.every(({ fingerprint }) => isComparable(fingerprint)) ? days : undefined;
}

/** One entry for each day, in order. A day may be in several windows. */
export function mergeDays(all: readonly DayContent[]): DayContent[] {
  const days = new Map<string, DayContent>();
  for (const day of all) {
    const known = days.get(day.date);
    const both = known === undefined ? day : addDays(known, day);
    days.set(day.date, both);
  }
  return [...days.values()].sort((one, other) => (one.date < other.date ? -1 : 1));
}

function addDays(one: DayContent, other: DayContent): DayContent {
  return {
    date: one.date,
    rows: one.rows + other.rows,
    fingerprint: addFingerprints(one.fingerprint, other.fingerprint),
  };
}
