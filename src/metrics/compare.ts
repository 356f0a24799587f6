import { canonicalLabels, parseLabels } from './labels.ts';
import type { Entry, Ledger } from './ledger.ts';
import { isSameAmount } from './merge.ts';

/** What an import would do to one stored value, or which one it would leave as it is. */
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
  /** The values of the file. */
  readonly ledger: Ledger;
  readonly labelColumns: readonly string[];
  /** The days of the file: stored values of other days do not count. */
  readonly days: ReadonlySet<string>;
  /** Receives the stored values of those days that the file lacks, with the amount 0. */
  readonly extras: Ledger;
  /** Called, after everything was read, for each value of the file that is stored already. */
  readonly unchanged?: ((entry: Entry) => void) | undefined;
  /** Called likewise for each value that is new or different. */
  readonly changing?: ((entry: Entry) => void) | undefined;
}

/** What became of an entry so far; 0 is not seen. */
const differs = 1;
const isEqual = 2;

/** Updates and extra values as they are read, then what is to be created. Equal values are left out. */
export async function* compareValues(
  stored: AsyncIterable<StoredValue>,
  { ledger, labelColumns, days, extras, unchanged, changing }: Comparison,
): AsyncGenerator<Change> {
  const seen = new Uint8Array(ledger.size());
  for await (const { date, amount: received, labels: given } of stored) {
    if (!days.has(date)) continue;
    // The contract promises text; a number is taken as it is written.
    const amount = String(received);
    const labels = canonicalLabels(given ?? {}, labelColumns);
    const entry = ledger.find({ date, labels });
    if (entry === undefined) {
      const isRepeated = extras.add({ line: 0, date, amount: '0', labels }) !== undefined;
      if (isRepeated) continue;
      if (isSameAmount(amount, '0')) excludeFrom(extras, date, labels);
      yield { change: 'extra', date, labels: given ?? {}, old: amount, new: null };
      continue;
    }
    // Pages that moved while they were read show a value twice.
    if (seen[entry.number] !== 0) continue;
    const isSame = isSameAmount(amount, entry.amount);
    seen[entry.number] = isSame ? isEqual : differs;
    if (isSame) continue;
    yield { change: 'update', date, labels: parseLabels(labels), old: amount, new: entry.amount };
  }
  for (const entry of ledger.entries()) {
    const { number, date, amount, labels } = entry;
    if (seen[number] === isEqual) unchanged?.(entry);
    else changing?.(entry);
    if (seen[number] !== 0) continue;
    yield { change: 'create', date, labels: parseLabels(labels), old: null, new: amount };
  }
}

/** An extra value that is 0 already is remembered, and never sent. */
function excludeFrom(extras: Ledger, date: string, labels: string): void {
  const entry = extras.find({ date, labels });
  if (entry !== undefined) extras.exclude(entry);
}

export interface Differences {
  readonly created: number;
  readonly updated: number;
  readonly extra: number;
  /** Extra values that are not 0 already. */
  readonly extraNotZero: number;
}

export async function countChanges(changes: AsyncIterable<Change>): Promise<Differences> {
  const counts = { create: 0, update: 0, extra: 0 };
  let zeros = 0;
  for await (const { change, old } of changes) {
    counts[change] += 1;
    if (change === 'extra' && isSameAmount(old ?? '', '0')) zeros += 1;
  }
  return {
    created: counts.create,
    updated: counts.update,
    extra: counts.extra,
    extraNotZero: counts.extra - zeros,
  };
}

/** Labels as a person reads them: `region=eu team=search`. */
export function labelText(labels: unknown): string {
  if (typeof labels !== 'object' || labels === null) return '';
  return Object.entries(labels)
    .map(([name, label]) => `${name}=${label}`)
    .join(' ');
}
