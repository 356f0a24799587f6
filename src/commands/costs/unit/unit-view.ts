import { type DayRange, shortRangeName } from '../../../days.ts';
import type { Fields } from '../../../declaration/result.ts';
import type { Column, View } from '../../../output/view.ts';
import {
  decimalOf,
  fieldOf,
  type Grouping,
  type ResultRow,
} from '../../../questions/result-rows.ts';
import { changePercent, columnsIf, currencyColumns, groupColumns, money } from '../figure-view.ts';

export const figures: Fields = {
  currency: 'text or null',
  cost: 'decimal or null',
  value: 'decimal or null',
  unitCost: 'decimal or null',
  state: { enum: ['ok', 'no value', 'value is zero', 'no cost', 'no rows', 'no day has both'] },
};

const number = { kind: 'number', none: '' } as const;
const quotient = { kind: 'number', importance: 'answer' } as const;
const changes: readonly Column<unknown>[] = [
  { path: 'change', ...number, signed: true },
  { path: 'changePercent', ...changePercent, none: '', importance: 'answer' },
];

interface Shown {
  readonly grouping: Grouping;
  readonly rows: readonly ResultRow[];
  readonly unit: string;
  readonly period: DayRange;
  readonly baseline: DayRange | undefined;
  readonly granularity: string | undefined;
  /** Whether some cost has no currency. A row without cost has none either. */
  readonly hasNone: boolean;
}

export function viewOf(shown: Shown): View<ResultRow> {
  const { grouping, rows, unit, period, baseline, granularity, hasNone } = shown;
  const { by } = grouping;
  const isCompared = baseline !== undefined && rows.some(({ before }) => before !== undefined);
  const nameOf = (range: DayRange) => `${shortRangeName(range)} unit cost`;
  // With a row for each day, the column is not the unit cost of the period alone.
  const isWhole = isCompared && granularity === 'total';
  const leavesOut =
    by.length > 0 || rows.some((row) => decimalOf(row['valueLeftOut']).units !== 0n);
  return {
    columns: [
      { path: 'period', importance: 'answer', names: true },
      ...groupColumns(grouping),
      ...currencyColumns(rows).map((one) => ({ ...one, none: hasNone ? '(none)' : '-' })),
      { path: 'cost', ...money, none: '-', importance: 'normal' },
      { path: 'value', header: headerOf(unit), kind: 'number' },
      ...(isCompared
        ? [{ path: 'before', header: nameOf(baseline), ...number, importance: 'answer' } as const]
        : []),
      { path: 'unitCost', header: isWhole ? nameOf(period) : 'unit cost', ...quotient, none: '-' },
      ...columnsIf(isCompared, ...changes),
      { path: 'state', kind: 'state', importance: 'answer', moves: true },
      // Without it, the cost divided by the value is not the unit cost. The value is without what is left out.
      { path: 'costLeftOut', header: 'cost left out', ...money, importance: 'normal' },
      ...columnsIf(leavesOut, {
        path: 'valueLeftOut',
        header: 'value left out',
        kind: 'number',
        importance: 'extra',
      }),
    ],
    fields: [
      'period',
      ...by.map(fieldOf),
      ...Object.keys(figures),
      'costLeftOut',
      'valueLeftOut',
      ...(isCompared ? ['before', ...changes.map(({ path }) => path)] : []),
      ...(rows.some(({ partial }) => partial === true) ? ['partial'] : []),
      'all',
    ],
  };
}

/** A column called USD would be taken for a cost, and some units are called like another column. */
function headerOf(unit: string): string {
  if (unit === '') return 'value';
  return /^([A-Z]{3}|period|currency|cost|unit cost|state)$/.test(unit) ? `value (${unit})` : unit;
}
