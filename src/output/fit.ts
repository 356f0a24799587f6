import { widthOf } from '../text-width.ts';
import { type Importance, isNeeded } from './view.ts';

export interface ColumnNeeds {
  readonly natural: number;
  /** With shorter values, such as the age of a timestamp; at most `natural`. */
  readonly short: number;
  /** Narrower than this, the column is hardly useful; at most `short`. */
  readonly least: number;
  /** Used only if the required columns do not fit otherwise; at most `least`. */
  readonly floor: number;
  /** Whether it distinguishes rows: other columns are left out to show it whole. */
  readonly isName: boolean;
  /** Whether hardly any cell has a value: then it is left out first. */
  readonly isSparse: boolean;
  /** Which columns are cut first: nested values, then text, then others. */
  readonly shrinks: Shrinks;
  readonly importance: Importance;
}

type Limit = 'least' | 'floor';

export type Shrinks = 'first' | 'second' | 'last';

export interface Window {
  readonly room: number;
  readonly gap: number;
}

export interface Fit {
  readonly shown: readonly number[];
  readonly widths: readonly number[];
  readonly isShort: boolean;
}

export const cutMark = '…';

/**
 * Widths that fit a window: first with shorter values, then with shorter text, then without the least
 * important columns. Undefined if not even the required columns fit.
 */
export function fitColumns(given: readonly ColumnNeeds[], window: Window): Fit | undefined {
  const whole = given.map(withWholeName);
  const columns = leavesRoom(whole, window) ? whole : given;
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
  const limit = (['least', 'floor'] as const).find(
    (one) => sum(needs.map((column) => column[one])) <= room,
  );
  if (limit === undefined) return undefined;
  return { shown, widths: shrink(needs, room, limit), isShort: true };
}

function withWholeName(column: ColumnNeeds): ColumnNeeds {
  const { isName, short } = column;
  return isName ? { ...column, least: short, floor: short } : column;
}

/** Whether names fit whole, and no column that answers has to be left out for that. */
function leavesRoom(columns: readonly ColumnNeeds[], window: Window): boolean {
  const shown = new Set(chooseColumns(columns, window));
  const least = sum([...shown].map((at) => (columns[at]?.least ?? 0) + window.gap)) - window.gap;
  const isAnswered = columns.every(({ importance }, at) => shown.has(at) || !isNeeded(importance));
  return isAnswered && least <= window.room;
}

/** Leaves out columns until the rest fits. A single pass, because a record may have very many. */
function chooseColumns(columns: readonly ColumnNeeds[], { room, gap }: Window): number[] {
  const widthOfAll = (width: 'short' | 'least') =>
    sum(columns.map((column) => column[width] + gap)) - gap;
  // Nothing is cut for the sake of a column that says next to nothing.
  const isTight = widthOfAll('short') > room;
  const leftOut = new Set(isTight ? sparseOf(columns) : []);
  let taken = widthOfAll('least') - sum([...leftOut].map((at) => (columns[at]?.least ?? 0) + gap));
  for (const at of [...leavingOrder(columns), ...answersThatMayLeave(columns)]) {
    if (taken <= room || leftOut.size >= columns.length - 1) break;
    if (leftOut.has(at)) continue;
    leftOut.add(at);
    taken -= (columns[at]?.least ?? 0) + gap;
  }
  return [...columns.keys()].filter((at) => !leftOut.has(at));
}

/** The columns that answer, the last first; none if there are no `key` columns, which stay at any width. */
function answersThatMayLeave(columns: readonly ColumnNeeds[]): number[] {
  const places = (kind: Importance) =>
    [...columns.keys()].filter((at) => columns[at]?.importance === kind);
  return places('key').length === 0 ? [] : places('answer').reverse();
}

/** The nearly empty columns; but one column remains. */
function sparseOf(columns: readonly ColumnNeeds[]): number[] {
  const sparse = leavingOrder(columns).filter((at) => columns[at]?.isSparse === true);
  return sparse.slice(0, columns.length - 1);
}

function leavingOrder(columns: readonly ColumnNeeds[]): number[] {
  const ranks = { extra: 0, series: 2, normal: 4 };
  return [...columns.entries()]
    .flatMap(([at, { importance, shrinks, isSparse }]) => {
      if (isNeeded(importance)) return [];
      const rank = isSparse ? -1 : ranks[importance] + (shrinks === 'first' ? 0 : 1);
      return { at, rank, isSeries: importance === 'series' };
    })
    .sort(
      (one, other) =>
        one.rank - other.rank || (one.isSeries ? one.at - other.at : other.at - one.at),
    )
    .map(({ at }) => at);
}

/** Cuts the longest columns of each kind to a common width, one kind after the other. */
function shrink(columns: readonly ColumnNeeds[], room: number, limit: Limit): number[] {
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

/** The largest width at which the columns of this kind no longer exceed the room, or the smallest allowed. */
function levelOf(
  columns: readonly ColumnNeeds[],
  widths: readonly number[],
  kind: Shrinks,
  limit: Limit,
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

function widthAt(column: ColumnNeeds, level: number, limit: Limit): number {
  return Math.min(column.short, Math.max(level, column[limit]));
}

/** Cuts text to a width, at its end or in its middle, and marks the cut with `…`. Never splits a character. */
export function fitText(text: string, width: number, place: 'end' | 'middle' = 'end'): string {
  if (widthOf(text) <= width) return text;
  const segments = [...segmentsOf(text)];
  const half = place === 'end' ? 0 : Math.floor((width - 1) / 2);
  const end = takeWhole(segments.toReversed(), half, true);
  const tail = numberCutBy(text, end, width) + end;
  const start = takeWhole(segments, width - 1 - widthOf(tail));
  const isInNumber = place === 'middle' && /^\d/.test(text.slice(start.length));
  return (isInNumber ? start.replace(/(?<= )\d+$/, '') : start) + cutMark + tail;
}

/** The digits that an end lacks of its first number, if there is room: a day 15 would look like a day 5. */
function numberCutBy(text: string, end: string, width: number): string {
  const [lacking = ''] = /^\d+ /.test(end)
    ? (/(?<= )\d+$/.exec(text.slice(0, text.length - end.length)) ?? [])
    : [];
  return widthOf(lacking + end) < width - 1 ? lacking : '';
}

/** As many segments as the width has room for, in the order of the text. */
export function takeWhole(segments: readonly string[], width: number, isReversed = false): string {
  const taken: string[] = [];
  let used = 0;
  for (const segment of segments) {
    used += widthOf(segment);
    if (used > width) break;
    taken.push(segment);
  }
  return (isReversed ? taken.reverse() : taken).join('');
}

/** Characters as people count them (grapheme clusters). */
export function* segmentsOf(text: string): Generator<string> {
  // Created on first use: it loads tables that most runs do not need.
  segmenter ??= new Intl.Segmenter();
  for (const { segment } of segmenter.segment(text)) yield segment;
}

let segmenter: Intl.Segmenter | undefined;

function sum(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width, 0);
}

/** Splits text into lines of at most the given width: between words, or within a word that is wider. */
export function wrapCell(text: string, width: number): string[] {
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  let used = 0;
  const end = () => {
    lines.push(line);
    line = '';
    used = 0;
  };
  for (const word of text.split(/(?<= )/)) {
    const size = widthOf(word);
    // The space at the end of a line takes no room.
    const needed = word.endsWith(' ') ? size - 1 : size;
    if (used > 0 && used + needed > width) end();
    if (needed <= width) {
      line += word;
      used += size;
      continue;
    }
    for (const segment of segmentsOf(word)) {
      const cells = widthOf(segment);
      if (used > 0 && used + cells > width) end();
      line += segment;
      used += cells;
    }
  }
  end();
  return lines.map((one) => one.trimEnd());
}
