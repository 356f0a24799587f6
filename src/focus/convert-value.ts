import * as z from 'zod/mini';
import { addDays, bucketRange, dayOf, isDay } from '../days.ts';
import { isJsonText } from '../formats/file-rows.ts';
import {
  hasComma,
  hasEscape,
  isNested,
  isNull,
  isNumber,
  isText,
  isWord,
} from '../json/bulk/bits.ts';
import { space } from '../json/bulk/bytes.ts';
import { CellReader } from '../json/bulk/cell-reader.ts';
import type { CellTexts } from '../json/bulk/cell-text.ts';
import type { RowPage } from '../json/bulk/rows.ts';
import { formatDecimal, parseDecimal } from '../json/decimal.ts';
import { dayIn } from '../rows/currency-and-day.ts';
import { rememberResults } from '../text.ts';
import { type FocusMap, faultOf, type MappedColumn, type Moment, type Source } from './map.ts';
import type { FocusType } from './version.ts';

/** A value of the data set, or why it cannot be one. */
export interface Converted {
  /** Null: no value. */
  readonly text: string | null;
  readonly isNumber: boolean;
  /** The value as a row in JSON has it. */
  readonly json: Buffer;
  /** What a writer must know about the JSON (`json/bulk/bits.ts`). */
  readonly bits: number;
  readonly fault?: string;
}

export const nothing: Converted = {
  text: null,
  isNumber: false,
  json: Buffer.from('null'),
  bits: isNull,
};

/** The value as a cell of a table has it. */
export function textOfCell({ text, isNumber }: Converted, texts: CellTexts): string {
  if (text === null) return '';
  return isNumber ? texts.ofNumber(text) : texts.ofText(text);
}

/** From the text of a cell to what the column has; undefined means no value. */
export type Convert = (text: string | undefined) => Converted;

export function converterOf({ column, source }: MappedColumn): Convert {
  const convert = rememberResults((text) => {
    const value = sourceText(source, text);
    if (typeof value === 'object') return { ...nothing, fault: value.fault };
    if (column.type === 'Decimal') return decimalOf(value);
    if (column.type === 'Date/Time') {
      return momentOf(value, source.kind === 'column' && source.isUtc === true);
    }
    const isObject = column.type === 'JSON';
    const own = isObject ? objectOf(value).replaceAll(/[\r\n]+/g, ' ') : value;
    const fault = faultOf(column, own);
    if (fault !== undefined) return { ...nothing, fault };
    if (!isObject) return textOf(own);
    return { text: own, isNumber: false, json: Buffer.from(own), bits: isNested };
  }, mostRemembered);
  // FOCUS has no blank texts: they are null, unless a table has a value for them.
  const missing =
    source.kind === 'table' && source.table.has('')
      ? convert('')
      : column.isNullable
        ? nothing
        : { ...nothing, fault: 'has no value' };
  return (text) => (text === undefined || text.trim() === '' ? missing : convert(text));
}

/** The value of a map that does not depend on the row. */
export function constantOf({ column, source }: MappedColumn): Converted | undefined {
  if (source.kind !== 'value') return undefined;
  if (source.text === null) return nothing;
  return converterOf({ column, source, where: [] })(source.text);
}

function sourceText(source: Source, text: string): string | { readonly fault: string } {
  switch (source.kind) {
    case 'value':
    case 'column':
      return text;
    case 'table':
      return source.table.get(text) ?? source.otherwise ?? { fault: 'is not in the table' };
    case 'moment': {
      const day = dayIn(text);
      const end = day === undefined ? '' : boundary(day, source.moment);
      return isDay(end) ? `${end}T00:00:00Z` : { fault: 'is not a day' };
    }
  }
}

/** Ends are not included: the end of a day is the start of the next. */
function boundary(day: string, moment: Moment): string {
  const { from, to } = bucketRange(day, moment.endsWith('month') ? 'month' : 'day');
  return moment.startsWith('end') ? addDays(to, 1) : from;
}

function decimalOf(text: string): Converted {
  const decimal = parseDecimal(text);
  if (decimal === undefined) return { ...nothing, fault: 'is not a number' };
  // The number as it was written, unless FOCUS writes it in another way: 1e3, +1.
  const isPlain = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text);
  const plain = isPlain ? text : formatDecimal(decimal);
  return { text: plain, isNumber: true, json: Buffer.from(plain), bits: isNumber };
}

const moment =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))? ?(Z|UTC|[+-]\d{2}:?\d{2})?$/;

/** A moment with a zone, as the same moment in UTC. */
function momentOf(text: string, isUtc: boolean): Converted {
  const [, day = '', hour = '00:00', zone = isUtc ? 'Z' : undefined] = moment.exec(text) ?? [];
  const isMoment = zone !== undefined && isDay(day);
  const time = Date.parse(isMoment ? `${day}T${hour}${zone === 'UTC' ? 'Z' : zone}` : '');
  // In UTC the year may no longer have four digits.
  if (Number.isNaN(time) || !isDay(dayOf(time))) {
    return { ...nothing, fault: 'is not a moment with a time zone' };
  }
  if (/\.\d*[1-9]/.test(hour)) return { ...nothing, fault: 'has a fraction of a second' };
  return textOf(`${new Date(time).toISOString().slice(0, 19)}Z`);
}

/** Whether a text is a moment that lacks only its time zone. */
export function lacksZone(text: string): boolean {
  const [, day = '', , zone] = moment.exec(text) ?? [];
  return zone === undefined && isDay(day);
}

/** An object as JSON has it. Azure's own exports leave out the braces, and Google's have a list. */
function objectOf(written: string): string {
  return written.startsWith('"') ? `{${written}}` : (fromList(written) ?? written);
}

const listed = z.array(z.strictObject({ key: z.string(), value: z.nullish(z.string()) }));

/** `[{"key":"team","value":"web"}]` as an object; undefined if it is anything else. */
function fromList(text: string): string | undefined {
  const list =
    text.startsWith('[') && isJsonText(text) ? listed.safeParse(JSON.parse(text)) : undefined;
  const pairs = list?.data?.map(({ key, value }) =>
    [key, value ?? null].map((one) => JSON.stringify(one)).join(':'),
  );
  return pairs && `{${pairs.join()}}`;
}

function textOf(text: string): Converted {
  const json = JSON.stringify(text);
  const bits = isText | (text.includes(',') ? hasComma : 0) | (json.includes('\\') ? hasEscape : 0);
  return { text, isNumber: false, json: Buffer.from(json), bits };
}

const mostRemembered = 10_000;

/** Whether the values of the service may be copied to FOCUS unchanged. */
export function isCopied({ column, source }: MappedColumn): boolean {
  const isPlain = column.type === 'String' || column.type === 'Decimal';
  return source.kind === 'column' && column.allowed === undefined && isPlain;
}

/** The least byte that begins a character beyond ASCII, of which some are blank. */
const firstBeyondAscii = 0xc2;

/** Whether the cell at `at` can certainly be copied unchanged. */
export function canCopy(page: RowPage, at: number, type: FocusType): boolean {
  const { body, cells } = page;
  const start = cells[at] ?? 0;
  const bits = cells[at + 2] ?? 0;
  if (type === 'Decimal') {
    if ((bits & isNumber) === 0) return false;
    // FOCUS has no small e: a number with an exponent is written out in digits.
    return !hasExponent(page.view, start, cells[at + 1] ?? 0);
  }
  if ((bits & isText) === 0) return (bits & (isNumber | isWord)) !== 0 && (bits & isNull) === 0;
  // A blank text is null in FOCUS: it is empty, or begins with a space of some kind.
  const first = body[start + 1] ?? 0;
  const isEmpty = (cells[at + 1] ?? 0) - start === 2;
  return !isEmpty && first > space && first < firstBeyondAscii && (bits & hasEscape) === 0;
}

/** Of the bytes of a number only E and e have this bit; four are looked at together. */
const exponentBit = 0x40;

function hasExponent(view: DataView, start: number, end: number): boolean {
  let at = start;
  for (; at + 4 <= end; at += 4)
    if ((view.getInt32(at) & (exponentBit * 0x01010101)) !== 0) return true;
  for (; at < end; at += 1) if ((view.getUint8(at) & exponentBit) !== 0) return true;
  return false;
}

/** Columns that a map names, and that no row has had so far. */
export interface Missing {
  readonly missing: () => readonly string[];
  /** Continues after an earlier run. */
  readonly restore: (missing: readonly string[]) => void;
}

export function createMissing({ columns }: FocusMap): Missing & {
  readonly look: (page: RowPage, row: number) => void;
} {
  const names = columns.flatMap(({ source, where }) => [
    ...(source.kind === 'value' ? [] : [source.column]),
    ...(source.kind === 'column' && source.or !== undefined ? [source.or] : []),
    ...where.map(({ column }) => column),
  ]);
  const readers = new Map(names.map((name) => [name, new CellReader(name)]));
  let missing = new Set(readers.keys());
  return {
    missing: () => [...missing],
    restore: (left) => {
      missing = new Set(left);
    },
    look: (page, row) => {
      if (missing.size === 0) return;
      for (const name of missing) {
        if (readers.get(name)?.read(page, row) !== undefined) missing.delete(name);
      }
    },
  };
}
