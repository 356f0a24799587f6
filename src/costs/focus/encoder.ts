import { CostctlError, usageError } from '../../errors.ts';
import type { RowPage } from '../../json/bulk/rows.ts';
import { pluralize } from '../../pluralize.ts';
import type { Encoder, EncoderState, RefusedValue } from '../encoder.ts';
import type { FocusMap } from './map.ts';
import { createTranslator } from './translate.ts';

export interface FocusEncoder {
  /** Writes FOCUS rows, whatever the format is. */
  readonly encoder: Encoder;
  /** The page as FOCUS rows, made once for all who ask. */
  readonly translate: (page: RowPage) => RowPage;
}

/** More different values are counted, and not named. */
const mostNamed = 50;
const other = 'other values';

export function createFocusEncoder(inner: Encoder, map: FocusMap, keep: boolean): FocusEncoder {
  let refused = new Map<string, RefusedValue>();
  let last: { readonly page: RowPage; readonly translated: RowPage } | undefined;

  function refuse(column: string, value: string, fault: string, row: number): void {
    const named = `${column}\n${value}`;
    const isKnown = refused.has(named) || refused.size < mostNamed;
    const key = isKnown ? named : `${column}\n${other}`;
    const firstRow = inner.state().rows + row + 1;
    const known = refused.get(key) ?? {
      column,
      value: isKnown ? value : other,
      fault,
      rows: 0,
      firstRow,
    };
    refused.set(key, { ...known, rows: known.rows + 1 });
  }

  const translator = createTranslator(map, keep, refuse);
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
        refused: [...refused.values()],
      }),
      restore: (state) => {
        last = undefined;
        inner.restore(state);
        translator.restore(state.unseen);
        refused = new Map((state.refused ?? []).map((one) => [`${one.column}\n${one.value}`, one]));
      },
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
        `${column}: ${value === '' ? 'a row' : `'${value}'`} ${fault} (${pluralize(rows, 'row')}, the first is row ${firstRow})`,
    );
  const more = refused.length > 10 ? `; and ${refused.length - 10} more values` : '';
  throw new CostctlError('incomplete', `not FOCUS: ${named.join('; ')}${more}`, {
    hint: `add them to the table of the column in ${mapPath}, or give an otherwise`,
  });
}
