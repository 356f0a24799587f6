import { isUtf8 } from 'node:buffer';
import { type FileHandle, open } from 'node:fs/promises';
import { fileError } from '../../errors.ts';
import { openBrace } from '../../json/bulk/bytes.ts';
import { parseJson } from '../../json/parse.ts';
import { stringifyJson } from '../../json/stringify.ts';
import type { Cell, FileColumn } from '../any-table.ts';
import { exactNumber, isJsonText } from '../file-rows.ts';
import type { ReadColumn } from './any-columns.ts';
import { describePart } from './check-chunk.ts';
import { ColumnCells, kinds, nullCell } from './column-cells.ts';
import { decodeFlat, type FlatRows } from './flat-chunk.ts';
import {
  type AnyParquet,
  type GroupSlice,
  inPart,
  openAny,
  partsOf,
  readColumn,
  slicesOf,
} from './read-any.ts';

/** Some rows of a file, column by column, each value once. Valid until the next. */
export interface CellSlice {
  /** Rows of the file before these. */
  readonly from: number;
  readonly count: number;
  /** In the order of the columns. */
  readonly cells: readonly ColumnCells[];
}

export interface CellSlices {
  readonly columns: readonly FileColumn[];
  readonly read: () => AsyncGenerator<CellSlice, void>;
  readonly close: () => Promise<void>;
}

/** Opens a Parquet file of any writer; undefined if the file is of another format. */
export async function openCellSlices(path: string): Promise<CellSlices | undefined> {
  const handle = await open(path, 'r').catch((cause: unknown) => {
    throw fileError(`cannot read ${path}`, cause);
  });
  const close = () => handle.close().catch(() => undefined);
  try {
    if (!(await isParquet(handle))) {
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

async function isParquet(handle: FileHandle): Promise<boolean> {
  const head = Buffer.alloc(4);
  await handle.read(head, 0, head.length, 0);
  return head.toString('latin1') === 'PAR1';
}

async function* readSlices(any: AnyParquet): AsyncGenerator<CellSlice, void> {
  const cells = any.columns.map(() => new ColumnCells());
  for (const slice of slicesOf(any)) {
    for (const [place, column] of any.columns.entries()) {
      const own = cells[place];
      if (own === undefined) continue;
      own.clear();
      await any.attempt(() => fill(own, any, slice, column));
    }
    yield { from: slice.from, count: slice.to - slice.from, cells };
  }
}

async function fill(
  cells: ColumnCells,
  any: AnyParquet,
  slice: GroupSlice,
  column: ReadColumn,
): Promise<void> {
  const flat = await readFlat(any, slice, column);
  if (flat === undefined) {
    const texts = await readColumn(any, slice, column);
    fillRows(cells, texts, (text) => findValue(cells, column, text));
    return;
  }
  const { rows, values } = flat;
  const { bytes } = values;
  const isText = column.stored === 'text' && isUtf8(bytes.written());
  const known = new Int32Array(values.count).fill(unknown);
  while (cells.rows.length < rows.length) cells.rows = new Int32Array(rows.length);
  let size = 0;
  for (let row = 0; row < rows.length; row += 1) {
    const stored = rows[row] ?? -1;
    let value = stored < 0 ? nullCell : (known[stored] ?? unknown);
    if (value === unknown) {
      const start = values.startOf(stored);
      value =
        isText && values.width === undefined && bytes.buffer[start] !== openBrace
          ? cells.values.find(bytes.view, start, values.endOf(stored), kinds.text)
          : findValue(cells, column, column.convert(column.valueAt?.(values, stored)));
      known[stored] = value;
    }
    cells.rows[row] = value;
    if (value < 0) cells.nullCount += 1;
    else size += cells.values.lengthOf(value);
  }
  cells.rowCount = rows.length;
  cells.size = size;
}

const unknown = -3;

/** Undefined if only the library can read it. */
async function readFlat(
  any: AnyParquet,
  slice: GroupSlice,
  { name, valueAt }: ReadColumn,
): Promise<FlatRows | undefined> {
  if (valueAt === undefined) return undefined;
  for await (const { part, bytes } of partsOf(any, slice, name)) {
    try {
      const stored = describePart(any.schema, part);
      if (!stored.isFlat) return undefined;
      const { from, to, groupStart } = slice;
      return decodeFlat(bytes, stored, { from: from - groupStart, to: to - groupStart });
    } catch (cause) {
      throw inPart(slice, part, cause);
    }
  }
  return undefined;
}

/** Neighbours often have the same text. */
function fillRows(
  cells: ColumnCells,
  texts: readonly Cell[],
  find: (text: string) => number,
): void {
  const known = new Map<string, number>();
  let [last, value]: [Cell, number] = [null, nullCell];
  for (const text of texts) {
    if (text !== last) {
      last = text;
      value = text === null ? nullCell : (known.get(text) ?? find(text));
      if (text !== null) known.set(text, value);
    }
    if (value < 0) cells.addAbsent(nullCell);
    else cells.addValue(value);
  }
}

/** The number of a value, as the JSON of a row would have it. */
function findValue(
  { values }: ColumnCells,
  { stored, isJson = false }: FileColumn,
  text: Cell,
): number {
  if (text === null) return nullCell;
  if (!isJson && stored === 'number') {
    return values.findText(text, exactNumber.test(text) ? kinds.number : kinds.text);
  }
  if (!isJson && !(text.charCodeAt(0) === openBrace && isJsonText(text))) {
    return values.findText(text, kinds.text);
  }
  const value = parseJson(text);
  if (value === null) return nullCell;
  if (typeof value === 'string') return values.findText(value, kinds.text);
  const json = stringifyJson(value);
  if (typeof value === 'boolean') return values.findText(json, kinds.boolean);
  const isNested = json.startsWith('{') || json.startsWith('[');
  return values.findText(json, isNested ? kinds.nested : kinds.number);
}
