import { CostctlError } from '../../errors.ts';
import { pluralize } from '../../text.ts';
import type { CellKind, TakeRecord } from '../csv-records.ts';
import { readCell, type SheetCell, shownNumber } from './read-cell.ts';
import { openZip } from './read-container.ts';
import {
  createTextCollector,
  readParts,
  type SheetPart,
  type WorkbookParts,
} from './read-parts.ts';
import { columnName, mostColumns } from './write-parts.ts';

export interface WorkbookOptions {
  /** The name of the file for messages. */
  readonly name: string;
  /** Undefined: the first. */
  readonly sheet: string | undefined;
  /** Read numbers as a spreadsheet shows them, with 15 digits. Undefined: there is no option for it. */
  readonly excelPrecision: boolean | undefined;
  readonly note: (message: string) => void;
}

/** A sheet has at most 1,048,576 rows, so its archive is far smaller than this. */
const largestArchive = 128 * 1024 * 1024;
const largestSheet = 2 * 1024 * 1024 * 1024;

/** Reads the rows of one sheet of an Excel workbook (.xlsx). Lines are the sheet's row numbers. */
export async function readWorkbook(
  chunks: AsyncIterable<Buffer>,
  options: WorkbookOptions,
  take: TakeRecord,
): Promise<void> {
  const broken = (words: string) =>
    new CostctlError('invalid_data', `${options.name} is not a usable workbook: ${words}`, {
      hint: 'save it again as .xlsx, or its table as CSV',
    });
  const zip = openZip(await readWhole(chunks, options.name), broken);
  const parts = await readParts(zip);
  const sheet = chooseSheet(parts.sheets, options);
  const rows = createRowReader(parts, options, take);
  await zip.parse(sheet.path, largestSheet, rows);
  rows.end();
}

async function readWhole(chunks: AsyncIterable<Buffer>, name: string): Promise<Buffer> {
  const all: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > largestArchive) {
      throw new CostctlError('invalid_data', `${name} is larger than 128 MB`, {
        hint: 'save its table as CSV',
      });
    }
    all.push(chunk);
  }
  return Buffer.concat(all);
}

function chooseSheet(sheets: readonly SheetPart[], { name, sheet, note }: WorkbookOptions) {
  const names = sheets.map((one) => JSON.stringify(one.name)).join(', ');
  const wanted = sheet?.toLowerCase();
  const found =
    sheet === undefined
      ? sheets[0]
      : (sheets.find((one) => one.name === sheet) ??
        sheets.find((one) => one.name.toLowerCase() === wanted));
  if (found === undefined) {
    throw new CostctlError('invalid_data', `${name} has no sheet ${JSON.stringify(sheet)}`, {
      hint: `it has ${names}`,
    });
  }
  if (sheet === undefined && sheets.length > 1) {
    note(`reading the first sheet of ${names}; --sheet NAME reads another`);
  }
  return found;
}

/** The limit of the format. */
const mostRows = 1_048_576;

interface OpenCell extends Pick<SheetCell, 'reference' | 'type' | 'style'> {
  readonly column: number;
}

/** Turns the tags of a sheet into rows of cells. */
function createRowReader(parts: WorkbookParts, options: WorkbookOptions, take: TakeRecord) {
  const inline = createTextCollector();
  const rounding = createRounding(options);
  let line = 0;
  let cells: string[] = [];
  let kinds: CellKind[] = [];
  let cell: OpenCell | undefined;
  let value = '';
  let isValue = false;
  let hasFormula = false;
  /** The width of the header; empty cells beyond it are not part of the table. */
  let width = 0;

  function openCell({ r = '', t = 'n', s = '0' }: Readonly<Record<string, string>>): void {
    const column = r === '' ? cells.length : columnOf(r);
    if (column === undefined || column >= mostColumns) {
      throw new CostctlError('invalid_data', `line ${line}: a cell is in no column of a sheet`);
    }
    const reference = r === '' ? `${columnName(column)}${line}` : r;
    cell = { column, reference, type: t, style: Number(s) };
    value = '';
    hasFormula = false;
  }

  function closeCell({ column, ...open }: OpenCell): void {
    const text = open.type === 'inlineStr' ? inline.take() : value;
    const read = readCell({ ...open, value: text, hasFormula }, parts);
    while (cells.length < column) addCell('', 'text');
    const number = read.kind === 'number' ? rounding.round(read.text, open.reference) : read.text;
    cells[column] = number;
    kinds[column] = read.kind;
    cell = undefined;
  }

  function addCell(text: string, kind: CellKind): void {
    cells.push(text);
    kinds.push(kind);
  }

  function closeRow(): void {
    let length = cells.length;
    while (length > width && cells[length - 1] === '') length -= 1;
    cells.length = length;
    kinds.length = length;
    if (width === 0) width = length;
    while (cells.length < width) addCell('', 'text');
    if (cells.length > 0) take(line, cells, undefined, kinds);
    cells = [];
    kinds = [];
  }

  return {
    open(name: string, attributes: Readonly<Record<string, string>>): void {
      if (name === 'row') {
        line = attributes['r'] === undefined ? line + 1 : Number(attributes['r']);
        if (!(line <= mostRows)) {
          throw new CostctlError('invalid_data', 'the sheet has more rows than a sheet can have');
        }
      } else if (name === 'c') openCell(attributes);
      else if (name === 'v') isValue = true;
      else if (name === 'f') hasFormula = true;
      else inline.open(name);
    },
    text(part: string): void {
      if (isValue) value += part;
      else if (cell?.type === 'inlineStr') inline.text(part);
    },
    close(name: string): void {
      if (name === 'v') isValue = false;
      else if (name === 'c' && cell !== undefined) closeCell(cell);
      else if (name === 'row') closeRow();
      else inline.close(name);
    },
    end: rounding.end,
  };
}

/** Numbers with more digits than a spreadsheet shows stay exact, unless they are to be read as shown. */
function createRounding({ excelPrecision, note }: WorkbookOptions) {
  let count = 0;
  let first = '';
  return {
    round(stored: string, reference: string): string {
      const shown = shownNumber(stored);
      if (shown === undefined) return stored;
      if (excelPrecision === true) return shown;
      count += 1;
      if (count === 1) first = `${reference} is ${stored}, shown as ${shown}`;
      return stored;
    },
    end(): void {
      if (count === 0) return;
      const other =
        excelPrecision === undefined
          ? 'all digits are read'
          : '--excel-precision reads them as shown';
      note(
        `${pluralize(count, 'number')} stored with more digits than a spreadsheet shows (${first}); ${other}`,
      );
    },
  };
}

/** `B7` is in column 1. */
function columnOf(reference: string): number | undefined {
  const letters = /^[A-Z]{1,3}/i.exec(reference)?.[0];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
