import { isFile } from '../../output/sink.ts';
import type { Column, View } from '../../output/view.ts';
import {
  decimalOf,
  fieldOf,
  type Grouping,
  type ResultRow,
  toNumber,
} from '../../questions/result-rows.ts';
import type { TrendQuestion } from '../../questions/trend-rows.ts';
import type { Session } from '../../session.ts';
import {
  changePercent,
  columnsIf,
  currencyColumns,
  firstRows,
  groupColumns,
  money,
} from './figure-view.ts';

export function longView({ by, metric }: TrendQuestion): View<ResultRow> {
  const units = metric === undefined ? [] : ['value', 'unitCost'];
  return {
    columns: [],
    fields: [...by.map(fieldOf), 'currency', 'period', 'rows', 'total', ...units, 'partial'],
  };
}

/** One row per group, and a column for each period, the newest of which are shown first. */
export function wideView(
  session: Session,
  rows: readonly ResultRow[],
  { by, periods, metric }: TrendQuestion,
  grouping: Grouping,
): View<ResultRow> {
  const isNumber = (record: ResultRow) => record['figure'] === 'unit cost';
  const amount = { ...money, isNumber };
  const none = (record: ResultRow) => (isNumber(record) ? '' : 'no rows');
  const isCompared = rows.some(({ change }) => change !== null);
  const last = periods.findLastIndex(({ isPartial }) => !isPartial);
  const columns: Column<unknown>[] = [
    ...groupColumns(grouping),
    ...currencyColumns(rows),
    ...columnsIf(metric !== undefined, { path: 'figure', importance: 'answer', names: true }),
    ...periods.map(
      ({ name, isPartial }, place): Column<unknown> => ({
        path: name,
        ...(isPartial ? { header: `${name} (partial)`, brief: `${name}…` } : {}),
        ...amount,
        none,
        // The change is between these two.
        importance: place === last || place === last - 1 ? 'answer' : 'series',
      }),
    ),
    { path: 'total', ...amount, importance: 'extra' },
    { path: 'change', ...amount, signed: true, importance: 'extra' },
    { path: 'changePercent', ...changePercent, importance: isCompared ? 'answer' : 'extra' },
    { path: 'mean', ...amount, importance: 'extra' },
    ...columnsIf(hasBars(session), { path: 'bars', header: 'trend', whole: true, moves: false }),
  ];
  return {
    columns,
    fields: [
      ...columns.map(({ path }) => path).filter((path) => path !== 'bars'),
      ...(periods.some(({ isPartial }) => isPartial) ? ['partial'] : []),
    ],
    apart: by.length === 0 ? new Set() : firstRows(rows),
  };
}

/** A line of bars is for people at a terminal. */
export function hasBars({ context, format, outputFlags }: Session): boolean {
  return format === 'table' && context.stdout.isTTY === true && !isFile(outputFlags.outFile);
}

const bars = '▁▂▃▄▅▆▇█';

/** A bar for each period, on a scale from zero to the largest. */
export function addBars(row: ResultRow, { periods }: TrendQuestion): ResultRow {
  const sizes = periods.map(({ name }) =>
    row[name] === null ? undefined : Math.max(0, toNumber(decimalOf(row[name]))),
  );
  const most = Math.max(...sizes.map((size) => size ?? 0)) || 1;
  const line = sizes.map((size) =>
    size === undefined ? ' ' : bars[Math.round((size / most) * (bars.length - 1))],
  );
  return { ...row, bars: line.join('') };
}
