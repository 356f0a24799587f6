import { CostctlError } from '../errors.ts';
import { type AnyFormat, isCellFormat, isLineFormat } from '../formats/registry.ts';
import { YamlRowWriter } from '../formats/yaml/row-writer.ts';
import { comma, newLine } from '../json/bulk/bytes.ts';
import type { CellFormat } from '../json/bulk/cell-text.ts';
import { RowWriter } from '../json/bulk/row-writer.ts';
import { type RowPage, RowScanner, rowWidth } from '../json/bulk/rows.ts';
import { TableWriter } from '../json/bulk/table-writer.ts';
import { stringifyJson } from '../json/stringify.ts';
import { rowObject } from './cost-page.ts';
import { type Encoder, type EncoderOptions, firstState } from './encoder.ts';

export function createEncoder(options: EncoderOptions): Encoder {
  const { format } = options;
  if (format === 'yaml') return createItemEncoder(options);
  return isCellFormat(format)
    ? createTableEncoder(format, options)
    : createRowEncoder(format, options);
}

function createTableEncoder(format: CellFormat, options: EncoderOptions): Encoder {
  const { columns, spreadsheetSafe, delimiter, decimalComma, knownColumns = [] } = options;
  return createLinesEncoder(options, (earlier) => {
    const writer = new TableWriter({ format, columns, spreadsheetSafe, delimiter, decimalComma });
    if (columns === undefined) teach(writer, earlier.length === 0 ? knownColumns : earlier);
    return writer;
  });
}

/** Writes tables as text. `create` makes what writes their lines, after those with earlier columns. */
export function createLinesEncoder(
  options: Pick<EncoderOptions, 'columns' | 'header' | 'byteOrderMark' | 'lateColumns'>,
  create: (
    earlier: readonly string[],
  ) => Pick<TableWriter, 'columns' | 'unseen' | 'learn' | 'header' | 'write'>,
): Encoder {
  let writer = create([]);
  let state = firstState(options);

  function begin(): Uint8Array[] {
    if (state.steps.length > 0 || writer.columns.length === 0) return [];
    const mark = Buffer.from(options.byteOrderMark === true ? '\ufeff' : '');
    const header = options.header ? Buffer.concat([mark, writer.header()]) : Buffer.alloc(0);
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
      writer = create(earlier.columns);
    },
  };
}

/** One row per column, so that the columns are learned in this order, whatever their names. */
function teach(writer: TableWriter, columns: readonly string[]): void {
  const rows = columns.map((column) => `{${JSON.stringify(column)}:0}`);
  writer.learn(new RowScanner().scan(Buffer.from(`{"data":[${rows.join()}]}`)));
}

function lateColumn(columns: readonly string[]): CostctlError {
  return new CostctlError(
    'incomplete',
    `the column ${columns.join(', ')} first appears on a later page, after the header was written`,
    { hint: 'name the columns with --columns, or write to a file with -O' },
  );
}

function createRowEncoder(format: AnyFormat, options: EncoderOptions): Encoder {
  const isLines = isLineFormat(format);
  const writer = isLines ? new RowWriter('ndjson') : createFollowingWriter();
  let state = firstState(options);

  function write(page: RowPage): Uint8Array {
    const isFirst = state.rows === 0;
    if (options.columns !== undefined) return pickRows(page, options.columns);
    const block = findBlock(page);
    if (block === undefined)
      return isLines || !isFirst ? writer.write(page) : writer.write(page).subarray(1);
    if (isLines) return endLines(page, block);
    // The byte before the first row is the bracket of the page's array: it becomes the comma.
    if (isFirst) return page.body.subarray(block.from, block.to);
    page.body[block.from - 1] = comma;
    return page.body.subarray(block.from - 1, block.to);
  }

  function pickRows(page: RowPage, columns: readonly string[]): Uint8Array {
    const texts: string[] = [];
    for (let row = 0; row < page.count; row++) {
      const record = rowObject(page, row);
      if (state.unseen.length > 0) {
        const unseen = state.unseen.filter((column) => isEmpty(options.pick(record, [column])));
        state = { ...state, unseen };
      }
      texts.push(stringifyJson(options.pick(record, columns)));
    }
    if (isLines) return Buffer.from(`${texts.join('\n')}\n`);
    return Buffer.from(`${state.rows === 0 ? '' : ','}${texts.join(',')}`);
  }

  return {
    encode: (page) => {
      if (page.count === 0) return [];
      const pieces = [write(page)];
      if (!isLines && state.rows === 0) pieces.unshift(openBracket);
      const bytes = pieces.reduce((sum, piece) => sum + piece.length, state.bytes);
      state = { ...state, rows: state.rows + page.count, bytes };
      return pieces;
    },
    end: () => {
      if (isLines) return [];
      return state.rows === 0 ? [openBracket, closeBracket] : [closeBracket];
    },
    state: () => state,
    restore: (earlier) => {
      state = earlier;
    },
  };
}

/** Each row is an item of a list. */
function createItemEncoder(options: EncoderOptions): Encoder {
  const writer = new YamlRowWriter();
  let state = firstState(options);
  return {
    encode: (page) => {
      const items = writer.write(page);
      state = { ...state, rows: state.rows + page.count, bytes: state.bytes + items.length };
      return [items];
    },
    end: () => (state.rows === 0 ? [Buffer.concat([openBracket, closeBracket])] : []),
    state: () => state,
    restore: (earlier) => {
      state = earlier;
    },
  };
}

/** A writer that puts a comma before its first row too, as if rows had been written before. */
function createFollowingWriter(): RowWriter {
  const writer = new RowWriter('json');
  writer.write(new RowScanner().scan(Buffer.from('{"data":[{}]}')));
  return writer;
}

interface Block {
  readonly from: number;
  readonly to: number;
}

/** The rows of a page as one block of bytes, if only what is between them has to change. */
function findBlock({ rows, loose, count }: RowPage): Block | undefined {
  for (let row = 0; row < count; row++) {
    if (loose[row] !== 0) return undefined;
    const next = rows[(row + 1) * rowWidth] ?? 0;
    if (row + 1 < count && (rows[row * rowWidth + 1] ?? 0) + 1 !== next) return undefined;
  }
  return { from: rows[0] ?? 0, to: rows[(count - 1) * rowWidth + 1] ?? 0 };
}

/** The comma after each row becomes a line end, and so does the array's bracket after the last. */
function endLines({ body, rows, count }: RowPage, { from, to }: Block): Uint8Array {
  for (let row = 0; row < count; row++) body[rows[row * rowWidth + 1] ?? 0] = newLine;
  return body.subarray(from, to + 1);
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

const openBracket = Buffer.from('[');
const closeBracket = Buffer.from(']\n');
