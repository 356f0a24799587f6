import type { ColumnSource, SchemaElement } from 'hyparquet-writer';
import { usageError } from '../errors.ts';
import type { RowPage } from '../json/bulk/rows.ts';
import { keysOf, type Shape } from '../json/bulk/shapes.ts';
import { KindReader, readLines } from './parquet-rows.ts';
import { createEvidence, describeType, type ParquetType, toTyped } from './parquet-types.ts';

export interface ParquetColumn {
  readonly name: string;
  readonly type: ParquetType;
}

export interface ParquetChoice {
  /** Columns wanted; otherwise all, in order of appearance. */
  readonly columns: readonly string[] | undefined;
  /** Types that are settled, whatever the values would allow. */
  readonly types: ReadonlyMap<string, ParquetType>;
}

/** Rows of one group in memory; readers skip and read groups as a whole. */
const groupSize = 65_536;

/** Looks at every row of an ndjson file: which columns there are, and what their values allow. */
export async function findTypes(path: string, choice: ParquetChoice): Promise<ParquetColumn[]> {
  const known = new Map((choice.columns ?? []).map((name) => [name, createColumn(name)]));
  const shapes = new WeakSet<Shape>();
  let rows = 0;
  for await (const page of readLines(path)) {
    if (choice.columns === undefined) {
      for (const shape of page.shapes) {
        if (shapes.has(shape)) continue;
        shapes.add(shape);
        for (const name of keysOf(shape)) if (!known.has(name)) known.set(name, createColumn(name));
      }
    }
    rows += page.count;
    for (const column of known.values()) weigh(column, page);
  }
  requireKnown(choice, known, rows);
  return [...known.values()].map(({ name, evidence }) => ({
    name,
    type: choice.types.get(name) ?? evidence.type(),
  }));
}

export interface ParquetSink {
  readonly write: (chunk: Uint8Array) => Promise<void>;
}

/** Writes the rows of an ndjson file as parquet, a group of rows at a time. */
export async function writeParquet(
  path: string,
  columns: readonly ParquetColumn[],
  sink: ParquetSink,
  createdBy: string,
): Promise<void> {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
  const bytes = new ByteWriter();
  const flush = async (): Promise<void> => {
    await sink.write(bytes.getBytes());
    bytes.index = 0;
  };
  const writer = Object.assign(bytes, { flush, finish: flush });
  const schema = [rootElement(columns.length), ...columns.map(toElement)];
  const parquet = new ParquetWriter({ writer, schema, createdBy });
  const readers = columns.map((column) => ({ ...column, cells: new KindReader(column.name) }));
  let groups = readers.map((): unknown[] => []);
  let rows = 0;

  async function writeGroup(): Promise<void> {
    const columnData = readers.map(
      ({ name }, place): ColumnSource => ({ name, data: groups[place] ?? [] }),
    );
    await parquet.write({ columnData, rowGroupSize: groupSize });
    groups = readers.map(() => []);
    rows = 0;
  }

  for await (const page of readLines(path)) {
    for (let row = 0; row < page.count; row++) {
      for (const [place, { name, type, cells }] of readers.entries()) {
        groups[place]?.push(cellValue(name, type, cells, page, row));
      }
      rows += 1;
      if (rows === groupSize) await writeGroup();
    }
  }
  if (rows > 0) await writeGroup();
  await parquet.finish();
}

interface Column {
  readonly name: string;
  readonly cells: KindReader;
  readonly evidence: ReturnType<typeof createEvidence>;
  isSeen: boolean;
}

function createColumn(name: string): Column {
  return { name, cells: new KindReader(name), evidence: createEvidence(), isSeen: false };
}

function weigh(column: Column, page: RowPage): void {
  const { cells, evidence } = column;
  for (let row = 0; row < page.count; row++) {
    const text = cells.read(page, row);
    if (text === undefined) continue;
    column.isSeen = true;
    if (text !== null) evidence.add(cells.kind(page, row), text);
  }
}

function requireKnown(
  { columns = [], types }: ParquetChoice,
  known: ReadonlyMap<string, Column>,
  rows: number,
): void {
  if (rows === 0) return;
  const unseen = columns.find((name) => known.get(name)?.isSeen !== true);
  if (unseen !== undefined) throw usageError(`--columns: no row has the column '${unseen}'`);
  const untyped = [...types.keys()].find((name) => !known.has(name));
  if (untyped !== undefined) throw usageError(`--types: no row has the column '${untyped}'`);
}

function cellValue(
  name: string,
  type: ParquetType,
  cells: KindReader,
  page: RowPage,
  row: number,
): unknown {
  const text = cells.read(page, row);
  if (text === undefined || text === null) return null;
  if (type.kind === 'text') return text;
  const value = toTyped(type, cells.kind(page, row), text);
  if (value !== undefined) return value;
  throw usageError(
    `--types: '${text}' of the column '${name}' is no ${describeType(type)}`,
    `give --types ${name}=text or a wider type, and --resume: the rows are there already`,
  );
}

function rootElement(columns: number): SchemaElement {
  return { name: 'root', num_children: columns };
}

function toElement({ name, type }: ParquetColumn): SchemaElement {
  const element = { name, repetition_type: 'OPTIONAL' } as const;
  switch (type.kind) {
    case 'text':
      return { ...element, type: 'BYTE_ARRAY', converted_type: 'UTF8' };
    case 'day':
      return { ...element, type: 'INT32', converted_type: 'DATE' };
    case 'boolean':
      return { ...element, type: 'BOOLEAN' };
    case 'integer':
      return { ...element, type: 'INT64' };
    case 'double':
      return { ...element, type: 'DOUBLE' };
    case 'decimal': {
      const { precision, scale } = type;
      const decimal = { ...element, converted_type: 'DECIMAL', precision, scale } as const;
      return precision <= 18
        ? { ...decimal, type: 'INT64' }
        : { ...decimal, type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16 };
    }
  }
}
