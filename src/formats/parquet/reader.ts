import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { dayOf } from '../../days.ts';
import { CostctlError, fileError, isSystemError } from '../../errors.ts';
import type { CellLimits } from '../column-batch.ts';
import {
  type ColumnMemory,
  decodeChunk,
  type FlatPart,
  type RowRange,
  type ValueStore,
} from './decode-chunk.ts';
import { Entries, type EntryForm } from './entries.ts';
import type { Chunk, ParquetColumn, StoredFooter } from './footer.ts';
import { readSpelling } from './levels.ts';
import { readFooter } from './read-footer.ts';
import { UnitStore, unitFormOf } from './units.ts';
import { unpackSnappy } from './unpack-raw.ts';

/** A part of a column as stored, to be decoded if it is needed, and as it is needed. */
export type StoredChunk = ReturnType<typeof openChunk>;

/** A file that this program wrote. Parts may still be read after it was closed: then it is opened again. */
export type ParquetReader = ReturnType<typeof openParquet>;

const mark = Buffer.from('PAR1');
const tailSize = 8;

/** Reads without the event loop: a part of a column is some hundred kilobytes of a local file. */
export function openParquet(path: string) {
  let descriptor: number | undefined;

  function close(): void {
    if (descriptor !== undefined) closeSync(descriptor);
    descriptor = undefined;
  }

  function attempt<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (cause) {
      close();
      throw cause instanceof CostctlError ? cause : fileError(`cannot read ${path}`, named(cause));
    }
  }

  function read(position: number, length: number, into?: Buffer): Buffer {
    const bytes = into ?? Buffer.allocUnsafe(length);
    descriptor ??= openSync(path, 'r');
    for (let done = 0; done < length; ) {
      const count = readSync(descriptor, bytes, done, length - done, position + done);
      if (count === 0) throw new Error('it is cut short');
      done += count;
    }
    return bytes;
  }

  let size = 0;
  const footer = attempt(() => {
    descriptor = openSync(path, 'r');
    size = fstatSync(descriptor).size;
    return loadFooter(read, size);
  });
  return {
    footer,
    /**
     * At least the rows of `range` are wanted. The part is read when it is first used, and valid until
     * another is opened with the same memory.
     */
    openChunk: (
      place: { readonly group: number; readonly column: number },
      form: EntryForm,
      range: RowRange,
      memory: ColumnMemory,
    ) => {
      const column = footer.columns[place.column];
      const group = footer.groups[place.group];
      if (column === undefined || group === undefined) {
        throw fileError(`cannot read ${path}`, 'it lacks a column');
      }
      const chunk = attempt(() => checkChunk(group.chunk(place.column), group.rows, size));
      return openChunk(read, attempt, { column, chunk, form, range, memory });
    },
    close,
  };
}

/** Whatever else is thrown while bytes are decoded, the bytes are the cause. */
function named(cause: unknown): unknown {
  if (!(cause instanceof Error) || (isSystemError(cause) && 'syscall' in cause)) return cause;
  return cause.message.startsWith('it ')
    ? cause
    : new Error(`it is damaged: ${cause.message}`, { cause });
}

type Read = (position: number, length: number, into?: Buffer) => Buffer;

function loadFooter(read: Read, size: number): StoredFooter {
  if (size < tailSize + mark.length) throw new Error('it is not a Parquet file');
  const tail = read(size - tailSize, tailSize);
  if (!tail.subarray(4).equals(mark)) throw new Error('it is not a Parquet file');
  const length = tail.readUInt32LE(0);
  if (length > size - tailSize) throw new Error('its footer is too long');
  const footer = readFooter(read(size - tailSize - length, length));
  checkFooter(footer);
  return footer;
}

/** Checks the footer before anything is made as large as it says. */
function checkFooter({ groups, rows }: StoredFooter): void {
  const inGroups = groups.reduce((sum, group) => sum + group.rows, 0);
  if (inGroups !== rows || groups.some((group) => group.rows < 0)) throw contradiction();
}

function checkChunk(chunk: Chunk, rows: number, fileSize: number): Chunk {
  const { dataAt, dictionaryAt = dataAt, size, values, nulls } = chunk;
  const isInside = dictionaryAt >= 0 && size >= 0 && dictionaryAt + size <= fileSize;
  if (!isInside || values !== rows || nulls < 0 || nulls > rows) throw contradiction();
  return chunk;
}

function contradiction(): Error {
  return new Error('its footer contradicts itself');
}

interface Asked {
  readonly column: ParquetColumn;
  readonly chunk: Chunk;
  readonly form: EntryForm;
  readonly range: RowRange;
  readonly memory: ColumnMemory;
}

function openChunk(
  read: Read,
  attempt: <Result>(work: () => Result) => Result,
  { column, chunk, form, range, memory }: Asked,
) {
  const { spelling } = form;
  const { dataAt, dictionaryAt, isPacked, nulls, size } = chunk;
  const isFull = nulls === 0;
  const part: FlatPart = {
    ...{ values: chunk.values, definition: 1, repetition: 0, type: undefined },
    ...{ isFull, isInOrder: isFull && dictionaryAt === undefined },
    hasPlaces: typeof spelling === 'object',
    unpack: isPacked ? unpackSnappy : (stored) => stored,
  };
  let decoded: { readonly rows: Int32Array; readonly count: number } | undefined;

  const bytes = once(() => read(dictionaryAt ?? dataAt, size, memory.stored(size)));

  const spelled = once(() =>
    typeof spelling === 'object'
      ? attempt(() => readSpelling(read(spelling.at, spelling.bytes), spelling))
      : undefined,
  );

  function decode<Store extends ValueStore>(values: Store): Store {
    return attempt(() => {
      const rows = decodeChunk(bytes(), part, values, range, memory);
      decoded = { rows, count: values.count };
      return values;
    });
  }

  const entries = once(() => decode(new Entries(form, spelled())));

  const units = once(() => {
    const own = unitFormOf(column.type);
    if (own === undefined) return undefined;
    const store = decode(new UnitStore(own, memory.units((chunk.values - nulls) * own.width)));
    if (typeof spelling !== 'object') return store.stored(spelling, false);
    const none = new Int32Array(0);
    return store.stored(() => spelled()?.places ?? none, spelling.odd !== undefined);
  });

  /** Numbers are decoded in units: their texts are seldom needed. */
  function decodeRows(): { readonly rows: Int32Array; readonly count: number } {
    if (decoded === undefined && units() === undefined) entries();
    return decoded ?? { rows: new Int32Array(0), count: 0 };
  }

  return {
    isFull,
    areNumbers: form.json === 'number',
    limits: attempt(() => limitsOf(column, chunk)),
    /** The number of each row's entry, or -1. */
    rows: () => decodeRows().rows,
    valueCount: () => decodeRows().count,
    entries,
    /** Undefined if the values are not numbers in whole units. */
    units,
    textOf: createTexts(entries),
  };
}

/** Does the work when its result is first asked for. */
export function once<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | undefined;
  return () => {
    made ??= { result: make() };
    return made.result;
  };
}

/** Texts are made once for a whole group, whichever of its rows are wanted. */
function createTexts(open: () => Entries): (value: number) => string {
  const known: string[] = [];
  return (value) => {
    known[value] ??= open().textOf(value);
    return known[value];
  };
}

function limitsOf({ type: { kind } }: ParquetColumn, chunk: Chunk): CellLimits | undefined {
  const [least, greatest] = [chunk.least, chunk.greatest];
  if (least === undefined || greatest === undefined) return undefined;
  if (kind === 'text') {
    return { least: least.toString('utf8'), greatest: greatest.toString('utf8'), areDays: false };
  }
  if (kind !== 'day' || least.length !== 4 || greatest.length !== 4) return undefined;
  const dayAt = (bytes: Buffer) => dayOf(bytes.readInt32LE(0) * 86_400_000);
  return { least: dayAt(least), greatest: dayAt(greatest), areDays: true };
}
