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
export async function* readBlocks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Block> {
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
    const whole = Buffer.concat([...parts, chunk.subarray(0, end)]);
    parts = end === chunk.length ? [] : [chunk.subarray(end)];
    waiting = chunk.length - end;
    yield { text: decode(whole, line), line };
    line += countLines(whole);
  }
  if (waiting > 0) yield { text: `${decode(Buffer.concat(parts), line)}\n`, line };
}

/** Decodes bytes that must be UTF-8; `line` is the line on which they start. */
export function decode(bytes: Buffer, line: number): string {
  if (isAscii(bytes)) return bytes.toString('latin1');
  if (isUtf8(bytes)) return bytes.toString('utf8');
  throw notUtf8(findBadLine(bytes, line));
}

export function tooLong(line: number): CostctlError {
  return new CostctlError(
    'invalid_data',
    `line ${line}: longer than ${longestRecord / 1024 / 1024} MB without an end`,
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

function notUtf8(line: number): CostctlError {
  return new CostctlError('invalid_data', `line ${line}: not valid UTF-8`, {
    hint: 'save the file as UTF-8',
  });
}

function findBadLine(bytes: Buffer, first: number): number {
  let line = first;
  for (let start = 0; ; line += 1) {
    const end = bytes.indexOf(newLine, start);
    if (end < 0 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === newLine) count += 1;
  return count;
}
