import { isDay } from '../days.ts';
import { type CostctlError, ifPossible, usageError } from '../errors.ts';
import type { CellLimits, CellText } from '../formats/column-batch.ts';
import { parseDecimal } from '../json/decimal.ts';
import {
  compareDays,
  compareWith,
  containsText,
  hasNone,
  isOutside,
  type Order,
  orders,
} from './cell-conditions.ts';
import { normalizeCurrency } from './currency-and-day.ts';
import { rankName } from './detect-columns.ts';

/** One `--where`, parsed. */
export interface Condition {
  /** As it was given. */
  readonly text: string;
  readonly column: string;
  /** Whether a row with this cell matches. */
  readonly matches: (cell: CellText) => boolean;
  /** Whether no cell within these limits, and no missing value, can match; absent: that is not known. */
  readonly excludes?: ((limits: CellLimits) => boolean) | undefined;
  /** The texts of which a cell must be one, if it compares with texts. */
  readonly values?: readonly string[] | undefined;
  /** What an error calls it. */
  readonly origin: string;
}

/** A usage error names the position. `currency`, and columns named like one, compare normalized currencies. */
export function parseCondition(text: string, origin = '--where', currency?: string): Condition {
  return { text, origin, ...parse(text, origin, currency) };
}

export function isCondition(text: string): boolean {
  return ifPossible(() => parseCondition(text)) !== undefined;
}

function parse(
  text: string,
  origin: string,
  currency: string | undefined,
): Omit<Condition, 'text' | 'origin'> {
  const fail = (what: string, at: number): CostctlError =>
    usageError(
      `${origin}: '${text}' is not a condition: ${what} at position ${at + 1}`,
      'write COL=VALUE, COL!=VALUE, COL>N, COL~TEXT, COL in A,B or COL= (no value)',
    );
  const found = findOperator(text);
  if (found === undefined) throw fail('an operator is missing', text.length);
  const { column, operator, start, end } = found;
  if (column === '') throw fail('a column is missing', 0);
  // `a = b` means `a=b`; without a space before the operator every space is part of the value.
  const isSpaced = /\s/.test(text[start - 1] ?? '');
  const rest = text.slice(end);
  const value = unquote(isSpaced ? rest.trim() : rest);
  const at = end + rest.length - rest.trimStart().length;
  const isNone = value.trim() === '' && !rest.includes('"');
  const isCurrency = column === currency || rankName('currency', column) !== undefined;
  const read = (cell: CellText) => (isCurrency ? normalizeCurrency(cell) : cell);
  const wanted = read(value);
  switch (operator) {
    case '=':
      if (isNone) return { column, matches: hasNone };
      return {
        column,
        values: [value],
        matches: (cell) => read(cell) === wanted,
        excludes: (limits) => !isCurrency && isOutside(value, limits),
      };
    case '!=':
      return {
        column,
        matches: isNone ? (cell) => !hasNone(cell) : (cell) => read(cell) !== wanted,
      };
    case '~':
    case '!~': {
      if (isNone) throw fail('a text is missing', at);
      const contains = containsText(value);
      return { column, matches: operator === '~' ? contains : (cell) => !contains(cell) };
    }
    case 'in': {
      const values = new Set(parseList(text, end, fail).map((one) => read(one) ?? ''));
      const takesNone = values.has('');
      return {
        column,
        values: [...values],
        matches: (cell) => (takesNone && hasNone(cell)) || values.has(read(cell) ?? ''),
        excludes: (limits) =>
          !(takesNone || isCurrency) && [...values].every((one) => isOutside(one, limits)),
      };
    }
    default: {
      const bound = unquote(rest.trim());
      const accepts = orders[operator];
      if (isDay(bound)) {
        const matches = (cell: CellText) => accepts(compareDays(cell, bound));
        // If neither the first day nor the last one matches, no day between them does.
        const excludes = ({ least, greatest, areDays }: CellLimits) =>
          areDays && !matches(least) && !matches(greatest);
        return { column, matches, excludes };
      }
      const number = parseDecimal(bound);
      if (number === undefined)
        throw fail('a number (1234.56) or a day (YYYY-MM-DD) is missing', at);
      const compare = compareWith(number, bound);
      return { column, matches: (cell) => accepts(compare(cell)) };
    }
  }
}

/** A longer operator comes before a shorter one that it begins with. */
const operators = ['!=', '!~', '>=', '<=', '=', '>', '<', '~'] as const;

/** The column of a condition, its operator, and where that starts and ends. */
function findOperator(text: string) {
  const quoted = /^\s*"((?:[^"]|"")*)"/.exec(text);
  const from = quoted?.[0].length ?? 0;
  for (let start = from; start < text.length; start += 1) {
    const rest = text.slice(start, start + 3);
    const sign = operators.find((one) => rest.startsWith(one));
    const word = /\s/.test(text[start - 1] ?? '') && /^in(?:\s|$)/i.test(rest) ? 'in' : undefined;
    const operator: '=' | '!=' | '~' | '!~' | 'in' | Order | undefined = sign ?? word;
    if (operator === undefined) continue;
    const before = text.slice(from, start).trim();
    if (quoted !== null && before !== '') return undefined;
    const column = quoted === null ? before : (quoted[1] ?? '').replaceAll('""', '"');
    return { column, operator, start, end: start + operator.length };
  }
  return undefined;
}

/** A value that is one quoted text from its first to its last character loses its quotes. */
function unquote(text: string): string {
  const quoted = /^"((?:[^"]|"")*)"$/.exec(text)?.[1];
  return quoted === undefined ? text : quoted.replaceAll('""', '"');
}

/** A column or value as a condition must write it; `unquote` and `findOperator` read it. */
export function quoteInCondition(text: string): string {
  return /^[\p{L}\p{N}_./:-]*$/u.test(text) ? text : `"${text.replaceAll('"', '""')}"`;
}

/** A condition that is met by the rows with this value, or without one. */
export function conditionOf(column: string, value: string | null): string {
  return `${quoteInCondition(column)}=${quoteInCondition(value ?? '')}`;
}

/** A condition that is met by the rows with one of these values. */
export function conditionOfAny(
  column: string,
  [value = null, ...others]: readonly (string | null)[],
) {
  if (value === null || others.length === 0) return conditionOf(column, value);
  const all = [value, ...others].map((one) => quoteInCondition(one ?? ''));
  return `${quoteInCondition(column)} in ${all.join(',')}`;
}

/** A condition that is met by the rows of a day, whether they have the day alone or a moment in it. */
export function dayCondition(column: string, day: string): string {
  return `${quoteInCondition(column)}~${day}`;
}

function parseList(text: string, from: number, fail: (what: string, at: number) => CostctlError) {
  const values: string[] = [];
  for (let at = from; ; at += 1) {
    while (/\s/.test(text[at] ?? '')) at += 1;
    if (text[at] === '"') {
      const quoted = /^"((?:[^"]|"")*)"\s*/.exec(text.slice(at));
      if (quoted === null) throw fail('a quote is not closed', at);
      values.push((quoted[1] ?? '').replaceAll('""', '"'));
      at += quoted[0].length;
    } else {
      const [plain = ''] = /^[^,]*/.exec(text.slice(at)) ?? [];
      if (plain.trim() === '') throw fail('a value is missing', at);
      values.push(plain.trim());
      at += plain.length;
    }
    if (at >= text.length) return values;
    if (text[at] !== ',') throw fail('a comma is missing', at);
  }
}
