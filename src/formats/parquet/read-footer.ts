import {
  type Chunk,
  codecs,
  converted,
  physical,
  type StoredFooter,
  type StoredGroup,
} from './footer.ts';
import { openPages } from './page-memory.ts';
import { ThriftReader, type ThriftStruct, type ThriftValue } from './thrift.ts';
import type { ParquetType } from './types.ts';

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
    columns: elements.map((element) => ({ name: text(element.get(4)), type: readType(element) })),
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
  return new Error('its footer does not describe a table');
}
