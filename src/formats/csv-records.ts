import { isUtf8 } from 'node:buffer';
import { CostctlError } from '../errors.ts';
import { newLine, quote } from '../json/bulk/bytes.ts';
import type { Cell } from './any-table.ts';

/** Takes one record; an empty cell is null. `line` counts as an editor does. */
export type TakeRecord = (cells: Cell[], line: number) => void;

export interface CsvOptions {
  /** By default the most frequent one of the first line. */
  readonly delimiter?: string | undefined;
  /** Called between two chunks: nothing is read until it is done. */
  readonly pause?: (() => Promise<void>) | undefined;
  /** Bytes that are not UTF-8 become lone surrogates, which no valid text has: a check finds them. */
  readonly takesAnyBytes?: boolean | undefined;
}

/** A longer record is refused: no file can fill the memory. */
const longestRecord = 16 * 1024 * 1024;

/** RFC 4180 with LF or CRLF. */
export async function readCsvRecords(
  chunks: AsyncIterable<Buffer>,
  take: TakeRecord,
  { delimiter, pause, takesAnyBytes }: CsvOptions = {},
): Promise<void> {
  let separator = delimiter;
  let parts: string[] = [];
  let length = 0;
  /** Text is read again only when there is twice as much of it. */
  let needed = 0;
  let line = 1;
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;

  function read(isLast: boolean): void {
    const text = parts.join('');
    separator ??= findDelimiter(text);
    const stop = readRecords(text, line, separator, take);
    line = stop.line;
    length = text.length - stop.at;
    parts = length === 0 ? [] : [text.slice(stop.at)];
    needed = length * 2;
    if (length > longestRecord || (isLast && length > 0)) throw unclosed(line);
  }

  function decode(bytes: Buffer): string {
    if (isUtf8(bytes)) return bytes.toString('utf8');
    if (takesAnyBytes === true) return markBytes(bytes);
    throw notUtf8(bytes, line + parts.join('').split('\n').length - 1);
  }

  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(newLine) + 1;
    rest = Buffer.concat([rest, chunk.subarray(0, end)]);
    if (end === 0) {
      rest = Buffer.concat([rest, chunk]);
      if (rest.length > longestRecord) throw rest.includes(quote) ? unclosed(line) : tooLong(line);
      continue;
    }
    const text = decode(rest);
    parts.push(isFirst ? text.replace(/^\ufeff/, '') : text);
    length += text.length;
    isFirst = false;
    rest = Buffer.from(chunk.subarray(end));
    if (length >= needed) read(false);
    await pause?.();
  }
  if (rest.length > 0) {
    const text = `${decode(rest)}\n`;
    parts.push(isFirst ? text.replace(/^\ufeff/, '') : text);
  }
  read(true);
  await pause?.();
}

/** Of the header, whatever is in quotes aside. */
function findDelimiter(text: string): string {
  const header = text.slice(0, text.indexOf('\n')).replaceAll(/"[^"]*"/g, '');
  const counts = [',', ';', '\t'].map((sign) => [sign, header.split(sign).length] as const);
  return counts.sort(([, one], [, other]) => other - one)[0]?.[0] ?? ',';
}

/** Two texts that differ only in such bytes would look the same. `line` is the first of `bytes`. */
export function notUtf8(bytes: Buffer, line: number): CostctlError {
  const wrong = bytes.toString('latin1').split('\n');
  const at = wrong.findIndex((text) => !isUtf8(Buffer.from(text, 'latin1')));
  return new CostctlError('invalid_data', `line ${line + at}: not valid UTF-8`, {
    hint: 'save the file as UTF-8',
  });
}

function markBytes(bytes: Buffer): string {
  const lines: string[] = [];
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(newLine, start);
    const end = found < 0 ? bytes.length : found + 1;
    const line = bytes.subarray(start, end);
    const text = line.toString('utf8');
    lines.push(isUtf8(line) ? text : text.replaceAll('\ufffd', '\udcff'));
    start = end;
  }
  return lines.join('');
}

interface Stop {
  readonly at: number;
  readonly line: number;
}

/** Reads complete records; stops at one that goes on beyond the text. */
function readRecords(text: string, firstLine: number, separator: string, take: TakeRecord): Stop {
  let line = firstLine;
  for (let at = 0; at < text.length; ) {
    const lineEnd = text.indexOf('\n', at);
    const end = text.charCodeAt(lineEnd - 1) === 13 && lineEnd > at ? lineEnd - 1 : lineEnd;
    const record = text.slice(at, end);
    if (!record.includes('"')) {
      if (record !== '') take(record.split(separator).map(nullIfEmpty), line);
      at = lineEnd + 1;
      line += 1;
      continue;
    }
    const quoted = readQuoted(text, at, line, separator);
    if (quoted === undefined) return { at, line };
    take(quoted.cells, line);
    for (let next = text.indexOf('\n', at); next < quoted.end; ) {
      line += 1;
      next = text.indexOf('\n', next + 1);
      if (next < 0) break;
    }
    at = quoted.end;
  }
  return { at: text.length, line };
}

function nullIfEmpty(cell: string): Cell {
  return cell === '' ? null : cell;
}

/** A record with quotes in it; undefined if a quoted cell is not closed within the text. */
function readQuoted(
  text: string,
  start: number,
  line: number,
  separator: string,
): { readonly cells: Cell[]; readonly end: number } | undefined {
  const cells: Cell[] = [];
  const recordEnd = text.indexOf('\n', start);
  let lineEnd = recordEnd;
  for (let at = start; ; ) {
    let end: number;
    if (text.charCodeAt(at) === 34) {
      let close = text.indexOf('"', at + 1);
      let hasQuotes = false;
      while (close >= 0 && text.charCodeAt(close + 1) === 34) {
        hasQuotes = true;
        close = text.indexOf('"', close + 2);
      }
      if (close < 0) return undefined;
      const inside = text.slice(at + 1, close);
      cells.push(nullIfEmpty(hasQuotes ? inside.replaceAll('""', '"') : inside));
      end = text.startsWith('\r\n', close + 1) ? close + 2 : close + 1;
      if (end >= text.length) return undefined;
      if (close > lineEnd) lineEnd = text.indexOf('\n', close);
      if (text[end] !== separator && text[end] !== '\n') throw textAfterQuote(line);
    } else {
      const comma = text.indexOf(separator, at);
      const isLast = comma < 0 || comma > lineEnd;
      end = isLast ? lineEnd : comma;
      const stop = isLast && text.charCodeAt(end - 1) === 13 && end > at ? end - 1 : end;
      cells.push(nullIfEmpty(text.slice(at, stop)));
    }
    if (text[end] === '\n') return { cells, end: end + 1 };
    at = end + 1;
  }
}

function unclosed(line: number): CostctlError {
  return new CostctlError('invalid_data', `line ${line}: a quote is opened and never closed`, {
    hint: 'a quote inside a quoted cell is written twice',
  });
}

function tooLong(line: number): CostctlError {
  return new CostctlError(
    'invalid_data',
    `line ${line} is longer than ${longestRecord / 1024 / 1024} MiB`,
    { hint: 'each record of a csv file ends with a line feed' },
  );
}

function textAfterQuote(line: number): CostctlError {
  return new CostctlError('invalid_data', `line ${line}: there is text after a closing quote`, {
    hint: 'a quote inside a quoted cell is written twice',
  });
}
