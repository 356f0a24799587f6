import { createReadStream } from 'node:fs';
import { addAbortSignal, pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CostctlError, fileError, isSystemError } from '../errors.ts';

/** A file's content, decompressed, read once from its first byte to its last. */
export interface Source {
  /** As messages name it. */
  readonly name: string;
  /** The first bytes, which tell the format; `chunks` begins with them again. */
  readonly first: Buffer;
  readonly chunks: AsyncIterable<Buffer>;
}

const chunkLength = 1 << 18;

export async function openSource(
  file: string,
  stdin: NodeJS.ReadableStream,
  signal: AbortSignal,
): Promise<Source> {
  const name = file === '-' ? 'stdin' : file;
  const stream = file === '-' ? stdin : createReadStream(file, { highWaterMark: chunkLength });
  if (stream instanceof Readable) addAbortSignal(signal, stream);
  const raw = await peek(sayWhat(name, readBuffers(stream)));
  if (raw.first[0] !== 0x1f || raw.first[1] !== 0x8b) return { name, ...raw };
  return { name, ...(await peek(sayWhat(name, gunzip(raw.chunks)))) };
}

async function* readBuffers(stream: NodeJS.ReadableStream): AsyncGenerator<Buffer> {
  for await (const chunk of stream) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}

function gunzip(chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const output = createGunzip({ chunkSize: chunkLength });
  // A failure of either end reaches the reader through `output`.
  pipeline(Readable.from(chunks), output, () => undefined);
  return output;
}

/** Enough to tell gzip and the format by; a pipe may hand over a byte at a time. */
const peekLength = 4096;

async function peek(chunks: AsyncIterable<Buffer>): Promise<Pick<Source, 'first' | 'chunks'>> {
  const iterator = chunks[Symbol.asyncIterator]();
  let first: Buffer = Buffer.alloc(0);
  while (first.length < peekLength) {
    const { value, done } = await iterator.next();
    if (done === true) break;
    first = first.length === 0 ? value : Buffer.concat([first, value]);
  }
  return { first, chunks: startWith(first, iterator) };
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
