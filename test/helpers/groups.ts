import { parseDecimal } from '../../src/json/decimal.ts';
import type { Group } from '../../src/rows/tally.ts';

interface GroupFacts {
  readonly day?: string | null;
  readonly values?: readonly (string | null)[];
  readonly currency?: string | null;
  readonly total?: string;
}

/** A group of costs with one row. */
export function groupOf(facts: GroupFacts): Group {
  const { day = '2026-11-02', values = [], currency = 'EUR', total = '1' } = facts;
  return { day, values, currency, rows: 1, total: decimalOf(total), faults: 0 };
}

export function decimalOf(text: string) {
  const decimal = parseDecimal(text);
  if (decimal === undefined) throw new Error(`${text} is no decimal`);
  return decimal;
}
