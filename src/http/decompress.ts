import { once } from 'node:events';
import { promisify } from 'node:util';
import { constants, createGunzip, gunzip } from 'node:zlib';
import { isSystemError } from '../errors.ts';
import { type Answer, type Attempt, Fault, TooLarge, Unreadable } from './exchange.ts';
import { firstLineOf } from './first-line.ts';
import type { BodyTarget, ResponseHead } from './request.ts';

/** The response with its body decompressed, if necessary. */
export async function decompress(
  answer: Answer,
  { largest, largestError }: Pick<Attempt, 'largest' | 'largestError'>,
): Promise<Answer> {
  if (answer.body.length === 0 || !isCompressed(answer)) return answer;
  try {
    const body =
      answer.status >= 400 && largestError !== undefined
        ? await gunzipStart(answer.body, largestError)
        : await promisify(gunzip)(answer.body, {
            maxOutputLength: largest,
            chunkSize: pieceSize(answer.body.length),
          });
    return { ...answer, body };
  } catch (error) {
    throw faultOf(error, largest, firstLineOf(answer.headers, answer.body));
  }
}

/** Each piece is another thread's task: large ones take half the CPU time of 16 KB (test/bench/README.md). */
function pieceSize(packed: number): number {
  return Math.min(2 ** 20, Math.max(2 ** 14, 8 * packed));
}

/** Whether the body is compressed with gzip; any other compression is a fault. */
function isCompressed({ headers }: Pick<ResponseHead, 'headers'>): boolean {
  const encoding = String(headers['content-encoding'] ?? 'identity')
    .trim()
    .toLowerCase();
  if (encoding === 'identity' || encoding === '') return false;
  if (encoding === 'gzip' || encoding === 'x-gzip') return true;
  const reason = `it is compressed as ${encoding}, which was not asked for`;
  throw new Fault('garbled', new Unreadable(reason));
}

/** Decompresses a body while it arrives, if necessary. */
export function decompressTo(target: BodyTarget, head: ResponseHead): BodyTarget {
  if (!isCompressed(head)) return target;
  const gunzip = createGunzip();
  let isEmpty = true;
  let failure: unknown;
  const ended = new AbortController();
  const copied = (async () => {
    for await (const chunk of gunzip) await target.write(chunk);
  })()
    .catch((error: unknown) => {
      failure = isZlibError(error) ? faultOf(error, Number.POSITIVE_INFINITY, undefined) : error;
      gunzip.destroy();
    })
    .finally(() => ended.abort());
  const check = () => {
    if (failure !== undefined) throw failure;
  };
  return {
    async write(chunk) {
      check();
      isEmpty = false;
      const hasRoom = gunzip.write(chunk);
      // A race with `copied` would keep something of each write until the end of the body.
      if (!hasRoom) await once(gunzip, 'drain', { signal: ended.signal }).catch(() => copied);
      check();
    },
    async end() {
      if (isEmpty) gunzip.destroy();
      else gunzip.end();
      await copied;
      if (!isEmpty) check();
      await target.end?.();
    },
  };
}

function isZlibError(error: unknown): boolean {
  return isSystemError(error) && /^(Z_|ERR_)/.test(error.code);
}

/** Reads as much of an error as is shown: a few kilobytes can expand to gigabytes. */
async function gunzipStart(packed: Buffer, most: number): Promise<Buffer> {
  const stream = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
  stream.end(packed);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= most) break;
  }
  return Buffer.concat(chunks).subarray(0, most);
}

function faultOf(error: unknown, largest: number, beginning: string | undefined): Fault {
  if (!isSystemError(error)) return new Fault('garbled', error);
  if (error.code === 'ERR_BUFFER_TOO_LARGE') return new Fault('garbled', new TooLarge(largest));
  // zlib's code for truncated input.
  if (error.code === 'Z_BUF_ERROR') return new Fault('cut', error, beginning);
  const unreadable = new Unreadable('it is not valid gzip');
  return new Fault('garbled', unreadable, beginning);
}
