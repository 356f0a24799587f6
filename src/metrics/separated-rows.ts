import { CostctlError } from '../errors.ts';
import { carriageReturn } from '../json/bulk/bytes.ts';
import type { CellKind } from './file-columns.ts';
import { type Block, longestRecord } from './file-source.ts';

/** Receives a record of a table; `fault` says what is wrong with its structure. */
export type TakeCells = (
  line: number,
  cells: string[],
  fault?: string,
  kinds?: readonly (CellKind | undefined)[],
) => void;

interface Position {
  readonly at: number;
  readonly line: number;
}

/**
 * Strict RFC 4180, with LF or CRLF and any separator. Written by hand because with a library, reading the
 * records takes twice the time of everything else (test/bench). If a quote makes it unclear which rows
 * follow, the file is refused.
 */
export async function readCsv(
  blocks: AsyncIterable<Block>,
  take: TakeCells,
  delimiter = ',',
): Promise<void> {
  let parts: string[] = [];
  let length = 0;
  let needed = 0;
  let line = 1;

  function read(): void {
    const text = parts.join('');
    const stop = readRecords(text, line, delimiter, take);
    line = stop.line;
    length = text.length - stop.at;
    parts = length === 0 ? [] : [text.slice(stop.at)];
    if (length > longestRecord) throw unclosed(line);
    // An unfinished record is read again when its text has doubled, not at each block.
    needed = length * 2;
  }

  for await (const { text } of blocks) {
    parts.push(text);
    length += text.length;
    if (length >= needed) read();
  }
  if (length > 0) read();
  if (length > 0) throw unclosed(line);
}

/** Reads complete records; stops at one that continues past the text. */
function readRecords(
  text: string,
  firstLine: number,
  delimiter: string,
  take: TakeCells,
): Position {
  const mayHaveReturn = /\r(?!\n)/.test(text);
  let at = 0;
  let line = firstLine;
  let quoteAt = text.indexOf('"');
  while (at < text.length) {
    const lineEnd = text.indexOf('\n', at);
    if (quoteAt >= 0 && quoteAt < at) quoteAt = text.indexOf('"', at);
    if (quoteAt < 0 || quoteAt > lineEnd) {
      const record = lineOf(text, at, lineEnd);
      const isBroken = mayHaveReturn && record.includes('\r');
      if (record !== '') take(line, record.split(delimiter), isBroken ? loneReturn : undefined);
      at = lineEnd + 1;
      line += 1;
      continue;
    }
    const record = readQuoted(text, at, line, delimiter);
    if (record === undefined) return { at, line };
    take(line, record.cells, record.fault);
    line += linesIn(text, at, record.end);
    at = record.end;
  }
  return { at, line };
}

const loneReturn = 'there is a carriage return outside quotes';
const strayQuote = 'there is a quote in a cell that does not begin with one';

interface QuotedRecord {
  readonly cells: string[];
  readonly fault?: string | undefined;
  readonly end: number;
}

/** A record with quotes in it; undefined if a quoted cell is not closed within the text. */
function readQuoted(
  text: string,
  start: number,
  line: number,
  delimiter: string,
): QuotedRecord | undefined {
  const cells: string[] = [];
  let fault: string | undefined;
  for (let at = start; ; ) {
    let end: number;
    if (text[at] === '"') {
      const close = closingQuote(text, at + 1);
      if (close < 0) return undefined;
      cells.push(text.slice(at + 1, close).replaceAll('""', '"'));
      end = text.startsWith('\r\n', close + 1) ? close + 2 : close + 1;
      if (text[end] !== delimiter && text[end] !== '\n') throw textAfterQuote(line);
    } else {
      end = cellEnd(text, at, delimiter);
      const cell = text[end] === '\n' ? lineOf(text, at, end) : text.slice(at, end);
      if (cell.includes('"')) fault = strayQuote;
      else if (cell.includes('\r')) fault ??= loneReturn;
      cells.push(cell);
    }
    if (text[end] === '\n') return { cells, fault, end: end + 1 };
    at = end + 1;
  }
}

/** Two consecutive quotes mean one. */
function closingQuote(text: string, from: number): number {
  let close = text.indexOf('"', from);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  return close;
}

function cellEnd(text: string, from: number, delimiter: string): number {
  const lineEnd = text.indexOf('\n', from);
  for (let at = from; at < lineEnd; at += 1) if (text[at] === delimiter) return at;
  return lineEnd;
}

function lineOf(text: string, from: number, lineEnd: number): string {
  const hasReturn = lineEnd > from && text.charCodeAt(lineEnd - 1) === carriageReturn;
  return text.slice(from, hasReturn ? lineEnd - 1 : lineEnd);
}

function linesIn(text: string, from: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) {
    count += 1;
  }
  return count;
}

function unclosed(line: number): CostctlError {
  return new CostctlError('invalid_data', `line ${line}: a quote is opened and never closed`, {
    hint: 'a quote inside a quoted cell is written twice',
  });
}

function textAfterQuote(line: number): CostctlError {
  return new CostctlError('invalid_data', `line ${line}: there is text after a closing quote`, {
    hint: 'a quote inside a quoted cell is written twice',
  });
}

const escapes: Readonly<Record<string, string>> = {
  '\\t': '\t',
  '\\n': '\n',
  '\\r': '\r',
  '\\\\': '\\',
};

/** Tab-separated lines, with the escapes of `-o tsv`. */
export async function readTsv(blocks: AsyncIterable<Block>, take: TakeCells): Promise<void> {
  for await (const { text, line: firstLine } of blocks) {
    let line = firstLine;
    for (const raw of text.slice(0, -1).split('\n')) {
      const record = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
      if (record !== '') takeRecord(line, record, take);
      line += 1;
    }
  }
}

function takeRecord(line: number, record: string, take: TakeCells): void {
  const cells = record.split('\t');
  if (!record.includes('\\')) {
    take(line, cells);
    return;
  }
  const unknown = /\\(?![tnr\\])/.exec(record.replaceAll('\\\\', ''));
  const fault = unknown === null ? undefined : 'a backslash is written \\\\';
  take(line, cells.map(readEscapes), fault);
}

function readEscapes(cell: string): string {
  return cell.replace(/\\[tnr\\]/g, (written) => escapes[written] ?? written);
}
