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
    const table = new Table(frameless(fit.widths, numeric));
    for (const row of all.slice(start, start + rowsAtOnce)) table.push(fitRow(row, fit));
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
      natural[column] = Math.max(natural[column] ?? 1, widthOf(text));
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
