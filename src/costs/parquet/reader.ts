import { type FileHandle, open } from 'node:fs/promises';
import { snappyUncompress } from 'hyparquet';
import { fileError } from '../../errors.ts';
import { Entries, type EntryForm } from './entries.ts';
import { type Chunk, encodings, type Footer, type ParquetColumn, readFooter } from './footer.ts';
import { readHybrid } from './levels.ts';
import { readSpelling } from './spelling.ts';
import { readStruct, type ThriftStruct } from './thrift.ts';

/** A part of a column as read: of each row, the number of its entry, or -1. */
export interface ChunkRead {
  readonly rows: Int32Array;
  readonly entries: Entries;
}

/** A Parquet file that this program wrote. */
export interface ParquetReader {
  readonly footer: Footer;
  /** Reads the first `rows` rows of a group at least. */
  readonly readChunk: (
    group: number,
    column: number,
    form: EntryForm,
    rows: number,
  ) => Promise<ChunkRead>;
  readonly close: () => Promise<void>;
}

const mark = Buffer.from('PAR1');
const tailSize = 8;

export async function openParquet(path: string): Promise<ParquetReader> {
  const attempt = <Result>(work: Promise<Result>): Promise<Result> =>
    work.catch((cause: unknown) => {
      throw fileError(`cannot read ${path}`, cause);
    });
  const handle = await attempt(open(path, 'r'));
  try {
    const footer = await attempt(loadFooter(handle));
    return {
      footer,
      readChunk: (group, column, form, rows) =>
        attempt(readChunk(handle, footer, { group, column, form, rows })),
      close: () => handle.close().catch(() => undefined),
    };
  } catch (error) {
    await handle.close().catch(() => undefined);
    throw error;
  }
}

async function loadFooter(handle: FileHandle): Promise<Footer> {
  const { size } = await handle.stat();
  if (size < tailSize + mark.length) throw new Error('it is not a Parquet file');
  const tail = await readBytes(handle, size - tailSize, tailSize);
  if (!tail.subarray(4).equals(mark)) throw new Error('it is not a Parquet file');
  const length = tail.readUInt32LE(0);
  if (length > size - tailSize) throw new Error('it is damaged: its footer is too long');
  return readFooter(await readBytes(handle, size - tailSize - length, length));
}

async function readBytes(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await handle.read(bytes, done, length - done, position + done);
    if (bytesRead === 0) throw new Error('it is cut short');
    done += bytesRead;
  }
  return bytes;
}

interface Asked {
  readonly group: number;
  readonly column: number;
  readonly form: EntryForm;
  readonly rows: number;
}

async function readChunk(
  handle: FileHandle,
  { columns, groups }: Footer,
  asked: Asked,
): Promise<ChunkRead> {
  const { form, rows } = asked;
  const column = columns[asked.column];
  const chunk = groups[asked.group]?.chunks[asked.column];
  if (column === undefined || chunk === undefined) throw new Error('it lacks a column');
  const start = chunk.dictionaryAt ?? chunk.dataAt;
  const bytes = await readBytes(handle, start, chunk.size);
  const { spelling } = form;
  const places =
    typeof spelling === 'object'
      ? readSpelling(await readBytes(handle, spelling.at, spelling.bytes), spelling.count)
      : undefined;
  return decodeChunk(bytes, column, chunk, new Entries(form, places), rows);
}

function decodeChunk(
  bytes: Buffer,
  { type }: ParquetColumn,
  chunk: Chunk,
  entries: Entries,
  wanted: number,
): ChunkRead {
  const rows = new Int32Array(chunk.values);
  const scratch = new Int32Array(chunk.values);
  let done = 0;
  for (let at = 0; done < Math.min(wanted, chunk.values); ) {
    const { value: header, end } = readStruct(bytes, at);
    const size = number(header, 3);
    const page = unpack(bytes.subarray(end, end + size), number(header, 2));
    at = end + size;
    const dictionary = header.get(7);
    if (dictionary instanceof Map) {
      entries.addStored(page, 0, number(dictionary, 1));
      continue;
    }
    const head = header.get(5);
    if (!(head instanceof Map)) throw new Error('it is damaged: a page has no header');
    const count = number(head, 1);
    const levels = rows.subarray(done, done + count);
    const levelsEnd = 4 + page.readUInt32LE(0);
    readHybrid(page, 4, count, 1, levels);
    let filled = 0;
    for (let row = 0; row < count; row += 1) filled += levels[row] ?? 0;
    const isDictionary = number(head, 2) === encodings.rleDictionary;
    let first = 0;
    if (isDictionary) {
      readHybrid(page, levelsEnd + 1, filled, page[levelsEnd] ?? 0, scratch);
    } else {
      first = entries.count;
      if (type.kind === 'boolean') addBits(entries, page, levelsEnd, filled);
      else entries.addStored(page, levelsEnd, filled);
    }
    let next = 0;
    for (let row = 0; row < count; row += 1) {
      if (levels[row] === 0) levels[row] = -1;
      else {
        levels[row] = isDictionary ? (scratch[next] ?? -1) : first + next;
        next += 1;
      }
    }
    done += count;
  }
  return { rows, entries };
}

function addBits(entries: Entries, page: Buffer, start: number, count: number): void {
  for (let at = 0; at < count; at += 1) {
    entries.addBoolean((((page[start + (at >> 3)] ?? 0) >> (at & 7)) & 1) === 1);
  }
}

function unpack(packed: Buffer, size: number): Buffer {
  const page = Buffer.allocUnsafe(size);
  snappyUncompress(packed, page);
  return page;
}

function number(struct: ThriftStruct, id: number): number {
  const value = struct.get(id);
  if (typeof value === 'number') return value;
  throw new Error('it is damaged: a page has no size');
}
