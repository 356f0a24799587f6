import type { RowPage } from '../../json/bulk/rows.ts';
import {
  compareDecimals,
  type Decimal,
  formatDecimal,
  parseDecimal,
  zero,
} from '../../json/decimal.ts';
import type { ResultRow } from '../analysis/fields.ts';
import { percentOf } from '../analysis/merge-groups.ts';
import { leaves, rowObject } from '../cost-page.ts';
import type { DayRange } from '../days.ts';
import type { RowSource } from '../row-source.ts';
import type { Bar, Cell, Figure, Phrase, TableColumn, Tone } from './report-document.ts';

export const empty: Cell = { kind: 'empty' };

export function money(amount: Decimal | string, currency: string | null): Figure {
  return { kind: 'money', value: textOf(amount), currency };
}

export function change(amount: Decimal | string, currency: string | null): Figure {
  return { kind: 'change', value: textOf(amount), currency };
}

/** Amounts in a table whose caption names the currency. `places` still follow it. */
export function percentChange(part: Decimal, whole: Decimal | undefined): Cell {
  const share = whole === undefined ? null : percentOf(part, magnitude(whole));
  return share === null ? empty : { kind: 'percentChange', value: share };
}

export function percent(value: unknown): Cell {
  return typeof value === 'string' ? { kind: 'percent', value } : empty;
}

export function name(value: unknown): Cell {
  return typeof value === 'string' && value.trim() !== ''
    ? { kind: 'name', value }
    : { kind: 'text', value: '(none)' };
}

/** A value of the service within a sentence. */
export function named(value: string): Figure {
  return { kind: 'name', value };
}

export function text(value: string): Cell {
  return { kind: 'text', value };
}

export function left(header: string): TableColumn {
  return { header: [header], align: 'left' };
}

export function right(header: string | Phrase): TableColumn {
  return { header: typeof header === 'string' ? [header] : header, align: 'right' };
}

/** A column that a narrow screen has no room for. */
export function extra(column: TableColumn): TableColumn {
  return { ...column, isExtra: true };
}

export function decimalOf(value: unknown): Decimal {
  return parseDecimal(String(value)) ?? zero;
}

function magnitude({ units, scale }: Decimal): Decimal {
  return { units: units < 0n ? -units : units, scale };
}

export function isPositive(amount: Decimal): boolean {
  return compareDecimals(amount, zero) > 0;
}

/** For pictures only: they need no more digits than a double has. */
export function sizeOf(amount: Decimal | string): number {
  const size = Number(textOf(amount));
  return Number.isFinite(size) ? size : 0;
}

/** A bar from zero to a value, on a scale that has room for the smallest and the largest value. */
export function barOf(value: number, all: readonly number[], tone: Tone): Bar {
  const low = Math.min(0, ...all);
  const high = Math.max(0, ...all);
  const width = high - low;
  if (width === 0) return { parts: [] };
  const place = (one: number) => (one - low) / width;
  const [from, to] = [place(Math.min(0, value)), place(Math.max(0, value))];
  return { parts: [{ from, to, tone }], ...(low < 0 ? { mark: place(0) } : {}) };
}

function textOf(amount: Decimal | string): string {
  return typeof amount === 'string' ? amount : formatDecimal(amount);
}

export function currencyOf(row: ResultRow): string | null {
  const currency = row['currency'];
  return typeof currency === 'string' ? currency : null;
}

export function currenciesIn(rows: readonly ResultRow[]): (string | null)[] {
  return [...new Set(rows.map(currencyOf))];
}

export function inCurrency(currency: string | null): Phrase {
  return currency === null ? [] : [', in ', { kind: 'name', value: currency }];
}

export function heading(column: string): string {
  const label = labelOf(column);
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** Rows that are looked at: enough to see which columns there are. */
const looked = 500;

/** The usual names of what costs are grouped by, from the most telling to the least. */
const dimensions: readonly (readonly RegExp[])[] = [
  [/^service(_?name)?$/i, /^product(_?name)?$/i, /service/i, /product/i],
  [
    /^(sub_?)?account_?name$/i,
    /^(sub_?)?account(_?id)?$/i,
    /^(project|subscription)(_?name)?$/i,
    /account/i,
  ],
  [/^tags\.team$/i, /^tags\./i, /^labels\./i],
];

/** The columns of a report if none are named: a service, an account and a tag, as far as rows have them. */
export async function findReportColumns(source: RowSource, range: DayRange): Promise<string[]> {
  const filled = new Map<string, number>();
  await source.readFirst(range, looked, (page) => countFilled(page, filled));
  // The most filled first, ties by name.
  const columns = [...filled]
    .sort(([one, count], [other, otherCount]) => otherCount - count || (one < other ? -1 : 1))
    .map(([column]) => column);
  return dimensions.flatMap((names) => {
    const found = names.flatMap((name) => columns.filter((column) => name.test(column)));
    return found.slice(0, 1);
  });
}

function countFilled(page: RowPage, filled: Map<string, number>): void {
  for (let row = 0; row < Math.min(page.count, looked); row += 1) {
    for (const [column, value] of leaves(rowObject(page, row))) {
      const isFilled = typeof value === 'string' && value.trim() !== '';
      if (isFilled) filled.set(column, (filled.get(column) ?? 0) + 1);
    }
  }
}

/** What a column is called in headings: `tags.team` is `team`, `accountName` is `account name`. */
export function labelOf(column: string): string {
  const name = column.split('.').at(-1) ?? column;
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}
