import { isDay } from '../days.ts';
import { CostctlError, ifPossible } from '../errors.ts';
import { type RowPage, RowScanner } from '../json/bulk/rows.ts';
import { isObject, numberForm } from '../json/number.ts';
import { tryJson } from '../json/parse.ts';
import { openFileSource, type Source } from '../storage/source.ts';
import { explainFault, readTable } from './any-table.ts';
import { bracketedName, formatOfContent } from './recognize.ts';
import type { Cell, FileColumn } from './table-rows.ts';
import { type Block, readBlocks } from './text-blocks.ts';

export interface FileRowsOptions {
  /** Columns of csv whose cells are numbers if they look like numbers. Codes, such as 007, are amounts only. */
  readonly numbersIn: (column: string) => 'amounts' | 'numbers' | undefined;
  /** Reads the days of a column of csv that has them in a format of its own. */
  readonly dayOf: (column: string) => ((text: string) => string | undefined) | undefined;
  /** Texts of csv that mean no value. */
  readonly nullTexts: ReadonlySet<string>;
  /** Columns that the file does not have, with the same value in every row. */
  readonly constants: ReadonlyMap<string, string | null>;
  /** Called with the columns of a file, if it has a list of them. */
  readonly onColumns: (columns: readonly FileColumn[]) => void;
}

/** A page is valid until it is taken. `placeOf` names a row of it, such as `line 7`. */
export type TakePage = (page: RowPage, placeOf: (row: number) => string) => Promise<void>;

/** Hands over the rows of a csv, ndjson or Parquet file, compressed or not, page by page. */
export async function readFileRows(path: string, options: FileRowsOptions, take: TakePage) {
  if (await isLines(path)) await readLines(path, options, take);
  else await readCells(path, options, take);
}

async function isLines(path: string): Promise<boolean> {
  if (/\.(ndjson|jsonl)(\.gz)?$/i.test(path)) return true;
  const { first, close } = await openFileSource(path);
  await close();
  const text = first.toString('utf8', 0, 4096).replace(/^\ufeff?\s*/, '');
  return /^(?:\{|\[\s*(?:[[{\]"]|$))/.test(text) && !bracketedName.test(text);
}

/** A table becomes the JSON of its rows: everything after it reads rows of one form. */
async function readCells(path: string, options: FileRowsOptions, take: TakePage): Promise<void> {
  const scanner = new RowScanner();
  let write: ((cells: readonly Cell[]) => string) | undefined;
  let texts: string[] = [];
  let lines: number[] = [];
  let noun = 'row';
  await readTable(path, {
    open: (columns) => {
      if (columns[0]?.stored === 'csv') noun = 'line';
      options.onColumns(columns);
      write = createRowWriter(columns, options);
    },
    take: (cells, line) => {
      texts.push(write?.(cells) ?? '');
      lines.push(line);
    },
    pause: async () => {
      if (texts.length === 0) return;
      const page = scanRows(scanner, texts, lines, noun);
      const own = lines;
      [texts, lines] = [[], []];
      await take(page, (row) => `${noun} ${own[row] ?? ''}`);
    },
  });
}

const looseNumber = /^([+-]?)(?=\.?\d)0*(\d*)\.?(\d*)((?:[eE][+-]?\d+)?)$/;

/** With a zero in front that no number needs. */
const codeForm = /^\s*[+-]?0\d/;

/** A number as JSON writes it; undefined if the text is not a number. */
function numberOf(text: string): string | undefined {
  if (numberForm.test(text)) return text;
  const [, sign, whole = '', places = '', power] = looseNumber.exec(text.trim()) ?? [];
  if (sign === undefined) return undefined;
  return `${sign === '-' ? '-' : ''}${whole || '0'}${places === '' ? '' : `.${places}`}${power}`;
}

function createRowWriter(
  columns: readonly FileColumn[],
  { numbersIn, dayOf, constants, nullTexts }: FileRowsOptions,
): (cells: readonly Cell[]) => string {
  const writers = columns.map((column) => {
    const key = `${JSON.stringify(column.name)}:`;
    const encode = encoderOf(column, numbersIn, dayOf(column.name));
    let [last, text]: [Cell, string] = [null, `${key}null`];
    return (cell: Cell) => {
      // Neighbours often have the same value.
      if (cell !== last) {
        last = cell;
        const isNull = cell === null || (column.stored === 'csv' && nullTexts.has(cell));
        text = key + (isNull ? 'null' : encode(cell));
      }
      return text;
    };
  });
  const names = new Set(columns.map(({ name }) => name));
  const more = [...constants]
    .filter(([name]) => !names.has(name))
    .map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .join('');
  return (cells) => {
    let row = '{';
    for (let place = 0; place < writers.length; place += 1) {
      if (place > 0) row += ',';
      row += writers[place]?.(cells[place] ?? null) ?? '';
    }
    return `${row}${more}}`;
  };
}

function encoderOf(
  { name, stored, isJson }: FileColumn,
  numbersIn: FileRowsOptions['numbersIn'],
  readDay: ReturnType<FileRowsOptions['dayOf']>,
): (cell: string) => string {
  if (isJson === true) return (cell) => cell;
  if (stored === 'number') return (cell) => (numberForm.test(cell) ? cell : JSON.stringify(cell));
  if (stored === 'csv' && readDay !== undefined) {
    return (cell) => {
      const day = readDay(cell);
      return JSON.stringify(day !== undefined && isDay(day) ? day : cell);
    };
  }
  const numbers = stored === 'csv' ? numbersIn(name) : undefined;
  if (numbers !== undefined) {
    const mayBeCode = numbers === 'numbers';
    return (cell) =>
      (mayBeCode && codeForm.test(cell) ? undefined : numberOf(cell)) ?? JSON.stringify(cell);
  }
  return (cell) => (cell.charCodeAt(0) === openBrace ? objectOf(cell) : JSON.stringify(cell));
}

const openBrace = 0x7b;

/** Tags are often stored as the text of a JSON object: then they become that object. */
function objectOf(text: string): string {
  return isJsonText(text) ? text.replaceAll(/[\r\n]+/g, ' ') : JSON.stringify(text);
}

export function isJsonText(text: string): boolean {
  return ifPossible(() => JSON.parse(text)) !== undefined;
}

/** Lines of JSON need only be joined. Empty ones are passed over. */
async function readLines(path: string, options: FileRowsOptions, take: TakePage): Promise<void> {
  const scanner = new RowScanner();
  const constants = [...options.constants].map(([name, value]) => {
    const key = JSON.stringify(name);
    return { name, key, member: `${key}:${JSON.stringify(value)}` };
  });

  async function takeLines({ text, line: firstLine }: Block): Promise<void> {
    const places: number[] = [];
    const rows: string[] = [];
    for (const [at, line] of text.split('\n').entries()) {
      const row = line.trim();
      if (row === '') continue;
      places.push(firstLine + at);
      rows.push(withConstants(row, constants));
    }
    if (rows.length === 0) return;
    await take(scanRows(scanner, rows, places), (row) => `line ${places[row] ?? ''}`);
  }

  async function takeFrom({ chunks, first }: Source): Promise<void> {
    if (first.length === 0) throw new CostctlError('invalid_data', 'the file is empty');
    formatOfContent(path, first);
    for await (const block of readBlocks(chunks)) await takeLines(block);
  }

  try {
    const source = await openFileSource(path);
    await takeFrom(source).finally(source.close);
  } catch (cause) {
    throw explainFault(path, cause);
  }
}

interface Constant {
  readonly name: string;
  /** The name as JSON. */
  readonly key: string;
  readonly member: string;
}

/** The row with those of the columns that it does not have itself. */
function withConstants(row: string, constants: readonly Constant[]): string {
  if (constants.length === 0 || !row.startsWith('{')) return row;
  // A row is parsed only if it has the text of the name, which may be inside an object.
  const value = constants.some(({ key }) => row.includes(key)) ? tryJson(row) : undefined;
  const missing = constants.filter(({ name }) => !isObject(value) || !Object.hasOwn(value, name));
  if (missing.length === 0) return row;
  const inside = row.slice(1);
  const more = missing.map(({ member }) => member).join();
  return `{${more}${inside.trimStart().startsWith('}') ? '' : ','}${inside}`;
}

function scanRows(
  scanner: RowScanner,
  rows: readonly string[],
  places: readonly number[],
  noun = 'line',
): RowPage {
  let problem = '';
  try {
    const page = scanner.scan(Buffer.from(`{"data":[${rows.join()}]}`));
    if (page.count === rows.length) return page;
  } catch (error) {
    problem = messageOfSyntax(error);
  }
  const single = new RowScanner();
  for (const [at, row] of rows.entries()) {
    const place = `${noun} ${places[at] ?? 0}`;
    if (!isJsonObject(row)) throw wrongRow(`${place}: it is not one JSON object`, rowLinesHint);
    const fault = faultOfRow(single, row);
    if (fault !== undefined) throw wrongRow(`${place}: ${fault}`);
  }
  throw wrongRow(problem);
}

function faultOfRow(scanner: RowScanner, row: string): string | undefined {
  try {
    scanner.scan(Buffer.from(`{"data":[${row}]}`));
    return undefined;
  } catch (error) {
    return messageOfSyntax(error).replace(/ at byte \d+$/, '');
  }
}

function messageOfSyntax(error: unknown): string {
  if (error instanceof SyntaxError) return error.message;
  throw error;
}

function wrongRow(what: string, hint = 'leave such values out'): CostctlError {
  return new CostctlError('invalid_data', what, { hint });
}

export function isJsonObject(text: string): boolean {
  return /^\s*\{/.test(text) && isJsonText(text);
}

export const rowLinesHint = 'each line of ndjson is one row, a JSON object';
