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
  /** The header for narrow windows. */
  readonly brief?: string;
  readonly align: 'left' | 'right';
  readonly cells: readonly string[];
  /** The cells in a shorter form, for narrow windows. */
  readonly shorter?: (() => readonly string[]) | undefined;
  readonly shrinks: Shrinks;
  readonly importance: Importance;
  /** What tells rows apart, such as the groups that were asked for. */
  readonly isName?: boolean;
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

/** Before the figures that are below the names of their row. */
const indent = ' ';

/** A word or date cut shorter than this is useless. */
const leastText = 10;

/** A name cut shorter than this does not tell rows apart. */
const leastName = 20;

/** Narrower than this, a column is useless. */
const floorText = 4;

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

/**
 * Rows in columns without a frame. If the window is too narrow, the names of a row have a line of their own
 * above its figures; otherwise each field has one, as it has if a single row would lose some.
 */
export function renderTable(columns: readonly TableColumn[], options: TableOptions): Table {
  const fit = fitTable(columns, options);
  if (fit !== undefined && isWhole(columns, fit)) {
    const drawn = drawnIn(columns, fit, options);
    const isDrawn = options.width !== undefined && drawn.length * rowsOf(drawn) <= mostDrawnCells;
    const lines = isDrawn ? drawLines(drawn, options) : alignLines(drawn, options);
    return { lines, leftOut: leftOutOf(columns, fit) };
  }
  const folded = rowsOf(columns) > 1 ? foldRows(columns, options) : undefined;
  if (folded !== undefined) return folded;
  const brief = columns.map((column) => ({
    ...column,
    cells: column.shorter?.() ?? column.cells,
  }));
  return { lines: stackRows(brief, options), leftOut: [] };
}

/** Where names tell rows apart: whether they can be read, and a single row has all of its columns. */
function isWhole(columns: readonly TableColumn[], { shown, widths }: Fit): boolean {
  if (!columns.some(({ isName }) => isName)) return true;
  if (rowsOf(columns) === 1) return shown.length === columns.length;
  const least = leastImportance(columns);
  return columns.every(({ importance, isName, header, cells }, at) => {
    const width = widths[shown.indexOf(at)];
    if (width === undefined) return isName !== true && importance !== least;
    return isName !== true || width >= Math.min(leastName, widest(header, cells));
  });
}

/** What no form of several rows may lack. */
function leastImportance(columns: readonly TableColumn[]): Importance {
  return columns.some(({ importance }) => importance === 'key') ? 'key' : 'answer';
}

export function isNeeded(importance: Importance | undefined): boolean {
  return importance === 'key' || importance === 'answer';
}

/** The columns up to the last that tells rows apart above the others, each row in one piece. */
function foldRows(columns: readonly TableColumn[], options: TableOptions): Table | undefined {
  const split = columns.findLastIndex(({ isName }) => isName) + 1;
  const [names, figures] = [columns.slice(0, split), columns.slice(split)];
  const within = { ...options, width: (options.width ?? 0) - indent.length };
  const [above, below] = [fitTable(names, options), fitTable(figures, within)];
  if (split === 0 || above === undefined || below === undefined) return undefined;
  const [first, second] = [drawnIn(names, above, options), drawnIn(figures, below, within)];
  const least = leastImportance(columns);
  const needed = figures.filter(({ importance }) => importance === least);
  if (needed.some(({ header }) => !second.some((one) => one.header === header))) return undefined;
  const lines = function* () {
    const upper = alignLines(first, options);
    for (const line of alignLines(second, within))
      yield `${upper.next().value ?? ''}${indent}${line}`;
  };
  return { lines: lines(), leftOut: [...leftOutOf(names, above), ...leftOutOf(figures, below)] };
}

function drawnIn(
  columns: readonly TableColumn[],
  { shown, widths, isShort }: Fit,
  { width: room = 0 }: TableOptions,
): DrawnColumn[] {
  const drawn = shown.flatMap((at, place) => {
    const column = columns[at];
    if (column === undefined) return [];
    const cells = isShort ? (column.shorter?.() ?? column.cells) : column.cells;
    return [{ ...column, cells, width: widths[place] ?? 1 }];
  });
  // A brief header is for want of room only; those that lack as much are brief together.
  const lackOf = ({ header, brief, width }: DrawnColumn) =>
    brief === undefined ? 0 : Math.max(0, widthOf(header) - width);
  let left = room - widths.reduce((sum, one) => sum + one + gap.length, -gap.length);
  const given = new Set<number>();
  for (const lack of [...new Set(drawn.map(lackOf))].sort((one, other) => one - other)) {
    const all = lack * drawn.filter((column) => lackOf(column) === lack).length;
    if (all > left) break;
    given.add(lack);
    left -= all;
  }
  return drawn.map((column) => {
    const lack = lackOf(column);
    return given.has(lack) ? { ...column, width: column.width + lack } : column;
  });
}

function leftOutOf(columns: readonly TableColumn[], { shown }: Fit): string[] {
  return columns.filter((_, at) => !shown.includes(at)).map(({ header }) => header);
}

/** One record: a line for each field, with values wrapped to the window and never cut. */
export function* renderFieldLines(
  columns: readonly TableColumn[],
  row: number,
  { width, paint }: TableOptions,
  withEmpty = true,
): Generator<string> {
  const names = Math.max(0, ...columns.map(({ header }) => widthOf(header)));
  // Next to very long names there is no room for values, so they start on the next line.
  const isBeside = width === undefined || width - names - gap.length >= leastNumber;
  const start = isBeside ? names + gap.length : gap.length;
  for (const { header, cells, tone } of columns) {
    const text = cells[row] ?? '';
    if (text === '' && !withEmpty) continue;
    const lines = width === undefined ? [text] : wrapCell(text, Math.max(1, width - start));
    const painted = lines.map((line) => paintCell(line, tone?.(text), paint));
    const [first = '', ...others] = painted;
    const between = isBeside ? ' '.repeat(start - widthOf(header)) : `\n${gap}`;
    yield `${`${paint.strong(header)}${between}${first}`.trimEnd()}\n`;
    for (const line of others) yield `${`${' '.repeat(start)}${line}`.trimEnd()}\n`;
  }
}

/** One record below the other, each with a line for each field that has a value. */
export function* stackRows(
  columns: readonly TableColumn[],
  options: TableOptions,
): Generator<string> {
  for (let row = 0; row < rowsOf(columns); row += 1) {
    if (row > 0) yield '\n';
    yield* renderFieldLines(columns, row, options, false);
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
  const { header, brief = header, cells, shorter = () => cells, shrinks, align } = column;
  const { importance, isName = false } = column;
  if (width === undefined) {
    const natural = widest(header, cells);
    const all = { natural, short: natural, least: natural, floor: natural };
    return { ...all, isName, isSparse: false, shrinks, importance };
  }
  const natural = widest(header, cells, Number.POSITIVE_INFINITY);
  const short = widest(brief, shorter(), Number.POSITIVE_INFINITY);
  const leastOfText = (isName ? leastName : leastText) + widestIndent(cells);
  const whole = align === 'right' ? widestWholePart(cells) : leastOfText;
  // The next command needs the whole id.
  const isWholeId = at === 0 && header === 'id' && natural <= width / 2;
  const isAlways = column.whole === 'always';
  const isWhole = isWholeId || isAlways || (column.whole === true && natural <= width / 2);
  const least =
    isWhole || (shrinks === 'last' && align === 'left') ? short : Math.min(short, whole);
  // A date or currency is short, and useless when cut.
  const isBrief = shrinks === 'last' || isWholeId || isAlways || short <= leastText;
  const floor = isBrief ? least : Math.min(least, isWhole ? leastText : floorText);
  const filled = cells.filter((text) => text !== '').length;
  const isSparse = filled * mostSparse < cells.length;
  return {
    natural,
    short,
    least,
    floor,
    isName,
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

function widestIndent(cells: readonly string[]): number {
  return cells.reduce((widest, text) => Math.max(widest, text.search(/[^ ]/)), 0);
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
  const header = columns.map((column) =>
    pad(width === undefined ? column.header : fitHeader(column), column),
  );
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

/** Of days such as 2026-11-09..15 the end tells them apart. */
function fitHeader({ header, brief = header, width }: DrawnColumn): string {
  if (widthOf(header) <= width) return header;
  const isCut = widthOf(brief) > width && brief.includes('..');
  return isCut ? `…${brief.slice(brief.length - width + 1)}` : fitText(brief, width);
}

async function* drawLines(
  columns: readonly DrawnColumn[],
  { paint }: TableOptions,
): AsyncGenerator<string> {
  const { default: Table } = await import('cli-table3');
  const table = new Table(frameless(columns));
  if (hasHeader(columns)) table.push(columns.map(fitHeader));
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
