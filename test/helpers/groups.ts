import type { Group } from '../../src/costs/analysis/tally.ts';
import { parseDecimal } from '../../src/json/decimal.ts';

interface GroupFacts {
  readonly day?: string | null;
  readonly values?: readonly (string | null)[];
  readonly currency?: string | null;
  readonly total?: string;
}

/** A group of costs as a test needs it: one row, a day without groups where nothing is said. */
export function groupOf(facts: GroupFacts): Group {
  const { day = '2026-11-02', values = [], currency = 'EUR', total = '1' } = facts;
  return { day, values, currency, rows: 1, total: decimalOf(total) };
}

export function decimalOf(text: string) {
  const decimal = parseDecimal(text);
  if (decimal === undefined) throw new Error(`${text} is no decimal`);
  return decimal;
}
