import type { TableConstructorOptions } from 'cli-table3';
import type { Paint } from './color.ts';
import { type ColumnNeeds, cutMark, type Fit, fitColumns, fitText, widthOf } from './fit.ts';

export interface TableOptions {
  /** Undefined: no header line. */
  readonly headers?: readonly string[] | undefined;
  /** Which columns hold numbers: they stand to the right. */
  readonly numeric: readonly boolean[];
  /** Which columns hold values with parts: they are the first to be cut. None where not given. */
  readonly nested?: readonly boolean[] | undefined;
  /** Cells that a line of the window holds; undefined: nothing is ever cut. */
  readonly width: number | undefined;
  readonly paint: Pick<Paint, 'strong'>;
}

const gap = '  ';

/** A word or a day cut to less says nothing. */
const leastOfWords = 10;

/** An amount of common length stays whole; longer ones lose decimals. */
const leastOfNumbers = 16;

/** cli-table3 compares each cell with every row above it: whole, a long table would take minutes. */
const rowsAtOnce = 25;

/**
 * A wider cell widens its own line alone: filled up to it, the lines of a long table would together
 * be longer than any text can be.
 */
const widestAligned = 1000;

/** Columns without a frame. Expects text without control characters. */
export async function renderTable(
  rows: readonly (readonly string[])[],
  options: TableOptions,
): Promise<string> {
  const { default: Table } = await import('cli-table3');
  const { headers, paint } = options;
  const all = headers === undefined ? rows : [headers, ...rows];
  const fit = fitRows(rows, options);
  const numeric = fit.shown.map((at) => options.numeric[at] === true);
  const lines: string[] = [];
  for (let start = 0; start < all.length; start += rowsAtOnce) {
    const group = all.slice(start, start + rowsAtOnce);
    if (options.width === undefined && group.some((row) => row.some(isOverlong))) {
      lines.push(...group.map((row) => alignRow(row, fit.widths, numeric)));
      continue;
    }
    const table = new Table(frameless(fit.widths, numeric));
    for (const row of group) table.push(fitRow(row, fit));
    lines.push(...table.toString().split('\n'));
  }
  const trimmed = lines.map((line) => line.trimEnd());
  if (headers !== undefined) trimmed[0] = paint.strong(trimmed[0] ?? '');
  return trimmed.map((line) => `${line}\n`).join('');
}

function fitRows(rows: readonly (readonly string[])[], options: TableOptions): Fit {
  const { headers = [], width } = options;
  const count = Math.max(headers.length, ...rows.slice(0, 1).map((row) => row.length));
  const needs = Array.from({ length: count }, (_, at) => needsOf(rows, at, options));
  if (width === undefined) {
    return { shown: [...needs.keys()], widths: needs.map(({ natural }) => natural) };
  }
  const keepsFirst = options.headers === undefined || headers[0] === 'id';
  return fitColumns(needs, { room: width, gap: gap.length, keepsFirst });
}

function needsOf(
  rows: readonly (readonly string[])[],
  at: number,
  { headers, numeric, nested, width }: TableOptions,
): ColumnNeeds {
  const measure = (text: string) => (width === undefined && isOverlong(text) ? 1 : widthOf(text));
  let natural = Math.max(1, measure(headers?.[at] ?? ''));
  let least = numeric[at] ? leastOfNumbers : leastOfWords;
  for (const row of rows) {
    const text = row[at] ?? '';
    natural = Math.max(natural, measure(text));
    if (numeric[at]) least = Math.max(least, wholePartOf(text));
  }
  return { natural, least: Math.min(natural, least), yields: nested?.[at] === true };
}

/** The cells of a number up to its point: cut before it, it would be another number. */
function wholePartOf(text: string): number {
  const point = /^[^.e]*\./i.exec(text)?.[0].length ?? 0;
  return point > 0 && !/e/i.test(text) ? point : text.length;
}

function fitRow(row: readonly string[], { shown, widths }: Fit): string[] {
  return widths.map((width, place) => {
    const at = shown[place];
    return at === undefined ? cutMark : fitText(row[at] ?? '', width);
  });
}

function isOverlong(text: string): boolean {
  return widthOf(text) > widestAligned;
}

/** As the table would, but that a cell may be longer than its column. */
function alignRow(
  row: readonly string[],
  widths: readonly number[],
  numeric: readonly boolean[],
): string {
  const cells = row.map((text, column) => {
    const padding = ' '.repeat(Math.max(0, (widths[column] ?? 0) - widthOf(text)));
    return numeric[column] ? padding + text : text + padding;
  });
  return cells.join(gap);
}

function frameless(
  widths: readonly number[],
  numeric: readonly boolean[],
): TableConstructorOptions {
  return {
    chars: frame,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
    colWidths: [...widths],
    colAligns: widths.map((_, column) => (numeric[column] ? 'right' : 'left')),
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
