import type { TableConstructorOptions } from 'cli-table3';
import type { Paint } from './color.ts';
import { type Fit, fitColumns, fitText, widthOf } from './fit.ts';

export interface TableOptions {
  /** Undefined: no header line. */
  readonly headers?: readonly string[] | undefined;
  /** Which columns hold numbers: they stand to the right. */
  readonly numeric: readonly boolean[];
  /** Cells that a line of the window holds; undefined: nothing is ever cut. */
  readonly width: number | undefined;
  readonly paint: Pick<Paint, 'strong'>;
}

const gap = '  ';

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
  const { headers, numeric, paint } = options;
  const all = headers === undefined ? rows : [headers, ...rows];
  const fit = fitRows(all, options);
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

function fitRows(
  rows: readonly (readonly string[])[],
  { headers, numeric, width }: TableOptions,
): Fit {
  const natural: number[] = [];
  for (const row of rows) {
    for (const [column, text] of row.entries()) {
      const counted = width === undefined && isOverlong(text) ? 1 : widthOf(text);
      natural[column] = Math.max(natural[column] ?? 1, counted);
    }
  }
  if (width === undefined) return { widths: natural, rest: false };
  const keepsFirst = headers?.[0] === 'id';
  return fitColumns(natural, numeric, { room: width, gap: gap.length, keepsFirst });
}

function fitRow(row: readonly string[], { widths, rest }: Fit): string[] {
  return widths.map((width, column) =>
    rest && column === widths.length - 1 ? '…' : fitText(row[column] ?? '', width),
  );
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
