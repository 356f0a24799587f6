import { isAscii, isUtf8 } from 'node:buffer';
import { CostctlError } from '../errors.ts';
import { newLine } from '../json/bulk/bytes.ts';

/** Some complete lines of a file, each with its line end. */
export interface Block {
  readonly text: string;
  /** The number of the first line, counted from 1. */
  readonly line: number;
}

/** A longer line or record is refused, so that no file can fill the memory. */
export const longestRecord = 16 * 1024 * 1024;

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** Splits bytes into complete lines. The last line gets a line end if the file has none. */
export async function* readBlocks(
  chunks: AsyncIterable<Buffer>,
  toText: (bytes: Buffer, line: number) => string = decode,
): AsyncGenerator<Block> {
  let line = 1;
  let parts: Buffer[] = [];
  let waiting = 0;
  for await (const chunk of withoutMark(chunks)) {
    const end = chunk.lastIndexOf(newLine) + 1;
    waiting += end === 0 ? chunk.length : chunk.indexOf(newLine);
    if (waiting > longestRecord) throw tooLong(line);
    if (end === 0) {
      parts.push(chunk);
      continue;
    }
    const ending = chunk.subarray(0, end);
    const whole = parts.length === 0 ? ending : Buffer.concat([...parts, ending]);
    parts = end === chunk.length ? [] : [chunk.subarray(end)];
    waiting = chunk.length - end;
    yield { text: toText(whole, line), line };
    line += countLines(whole);
  }
  if (waiting > 0) yield { text: `${toText(Buffer.concat(parts), line)}\n`, line };
}

/** Decodes bytes that must be UTF-8; `line` is the line on which they start. */
export function decode(bytes: Buffer, line: number): string {
  if (isAscii(bytes)) return bytes.toString('latin1');
  if (isUtf8(bytes)) return bytes.toString('utf8');
  throw new CostctlError('invalid_data', `line ${findBadLine(bytes, line)}: not valid UTF-8`, {
    hint: 'save the file as UTF-8',
  });
}

export function tooLong(line: number): CostctlError {
  return new CostctlError(
    'invalid_data',
    `line ${line} is longer than ${longestRecord / 1024 / 1024} MiB`,
    { hint: 'each record ends with a line feed' },
  );
}

export async function* withoutMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of chunks) {
    const hasMark = isFirst && chunk.subarray(0, byteOrderMark.length).equals(byteOrderMark);
    yield hasMark ? chunk.subarray(byteOrderMark.length) : chunk;
    isFirst = false;
  }
}

/**
 * Sequences of UTF-8 (Unicode 17, table 3-7), written with a character for each byte, or a byte that is in
 * none. Too many at once fill the stack.
 */
const sequences =
  /((?:[^\x80-\xff]|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|\xed[\x80-\x9f][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}){1,4096})|[\x80-\xff]/g;

/** Each byte that is not UTF-8 becomes a lone surrogate of its own. No valid text has one, so a check finds it. */
export function decodeAny(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  return bytes
    .toString('latin1')
    .replace(sequences, (found: string, valid?: string) =>
      valid === undefined
        ? String.fromCharCode(0xdc00 + found.charCodeAt(0))
        : Buffer.from(valid, 'latin1').toString('utf8'),
    );
}

function findBadLine(bytes: Buffer, first: number): number {
  let line = first;
  for (let start = 0; ; line += 1) {
    const end = bytes.indexOf(newLine, start);
    if (end < 0 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}

/** Four bytes at a time: one by one, they would take as long as reading the cells. */
function countLines(bytes: Buffer): number {
  let count = 0;
  const countIn = (from: number, to: number) => {
    for (let at = from; at < to; at += 1) if (bytes[at] === newLine) count += 1;
  };
  // A number of four bytes must begin at a multiple of four.
  const start = -bytes.byteOffset & 3;
  if (bytes.length < 4) {
    countIn(0, bytes.length);
    return count;
  }
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + start, (bytes.length - start) >> 2);
  countIn(0, start);
  for (let at = 0; at < words.length; at += 1) {
    // Zero where a byte is a line end; then a byte borrows from the next (Hacker's Delight, 6-1).
    const word = (words[at] ?? 0) ^ 0x0a0a0a0a;
    if (((word - 0x01010101) & ~word & 0x80808080) === 0) continue;
    countIn(start + at * 4, start + at * 4 + 4);
  }
  countIn(start + words.length * 4, bytes.length);
  return count;
}
