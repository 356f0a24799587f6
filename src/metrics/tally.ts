import { formatDecimal } from '../json/decimal.ts';
import { createSum } from '../json/sum.ts';
import type { Ledger } from './ledger.ts';

/** The values of a file, counted and added up. */
export interface Tally {
  readonly values: number;
  /** Exact. */
  readonly sum: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly days: ReadonlySet<string>;
}

export function tally(ledger: Ledger): Tally {
  const sum = createSum();
  const days = new Set<string>();
  let values = 0;
  let lastDate = '';
  for (const { date, amount } of ledger.entries()) {
    values += 1;
    sum.add(amount);
    if (date !== lastDate) days.add(date);
    lastDate = date;
  }
  const [from = null, ...later] = [...days].sort();
  return { values, sum: formatDecimal(sum.total()), from, to: later.at(-1) ?? from, days };
}
