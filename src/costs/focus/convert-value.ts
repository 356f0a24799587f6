import { hasComma, hasEscape, isNested, isNull, isNumber, isText } from '../../json/bulk/bits.ts';
import { formatDecimal, parseDecimal } from '../../json/decimal.ts';
import { isDay } from '../days.ts';
import { faultOf, type MappedColumn, type Moment, type Source } from './map.ts';
import { keysOfPairs } from './value.ts';

/** A value of the data set, or why it cannot be one. */
export interface Converted {
  /** Null: no value. */
  readonly text: string | null;
  readonly isNumber: boolean;
  /** As a row in JSON has it. */
  readonly json: Buffer;
  /** What a writer must know of the JSON (`json/bulk/bits.ts`). */
  readonly bits: number;
  readonly fault?: string;
}

export const nothing: Converted = {
  text: null,
  isNumber: false,
  json: Buffer.from('null'),
  bits: isNull,
};

/** From the text of a cell to what the column has; undefined means no value. */
export type Convert = (text: string | undefined) => Converted;

export function converterOf({ column, source }: MappedColumn): Convert {
  const convert = rememberResults((text) => {
    const value = sourceText(source, text);
    if (typeof value === 'object') return { ...nothing, fault: value.fault };
    if (column.type === 'Decimal') return decimalOf(value);
    if (column.type === 'Date/Time') return momentOf(value);
    if (column.type === 'JSON') return pairsOf(value);
    const fault = faultOf(column, value);
    return fault === undefined ? textOf(value) : { ...nothing, fault };
  });
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
      const day = text.slice(0, 10);
      if (!isDay(day) || (text.length > 10 && text[10] !== 'T')) return { fault: 'is not a day' };
      return boundary(day, source.moment);
    }
  }
}

/** Ends are not included: the end of a day is the start of the next. */
function boundary(day: string, moment: Moment): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const isMonth = moment.endsWith('month');
  const step = moment.startsWith('end') ? 1 : 0;
  const time = isMonth
    ? Date.UTC(year, month - 1 + step, 1)
    : Date.UTC(year, month - 1, date + step);
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}

function decimalOf(text: string): Converted {
  const decimal = parseDecimal(text);
  if (decimal === undefined) return { ...nothing, fault: 'is not a number' };
  // As it was written, unless FOCUS writes it otherwise: 1e3, +1.
  const isPlain = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text);
  const plain = isPlain ? text : formatDecimal(decimal);
  return { text: plain, isNumber: true, json: Buffer.from(plain), bits: isNumber };
}

/** Any moment with a zone is the same moment in UTC. */
function momentOf(text: string): Converted {
  const hasZone = /^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:?\d{2})$/.test(text);
  const time = hasZone ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) return { ...nothing, fault: 'is not a moment with a time zone' };
  if (time % 1000 !== 0) return { ...nothing, fault: 'has a fraction of a second' };
  return textOf(`${new Date(time).toISOString().slice(0, 19)}Z`);
}

function pairsOf(text: string): Converted {
  if (keysOfPairs(text) === undefined) return { ...nothing, fault: 'is not an object of scalars' };
  return { text, isNumber: false, json: Buffer.from(text), bits: isNested };
}

function textOf(text: string): Converted {
  const json = JSON.stringify(text);
  const bits = isText | (text.includes(',') ? hasComma : 0) | (json.includes('\\') ? hasEscape : 0);
  return { text, isNumber: false, json: Buffer.from(json), bits };
}

const mostRemembered = 10_000;

function rememberResults(convert: (text: string) => Converted): (text: string) => Converted {
  const known = new Map<string, Converted>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= mostRemembered) known.clear();
    const result = convert(text);
    known.set(text, result);
    return result;
  };
}
