import stringWidth from 'string-width';

/** What a column would take, and what it can do with. */
export interface ColumnNeeds {
  readonly natural: number;
  /** Cut to less than this, it says nothing. */
  readonly least: number;
  /** Whether it is the first to be cut or left out: its values have parts, which few read in a row. */
  readonly yields: boolean;
}

export interface Window {
  /** Cells of a line. */
  readonly room: number;
  /** Cells between two columns. */
  readonly gap: number;
  /** The first column is what the next command is given: cut, it is of no use. */
  readonly keepsFirst: boolean;
}

export interface Fit {
  /** The columns that find room, by their place. */
  readonly shown: readonly number[];
  /** Theirs, and that of a mark for the columns that found none: together they fit the window. */
  readonly widths: readonly number[];
}

/** Stands for what was cut, and for columns that found no room. */
export const cutMark = '…';

/** The cells that a text takes: two for a wide character, none for a combining mark. */
export function widthOf(text: string): number {
  return isPlain(text) ? text.length : stringWidth(text);
}

/** Cuts the longest columns to one level, and leaves those whole that are below it. */
export function fitColumns(columns: readonly ColumnNeeds[], window: Window): Fit {
  const { room, gap, keepsFirst } = window;
  const needs = columns.map((column, at) => {
    const isKept = keepsFirst && at === 0 && column.natural <= room / 2;
    return { ...column, at, least: isKept ? column.natural : column.least };
  });
  const roomFor = (count: number): number => {
    const mark = count < needs.length ? gap + cutMark.length : 0;
    return room - gap * (count - 1) - mark;
  };
  let shown = needs;
  while (shown.length > 1 && sum(shown.map(leastOf)) > roomFor(shown.length)) {
    const left = shown.findLast(({ yields }) => yields) ?? shown.at(-1);
    shown = shown.filter((column) => column !== left);
  }
  const widths = shareOut(shown, roomFor(shown.length));
  return {
    shown: shown.map(({ at }) => at),
    widths: shown.length < needs.length ? [...widths, cutMark.length] : widths,
  };
}

function shareOut(columns: readonly ColumnNeeds[], room: number): number[] {
  const [only] = columns;
  // Where not even one column has what it needs, it takes what there is.
  if (only !== undefined && columns.length === 1)
    return [Math.max(1, Math.min(only.natural, room))];
  const yielding = columns.filter(({ yields }) => yields);
  const others = columns.filter(({ yields }) => !yields);
  const level = levelOf(others, room - sum(yielding.map(leastOf)));
  const left = room - sum(others.map((column) => widthAt(column, level)));
  const yieldingLevel = levelOf(yielding, left);
  return columns.map((column) => widthAt(column, column.yields ? yieldingLevel : level));
}

/** The highest level to which all can be cut so that together they take no more than the room. */
function levelOf(columns: readonly ColumnNeeds[], room: number): number {
  let level = Math.min(room, Math.max(0, ...columns.map(({ natural }) => natural)));
  while (level > 0 && sum(columns.map((column) => widthAt(column, level))) > room) level -= 1;
  return level;
}

function widthAt({ natural, least }: ColumnNeeds, level: number): number {
  return Math.min(natural, Math.max(level, least));
}

function leastOf({ least }: ColumnNeeds): number {
  return least;
}

/** Cut to a width, with `…` where something is missing. Whole characters as people count them. */
export function fitText(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  let used = 0;
  // Made where it is used: it brings tables along that a run without a long text does without.
  segmenter ??= new Intl.Segmenter();
  for (const { segment } of segmenter.segment(text)) {
    used += widthOf(segment);
    if (used > width - 1) break;
    kept += segment;
  }
  return `${kept}${cutMark}`;
}

let segmenter: Intl.Segmenter | undefined;

function sum(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width, 0);
}

function isPlain(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}
