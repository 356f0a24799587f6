import { addDecimals, formatDecimal, isSameNumber, parseDecimal, zero } from '../json/decimal.ts';
import type { Entry, Value } from './entry.ts';
import type { Ledger } from './ledger.ts';
import type { TallyCounter } from './value-tally.ts';

export const duplicatePolicies = ['first', 'last', 'sum'] as const;

/** What to do with two rows of the same day and label set; by default they must be equal. */
export type Duplicates = (typeof duplicatePolicies)[number] | 'refuse';

export type Merged =
  | { readonly kind: 'added' }
  | { readonly kind: 'merged'; readonly earlier: Entry }
  | Conflict;

/** Both rows are refused, because either may be right. */
export interface Conflict {
  readonly kind: 'conflict';
  readonly earlier: Entry;
  /** Whether the earlier row was usable until now. */
  readonly isFirst: boolean;
}

/** Adds a value to the ledger, which may already have one with its day and labels. */
export function mergeValue(
  ledger: Ledger,
  tally: TallyCounter,
  value: Value,
  duplicates: Duplicates,
): Merged {
  const earlier = ledger.add(value);
  if (earlier === undefined) {
    tally.add(value.date, value.amount);
    return added;
  }
  if (ledger.stateOf(earlier) === 'excluded') return { kind: 'conflict', earlier, isFirst: false };
  switch (duplicates) {
    case 'first':
      return { kind: 'merged', earlier };
    case 'last':
      ledger.replace(earlier, value);
      tally.remove(earlier.date, earlier.amount);
      tally.add(value.date, value.amount);
      return { kind: 'merged', earlier };
    case 'sum': {
      const amount = addAmounts(earlier.amount, value.amount);
      ledger.replace(earlier, { ...value, line: earlier.line, amount });
      tally.remove(earlier.date, earlier.amount);
      tally.add(value.date, amount);
      return { kind: 'merged', earlier };
    }
    case 'refuse':
      if (isSameNumber(earlier.amount, value.amount)) return { kind: 'merged', earlier };
      ledger.exclude(earlier);
      tally.remove(earlier.date, earlier.amount);
      return { kind: 'conflict', earlier, isFirst: true };
  }
}

const added: Merged = { kind: 'added' };

function addAmounts(a: string, b: string): string {
  return formatDecimal(addDecimals(parseDecimal(a) ?? zero, parseDecimal(b) ?? zero));
}
