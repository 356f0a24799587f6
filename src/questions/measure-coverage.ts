import { within } from '../grouping.ts';
import { addDecimals, type Decimal, formatDecimal, zero } from '../json/decimal.ts';
import { comparePercent, percentOf } from '../json/percent.ts';
import type { Group } from '../rows/tally.ts';
import {
  compareBy,
  decimalOf,
  keyOf,
  mergeGroups,
  type ResultRow,
  valueFields,
} from './result-rows.ts';

interface Share {
  readonly values: readonly (string | null)[];
  readonly currency: string | null;
  covered: Decimal;
  uncovered: Decimal;
  credits: Decimal;
  rows: number;
  rowsCovered: number;
}

/** Of groups marked by `markCovered`, the largest uncovered cost first. Credits are not part of the share. */
export function describeCoverage(
  groups: readonly Group[],
  by: readonly string[],
  minimum?: Decimal,
): ResultRow[] {
  const shares = new Map<string, Share>();
  for (const { values: marked, currency, rows, total } of groups) {
    const [mark = '', ...values] = marked;
    const share = within(shares, keyOf([currency, ...values]), () => ({
      ...{ values, currency, covered: zero, uncovered: zero, credits: zero },
      ...{ rows: 0, rowsCovered: 0 },
    }));
    const isCovered = mark?.endsWith(' covered') === true;
    share.rows += rows;
    share.rowsCovered += isCovered ? rows : 0;
    if (mark?.startsWith('credit') === true) share.credits = addDecimals(share.credits, total);
    else if (isCovered) share.covered = addDecimals(share.covered, total);
    else share.uncovered = addDecimals(share.uncovered, total);
  }
  return [...shares.values()]
    .sort(compareBy(({ uncovered }) => uncovered))
    .map((share) => describeShare(share, by, minimum));
}

/** The coverage of everything: one row for each currency, marked with `all`. */
export function describeWholeCoverage(
  groups: readonly Group[],
  by: readonly string[],
  minimum?: Decimal,
): ResultRow[] {
  const whole = mergeGroups(groups, ({ values: [mark = null], currency }) => ({
    day: null,
    values: [mark, ...by.map(() => null)],
    currency,
  }));
  return describeCoverage(whole, by, minimum).map((row) => ({ ...row, all: true }));
}

/** Whether a row reaches the share in percent; a group without cost has nothing to cover. */
export function reaches(row: ResultRow, minimum: Decimal): boolean {
  // The percentage of the row is rounded, perhaps up to the minimum.
  const [covered, total] = [decimalOf(row['covered']), decimalOf(row['positiveCost'])];
  return row['percent'] === null || comparePercent(covered, total, minimum) >= 0;
}

function describeShare(
  share: Share,
  by: readonly string[],
  minimum: Decimal | undefined,
): ResultRow {
  const total = addDecimals(share.covered, share.uncovered);
  return {
    ...valueFields(by, share.values),
    currency: share.currency,
    positiveCost: formatDecimal(total),
    covered: formatDecimal(share.covered),
    uncovered: formatDecimal(share.uncovered),
    percent: percentOf(share.covered, total, minimum && [minimum]),
    rows: share.rows,
    rowsCovered: share.rowsCovered,
    credits: formatDecimal(share.credits),
  };
}
