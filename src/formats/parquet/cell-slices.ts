import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { fileError } from '../../errors.ts';
import { within } from '../../grouping.ts';
import { openBrace } from '../../json/bulk/bytes.ts';
import { numberForm } from '../../json/number.ts';
import { requireJson } from '../../json/parse.ts';
import { stringifyJson } from '../../json/stringify.ts';
import { isParquet } from '../any-table.ts';
import { isJsonText } from '../file-rows.ts';
import type { Cell } from '../table-rows.ts';
import { type ReadColumn, writableText } from './any-columns.ts';
import { ColumnCells, kinds, nullCell, unused } from './column-cells.ts';
import type { Distinct } from './distinct.ts';
import {
  type AnyParquet,
  type GroupSlice,
  openAny,
  readColumn,
  readFlat,
  slicesOf,
} from './read-any.ts';
import { pushDecimal } from './stored-decimals.ts';
import type { StoredValues } from './stored-values.ts';

/** Some rows of a file, column by column, each value once. Valid until the next. */
interface CellSlice {
  /** Rows of the file before these. */
  readonly from: number;
  readonly count: number;
  /** In the order of the columns. */
  readonly cells: readonly ColumnCells[];
}

export type CellSlices = NonNullable<Awaited<ReturnType<typeof openCellSlices>>>;

/** Opens a Parquet file of any writer; undefined if the file is of another format. */
export async function openCellSlices(path: string) {
  const handle = await open(path, 'r').catch((cause: unknown) => {
    throw fileError(`cannot read ${path}`, cause);
  });
  const close = () => handle.close().catch(() => undefined);
  try {
    if (!(await isParquet(path, handle))) {
      await close();
      return undefined;
    }
    const any = await openAny({ path, handle });
    const { columns } = any;
    return { columns, read: () => readSlices(any), close };
  } catch (cause) {
    await close();
    throw cause;
  }
}

/** Most groups of rows are no larger. */
const sliceRows = 131_072;

async function* readSlices(any: AnyParquet): AsyncGenerator<CellSlice, void> {
  const cells = any.columns.map(() => new ColumnCells());
  for (const slice of slicesOf(any, sliceRows)) {
    for (const [place, column] of any.columns.entries()) {
      const own = cells[place];
      if (own === undefined) continue;
      own.clear();
      await any.attempt(() => fill(own, any, slice, column));
    }
    yield { from: slice.before, count: slice.to - slice.from, cells };
  }
}

async function fill(cells: ColumnCells, any: AnyParquet, slice: GroupSlice, column: ReadColumn) {
  if (column.isNested) {
    const known = new Map<Cell, number>();
    for (const text of await readColumn(any, slice, column)) {
      const value = within(known, text, () => {
        const own = describeValue(column, text);
        return own === undefined ? nullCell : cells.values.findText(own.text, own.kind);
      });
      if (value < 0) cells.addAbsent(nullCell);
      else cells.addValue(value);
    }
    return;
  }
  const { rows, values } = await readFlat(any, slice, column.name);
  const isUsed = new Uint8Array(values.count);
  cells.nullCount = markUsed(rows, isUsed);
  addValues(cells, column, values, isUsed);
  cells.rows = rows;
  cells.rowCount = rows.length;
}

/** Marks the values that rows have; returns how many rows have none. */
function markUsed(rows: Int32Array, isUsed: Uint8Array): number {
  let nulls = 0;
  for (let row = 0; row < rows.length; row += 1) {
    const value = rows[row] ?? -1;
    if (value < 0) nulls += 1;
    else isUsed[value] = 1;
  }
  return nulls;
}

/** Values keep their numbers; those that no row has stay empty. */
function addValues(
  { values }: ColumnCells,
  column: ReadColumn,
  stored: StoredValues,
  isUsed: Uint8Array,
): void {
  const { bytes } = stored;
  // Of bytes that are not declared as text, some are written in another way (`writableText`).
  const arePlain = column.isText || !bytes.written().includes('\\x');
  const areTexts = column.areBytes && arePlain && areUtf8(stored);
  for (let value = 0; value < stored.count; value += 1) {
    if (isUsed[value] === 0) values.push(bytes.view, 0, 0, unused);
    else if (areTexts && bytes.buffer[stored.startOf(value)] !== openBrace) {
      values.push(bytes.view, stored.startOf(value), stored.endOf(value), kinds.text);
    } else addValue(values, column, stored, value);
  }
}

/** Whether each value is UTF-8: all of them together are, and none begins inside a character. */
function areUtf8(stored: StoredValues): boolean {
  const bytes = stored.bytes.written();
  if (!isUtf8(bytes)) return false;
  for (let value = 0; value < stored.count; value += 1) {
    if (((bytes[stored.startOf(value)] ?? 0) & 0xc0) === 0x80) return false;
  }
  return true;
}

function addValue(values: Distinct, column: ReadColumn, stored: StoredValues, value: number): void {
  const { decimal } = column;
  if (decimal !== undefined && pushDecimal(values, stored, value, decimal)) return;
  const cell = column.convert(column.valueAt(stored, value));
  const { text, kind } = describeValue(column, cell) ?? { text: '', kind: unused };
  const own = Buffer.from(text);
  values.push(new DataView(own.buffer, own.byteOffset, own.length), 0, own.length, kind);
}

/** A value as the JSON of a row would have it; undefined for null. */
function describeValue(column: ReadColumn, cell: Cell) {
  const { stored, isJson = false } = column;
  const text = writableText(column, cell);
  if (text === null) return undefined;
  if (!isJson && stored === 'number') {
    return { text, kind: numberForm.test(text) ? kinds.number : kinds.text };
  }
  if (!isJson && !(text.charCodeAt(0) === openBrace && isJsonText(text))) {
    return { text, kind: kinds.text };
  }
  const value = requireJson(text, (words) => {
    const what = words.replace(/ at .*/, '');
    return new Error(`column '${column.name}' has JSON ${what}, which is not supported`);
  });
  if (value === null) return undefined;
  if (typeof value === 'string') return { text: value, kind: kinds.text };
  const json = stringifyJson(value);
  if (typeof value === 'boolean') return { text: json, kind: kinds.boolean };
  const isNested = json.startsWith('{') || json.startsWith('[');
  return { text: json, kind: isNested ? kinds.nested : kinds.number };
}
