import { within } from '../grouping.ts';
import { type Decimal, subtractDecimals, zero } from '../json/decimal.ts';
import type { ConvertedGroup } from './convert-currency.ts';
import { keyOf } from './result-rows.ts';

/** In the order in which they apply: an amount belongs to the first that fits. */
export const causes = [
  'new',
  'gone',
  'credits',
  'one-off day',
  'exchange rate',
  'usage',
  'price',
  'other',
] as const;

export type Cause = (typeof causes)[number];

/** A part of the change that has one cause. */
export interface Effect {
  readonly cause: Cause;
  /** One value for each column that the change is explained by. */
  readonly values: readonly (string | null)[];
  readonly currency: string | null;
  readonly amount: Decimal;
  /** Only for a one-off day. */
  readonly day?: string | undefined;
}

export type Side = -1 | 1;

/** A group of one of the periods. */
export interface Part {
  readonly group: ConvertedGroup;
  readonly values: Split;
  readonly side: Side;
}

export interface Split {
  readonly mark: string | null;
  /** Of the columns that the change is explained by. */
  readonly own: readonly (string | null)[];
  readonly key: string;
  /** Of all columns. */
  readonly all: readonly (string | null)[];
  readonly keyOfAll: string;
}

/** A tally has one list for equal values of all days: it is split once. */
export function createSplit(columns: number): (values: readonly (string | null)[]) => Split {
  const known = new Map<readonly (string | null)[], Split>();
  return (values) =>
    within(known, values, () => {
      const [mark = null, ...all] = values;
      const own = all.slice(0, columns);
      return { mark, own, key: keyOf(own), all, keyOfAll: keyOf(all) };
    });
}

export function effectOf(
  values: readonly (string | null)[],
  { currency, total }: Pick<ConvertedGroup, 'currency' | 'total'>,
  side: Side,
) {
  return { values, currency, amount: side === 1 ? total : subtractDecimals(zero, total) };
}
