import { open } from 'node:fs/promises';
import { addAbortSignal, pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CostctlError, fileError, isSystemError, usageError } from '../errors.ts';

/** The content of a file, decompressed, read once from start to end. */
export interface Source {
  readonly name: string;
  /** The first bytes, which reveal the format; `chunks` starts with them again. */
  readonly first: Buffer;
  readonly chunks: AsyncIterable<Buffer>;
  /** To be called in the end, since `chunks` may not have been read, or not to their end. */
  readonly close: () => Promise<void>;
}

const chunkSize = 1 << 18;

/** A pipe gives its bytes only once. */
export function needsWholeFile(problem: string): CostctlError {
  return usageError(problem, 'save what it gives as a file: its bytes are read more than once');
}

export function openSource(file: string, stdin: NodeJS.ReadableStream, signal: AbortSignal) {
  const bytes = file === '-' ? readStream(stdin, signal) : readFile(file, signal);
  return unpack(nameOfSource(file), bytes);
}

export function openFileSource(path: string, signal?: AbortSignal): Promise<Source> {
  return unpack(path, readFile(path, signal));
}

async function unpack(name: string, bytes: AsyncIterable<Buffer>): Promise<Source> {
  const raw = await peek(sayWhat(name, bytes));
  if (raw.first[0] !== 0x1f || raw.first[1] !== 0x8b) return { name, ...raw };
  return { name, ...(await peek(sayWhat(name, gunzip(name, raw.chunks)))) };
}

/** For messages. */
export function nameOfSource(file: string): string {
  return file === '-' ? 'stdin' : file;
}

/** Throws if the file changes meanwhile: one that is still being written may end within a number. */
async function* readFile(path: string, signal?: AbortSignal): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    const before = await file.stat();
    const options = { highWaterMark: chunkSize, autoClose: false };
    yield* readStream(file.createReadStream(options), signal);
    const after = await file.stat();
    if (!before.isFile()) return;
    if (before.size !== after.size || before.mtimeMs !== after.mtimeMs) {
      throw new CostctlError('file', `${path} was changed while it was read`, {
        hint: 'run the command again when the file is complete',
      });
    }
  } finally {
    await file.close();
  }
}

async function* readStream(stream: NodeJS.ReadableStream, signal?: AbortSignal) {
  // With an aborted signal the stream would fail before anyone listens.
  signal?.throwIfAborted();
  if (signal !== undefined && stream instanceof Readable) addAbortSignal(signal, stream);
  for await (const chunk of stream) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}

/** Enough to recognize gzip and the format; a pipe may deliver one byte at a time. */
const peekLength = 4096;

async function peek(chunks: AsyncIterable<Buffer>): Promise<Omit<Source, 'name'>> {
  const iterator = chunks[Symbol.asyncIterator]();
  let first: Buffer = Buffer.alloc(0);
  while (first.length < peekLength) {
    const { value, done } = await iterator.next();
    if (done === true) break;
    first = first.length === 0 ? value : Buffer.concat([first, value]);
  }
  return {
    first,
    chunks: startWith(first, iterator),
    close: async () => {
      await iterator.return?.();
    },
  };
}

async function* startWith(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (first.length > 0) yield first;
    for (;;) {
      const { value, done } = await rest.next();
      if (done === true) return;
      yield value;
    }
  } finally {
    await rest.return?.();
  }
}

async function* sayWhat(name: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* chunks;
  } catch (cause) {
    throw toReadError(name, cause);
  }
}

function toReadError(name: string, cause: unknown): unknown {
  if (cause instanceof CostctlError) return cause;
  if (!isSystemError(cause) || !cause.code.startsWith('Z_')) {
    return fileError(`cannot read ${name}`, cause);
  }
  const words = cause.code === 'Z_BUF_ERROR' ? 'is cut short' : 'is damaged';
  return new CostctlError('invalid_data', `${name}: the gzip data ${words}`, { cause });
}

/**
 * All members. Zeros may follow the last one, from tapes with fixed block sizes. Anything else that follows
 * would silently be lost, so it is refused.
 */
export async function* gunzip(name: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const iterator = chunks[Symbol.asyncIterator]();
  const output = createGunzip({ chunkSize });
  /** Chunks that may not have been read completely, and the number of bytes before them. */
  const handed: Buffer[] = [];
  let before = 0;

  async function* handOver(): AsyncGenerator<Buffer> {
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
      handed.push(next.value);
      yield next.value;
      while (before + (handed[0]?.length ?? Infinity) <= output.bytesWritten) {
        before += handed.shift()?.length ?? 0;
      }
    }
  }

  // An error at either end reaches the reader through `output`.
  pipeline(Readable.from(handOver()), output, () => undefined);
  try {
    yield* output;
    refuseRest(name, Buffer.concat(handed).subarray(output.bytesWritten - before));
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
      refuseRest(name, next.value);
    }
  } finally {
    await iterator.return?.();
  }
}

function refuseRest(name: string, rest: Buffer): void {
  if (rest.every((byte) => byte === 0)) return;
  throw new CostctlError('invalid_data', `${name}: other data follows the gzip data`);
}
