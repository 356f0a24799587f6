import { CostctlError, usageError } from '../../errors.ts';
import type { RowPage } from '../../json/bulk/rows.ts';
import { pluralize } from '../../text.ts';
import type { Encoder, EncoderOptions, EncoderState, RefusedValue } from '../encoder.ts';
import type { FocusMap } from './map.ts';
import { createFocusTable } from './table.ts';
import { createTranslator, type OnFault } from './translate.ts';

export interface FocusEncoder {
  /** Writes FOCUS rows, whatever the format is. */
  readonly encoder: Encoder;
  /** The page as FOCUS rows, made once for all callers. */
  readonly translate: (page: RowPage) => RowPage;
}

/** For any format: `inner` writes the rows that were translated. `keep` adds the service's columns. */
export function createFocusEncoder(inner: Encoder, map: FocusMap, keep: boolean): FocusEncoder {
  const refusals = createRefusals(() => inner.state().rows);
  const translator = createTranslator(map, keep, refusals.add);
  let last: { readonly page: RowPage; readonly translated: RowPage } | undefined;
  const translate = (page: RowPage) => {
    if (last?.page !== page) last = { page, translated: translator.translate(page) };
    return last.translated;
  };
  return {
    translate,
    encoder: {
      encode: (page) => inner.encode(translate(page)),
      end: inner.end,
      state: () => ({
        ...inner.state(),
        unseen: translator.missing(),
        refused: refusals.list(),
      }),
      restore: (state) => {
        last = undefined;
        inner.restore(state);
        translator.restore(state.unseen);
        refusals.restore(state.refused);
      },
    },
  };
}

/** For csv and tsv, in one step: this is what a million rows go through. */
export function createFocusTableEncoder(
  format: 'csv' | 'tsv',
  options: Omit<EncoderOptions, 'format' | 'columns'>,
  map: FocusMap,
): Encoder {
  const columns = map.columns.map(({ column }) => column.name);
  let state: EncoderState = { rows: 0, bytes: 0, columns: [], unseen: [], steps: [] };
  const refusals = createRefusals(() => state.rows);
  const table = createFocusTable(map, { ...options, format }, refusals.add);

  function begin(): Uint8Array[] {
    if (state.steps.length > 0) return [];
    const mark = Buffer.from(options.byteOrderMark === true ? '\ufeff' : '');
    const header = options.header ? Buffer.concat([mark, table.header()]) : Buffer.alloc(0);
    const steps = [{ at: 0, columns: columns.length }];
    state = { ...state, columns, steps, bytes: header.length };
    return [header];
  }

  return {
    encode: (page) => {
      if (page.count === 0) return [];
      const before = begin();
      const lines = table.write(page);
      state = { ...state, rows: state.rows + page.count, bytes: state.bytes + lines.length };
      return [...before, lines];
    },
    end: begin,
    state: () => ({ ...state, unseen: table.missing(), refused: refusals.list() }),
    restore: (earlier) => {
      state = earlier;
      table.restore(earlier.unseen);
      refusals.restore(earlier.refused);
    },
  };
}

/** More different values are counted, and not named. */
const mostNamed = 50;
const other = 'other values';

/** Counts the values that FOCUS cannot have; `rows` are those before the page. */
function createRefusals(rows: () => number) {
  let refused = new Map<string, RefusedValue>();
  const add: OnFault = (column, value, fault, row) => {
    const named = `${column}\n${value}`;
    const isKnown = refused.has(named) || refused.size < mostNamed;
    const key = isKnown ? named : `${column}\n${other}`;
    const known = refused.get(key) ?? {
      column,
      value: isKnown ? value : other,
      fault,
      rows: 0,
      firstRow: rows() + row + 1,
    };
    refused.set(key, { ...known, rows: known.rows + 1 });
  };
  return {
    add,
    list: () => [...refused.values()],
    restore: (list: EncoderState['refused'] = []) => {
      refused = new Map(list.map((one) => [`${one.column}\n${one.value}`, one]));
    },
  };
}

/** A data set with a value that FOCUS does not allow is not written. */
export function refuseValues({ refused = [], rows, unseen }: EncoderState, mapPath: string): void {
  const [missing] = unseen;
  if (rows > 0 && missing !== undefined) {
    throw usageError(
      `${mapPath}: no row has the column '${missing}'`,
      'costctl costs columns shows the columns',
    );
  }
  const [first] = refused;
  if (first === undefined) return;
  const named = refused
    .slice(0, 10)
    .map(
      ({ column, value, fault, rows, firstRow }) =>
        `${column}: ${value.trim() === '' ? 'a row' : `'${value}'`} ${fault} (${pluralize(rows, 'row')}, the first is row ${firstRow})`,
    );
  const more = refused.length > 10 ? `; and ${refused.length - 10} more values` : '';
  throw new CostctlError('incomplete', `not FOCUS: ${named.join('; ')}${more}`, {
    hint: refused.every(({ value }) => value.trim() === '')
      ? `in ${mapPath}, a table with "" gives such rows a value; --where 'COLUMN!=' leaves them out`
      : `add them to the table of the column in ${mapPath}, or give an otherwise`,
  });
}
