import { canonicalLabels, parseLabels } from './labels.ts';
import type { Ledger } from './ledger.ts';
import { isSameAmount } from './merge.ts';

/** What an import would do to one stored value, or what it would leave standing. */
export interface Change {
  readonly change: 'create' | 'update' | 'extra';
  readonly date: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly old: string | null;
  readonly new: string | null;
}

/** A value as the service tells it. */
export interface StoredValue {
  readonly date: string;
  readonly amount: string;
  readonly labels?: Readonly<Record<string, string>> | null | undefined;
}

export interface Comparison {
  /** The values of the file. */
  readonly ledger: Ledger;
  readonly labelColumns: readonly string[];
  /** The days of the file: a stored value of another day is no matter. */
  readonly days: ReadonlySet<string>;
  /** Receives the stored values of those days that the file lacks, with the amount 0. */
  readonly extras: Ledger;
}

/** Updates and extra values as they are read, then what is to be created. What is equal is not told. */
export async function* compareValues(
  stored: AsyncIterable<StoredValue>,
  { ledger, labelColumns, days, extras }: Comparison,
): AsyncGenerator<Change> {
  const seen = new Uint8Array(ledger.size());
  for await (const { date, amount: told, labels: given } of stored) {
    if (!days.has(date)) continue;
    // The contract promises text; a number is taken for what it says.
    const amount = String(told);
    const labels = canonicalLabels(given ?? {}, labelColumns);
    const entry = ledger.find({ date, labels });
    if (entry === undefined) {
      const isRepeated = extras.add({ line: 0, date, amount: '0', labels }) !== undefined;
      if (isRepeated) continue;
      yield { change: 'extra', date, labels: given ?? {}, old: amount, new: null };
      continue;
    }
    // Pages that moved while they were read show a value twice.
    if (seen[entry.number] === 1) continue;
    seen[entry.number] = 1;
    if (isSameAmount(amount, entry.amount)) continue;
    yield { change: 'update', date, labels: parseLabels(labels), old: amount, new: entry.amount };
  }
  for (const { number, date, amount, labels } of ledger.entries()) {
    if (seen[number] === 1) continue;
    yield { change: 'create', date, labels: parseLabels(labels), old: null, new: amount };
  }
}
