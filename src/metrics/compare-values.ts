import { isSameNumber } from '../json/decimal.ts';
import type { Entry } from './entry.ts';
import type { Ledger } from './ledger.ts';

/** What an import would do to one stored value, or which one it would leave unchanged. */
export interface Change {
  readonly change: 'create' | 'update' | 'extra';
  readonly date: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly old: string | null;
  readonly new: string | null;
}

/** A value as the service returns it. */
export interface StoredValue {
  readonly date: string;
  readonly amount: string;
  readonly labels?: Readonly<Record<string, string>> | null | undefined;
}

export interface Comparison {
  readonly ledger: Ledger;
  readonly labelColumns: readonly string[];
  /** The days in the file: stored values of other days are ignored. */
  readonly days: ReadonlySet<string>;
  /** Receives the stored values of those days that are missing in the file, with the amount 0. Undefined: they are ignored. */
  readonly extras?: Ledger | undefined;
}

/** Updates and extras as they are read, then creations. Equal values leave the ledger. */
export async function* compareValues(
  stored: AsyncIterable<StoredValue>,
  comparison: Comparison,
): AsyncGenerator<Change> {
  const matcher = createMatcher(comparison);
  for await (const value of stored) {
    const { date, labels } = value;
    const match = matcher.match(value);
    if (match === undefined) continue;
    const { entry } = match;
    yield entry === undefined
      ? { change: 'extra', date, labels: labels ?? {}, old: match.amount, new: null }
      : {
          change: 'update',
          date,
          labels: parseLabels(entry.labels),
          old: match.amount,
          new: entry.amount,
        };
  }
  matcher.excludeEqual();
  for (const entry of comparison.ledger.entries()) {
    const { number, date, amount, labels } = entry;
    if (matcher.isStored(number)) continue;
    yield { change: 'create', date, labels: parseLabels(labels), old: null, new: amount };
  }
}

export type Differences = Awaited<ReturnType<typeof countDifferences>>;

/** Stored values leave the ledger, unless `leavesOut` says, given their number, that all are sent. */
export async function countDifferences(
  stored: AsyncIterable<StoredValue>,
  comparison: Comparison,
  values: number,
  leavesOut: (equal: number) => boolean,
) {
  const matcher = createMatcher(comparison);
  let updated = 0;
  let extra = 0;
  let zeros = 0;
  for await (const value of stored) {
    const match = matcher.match(value);
    if (match === undefined) continue;
    if (match.entry !== undefined) updated += 1;
    else {
      extra += 1;
      if (match.isZero) zeros += 1;
    }
  }
  // Already stored with an equal amount.
  const unchanged = leavesOut(matcher.countEqual()) ? matcher.excludeEqual() : 0;
  const created = values - updated - unchanged;
  // Extra values that are 0 need not change.
  return { created, updated, unchanged, extra, extraNotZero: extra - zeros };
}

interface Match {
  /** Undefined: the file has no such value. */
  readonly entry?: Entry;
  /** As stored. */
  readonly amount: string;
  readonly isZero: boolean;
}

/** The state of an entry so far; 0 means not seen. */
const differs = 1;
const isEqual = 2;

/** Finds the value in the file for each stored one. */
function createMatcher({ ledger, labelColumns, days, extras }: Comparison) {
  const seen = new Uint8Array(ledger.size());
  let equal = 0;
  return {
    /** Undefined if the two are equal, or the stored value is ignored. */
    match({ date, amount: received, labels: given }: StoredValue): Match | undefined {
      if (!days.has(date)) return undefined;
      // The contract promises text; a number is used as written.
      const amount = String(received);
      const labels = canonicalLabels(given ?? {}, labelColumns);
      const entry = ledger.find({ date, labels });
      const isZero = isSameNumber(amount, '0');
      if (entry === undefined) {
        if (extras === undefined) return undefined;
        const isRepeated = extras.add({ line: 0, date, amount: '0', labels }) !== undefined;
        if (isRepeated) return undefined;
        if (isZero) excludeFrom(extras, date, labels);
        return { amount, isZero };
      }
      // If pages move while they are read, a value may appear twice.
      if (seen[entry.number] !== 0) return undefined;
      const isSame = isSameNumber(amount, entry.amount);
      seen[entry.number] = isSame ? isEqual : differs;
      if (isSame) equal += 1;
      return isSame ? undefined : { entry, amount, isZero };
    },
    isStored: (number: number) => seen[number] !== 0,
    countEqual: () => equal,
    /** Called when all were read: a value that appears twice must still be found. */
    excludeEqual(): number {
      seen.forEach((state, number) => {
        if (state === isEqual) ledger.exclude({ number });
      });
      return equal;
    },
  };
}

/** An extra value that is already 0 is remembered, and never sent. */
function excludeFrom(extras: Ledger, date: string, labels: string): void {
  const entry = extras.find({ date, labels });
  if (entry !== undefined) extras.exclude(entry);
}

/** Labels for people: `region=eu team=search`; a missing label is (none). */
export function labelText(labels: unknown): string {
  if (typeof labels !== 'object' || labels === null) return '';
  return Object.entries(labels)
    .map(([name, label]) => `${name}=${label ?? '(none)'}`)
    .join(' ');
}

/** `2026-10-01 region=eu` */
export function nameValue(date: string, labels: unknown): string {
  const text = labelText(labels);
  return text === '' ? date : `${date} ${text}`;
}

/** Equal for equal sets: the metric's columns first, then by name. Empty means none, as files cannot tell. */
export function canonicalLabels(
  labels: Readonly<Record<string, string>>,
  labelColumns: readonly string[],
): string {
  const others = Object.keys(labels).filter((name) => !labelColumns.includes(name));
  const members = [...labelColumns, ...others.sort()]
    .filter((name) => Object.hasOwn(labels, name) && labels[name] !== '')
    .map((name) => `${JSON.stringify(name)}:${JSON.stringify(labels[name])}`);
  return `{${members.join(',')}}`;
}

/** Parses the text, which this program wrote. */
function parseLabels(text: string): Readonly<Record<string, string>> {
  return JSON.parse(text);
}

export function labelCells(text: string, labelColumns: readonly string[]): (string | undefined)[] {
  const labels = parseLabels(text);
  return labelColumns.map((name) => (Object.hasOwn(labels, name) ? labels[name] : undefined));
}
