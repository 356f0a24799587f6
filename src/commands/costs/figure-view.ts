import { type Fields, viewOf } from '../../declaration/result.ts';
import { isCheckFormat } from '../../formats/registry.ts';
import type { CheckResult } from '../../output/check-report.ts';
import type { Column, View } from '../../output/view.ts';
import { fieldOf, type Grouping, nameColumn, type ResultRow } from '../../questions/result-rows.ts';
import type { Fault } from '../../rows/completeness.ts';
import type { Session } from '../../session.ts';
import { faultResult } from './presence.ts';

export const sumFigures: Fields = {
  period: 'text',
  currency: 'text or null',
  rows: 'count',
  total: 'decimal',
};

/** With --quiet a check that passes prints nothing; what is not a check prints its rows. */
export async function showJudged<Row>(
  { output, format }: Session,
  rows: Iterable<Row>,
  { isCheck, describe, view, faults = [], quiet = [] }: Judgement<Row>,
): Promise<void> {
  if (isCheck || isCheckFormat(format)) {
    await output.check(rows, describe, view, [...quiet, ...faults.map(faultResult)]);
  } else await output.list(rows, view);
}

interface Judgement<Row> {
  readonly isCheck: boolean;
  readonly describe: (row: Row) => CheckResult;
  readonly view: View<Row>;
  readonly quiet?: readonly CheckResult[];
  readonly faults?: readonly Fault[];
}

/** How a table shows the columns that rows are grouped by: a group without a value says so. */
export function groupColumns(
  grouping: Grouping,
  importance: 'answer' | 'key' = 'answer',
): Column<unknown>[] {
  return grouping.by.map((column) => ({
    path: fieldOf(column),
    header: nameColumn(column, grouping),
    importance,
    none: '(none)',
    asked: true,
  }));
}

export function columnsIf(isShown: boolean, ...columns: readonly Column<unknown>[]) {
  return isShown ? columns : [];
}

export function currencyColumns(
  rows: readonly { readonly currency?: unknown }[],
): Column<unknown>[] {
  const hasCurrency = rows.some(({ currency }) => typeof currency === 'string');
  return hasCurrency
    ? [{ path: 'currency', importance: 'answer', none: '(none)', names: true }]
    : [];
}

export const currencyField: Fields[string] = [
  'text or null',
  { importance: 'answer', none: '(none)', ifAny: true, names: true },
];

export function groupedView(
  grouping: Grouping,
  figures: Fields,
  rows: readonly ResultRow[],
  importance?: 'answer' | 'key',
): Required<Pick<View<ResultRow>, 'columns' | 'fields'>> {
  const { columns, fields } = viewOf(figures, rows);
  const groups = groupColumns(grouping, importance);
  return { columns: [...groups, ...columns], fields: [...grouping.by.map(fieldOf), ...fields] };
}

/** The rows at which another currency or period begins: each of these adds up by itself. */
export function firstRows(rows: readonly ResultRow[]): ReadonlySet<unknown> {
  const partOf = (row: ResultRow | undefined) => `${row?.['currency']} ${row?.['period']}`;
  return new Set(rows.filter((row, at) => at > 0 && partOf(row) !== partOf(rows[at - 1])));
}

export const changePercent = {
  ...{ header: 'change %', brief: '+/- %' },
  ...({ kind: 'percent', signed: true } as const),
};

export const money = { kind: 'money', currency: 'currency', importance: 'answer' } as const;
