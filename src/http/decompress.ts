import { promisify } from 'node:util';
import { constants, createGunzip, gunzip } from 'node:zlib';
import { isSystemError } from '../errors.ts';
import { type Answer, Fault, TooLarge, Unreadable } from './exchange.ts';
import { firstLineOf } from './first-line.ts';

interface Limits {
  /** The maximum size of a body in bytes. */
  readonly largest: number;
  /** How many bytes of an error's body are read at most. */
  readonly largestError?: number | undefined;
}

/** The response with its body decompressed, if necessary. */
export async function decompress(
  answer: Answer,
  { largest, largestError }: Limits,
): Promise<Answer> {
  const encoding = String(answer.headers['content-encoding'] ?? 'identity')
    .trim()
    .toLowerCase();
  if (encoding === 'identity' || encoding === '' || answer.body.length === 0) return answer;
  if (encoding !== 'gzip' && encoding !== 'x-gzip') {
    throw new Fault(
      'garbled',
      new Unreadable(`it is compressed as ${encoding}, which was not asked for`),
    );
  }
  try {
    const body =
      answer.status >= 400 && largestError !== undefined
        ? await gunzipStart(answer.body, largestError)
        : await promisify(gunzip)(answer.body, { maxOutputLength: largest });
    return { ...answer, body };
  } catch (error) {
    throw faultOf(error, largest, firstLineOf(answer.headers, answer.body));
  }
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
  const unreadable = new Unreadable('it is not the gzip that it says it is');
  return new Fault('garbled', unreadable, beginning);
}
