import type { TableConstructorOptions } from 'cli-table3';
import type { Paint } from './color.ts';
import {
  type ColumnNeeds,
  type Fit,
  fitColumns,
  fitText,
  type Shrinks,
  widthOf,
  wrapCell,
} from './fit.ts';

import type { Importance, Tone } from './view.ts';

/** A column with the text of all its cells. Expects text without control characters. */
export interface TableColumn {
  readonly header: string;
  readonly align: 'left' | 'right';
  readonly cells: readonly string[];
  /** The cells in a shorter form, for narrow windows. */
  readonly shorter?: (() => readonly string[]) | undefined;
  readonly shrinks: Shrinks;
  readonly importance: Importance;
  /** Not cut if it takes at most half of the window. */
  readonly whole?: boolean | 'always';
  /** Where too long a text is cut; by default at its end. */
  readonly cut?: 'middle';
  readonly tone?: ((text: string) => Tone | undefined) | undefined;
}

export interface TableOptions {
  /** The width of the window in cells; undefined: nothing is cut. */
  readonly width: number | undefined;
  readonly paint: Pick<Paint, 'strong' | 'good' | 'bad'>;
}

export interface Table {
  readonly lines: AsyncIterable<string> | Iterable<string>;
  /** The headers of the columns that do not fit. */
  readonly leftOut: readonly string[];
}

const gap = '  ';

/** A word or date cut shorter than this is useless. */
const leastText = 10;

/** Narrower than this, a column is useless. */
const floorText = 4;

/** A header cut shorter than this is a riddle. */
const leastHeader = 6;

/** A column is nearly empty if fewer than one cell in so many has a value. */
const mostSparse = 4;

/** A typical amount fits; longer ones lose decimals. */
const leastNumber = 16;

/**
 * A wider cell widens only its own line. If all lines were padded to its width, a long table could
 * exceed the maximum length of a string.
 */
const widestAligned = 1000;

/** cli-table3 takes about 30 microseconds per cell; the aligned writer takes one. */
const mostDrawnCells = 2000;

/** Rows in columns without a frame; if the window is too narrow, one line per field. */
export function renderTable(columns: readonly TableColumn[], options: TableOptions): Table {
  const fit = fitTable(columns, options);
  if (fit === undefined) {
    const brief = columns.map((column) => ({
      ...column,
      cells: column.shorter?.() ?? column.cells,
    }));
    return { lines: stackRows(brief, options), leftOut: [] };
  }
  const shown = new Set(fit.shown);
  const leftOut = columns.filter((_, at) => !shown.has(at)).map(({ header }) => header);
  const drawn = fit.shown.flatMap((at, place) => {
    const column = columns[at];
    if (column === undefined) return [];
    const cells = fit.isShort ? (column.shorter?.() ?? column.cells) : column.cells;
    return [{ ...column, cells, width: fit.widths[place] ?? 1 }];
  });
  const isDrawn = options.width !== undefined && drawn.length * rowsOf(drawn) <= mostDrawnCells;
  return { lines: isDrawn ? drawLines(drawn, options) : alignLines(drawn, options), leftOut };
}

/** One record: a line for each field, with values wrapped to the window and never cut. */
export function* renderFieldLines(
  columns: readonly TableColumn[],
  row: number,
  { width, paint }: TableOptions,
): Generator<string> {
  const names = Math.max(0, ...columns.map(({ header }) => widthOf(header)));
  // Next to very long names there is no room for values, so they start on the next line.
  const isBeside = width === undefined || width - names - gap.length >= leastNumber;
  const indent = isBeside ? names + gap.length : gap.length;
  for (const { header, cells, tone } of columns) {
    const text = cells[row] ?? '';
    const lines = width === undefined ? [text] : wrapCell(text, Math.max(1, width - indent));
    const painted = lines.map((line) => paintCell(line, tone?.(text), paint));
    const [first = '', ...others] = painted;
    const between = isBeside ? ' '.repeat(indent - widthOf(header)) : `\n${gap}`;
    yield `${`${paint.strong(header)}${between}${first}`.trimEnd()}\n`;
    for (const line of others) yield `${`${' '.repeat(indent)}${line}`.trimEnd()}\n`;
  }
}

/** One record below the other, each with a line for each field. */
export function* stackRows(
  columns: readonly TableColumn[],
  options: TableOptions,
): Generator<string> {
  for (let row = 0; row < rowsOf(columns); row += 1) {
    if (row > 0) yield '\n';
    yield* renderFieldLines(columns, row, options);
  }
}

function rowsOf(columns: readonly TableColumn[]): number {
  return columns[0]?.cells.length ?? 0;
}

function fitTable(columns: readonly TableColumn[], { width }: TableOptions): Fit | undefined {
  const needs = columns.map((column, at) => needsOf(column, at, width));
  if (width !== undefined) return fitColumns(needs, { room: width, gap: gap.length });
  const widths = needs.map(({ natural }) => natural);
  return { shown: [...needs.keys()], widths, isShort: false };
}

function needsOf(column: TableColumn, at: number, width: number | undefined): ColumnNeeds {
  const { header, cells, shorter, shrinks, align } = column;
  const { importance } = column;
  if (width === undefined) {
    const natural = widest(header, cells);
    const all = { natural, short: natural, least: natural, tight: natural, floor: natural };
    return { ...all, isSparse: false, shrinks, importance };
  }
  const natural = widest(header, cells, Number.POSITIVE_INFINITY);
  const short =
    shorter === undefined ? natural : widest(header, shorter(), Number.POSITIVE_INFINITY);
  const whole = align === 'right' ? widestWholePart(cells) : leastText;
  // The next command needs the whole id.
  const isWholeId = at === 0 && header === 'id' && natural <= width / 2;
  const isAlways = column.whole === 'always';
  const isWhole = isWholeId || isAlways || (column.whole === true && natural <= width / 2);
  const least =
    isWhole || (shrinks === 'last' && align === 'left') ? short : Math.min(short, whole);
  // A date or currency is short, and useless when cut.
  const isBrief = shrinks === 'last' || isWholeId || isAlways || short <= leastText;
  const tight = isBrief ? Math.min(least, Math.max(leastHeader, widest('', cells))) : least;
  const floor = isBrief ? least : Math.min(least, isWhole ? leastText : floorText);
  const filled = cells.filter((text) => text !== '').length;
  const isSparse = filled * mostSparse < cells.length;
  return {
    natural,
    short,
    least,
    tight,
    floor: importance === 'key' ? Math.min(floor, tight) : floor,
    isSparse,
    shrinks,
    importance,
  };
}

function widest(header: string, cells: readonly string[], limit = widestAligned): number {
  let width = Math.max(1, limitWidth(header, limit));
  for (const text of cells) {
    if (text.length * 2 > width) width = Math.max(width, limitWidth(text, limit));
  }
  return width;
}

function limitWidth(text: string, limit: number): number {
  const width = widthOf(text);
  return width > limit ? 1 : width;
}

function widestWholePart(cells: readonly string[]): number {
  return cells.reduce((widest, text) => Math.max(widest, wholePartOf(text)), leastNumber);
}

/** The width of a number up to its decimal point: cut before it, the number would be wrong. */
function wholePartOf(text: string): number {
  const point = /^[^.e]*\./i.exec(text)?.[0].length ?? 0;
  return point > 0 && !/e/i.test(text) ? point : text.length;
}

interface DrawnColumn extends TableColumn {
  readonly width: number;
}

function* alignLines(
  columns: readonly DrawnColumn[],
  { width, paint }: TableOptions,
): Generator<string> {
  const cut = (text: string, column: DrawnColumn) =>
    width === undefined ? text : fitText(text, column.width, column.cut);
  const line = (cells: readonly string[]) => `${cells.join(gap).trimEnd()}\n`;
  const header = columns.map((column) => pad(cut(column.header, column), column));
  if (hasHeader(columns)) yield paintHeader(line(header), paint);
  for (let row = 0; row < rowsOf(columns); row += 1) {
    yield line(
      columns.map((column) => {
        const text = column.cells[row] ?? '';
        return paintPadded(pad(cut(text, column), column), column.tone?.(text), paint);
      }),
    );
  }
}

async function* drawLines(
  columns: readonly DrawnColumn[],
  { paint }: TableOptions,
): AsyncGenerator<string> {
  const { default: Table } = await import('cli-table3');
  const table = new Table(frameless(columns));
  if (hasHeader(columns)) table.push(columns.map(({ header, width }) => fitText(header, width)));
  for (let row = 0; row < rowsOf(columns); row += 1) {
    table.push(
      columns.map(({ cells, width, tone, cut }) => {
        const text = cells[row] ?? '';
        return paintCell(fitText(text, width, cut), tone?.(text), paint);
      }),
    );
  }
  const [first, ...others] = table
    .toString()
    .split('\n')
    .map((line) => `${line.trimEnd()}\n`);
  if (first !== undefined) yield hasHeader(columns) ? paintHeader(first, paint) : first;
  yield* others;
}

function hasHeader(columns: readonly TableColumn[]): boolean {
  return columns.some(({ header }) => header !== '');
}

function paintHeader(line: string, paint: TableOptions['paint']): string {
  return `${paint.strong(line.trimEnd())}\n`;
}

function paintCell(text: string, tone: Tone | undefined, paint: TableOptions['paint']): string {
  return tone === undefined || text === '' ? text : paint[tone](text);
}

/** Colours the text, not the padding around it. */
function paintPadded(text: string, tone: Tone | undefined, paint: TableOptions['paint']): string {
  if (tone === undefined) return text;
  const trimmed = text.trim();
  return text.replace(trimmed, () => paintCell(trimmed, tone, paint));
}

function pad(text: string, { width, align }: DrawnColumn): string {
  const padding = ' '.repeat(Math.max(0, width - widthOf(text)));
  return align === 'right' ? padding + text : text + padding;
}

function frameless(columns: readonly DrawnColumn[]): TableConstructorOptions {
  return {
    chars: frame,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
    colWidths: columns.map(({ width }) => width),
    colAligns: columns.map(({ align }) => align),
  };
}

const frame = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: gap,
};
