import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { isSystemError } from '../errors.ts';
import { type Answer, Fault, TooLarge, Unreadable } from './exchange.ts';
import { firstLineOf } from './first-line.ts';

/** The answer with its body decompressed, where it is compressed. */
export async function decompress(answer: Answer, largest: number): Promise<Answer> {
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
    return { ...answer, body: await promisify(gunzip)(answer.body, { maxOutputLength: largest }) };
  } catch (error) {
    throw faultOf(error, largest, firstLineOf(answer.headers, answer.body));
  }
}

function faultOf(error: unknown, largest: number, beginning: string | undefined): Fault {
  if (!isSystemError(error)) return new Fault('garbled', error);
  if (error.code === 'ERR_BUFFER_TOO_LARGE') return new Fault('garbled', new TooLarge(largest));
  // zlib's word for input that ends too early.
  if (error.code === 'Z_BUF_ERROR') return new Fault('cut', error, beginning);
  const unreadable = new Unreadable('it is not the gzip that it says it is');
  return new Fault('garbled', unreadable, beginning);
}
