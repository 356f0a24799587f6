import {
  type Chunk,
  codecs,
  converted,
  encodings,
  type Footer,
  type Group,
  type ParquetColumn,
  physical,
} from './footer.ts';
import { ThriftWriter, thrift } from './thrift.ts';
import { longDigits, type ParquetType } from './types.ts';
import { widthOf } from './write-entry.ts';

/** The number of the parquet format for a column in which rows may have no value. */
const optional = 1;

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
    // The order of each column is that of its type. If the footer does not say so, readers ignore statistics.
    writer.list(7, thrift.struct, footer.columns, () => {
      writer.listStruct(() => writer.struct(1, () => undefined));
    });
  });
  return Buffer.from(writer.bytes.written());
}

function writeElement(writer: ThriftWriter, column: ParquetColumn | undefined, children: number) {
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

function physicalOf(type: ParquetType): number {
  if (type.kind !== 'decimal') return forms[type.kind];
  return type.precision <= longDigits ? physical.int64 : physical.fixed;
}

const forms: Readonly<Record<Exclude<ParquetType['kind'], 'decimal'>, number>> = {
  text: physical.bytes,
  day: physical.int32,
  boolean: physical.boolean,
  moment: physical.int64,
  integer: physical.int64,
  double: physical.double,
};

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
