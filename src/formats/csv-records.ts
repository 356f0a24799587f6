import { CostctlError } from '../errors.ts';
import { carriageReturn, quote } from '../json/bulk/bytes.ts';
import { pluralize } from '../text.ts';
import { detectDelimiter } from './recognize.ts';
import { type Block, longestRecord } from './text-blocks.ts';

/** What a cell is besides its text. A workbook has kinds of cells; a text file has only text. */
export type CellKind = 'text' | 'number' | 'day' | 'invalid';

/** `line` counts as an editor does; `fault` says what is wrong with the structure of the record. */
export type TakeRecord = (
  line: number,
  cells: string[],
  fault?: string,
  kinds?: readonly (CellKind | undefined)[],
) => void;

/**
 * Strict RFC 4180, with LF or CRLF and any separator. Written by hand because with a library, reading the
 * records takes twice the time of everything else (test/bench). If a quote makes it unclear which rows
 * follow, the file is refused.
 */
export async function readCsv(
  blocks: AsyncIterable<Block>,
  take: TakeRecord,
  delimiter = ',',
  pause?: () => Promise<void>,
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
    await pause?.();
  }
  if (length > 0) read();
  if (length > 0) throw unclosed(line);
  await pause?.();
}

/** A record by the names of its columns, in cells without spaces around them. */
export interface NamedRecord {
  readonly line: number;
  readonly values: Readonly<Record<string, string>>;
}

/** The records of a small csv that people write by hand; its first line names the columns. */
export function readCsvText(
  content: string,
  toName: (header: string) => string = (header) => header,
): NamedRecord[] {
  const text = `${content.replace(/^\ufeff/, '')}\n`;
  const records: NamedRecord[] = [];
  let names: readonly string[] | undefined;
  const stop = readRecords(text, 1, detectDelimiter(Buffer.from(text)), (line, given, fault) => {
    if (fault !== undefined) throw new CostctlError('invalid_data', `line ${line}: ${fault}`);
    const cells = given.map((cell) => cell.trim());
    if (names !== undefined && cells.length !== names.length) {
      throw wrongWidth(line, cells.length, names.length);
    }
    if (names === undefined) {
      names = cells.map(toName);
      // A spreadsheet may leave several columns without a name, and without cells.
      refuseTwinColumns(names.filter((name) => name !== ''));
      return;
    }
    const values = Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
    records.push({ line, values });
  });
  if (stop.at < text.length) throw unclosed(stop.line);
  return records;
}

/** Nothing says which of two columns of one name is meant. */
export function refuseTwinColumns(names: readonly string[]): void {
  const known = new Set<string>();
  const twin = names.find((name) => known.size === known.add(name).size);
  if (twin === undefined) return;
  const [what, hint] =
    twin === ''
      ? ['two columns have no name', 'remove lines above the header, and name each column in it']
      : [`two columns are named '${twin}'`, 'give each column a name of its own in the header'];
  throw new CostctlError('invalid_data', what, { hint });
}

/** What to do about a file that seems to have only one column, although it needs several. */
export const oneColumnHint =
  'the first line names the columns, in csv separated by commas, semicolons, tabs or bars: remove lines above it';

/** `isFirst`: no line has had as many cells as what was taken for the header. */
export function wrongWidth(line: number, cells: number, columns: number, isFirst = false) {
  const title =
    isFirst && cells > columns ? 'remove lines above the header, such as a title; ' : '';
  return new CostctlError(
    'invalid_data',
    `line ${line} has ${pluralize(cells, 'cell')}, but the header has ${columns}`,
    { hint: `${title}a cell that contains the separator is written in quotes` },
  );
}

/** Reads complete records; stops at one that continues past the text. */
function readRecords(text: string, firstLine: number, delimiter: string, take: TakeRecord) {
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
    const record = readQuoted(text, at, line, delimiter, mayHaveReturn);
    if (record === undefined) return { at, line };
    take(line, record.cells, record.fault);
    line += linesIn(text, at, record.end);
    at = record.end;
  }
  return { at, line };
}

const loneReturn = 'there is a carriage return outside quotes';
const strayQuote = 'there is a quote in a cell that does not begin with one';

/** A record with quotes in it; undefined if a quoted cell is not closed within the text. */
function readQuoted(
  text: string,
  start: number,
  line: number,
  delimiter: string,
  mayHaveReturn: boolean,
) {
  const cells: string[] = [];
  let fault: string | undefined;
  let lineEnd = text.indexOf('\n', start);
  let quoteAt = text.indexOf('"', start);
  for (let at = start; ; ) {
    let end: number;
    if (text.charCodeAt(at) === quote) {
      let close = text.indexOf('"', at + 1);
      let hasQuotes = false;
      // Two consecutive quotes mean one.
      while (close >= 0 && text.charCodeAt(close + 1) === quote) {
        hasQuotes = true;
        close = text.indexOf('"', close + 2);
      }
      if (close < 0) return undefined;
      const inside = text.slice(at + 1, close);
      cells.push(hasQuotes ? inside.replaceAll('""', '"') : inside);
      end = text.startsWith('\r\n', close + 1) ? close + 2 : close + 1;
      if (text[end] !== delimiter && text[end] !== '\n') {
        throw wrongQuote(line, 'there is text after a closing quote');
      }
      if (close > lineEnd) lineEnd = text.indexOf('\n', close);
    } else {
      const next = text.indexOf(delimiter, at);
      const isLast = next < 0 || next > lineEnd;
      end = isLast ? lineEnd : next;
      const cell = isLast ? lineOf(text, at, end) : text.slice(at, end);
      if (quoteAt >= 0 && quoteAt < at) quoteAt = text.indexOf('"', at);
      if (quoteAt >= 0 && quoteAt < end) fault = strayQuote;
      else if (mayHaveReturn && cell.includes('\r')) fault ??= loneReturn;
      cells.push(cell);
    }
    if (text[end] === '\n') return { cells, fault, end: end + 1 };
    at = end + 1;
  }
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
  return wrongQuote(line, 'a quote is opened and never closed');
}

function wrongQuote(line: number, what: string): CostctlError {
  return new CostctlError('invalid_data', `line ${line}: ${what}`, {
    hint: 'a quote inside a quoted cell is written twice',
  });
}
