import { CostctlError } from '../errors.ts';
import type { JsonObject } from '../json/number.ts';
import { RowWriter } from '../json/row-writer.ts';
import { type RowPage, RowScanner } from '../json/rows.ts';
import { stringifyJson } from '../json/stringify.ts';
import { TableWriter } from '../json/table-writer.ts';
import { rowObject } from './page.ts';

export type RowFormat = 'csv' | 'tsv' | 'ndjson' | 'json';

/** What is known after a window and must be known again to go on behind it. */
export interface EncoderState {
  readonly rows: number;
  /** Bytes written, before compression. */
  readonly bytes: number;
  /** Columns of csv and tsv in their order; empty for the others. */
  readonly columns: readonly string[];
  /** Columns of --columns that no row had so far. */
  readonly unseen: readonly string[];
  /** From which byte on the lines have how many cells. */
  readonly steps: readonly { readonly at: number; readonly columns: number }[];
}

export interface EncoderOptions {
  readonly format: RowFormat;
  readonly columns?: readonly string[] | undefined;
  readonly header: boolean;
  readonly spreadsheetSafe: boolean;
  /** A column that first appears on a later page: earlier lines of a file can be widened. */
  readonly lateColumns: 'add' | 'fail';
  /** The row with just its wanted properties, for json and ndjson. */
  readonly pick: (row: JsonObject, columns: readonly string[]) => unknown;
}

/** Turns pages of rows into the bytes of a format. */
export interface Encoder {
  /** The page's rows and what must stand before them. The next call may overwrite the bytes. */
  readonly encode: (page: RowPage) => Uint8Array[];
  /** What must stand behind all rows. */
  readonly end: () => Uint8Array[];
  readonly state: () => EncoderState;
  /** Goes on, or back, to an earlier state. */
  readonly restore: (state: EncoderState) => void;
}

export function createEncoder(options: EncoderOptions): Encoder {
  const { format } = options;
  return format === 'csv' || format === 'tsv'
    ? createTableEncoder(format, options)
    : createRowEncoder(format, options);
}

function startOf({ columns = [] }: EncoderOptions): EncoderState {
  return { rows: 0, bytes: 0, columns: [], unseen: columns, steps: [] };
}

function createTableEncoder(format: 'csv' | 'tsv', options: EncoderOptions): Encoder {
  const chosen = options.columns;
  const create = () =>
    new TableWriter({ format, columns: chosen, isSpreadsheetSafe: options.spreadsheetSafe });
  let writer = create();
  let state = startOf(options);

  function begin(): Uint8Array[] {
    if (state.steps.length > 0 || writer.columns.length === 0) return [];
    const header = options.header ? Buffer.from(writer.header()) : Buffer.alloc(0);
    const steps = [{ at: 0, columns: writer.columns.length }];
    state = { ...state, columns: [...writer.columns], steps, bytes: header.length };
    return [header];
  }

  function learn(page: RowPage): void {
    const late = writer.learn(page);
    if (late.length === 0 || state.steps.length === 0) return;
    if (options.lateColumns === 'fail') throw lateColumn(late);
    const step = { at: state.bytes, columns: writer.columns.length };
    state = { ...state, columns: [...writer.columns], steps: [...state.steps, step] };
  }

  return {
    encode: (page) => {
      if (page.count === 0) return [];
      learn(page);
      const before = begin();
      const lines = writer.write(page);
      const { unseen } = writer;
      state = {
        ...state,
        rows: state.rows + page.count,
        bytes: state.bytes + lines.length,
        unseen: state.unseen.filter((column) => unseen.includes(column)),
      };
      return [...before, lines];
    },
    end: begin,
    state: () => state,
    restore: (earlier) => {
      state = earlier;
      writer = create();
      if (chosen === undefined) teach(writer, earlier.columns);
    },
  };
}

/** One row a column, so that they are learned in this order whatever their names. */
function teach(writer: TableWriter, columns: readonly string[]): void {
  const rows = columns.map((column) => `{${JSON.stringify(column)}:0}`);
  writer.learn(new RowScanner().scan(Buffer.from(`{"data":[${rows.join()}]}`)));
}

function createRowEncoder(format: 'ndjson' | 'json', options: EncoderOptions): Encoder {
  let writer = new RowWriter(format);
  let state = startOf(options);
  /** A new writer does not know that rows stand before. */
  let owesComma = false;

  function write(page: RowPage): Uint8Array[] {
    const rows = options.columns === undefined ? writer.write(page) : pickRows(page);
    if (!owesComma) return [rows];
    owesComma = false;
    return [comma, rows];
  }

  function pickRows(page: RowPage): Uint8Array {
    const columns = options.columns ?? [];
    const texts: string[] = [];
    for (let row = 0; row < page.count; row++) {
      const record = rowObject(page, row);
      if (state.unseen.length > 0) {
        const unseen = state.unseen.filter((column) => isEmpty(options.pick(record, [column])));
        state = { ...state, unseen };
      }
      texts.push(stringifyJson(options.pick(record, columns)));
    }
    if (format === 'ndjson') return Buffer.from(`${texts.join('\n')}\n`);
    return Buffer.from(`${state.rows > 0 && !owesComma ? ',' : ''}${texts.join(',')}`);
  }

  return {
    encode: (page) => {
      if (page.count === 0) return [];
      const before = format === 'json' && state.rows === 0 ? [openBracket] : [];
      const pieces = [...before, ...write(page)];
      const bytes = pieces.reduce((sum, piece) => sum + piece.length, state.bytes);
      state = { ...state, rows: state.rows + page.count, bytes };
      return pieces;
    },
    end: () => {
      if (format === 'ndjson') return [];
      return state.rows === 0 ? [openBracket, closeBracket] : [closeBracket];
    },
    state: () => state,
    restore: (earlier) => {
      state = earlier;
      writer = new RowWriter(format);
      owesComma = format === 'json' && earlier.rows > 0;
    },
  };
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function lateColumn(columns: readonly string[]): CostctlError {
  return new CostctlError(
    'incomplete',
    `the column ${columns.join(', ')} first appears on a later page, and the header has left`,
    { hint: 'name the columns with --columns, or write to a file with -O' },
  );
}

const comma = Buffer.from(',');
const openBracket = Buffer.from('[');
const closeBracket = Buffer.from(']\n');
