import { usageError } from '../errors.ts';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  formatDecimal,
  parseDecimal,
  zero,
} from '../json/decimal.ts';
import { type ExactNumber, isNumber, isObject, numberForm, numberOf } from '../json/number.ts';

/** A number to compare or calculate with. Throws if a double cannot represent it. */
export function toDouble(value: number | ExactNumber): number {
  if (typeof value === 'number') return value;
  const double = Number(value.text);
  const exact = parseDecimal(value.text);
  const held = Number.isFinite(double) ? parseDecimal(String(double)) : undefined;
  if (exact !== undefined && held !== undefined && compareDecimals(exact, held) === 0) {
    return double;
  }
  throw usageError(
    `--query compares or calculates with ${value.text}, a number with more digits than it can hold`,
    'select the number as it is, or write the whole result with --output json',
  );
}

/** Whether a value is false in JMESPath: null, false, and anything empty. */
export function isFalse(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

export function isEqual(left: unknown, right: unknown): boolean {
  if (isNumber(left) && isNumber(right)) return toDouble(left) === toDouble(right);
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, at) => isEqual(item, right[at]));
  }
  if (isObject(left) && isObject(right)) {
    const keys = Object.keys(left);
    return (
      keys.length === Object.keys(right).length &&
      keys.every((key) => Object.hasOwn(right, key) && isEqual(left[key], right[key]))
    );
  }
  return left === right;
}

/** Negative, zero or positive for two numbers or two strings; other values have no order. */
export function compareValues(left: unknown, right: unknown): number | undefined {
  if (isNumber(left) && isNumber(right)) return toDouble(left) - toDouble(right);
  if (typeof left !== 'string' || typeof right !== 'string') return undefined;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** The mean, from a decimal sum, which may have more digits than a double. */
export function average(numbers: readonly (number | ExactNumber)[]): number | null {
  return numbers.length === 0 ? null : Number(String(sumExactly(numbers))) / numbers.length;
}

export function sumExactly(numbers: readonly (number | ExactNumber)[]): number | ExactNumber {
  const total = numbers.reduce<Decimal>((sum, number) => {
    const decimal = parseDecimal(String(toDouble(number)));
    return decimal === undefined ? sum : addDecimals(sum, decimal);
  }, zero);
  return numberOf(formatDecimal(total));
}

/** A number, or a string with the form of a number including its digits; otherwise null. */
export function readNumber(value: unknown): number | ExactNumber | null {
  if (isNumber(value)) return value;
  return typeof value === 'string' && numberForm.test(value) ? numberOf(value) : null;
}

/** `&expression`: what a function applies to each item. */
export class ExpressionReference {
  readonly apply: (item: unknown) => unknown;

  constructor(apply: (item: unknown) => unknown) {
    this.apply = apply;
  }
}

type Numeric = number | ExactNumber;

/** The argument kinds of JMESPath functions. */
export interface KindTypes {
  readonly any: unknown;
  readonly number: Numeric;
  readonly text: string;
  readonly list: readonly unknown[];
  readonly numbers: readonly Numeric[];
  readonly texts: readonly string[];
  readonly sortable: readonly Numeric[] | readonly string[];
  readonly object: Readonly<Record<string, unknown>>;
  readonly sequence: string | readonly unknown[];
  readonly sized: string | readonly unknown[] | Readonly<Record<string, unknown>>;
  readonly expression: ExpressionReference;
}

export type Kind = keyof KindTypes;

export function typeWord(value: unknown): string {
  if (isNumber(value)) return 'number';
  if (value === null || value === undefined) return 'null';
  if (value instanceof ExpressionReference) return 'expression';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

export function describeValue(value: unknown): string {
  const word = typeWord(value);
  return word === 'null' ? word : `${/^[aeo]/.test(word) ? 'an' : 'a'} ${word}`;
}

/** What a message calls each kind, and whether a value is of it. */
export const kinds: Readonly<
  Record<Kind, { readonly words: string; readonly has: (value: unknown) => boolean }>
> = {
  any: { words: 'anything', has: () => true },
  number: { words: 'a number', has: isNumber },
  text: { words: 'a string', has: isText },
  list: { words: 'an array', has: Array.isArray },
  numbers: { words: 'an array of numbers', has: (value) => isListOf(value, isNumber) },
  texts: { words: 'an array of strings', has: (value) => isListOf(value, isText) },
  sortable: {
    words: 'an array of numbers or of strings',
    has: (value) => isListOf(value, isNumber) || isListOf(value, isText),
  },
  object: { words: 'an object', has: hasProperties },
  sequence: {
    words: 'a string or an array',
    has: (value) => isText(value) || Array.isArray(value),
  },
  sized: {
    words: 'a string, an array or an object',
    has: (value) => isText(value) || Array.isArray(value) || hasProperties(value),
  },
  expression: {
    words: 'an expression with & before it',
    has: (value) => value instanceof ExpressionReference,
  },
};

function isListOf(value: unknown, has: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(has);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function hasProperties(value: unknown): boolean {
  return isObject(value) && !(value instanceof ExpressionReference);
}
