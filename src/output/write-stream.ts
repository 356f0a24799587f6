import { CostctlError, fileError, isSystemError } from '../errors.ts';

/** The reader of the output has closed it, as in `| head`. A command that only reads ends quietly, with status 0. */
class ClosedOutput extends Error {
  constructor(cause: unknown) {
    super('the reader of the output has closed it', { cause });
    this.name = 'ClosedOutput';
  }
}

export function isClosedOutput(thrown: unknown): thrown is ClosedOutput {
  return thrown instanceof ClosedOutput;
}

/** How a pipe or socket reports that its reader is gone; EOF on Windows. */
const closedCodes = new Set([
  'EPIPE',
  'EOF',
  'ECONNRESET',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

const faults = new WeakMap<NodeJS.WritableStream, { error?: unknown }>();

/** Stores a stream's error for the next write; without a listener it would end the process. */
export function watchStream(stream: NodeJS.WritableStream): { readonly error?: unknown } {
  const known = faults.get(stream);
  if (known !== undefined) return known;
  const failure: { error?: unknown } = {};
  faults.set(stream, failure);
  stream.on('error', (error: unknown) => {
    failure.error ??= error;
  });
  return failure;
}

const outliving = new WeakSet<NodeJS.WritableStream>();

/** From here on, output that has no reader is dropped: what the run decides or changes is in its exit code. */
export function outliveReader(stream: NodeJS.WritableStream): void {
  outliving.add(stream);
}

/** Resolves when everything written has left the process, or never can. Never rejects. */
export async function drain(stream: NodeJS.WritableStream): Promise<void> {
  await flush(stream).catch(() => undefined);
}

/** Like `drain`, but throws the error that stopped the bytes. */
export async function flush(stream: NodeJS.WritableStream): Promise<void> {
  if (!isOpen(stream)) return;
  const error = await new Promise<unknown>((resolve) => {
    stream.write('', (cause) => resolve(cause ?? undefined));
  });
  if (error !== undefined) endWriting(stream, error);
  else isOpen(stream);
}

/** Writes, and waits while the reader is slow. It waits until bytes have left: their memory is used again. */
export async function writeTo(
  stream: NodeJS.WritableStream,
  chunk: string | Uint8Array,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  if (!isOpen(stream)) return;
  const isText = typeof chunk === 'string';
  if (isText && stream.write(chunk)) return;
  let failure: unknown;
  await new Promise<void>((resolve) => {
    const done = () => {
      stream.off('drain', done).off('error', done).off('close', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    stream.once('error', done).once('close', done);
    signal.addEventListener('abort', done, { once: true });
    if (isText) stream.once('drain', done);
    else {
      stream.write(chunk, (cause) => {
        failure = cause ?? undefined;
        done();
      });
    }
  });
  if (failure !== undefined) endWriting(stream, failure);
  else isOpen(stream);
  signal.throwIfAborted();
}

/** Whether bytes can still leave; throws if that ends the run. */
function isOpen(stream: NodeJS.WritableStream): boolean {
  const { error } = watchStream(stream);
  // A stream destroyed before it was watched emits nothing more.
  const isDestroyed = 'destroyed' in stream && stream.destroyed === true;
  if (error === undefined && !isDestroyed) return true;
  endWriting(stream, error ?? new ClosedOutput(undefined));
  return false;
}

function endWriting(stream: NodeJS.WritableStream, error: unknown): void {
  const failure = writeFailure(error);
  if (!isClosedOutput(failure) || !outliving.has(stream)) throw failure;
}

function writeFailure(error: unknown): Error {
  if (error instanceof CostctlError || isClosedOutput(error)) return error;
  if (isSystemError(error) && closedCodes.has(error.code)) return new ClosedOutput(error);
  return fileError('cannot write the output', error);
}
