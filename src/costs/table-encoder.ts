import { CostctlError } from '../errors.ts';
import { type RowPage, RowScanner } from '../json/bulk/rows.ts';
import { TableWriter } from '../json/bulk/table-writer.ts';
import { type Encoder, type EncoderOptions, firstState } from './encoder.ts';

export function createTableEncoder(format: 'csv' | 'tsv', options: EncoderOptions): Encoder {
  const { columns: chosen, spreadsheetSafe, delimiter, decimalComma } = options;
  const create = () =>
    new TableWriter({ format, columns: chosen, spreadsheetSafe, delimiter, decimalComma });
  let writer = create();
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

function lateColumn(columns: readonly string[]): CostctlError {
  return new CostctlError(
    'incomplete',
    `the column ${columns.join(', ')} first appears on a later page, and the header has left`,
    { hint: 'name the columns with --columns, or write to a file with -O' },
  );
}
