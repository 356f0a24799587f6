import { CostctlError } from '../errors.ts';
import { isCellFormat, isLineFormat } from '../formats/registry.ts';
import { YamlRowWriter } from '../formats/yaml/row-writer.ts';
import type { CellFormat } from '../json/bulk/cell-text.ts';
import { RowWriter } from '../json/bulk/row-writer.ts';
import { type RowPage, RowScanner } from '../json/bulk/rows.ts';
import { TableWriter } from '../json/bulk/table-writer.ts';
import { stringifyJson } from '../json/stringify.ts';
import { rowObject } from './cost-page.ts';
import { type Encoder, type EncoderOptions, firstState, type ListFormat } from './encoder.ts';

export function createEncoder(options: EncoderOptions): Encoder {
  const { format } = options;
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
    if (options.lateColumns === 'fail') {
      throw new CostctlError(
        'incomplete',
        `the column ${late.join(', ')} first appears on a later page, after the header was written`,
        { hint: 'name the columns with --columns, or write to a file with -O' },
      );
    }
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

function createRowEncoder(format: ListFormat, options: EncoderOptions): Encoder {
  const isJson = format === 'json';
  const write = createWriter(format);
  let state = firstState(options);

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
    if (!isJson) return Buffer.from(`${texts.join('\n')}\n`);
    return Buffer.from(`${state.rows === 0 ? '' : ','}${texts.join(',')}`);
  }

  return {
    encode: (page) => {
      if (page.count === 0) return [];
      const isFirst = state.rows === 0;
      const rows =
        options.columns === undefined ? write(page, !isFirst) : pickRows(page, options.columns);
      const pieces = isJson && isFirst ? [openBracket, rows] : [rows];
      const bytes = pieces.reduce((sum, piece) => sum + piece.length, state.bytes);
      state = { ...state, rows: state.rows + page.count, bytes };
      return pieces;
    },
    end: () => {
      if (isLineFormat(format)) return [];
      if (state.rows === 0) return [openBracket, closeBracket];
      return isJson ? [closeBracket] : [];
    },
    state: () => state,
    restore: (earlier) => {
      state = earlier;
    },
  };
}

/** Rows as lines, as items of an array, or of a list; `isLater` if others were written before them. */
function createWriter(format: ListFormat): (page: RowPage, isLater: boolean) => Uint8Array {
  if (format === 'yaml') {
    const writer = new YamlRowWriter();
    return (page) => writer.write(page);
  }
  const writer = new RowWriter(isLineFormat(format) ? 'ndjson' : 'json');
  return (page, isLater) => writer.write(page, isLater);
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

const openBracket = Buffer.from('[');
const closeBracket = Buffer.from(']\n');
