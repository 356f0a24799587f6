import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { addAbortSignal, Readable } from 'node:stream';
import { fileError, toFileError, usageError } from '../errors.ts';

/** The maximum size of an input that may have no end. */
const largest = 64 * 1024 * 1024;

const toFile = 'write it to a file, and give that';

interface TextOptions {
  /** Whether a mark of UTF-8 at the start, as Windows writes it, stays: for a file that is written again. */
  readonly keepsMark?: boolean;
}

/** The whole of a file as text. */
export async function readTextFile(path: string, options?: TextOptions): Promise<string> {
  return textOf(await readBytes(path), path, options);
}

async function readBytes(path: string, hint?: string): Promise<Buffer> {
  const bytes = await readStart(path, largest + 1).catch(toFileError(`cannot read ${path}`));
  if (bytes.length <= largest) return bytes;
  throw usageError(`${path}: the file has more than ${largest / 1024 / 1024} MiB`, hint);
}

/** The whole of what is no regular file, such as a pipe. */
export function readPipe(path: string): Promise<Buffer> {
  return readBytes(path, toFile);
}

/** Refuses bytes of other forms, which would be read as nonsense. */
function textOf(bytes: Buffer, name: string, { keepsMark = false }: TextOptions = {}): string {
  const start = bytes.toString('latin1', 0, 2);
  if (start === '\x1f\x8b') {
    throw usageError(`${name} is compressed with gzip`, 'decompress it, and give the text');
  }
  if (start === '\xff\xfe' || start === '\xfe\xff') {
    throw usageError(`${name} is UTF-16`, 'save it as UTF-8: iconv -f UTF-16 -t UTF-8 OLD > NEW');
  }
  if (!isUtf8(bytes)) {
    throw usageError(`${name}, line ${findBadLine(bytes)}: not valid UTF-8`, 'save it as UTF-8');
  }
  const text = bytes.toString('utf8');
  return keepsMark ? text : text.replace(/^\ufeff/, '');
}

function findBadLine(bytes: Buffer): number {
  const lines = bytes.toString('latin1').split('\n');
  return lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1'))) + 1;
}

/** The first bytes of a file, or fewer if it is shorter. A device or a pipe may have no end. */
export async function readStart(path: string, most: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const chunks: Buffer[] = [];
    let left = most;
    let size = smallestChunk;
    while (left > 0) {
      const chunk = Buffer.allocUnsafe(Math.min(left, size));
      const { bytesRead } = await file.read(chunk, 0, chunk.length, null);
      if (bytesRead === 0) break;
      chunks.push(chunk.subarray(0, bytesRead));
      left -= bytesRead;
      // A pipe never fills a large chunk.
      if (bytesRead === size && size < largestChunk) size *= 2;
    }
    return Buffer.concat(chunks);
  } finally {
    await file.close();
  }
}

const smallestChunk = 64 * 1024;
const largestChunk = 4 * 1024 * 1024;

interface Input {
  readonly stdin: NodeJS.ReadableStream;
  readonly signal: AbortSignal;
  readonly prepareForWork?: (() => Promise<void>) | undefined;
}

/** In bytes: work on a larger input may keep the program busy. */
const much = 2 ** 17;

const claims = new WeakMap<NodeJS.ReadableStream, string>();

/** Stdin can be read only once: a second option that reads it would wait forever. */
export function claimStdin({ stdin }: Pick<Input, 'stdin'>, claimant: string): void {
  const earlier = claims.get(stdin);
  if (earlier !== undefined) {
    throw usageError(
      `${earlier} and ${claimant} both read stdin`,
      'give one of the two a file instead',
    );
  }
  claims.set(stdin, claimant);
}

/** The whole of stdin as text, for the option that reads it. */
export async function readStdin(input: Input, claimant: string): Promise<string> {
  return textOf(await readStdinBytes(input, claimant), `${claimant}: stdin`);
}

/** The whole of stdin as bytes. */
export async function readStdinBytes(input: Input, claimant: string): Promise<Buffer> {
  const bytes = await collect(input, claimant, ({ size }) => size > largest);
  if (bytes.length > largest) {
    throw usageError(`${claimant}: stdin has more than ${largest / 1024 / 1024} MiB`, toFile);
  }
  if (bytes.length > much) await input.prepareForWork?.();
  return bytes;
}

/** The start of stdin, at least up to its first line end, without waiting for more. */
export async function readStdinLine(input: Input, claimant: string, longest: number) {
  const isEnough = ({ size, last }: Progress) => size > longest || last.includes(lineFeed);
  return (await collect(input, claimant, isEnough)).toString('utf8');
}

const lineFeed = 10;

interface Progress {
  readonly size: number;
  readonly last: Buffer;
}

async function collect(
  input: Input,
  claimant: string,
  isEnough: (progress: Progress) => boolean,
): Promise<Buffer> {
  claimStdin(input, claimant);
  const { stdin, signal } = input;
  // With an aborted signal the stream would fail before anyone listens.
  signal.throwIfAborted();
  const chunks: Buffer[] = [];
  let size = 0;
  const stream = stdin instanceof Readable ? addAbortSignal(signal, stdin) : stdin;
  try {
    for await (const chunk of stream) {
      const bytes = Buffer.from(chunk);
      chunks.push(bytes);
      size += bytes.length;
      if (isEnough({ size, last: bytes })) break;
    }
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    throw fileError('cannot read stdin', cause);
  }
  return Buffer.concat(chunks);
}
