import { CostctlError } from '../errors.ts';
import { carriageReturn } from '../json/bulk/bytes.ts';
import { type Block, longestRecord } from './lines.ts';

/** Takes a record of a table; `fault` says what is wrong with its form. */
export type TakeCells = (line: number, cells: string[], fault?: string) => void;

interface Reading {
  readonly at: number;
  readonly line: number;
}

/**
 * RFC 4180, strictly, with LF or CRLF. Written by hand since a library's records cost twice the
 * time of all else (test/bench). Where a quote leaves open which rows follow, the file is refused.
 */
export async function readCsv(blocks: AsyncIterable<Block>, take: TakeCells): Promise<void> {
  let parts: string[] = [];
  let length = 0;
  let needed = 0;
  let line = 1;

  function read(): void {
    const text = parts.join('');
    const stop = readRecords(text, line, take);
    line = stop.line;
    length = text.length - stop.at;
    parts = length === 0 ? [] : [text.slice(stop.at)];
    if (length > longestRecord) throw unclosed(line);
    // A record that goes on is looked at again when there is twice as much of it, not at each block.
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

/** Reads whole records; stops where one goes on beyond the text. */
function readRecords(text: string, firstLine: number, take: TakeCells): Reading {
  const mayHoldReturn = /\r(?!\n)/.test(text);
  let at = 0;
  let line = firstLine;
  let quoteAt = text.indexOf('"');
  while (at < text.length) {
    const lineEnd = text.indexOf('\n', at);
    if (quoteAt >= 0 && quoteAt < at) quoteAt = text.indexOf('"', at);
    if (quoteAt < 0 || quoteAt > lineEnd) {
      const record = lineOf(text, at, lineEnd);
      const isBroken = mayHoldReturn && record.includes('\r');
      if (record !== '') take(line, record.split(','), isBroken ? loneReturn : undefined);
      at = lineEnd + 1;
      line += 1;
      continue;
    }
    const record = readQuoted(text, at, line);
    if (record === undefined) return { at, line };
    take(line, record.cells, record.fault);
    line += linesIn(text, at, record.end);
    at = record.end;
  }
  return { at, line };
}

const loneReturn = 'a carriage return stands outside quotes';
const strayQuote = 'a quote stands in a cell that does not begin with one';

interface QuotedRecord {
  readonly cells: string[];
  readonly fault?: string | undefined;
  readonly end: number;
}

/** A record with quotes in it; undefined where a quoted cell is not closed within the text. */
function readQuoted(text: string, start: number, line: number): QuotedRecord | undefined {
  const cells: string[] = [];
  let fault: string | undefined;
  for (let at = start; ; ) {
    let end: number;
    if (text[at] === '"') {
      const close = closingQuote(text, at + 1);
      if (close < 0) return undefined;
      cells.push(text.slice(at + 1, close).replaceAll('""', '"'));
      end = text.startsWith('\r\n', close + 1) ? close + 2 : close + 1;
      if (text[end] !== ',' && text[end] !== '\n') throw textAfterQuote(line);
    } else {
      end = cellEnd(text, at);
      const cell = text[end] === '\n' ? lineOf(text, at, end) : text.slice(at, end);
      if (cell.includes('"')) fault = strayQuote;
      else if (cell.includes('\r')) fault ??= loneReturn;
      cells.push(cell);
    }
    if (text[end] === '\n') return { cells, fault, end: end + 1 };
    at = end + 1;
  }
}

/** Two quotes in a row stand for one. */
function closingQuote(text: string, from: number): number {
  let close = text.indexOf('"', from);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  return close;
}

function cellEnd(text: string, from: number): number {
  const lineEnd = text.indexOf('\n', from);
  for (let at = from; at < lineEnd; at += 1) if (text[at] === ',') return at;
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
  return new CostctlError('invalid_data', `line ${line}: text follows a closing quote`, {
    hint: 'a quote inside a quoted cell is written twice',
  });
}
