import { usageError } from '../../errors.ts';
import { widthOf } from '../../text-width.ts';
import {
  type Cell,
  cellStyles,
  columnName,
  escapeXml,
  isLong,
  mostColumns,
  sheetEnd,
  sheetPath,
  sheetStart,
  toCell,
} from './write-parts.ts';
import type { ZipFile, ZipWriter } from './write-zip.ts';

type Row = Readonly<Record<string, unknown>>;

export interface FigureForms {
  /** Columns in which decimal text is a number, since amounts are sent as text. */
  readonly numbers: ReadonlySet<number>;
  /** The format of a number, by its column, its digits, and its row from 0; undefined: as it is. */
  readonly styleOf?: (
    column: number,
    digits: string,
    row: number,
    record: Row | undefined,
  ) => number | undefined;
}

export interface SheetOptions extends Partial<FigureForms> {
  readonly columns: readonly string[];
  /** Whether there is a header, which is bold, frozen and has a filter. */
  readonly header: boolean;
  /** Its number, from 1. */
  readonly at: number;
  /** Called before its first byte is written. */
  readonly before?: () => Promise<void>;
}

/** A sheet that is written row by row. Await each call before the next. */
export type OpenSheet = ReturnType<typeof openSheet>;

/** The limits of a sheet: rows without the header, characters per cell. */
export const mostRows = 1_048_575;
const mostCharacters = 32_767;

/** For a count known before anything is read. */
export function refuseTooManyRows(count: number): void {
  if (count <= mostRows) return;
  throw usageError(
    `the result has more than the ${mostRows} rows that a workbook can have`,
    'use csv or parquet, which have no such limit',
  );
}

/** How many rows decide the column widths. */
const measuredRows = 500;
const widest = 60;
const narrowest = 8;

const pieceSize = 65_536;

export function openSheet(zip: ZipWriter, options: SheetOptions) {
  const { columns, header, numbers = new Set(), styleOf } = options;
  if (columns.length > mostColumns) {
    throw usageError(
      `the result has ${columns.length} columns, and a workbook can have ${mostColumns}`,
      'select some with --columns',
    );
  }
  const names = columns.map((_, at) => columnName(at));
  // A spreadsheet allows a width of 255, and repairs a workbook with more.
  const widths = columns.map((column) =>
    header ? Math.min(widest, widthOf(column) + 3) : narrowest,
  );
  const pending: (readonly [cells: Cell[], record: Row | undefined])[] = [];
  let sheet: ZipFile | undefined;
  let piece = '';
  let rows = 0;
  let longNumbers = 0;

  async function start(): Promise<ZipFile> {
    await options.before?.();
    for (const [cells] of pending) measure(cells);
    const opened = await zip.open(sheetPath(options.at));
    sheet = opened;
    piece = sheetStart(widths, header, options.at === 1);
    if (header) piece += rowOf(0, columns.map(toText), () => cellStyles.header);
    for (const [at, [cells, record]] of pending.entries()) await put(opened, at + 1, cells, record);
    pending.length = 0;
    return opened;
  }

  function measure(cells: readonly Cell[]): void {
    for (const [at, cell] of cells.entries()) {
      const width = Math.min(widest, widthOf(shownText(cell)) + 1);
      if (width > (widths[at] ?? 0)) widths[at] = width;
    }
  }

  async function put(file: ZipFile, row: number, cells: readonly Cell[], record: Row | undefined) {
    piece += rowOf(row, cells, (at, cell) =>
      cell.kind === 'number' ? styleOf?.(at, cell.digits, row - 1, record) : undefined,
    );
    if (piece.length < pieceSize) return;
    const text = piece;
    piece = '';
    await file.write(text);
  }

  /** The header is row 0. */
  function rowOf(
    row: number,
    cells: readonly Cell[],
    styleAt: (at: number, cell: Cell) => number | undefined,
  ): string {
    const line = header ? row + 1 : row;
    let text = `<row r="${line}">`;
    for (let at = 0; at < cells.length; at += 1) {
      const cell = cells[at];
      if (cell !== undefined) text += cellXml(`${names[at]}${line}`, cell, styleAt(at, cell));
    }
    return `${text}</row>`;
  }

  function read(values: readonly unknown[]): Cell[] {
    return values.map((value, at) => {
      const cell = toCell(value, numbers.has(at));
      if (cell.kind === 'number' && isLong(cell.digits)) longNumbers += 1;
      if (cell.kind === 'text' && cell.text.length > mostCharacters) {
        throw usageError(
          `row ${rows}: the text in the column ${columns[at] ?? ''} is longer than the ${mostCharacters} characters that a cell can have`,
          'use csv or json, or select other columns with --columns',
        );
      }
      return cell;
    });
  }

  return {
    /** The values in the order of the columns, and the whole record, which may have more. */
    async row(values: readonly unknown[], record?: Row) {
      rows += 1;
      refuseTooManyRows(rows);
      const cells = read(values);
      if (sheet !== undefined) return put(sheet, rows, cells, record);
      pending.push([cells, record]);
      if (pending.length >= measuredRows) await start();
    },
    /** How many numbers have more than the 15 digits that are shown (the file has all), and the filter's cells. */
    async finish() {
      const file = sheet ?? (await start());
      const last = names.at(-1);
      const filter = header && last !== undefined ? `$A$1:$${last}$${rows + 1}` : undefined;
      await file.write(piece + sheetEnd(filter));
      await file.close();
      return { rows, longNumbers, filter };
    },
    /** Releases its resources if it was not finished. */
    destroy: () => sheet?.destroy(),
  };
}

function toText(text: string): Cell {
  return { kind: 'text', text };
}

function cellXml(at: string, cell: Cell, style: number | undefined): string {
  switch (cell.kind) {
    case 'empty':
      return '';
    case 'number':
      return style === undefined
        ? `<c r="${at}"><v>${cell.digits}</v></c>`
        : `<c r="${at}" s="${style}"><v>${cell.digits}</v></c>`;
    case 'day':
    case 'time':
      return `<c r="${at}" s="${cellStyles[cell.kind]}"><v>${cell.serial}</v></c>`;
    case 'text': {
      const styled = style === undefined ? '' : ` s="${style}"`;
      const space = /^\s|\s$|\n/.test(cell.text) ? ' xml:space="preserve"' : '';
      return `<c r="${at}"${styled} t="inlineStr"><is><t${space}>${escapeXml(cell.text)}</t></is></c>`;
    }
  }
}

function shownText(cell: Cell): string {
  if (cell.kind === 'empty') return '';
  return cell.kind === 'number' ? cell.digits.slice(0, 17) : cell.text.slice(0, 2 * widest);
}
