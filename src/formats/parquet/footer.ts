import { openPages } from './page-memory.ts';
import {
  ThriftReader,
  type ThriftStruct,
  type ThriftValue,
  ThriftWriter,
  thrift,
} from './thrift.ts';
import type { ParquetType } from './types.ts';
import { longDigits, widthOf } from './write-entry.ts';

export interface ParquetColumn {
  readonly name: string;
  readonly type: ParquetType;
}

/** One column of one group of rows, as the footer describes it. */
export interface Chunk {
  /** Whether it is packed, with Snappy, which every reader knows. */
  readonly isPacked: boolean;
  /** Where the dictionary begins; undefined if the values are stored row by row. */
  readonly dictionaryAt: number | undefined;
  readonly dataAt: number;
  readonly values: number;
  readonly nulls: number;
  readonly plainSize: number;
  readonly size: number;
  /** The least and the greatest value as stored; undefined if too long to be of use. */
  readonly least: Buffer | undefined;
  readonly greatest: Buffer | undefined;
}

export interface Group {
  readonly rows: number;
  readonly chunks: readonly Chunk[];
}

export interface Footer {
  readonly columns: readonly ParquetColumn[];
  readonly groups: readonly Group[];
  readonly rows: number;
  readonly createdBy: string;
  /** Texts of the writer's own, by key. */
  readonly notes: ReadonlyMap<string, string>;
}

/** A group as read: what a column of it has is looked up when it is wanted. */
interface StoredGroup {
  readonly rows: number;
  readonly chunk: (column: number) => Chunk;
}

export interface StoredFooter extends Omit<Footer, 'groups'> {
  readonly groups: readonly StoredGroup[];
}

/** The numbers of the parquet format (parquet.thrift) that this program writes. */
const physical = { boolean: 0, int32: 1, int64: 2, double: 5, bytes: 6, fixed: 7 } as const;
export const encodings = { plain: 0, rle: 3, rleDictionary: 8 } as const;
const converted = { utf8: 0, decimal: 5, date: 6, microseconds: 10 } as const;
const codecs = { none: 0, snappy: 1 } as const;
const optional = 1;

function physicalOf(type: ParquetType): number {
  switch (type.kind) {
    case 'text':
      return physical.bytes;
    case 'day':
      return physical.int32;
    case 'boolean':
      return physical.boolean;
    case 'moment':
    case 'integer':
      return physical.int64;
    case 'double':
      return physical.double;
    case 'decimal':
      return type.precision <= longDigits ? physical.int64 : physical.fixed;
  }
}

export function writeFooter(footer: Footer): Buffer {
  const writer = new ThriftWriter();
  writer.listStruct(() => {
    writer.int(1, 1);
    writer.list(2, thrift.struct, [undefined, ...footer.columns], (column) => {
      writer.listStruct(() => writeElement(writer, column, footer.columns.length));
    });
    writer.long(3, footer.rows);
    writer.list(4, thrift.struct, footer.groups, (group) => {
      writer.listStruct(() => writeGroup(writer, group, footer.columns));
    });
    writer.list(5, thrift.struct, [...footer.notes], ([key, value]) => {
      writer.listStruct(() => {
        writer.text(1, key);
        writer.text(2, value);
      });
    });
    writer.text(6, footer.createdBy);
    // The order of each column is that of its type. If the footer does not say so, readers ignore
    // statistics.
    writer.list(7, thrift.struct, footer.columns, () => {
      writer.listStruct(() => writer.struct(1, () => undefined));
    });
  });
  return Buffer.from(writer.bytes.written());
}

function writeElement(
  writer: ThriftWriter,
  column: ParquetColumn | undefined,
  children: number,
): void {
  if (column === undefined) {
    writer.text(4, 'root');
    writer.int(5, children);
    return;
  }
  const { name, type } = column;
  writer.int(1, physicalOf(type));
  if (physicalOf(type) === physical.fixed) writer.int(2, widthOf(type) ?? 0);
  writer.int(3, optional);
  writer.text(4, name);
  if (type.kind === 'text') {
    writer.int(6, converted.utf8);
    writer.struct(10, () => writer.struct(1, () => undefined));
  } else if (type.kind === 'day') {
    writer.int(6, converted.date);
    writer.struct(10, () => writer.struct(6, () => undefined));
  } else if (type.kind === 'moment') {
    writer.int(6, converted.microseconds);
    writer.struct(10, () => {
      writer.struct(8, () => {
        writer.boolean(1, true);
        writer.struct(2, () => writer.struct(2, () => undefined));
      });
    });
  } else if (type.kind === 'decimal') {
    writer.int(6, converted.decimal);
    writer.int(7, type.scale);
    writer.int(8, type.precision);
    writer.struct(10, () => {
      writer.struct(5, () => {
        writer.int(1, type.scale);
        writer.int(2, type.precision);
      });
    });
  }
}

function writeGroup(
  writer: ThriftWriter,
  { rows, chunks }: Group,
  columns: readonly ParquetColumn[],
): void {
  writer.list(1, thrift.struct, chunks, (chunk, place) => {
    const column = columns[place];
    if (column === undefined) return;
    writer.listStruct(() => {
      writer.long(2, chunk.dictionaryAt ?? chunk.dataAt);
      writer.struct(3, () => writeChunk(writer, chunk, column));
    });
  });
  writer.long(2, sumOf(chunks.map(({ plainSize }) => plainSize)));
  writer.long(3, rows);
  const [first] = chunks;
  if (first !== undefined) writer.long(5, first.dictionaryAt ?? first.dataAt);
  writer.long(6, sumOf(chunks.map(({ size }) => size)));
}

function writeChunk(writer: ThriftWriter, chunk: Chunk, { name, type }: ParquetColumn): void {
  const hasDictionary = chunk.dictionaryAt !== undefined;
  const used = [
    encodings.rle,
    encodings.plain,
    ...(hasDictionary ? [encodings.rleDictionary] : []),
  ];
  writer.int(1, physicalOf(type));
  writer.list(2, thrift.i32, used, (encoding) => writer.listInt(encoding));
  writer.list(3, thrift.binary, [name], (part) => writer.listText(part));
  writer.int(4, chunk.isPacked ? codecs.snappy : codecs.none);
  writer.long(5, chunk.values);
  writer.long(6, chunk.plainSize);
  writer.long(7, chunk.size);
  writer.long(9, chunk.dataAt);
  if (chunk.dictionaryAt !== undefined) writer.long(11, chunk.dictionaryAt);
  writer.struct(12, () => {
    writer.long(3, chunk.nulls);
    if (chunk.least === undefined || chunk.greatest === undefined) return;
    writer.text(5, chunk.greatest);
    writer.text(6, chunk.least);
  });
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** Reads a footer that this program wrote. Throws if it is another's, or damaged. */
export function readFooter(bytes: Buffer): StoredFooter {
  const reader = new ThriftReader(bytes, 0);
  const file = new Map<number, ThriftValue>();
  let groups: StoredGroup[] = [];
  reader.fields((id, type) => {
    if (id === 4) {
      const read = readGroups(bytes, reader, type, structs(file.get(2)).length - 1);
      groups = read.groups;
      reader.at = read.end;
    } else file.set(id, reader.value(type));
  });
  const [, ...elements] = structs(file.get(2));
  return {
    columns: elements.map(readColumn),
    groups,
    rows: number(file.get(3)),
    notes: new Map(structs(file.get(5)).map((note) => [text(note.get(1)), text(note.get(2))])),
    createdBy: text(file.get(6)),
  };
}

/** How many numbers `readGroups` in module.as stores for each part of a column. */
const chunkNumbers = 11;

/** There are thousands of parts of columns, and only a few of them are wanted. */
function readGroups(
  bytes: Buffer,
  reader: ThriftReader,
  type: number,
  columns: number,
): { readonly groups: StoredGroup[]; readonly end: number } {
  const count = reader.countStructs(type);
  if (columns < 0 || count * columns > bytes.length) throw damaged();
  const each = 1 + columns * chunkNumbers;
  const memory = openPages({ work: bytes.length + count * each * 8 + 256 });
  return memory.borrow(() => {
    const [at, to] = [memory.take(bytes.length), memory.take(count * each * 8)];
    memory.bytes.set(bytes, at);
    const from = at + reader.at;
    const end = memory.exports.readGroups(from, at + bytes.length, count, columns, to);
    if (end === 0) throw damaged();
    const all = new Float64Array(memory.buffer, to, count * each).slice();
    const stored = bytes.subarray(reader.at);
    const groups = Array.from({ length: count }, (_, group) => {
      const own = all.subarray(group * each, (group + 1) * each);
      return { rows: number(own[0]), chunk: (column: number) => chunkOf(own, column, stored) };
    });
    return { groups, end: end - at };
  });
}

function chunkOf(group: Float64Array, column: number, stored: Buffer): Chunk {
  const own = group.subarray(1 + column * chunkNumbers, 1 + (column + 1) * chunkNumbers);
  const [codec, values, plainSize, size, dataAt, dictionaryAt] = own;
  const [nulls, leastAt, leastSize, greatestAt, greatestSize] = own.subarray(6);
  if (codec !== codecs.snappy && codec !== codecs.none) throw damaged();
  return {
    isPacked: codec === codecs.snappy,
    dictionaryAt: Number.isNaN(dictionaryAt) ? undefined : dictionaryAt,
    dataAt: number(dataAt),
    values: number(values),
    nulls: number(nulls),
    plainSize: number(plainSize),
    size: number(size),
    least: bytesAt(stored, leastAt, leastSize),
    greatest: bytesAt(stored, greatestAt, greatestSize),
  };
}

function bytesAt(stored: Buffer, at = Number.NaN, size = 0): Buffer | undefined {
  return Number.isNaN(at) ? undefined : stored.subarray(at, at + size);
}

function readColumn(element: ThriftStruct): ParquetColumn {
  return { name: text(element.get(4)), type: readType(element) };
}

function readType(element: ThriftStruct): ParquetType {
  const form = number(element.get(1));
  if (element.get(6) === converted.decimal) {
    const [scale, precision] = [number(element.get(7)), number(element.get(8))];
    if (scale < 0) throw damaged();
    return { kind: 'decimal', precision, scale };
  }
  if (form === physical.int32) return { kind: 'day' };
  if (form === physical.int64) return { kind: 'integer' };
  if (form === physical.double) return { kind: 'double' };
  return form === physical.boolean ? { kind: 'boolean' } : { kind: 'text' };
}

function structs(value: ThriftValue | undefined): ThriftStruct[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw damaged();
  return value.map(struct);
}

function struct(value: unknown): ThriftStruct {
  if (value instanceof Map) return value;
  throw damaged();
}

function number(value: ThriftValue | undefined): number {
  if (typeof value === 'number' && !Number.isNaN(value)) return value;
  throw damaged();
}

function text(value: ThriftValue | undefined): string {
  if (Buffer.isBuffer(value)) return value.toString('utf8');
  throw damaged();
}

function damaged(): Error {
  return new Error('it is damaged: its footer does not describe a table');
}
