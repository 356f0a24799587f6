import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { CostctlError, fileError, isSystemError } from '../errors.ts';
import { newLine, quote } from '../json/bulk/bytes.ts';
import { createJudge, type FileColumn, type Judge } from './judge.ts';
import type { Cell } from './rule-conditions.ts';
import type { Focus } from './version.ts';

export interface FileJudged {
  readonly rows: number;
  readonly judge: Judge;
}

const chunkSize = 1 << 20;

/** Judges every row of a csv, csv.gz or Parquet file, recognized by its first bytes. */
export async function judgeFile(
  path: string,
  focus: Focus,
  abilities: ReadonlySet<string>,
  onRows: (rows: number) => void,
): Promise<FileJudged> {
  let judge: Judge | undefined;
  let rows = 0;
  const openJudge = (columns: readonly FileColumn[]) => {
    refuseTwins(columns.map(({ name }) => name));
    judge = createJudge(focus, columns, abilities);
    return judge;
  };
  const counted = () => {
    rows += 1;
    if (rows % reportedRows === 0) onRows(reportedRows);
  };
  const handle = await open(path, 'r').catch((cause: unknown) => {
    throw fileError(`cannot read ${path}`, cause);
  });
  try {
    const head = Buffer.alloc(4);
    await handle.read(head, 0, 4, 0);
    if (head.toString('latin1') === 'PAR1') {
      const { readParquetRows } = await import('./read-parquet.ts');
      await readParquetRows(handle, openJudge, (cells, row) => {
        judge?.add(cells, row);
        counted();
      });
    } else {
      const source = handle.createReadStream({
        start: 0,
        highWaterMark: chunkSize,
        autoClose: false,
      });
      let columns = 0;
      const read = (chunks: AsyncIterable<Buffer>) =>
        readCsvRecords(chunks, (cells, line) => {
          if (judge === undefined) {
            columns = cells.length;
            openJudge(cells.map((name) => ({ name: name ?? '', stored: 'csv' })));
            return;
          }
          if (cells.length !== columns) throw wrongWidth(line, cells.length, columns);
          judge.add(cells, line);
          counted();
        });
      const isGzip = head[0] === 0x1f && head[1] === 0x8b;
      if (isGzip) await pipeline(source, createGunzip({ chunkSize }), read);
      else await read(source);
    }
  } catch (cause) {
    if (cause instanceof CostctlError) {
      if (cause.code !== 'invalid_data') throw cause;
      throw new CostctlError('invalid_data', `${path}: ${cause.message}`, cause.details);
    }
    if (isSystemError(cause)) throw fileError(`cannot read ${path}`, cause);
    throw cause;
  } finally {
    await handle.close().catch(() => undefined);
  }
  if (judge === undefined) {
    throw new CostctlError('invalid_data', `${path}: the file is empty: it has no header`);
  }
  onRows(rows % reportedRows);
  return { rows, judge };
}

const reportedRows = 10_000;

function refuseTwins(names: readonly string[]): void {
  const twin = names.find((name, place) => names.indexOf(name) < place);
  if (twin === undefined) return;
  throw new CostctlError('invalid_data', `two columns are named '${twin}'`);
}

function wrongWidth(line: number, cells: number, columns: number): CostctlError {
  return new CostctlError(
    'invalid_data',
    `line ${line} has ${cells} cells, but the header has ${columns}`,
  );
}

/** Takes one record; an empty cell is null. `line` counts as an editor does. */
export type TakeRecord = (cells: Cell[], line: number) => void;

/** A longer record is refused: no file can fill the memory. */
const longestRecord = 16 * 1024 * 1024;

/**
 * RFC 4180 with LF or CRLF. Bytes that are not UTF-8 become lone surrogates, which no valid text has:
 * a check of the text finds them.
 */
export async function readCsvRecords(
  chunks: AsyncIterable<Buffer>,
  take: TakeRecord,
): Promise<void> {
  let parts: string[] = [];
  let length = 0;
  /** Text is read again only when there is twice as much of it. */
  let needed = 0;
  let line = 1;
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;

  function read(isLast: boolean): void {
    const text = parts.join('');
    const stop = readRecords(text, line, take);
    line = stop.line;
    length = text.length - stop.at;
    parts = length === 0 ? [] : [text.slice(stop.at)];
    needed = length * 2;
    if (length > longestRecord || (isLast && length > 0)) throw unclosed(line);
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
  }
  if (rest.length > 0) {
    const text = `${decode(rest)}\n`;
    parts.push(isFirst ? text.replace(/^\ufeff/, '') : text);
  }
  read(true);
}

function decode(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
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
function readRecords(text: string, firstLine: number, take: TakeRecord): Stop {
  let line = firstLine;
  for (let at = 0; at < text.length; ) {
    const lineEnd = text.indexOf('\n', at);
    const end = text.charCodeAt(lineEnd - 1) === 13 && lineEnd > at ? lineEnd - 1 : lineEnd;
    const record = text.slice(at, end);
    if (!record.includes('"')) {
      if (record !== '') take(record.split(',').map(nullIfEmpty), line);
      at = lineEnd + 1;
      line += 1;
      continue;
    }
    const quoted = readQuoted(text, at, line);
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
      if (text[end] !== ',' && text[end] !== '\n') throw textAfterQuote(line);
    } else {
      const comma = text.indexOf(',', at);
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
