import {
  compareDecimals,
  type Decimal,
  formatDecimal,
  parseDecimal,
  zero,
} from '../../json/decimal.ts';
import type { ResultRow } from '../analysis/fields.ts';
import { percentOf } from '../analysis/merge.ts';
import { labelOf } from './choose-columns.ts';
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
