import { widthOf } from '../text-width.ts';
import { alignLines, drawLines, drawnIn, paintCell } from './draw-table.ts';
import { type Fit, wrapCell } from './fit.ts';
import { fitTable, leastName, widest } from './measure-columns.ts';
import {
  gap,
  leastNumber,
  rowsOf,
  type TableColumn,
  type TableOptions,
  textAt,
} from './table-column.ts';
import type { Importance } from './view.ts';

export interface Table {
  readonly lines: Iterable<string>;
  readonly leftOut: readonly string[];
  /** Whether each field has a line of its own, and not each row. */
  readonly isStacked?: boolean;
}

/** Indents the figures that are below the names of their row. */
const indent = ' ';

/** cli-table3 takes about 30 microseconds per cell; the aligned writer takes one. */
const mostDrawnCells = 2000;

/**
 * Rows in columns without a frame. If the window is too narrow for that, the names of each row have a line of
 * their own, above its figures. If that does not fit either, or if a single row would lose columns, each
 * field has a line of its own.
 */
export async function renderTable(columns: readonly TableColumn[], options: TableOptions) {
  const fit = fitTable(columns, options);
  if (fit !== undefined && isWhole(columns, fit)) {
    const drawn = drawnIn(columns, fit, options);
    const isDrawn = options.width !== undefined && drawn.length * rowsOf(drawn) <= mostDrawnCells;
    const lines = isDrawn ? await drawLines(drawn, options) : alignLines(drawn, options);
    return { lines, leftOut: leftOutOf(columns, fit) };
  }
  const folded = rowsOf(columns) > 1 ? foldRows(columns, options) : undefined;
  if (folded !== undefined) return folded;
  const brief = columns.map((column) => ({ ...column, texts: column.shorter?.() ?? column.texts }));
  return { lines: stackRows(brief, options), leftOut: [], isStacked: true };
}

/** If names distinguish rows: whether they can be read, and a single row has all of its columns. */
function isWhole(columns: readonly TableColumn[], { shown, widths }: Fit): boolean {
  if (!columns.some(({ isName }) => isName)) return true;
  if (rowsOf(columns) === 1) return shown.length === columns.length;
  const least = leastImportance(columns);
  return columns.every(({ importance, isName, header, texts }, at) => {
    const width = widths[shown.indexOf(at)];
    if (width === undefined) return isName !== true && importance !== least;
    return isName !== true || width >= Math.min(leastName, widest(header, texts));
  });
}

/** The importance of columns that no form of several rows may lack. */
function leastImportance(columns: readonly TableColumn[]): Importance {
  return columns.some(({ importance }) => importance === 'key') ? 'key' : 'answer';
}

/** Puts the columns up to the last that distinguishes rows above the others; each row is one piece. */
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
  // Next to very long names there is no room for values, so values start on the next line.
  const isBeside = width === undefined || width - names - gap.length >= leastNumber;
  const start = isBeside ? names + gap.length : gap.length;
  const isWide = (text: string) => width !== undefined && widthOf(text) > width - start;
  for (const column of columns) {
    const { header, tone } = column;
    const text = textAt(column, row);
    if (text === '' && !withEmpty) continue;
    // A figure is below its name if only there it fits on one line.
    const isBelow = !isBeside || (column.align === 'right' && isWide(text));
    const place = isBelow ? gap.length : start;
    const lines = width === undefined ? [text] : wrapCell(text, Math.max(1, width - place));
    const [first = '', ...others] = lines.map((line) => paintCell(line, tone?.(text), paint));
    const between = isBelow ? `\n${gap}` : ' '.repeat(start - widthOf(header));
    yield `${`${paint.strong(header)}${between}${first}`.trimEnd()}\n`;
    for (const line of others) yield `${`${' '.repeat(place)}${line}`.trimEnd()}\n`;
  }
}

/** One record below the other, each with a line for each field that has a value. */
export function* stackRows(columns: readonly TableColumn[], options: TableOptions) {
  for (let row = 0; row < rowsOf(columns); row += 1) {
    if (row > 0) yield '\n';
    yield* renderFieldLines(columns, row, options, false);
  }
}
