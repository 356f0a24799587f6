import stringWidth from 'string-width';
import type { Importance } from './view.ts';

/** What a column takes, and what it can be reduced to. */
export interface ColumnNeeds {
  /** With every value as it is. */
  readonly natural: number;
  /** With the shorter form of its values, such as the age of a timestamp; at most `natural`. */
  readonly short: number;
  /** Cut to less than this, it says little; at most `short`. */
  readonly least: number;
  /** Only if columns that are never left out do not fit otherwise; at most `least`. */
  readonly floor: number;
  /** Which columns are cut first: nested values, then text, then anything else. */
  readonly shrinks: Shrinks;
  readonly importance: Importance;
}

export type Shrinks = 'first' | 'second' | 'last';

export interface Window {
  /** Cells of a line. */
  readonly room: number;
  /** Cells between two columns. */
  readonly gap: number;
}

export interface Fit {
  /** The columns that have room, by their position. */
  readonly shown: readonly number[];
  readonly widths: readonly number[];
  /** Whether the shorter form of the values is shown. */
  readonly isShort: boolean;
}

/** Marks what was cut. */
const cutMark = '…';

/** The cells that a text takes: two for a wide character, none for a combining mark. */
export function widthOf(text: string): number {
  return isPlain(text) ? text.length : stringWidth(text);
}

/**
 * Widths that fit a window: first with shorter values, then with shorter text, then without the least
 * important columns. Undefined if not even the columns that are never left out fit.
 */
export function fitColumns(columns: readonly ColumnNeeds[], window: Window): Fit | undefined {
  const shown = chooseColumns(columns, window);
  const [only] = shown;
  if (only === undefined) return { shown: [], widths: [], isShort: false };
  const needs = shown.flatMap((at) => columns[at] ?? []);
  const room = window.room - window.gap * (shown.length - 1);
  const natural = needs.map((column) => column.natural);
  if (sum(natural) <= room) return { shown, widths: natural, isShort: false };
  if (shown.length === 1) {
    return { shown, widths: [Math.max(1, Math.min(needs[0]?.short ?? 1, room))], isShort: true };
  }
  const limit = sum(needs.map(({ least }) => least)) <= room ? 'least' : 'floor';
  if (sum(needs.map((column) => column[limit])) > room) return undefined;
  return { shown, widths: shrink(needs, room, limit), isShort: true };
}

/** Leaves out columns until the rest fits. One pass: a record may have very many. */
function chooseColumns(columns: readonly ColumnNeeds[], { room, gap }: Window): number[] {
  const leftOut = new Set<number>();
  let taken = sum(columns.map(({ least }) => least + gap)) - gap;
  for (const at of leavingOrder(columns)) {
    if (taken <= room || leftOut.size === columns.length - 1) break;
    leftOut.add(at);
    taken -= (columns[at]?.least ?? 0) + gap;
  }
  return [...columns.keys()].filter((at) => !leftOut.has(at));
}

function leavingOrder(columns: readonly ColumnNeeds[]): number[] {
  const rank = ({ importance, shrinks }: ColumnNeeds) =>
    (importance === 'extra' ? 0 : 2) + (shrinks === 'first' ? 0 : 1);
  return [...columns.entries()]
    .filter(([, { importance }]) => importance !== 'answer')
    .sort(([a, one], [b, other]) => rank(one) - rank(other) || b - a)
    .map(([at]) => at);
}

/** Cuts the longest columns of each kind to one level, one kind after the other. */
function shrink(columns: readonly ColumnNeeds[], room: number, limit: 'least' | 'floor'): number[] {
  const widths = columns.map(({ short }) => short);
  for (const kind of ['first', 'second', 'last'] as const) {
    const excess = sum(widths) - room;
    if (excess <= 0) break;
    const level = levelOf(columns, widths, kind, limit, excess);
    columns.forEach((column, at) => {
      if (column.shrinks === kind) widths[at] = widthAt(column, level, limit);
    });
  }
  return widths;
}

/** The highest level at which the columns of this kind give up the excess, else the lowest. */
function levelOf(
  columns: readonly ColumnNeeds[],
  widths: readonly number[],
  kind: Shrinks,
  limit: 'least' | 'floor',
  excess: number,
): number {
  const concerned = columns.filter(({ shrinks }) => shrinks === kind);
  const taken = sum(columns.map((column, at) => (column.shrinks === kind ? (widths[at] ?? 0) : 0)));
  let low = 0;
  let high = Math.max(0, ...concerned.map(({ short }) => short));
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const cut = sum(concerned.map((column) => widthAt(column, middle, limit)));
    if (taken - cut >= excess) low = middle;
    else high = middle - 1;
  }
  return low;
}

function widthAt(column: ColumnNeeds, level: number, limit: 'least' | 'floor'): number {
  return Math.min(column.short, Math.max(level, column[limit]));
}

/** Cuts text to a width, with `…` in place of what is missing. Keeps characters whole. */
export function fitText(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const segment of segmentsOf(text)) {
    used += widthOf(segment);
    if (used > width - 1) break;
    kept += segment;
  }
  return `${kept}${cutMark}`;
}

/** Characters as people count them. */
export function* segmentsOf(text: string): Generator<string> {
  // Created at first use: it loads tables that a run without long text does not need.
  segmenter ??= new Intl.Segmenter();
  for (const { segment } of segmenter.segment(text)) yield segment;
}

let segmenter: Intl.Segmenter | undefined;

function sum(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width, 0);
}

function isPlain(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}
