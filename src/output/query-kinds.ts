import type { ExactNumber } from '../json/number.ts';
import { isNumber, isRecord } from './cells.ts';

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

export const kindWords: Readonly<Record<Kind, string>> = {
  any: 'anything',
  number: 'a number',
  text: 'a string',
  list: 'an array',
  numbers: 'an array of numbers',
  texts: 'an array of strings',
  sortable: 'an array of numbers or of strings',
  object: 'an object',
  sequence: 'a string or an array',
  sized: 'a string, an array or an object',
  expression: 'an expression with & before it',
};

export function isOfKind(value: unknown, kind: Kind): boolean {
  return guards[kind](value);
}

/** JMESPath's word for the type of a value. */
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

const guards: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  any: () => true,
  number: isNumber,
  text: isText,
  list: Array.isArray,
  numbers: (value) => Array.isArray(value) && value.every(isNumber),
  texts: (value) => Array.isArray(value) && value.every(isText),
  sortable: (value) => Array.isArray(value) && (value.every(isNumber) || value.every(isText)),
  object: isObject,
  sequence: (value) => isText(value) || Array.isArray(value),
  sized: (value) => isText(value) || Array.isArray(value) || isObject(value),
  expression: (value) => value instanceof ExpressionReference,
};

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isObject(value: unknown): boolean {
  return isRecord(value) && !(value instanceof ExpressionReference);
}
