import { isDay } from '../days.ts';
import { ifPossible } from '../errors.ts';
import { compareDecimals, type Decimal, parseDecimal, unitsAt } from '../json/decimal.ts';
import type { ExactNumber } from '../json/number.ts';
import { pluralize } from '../text.ts';
import type { Schema } from './json-schema.ts';

/** Length is counted in Unicode code points, as JSON Schema does. */
export function checkText(
  { minLength = 0, maxLength = Infinity, pattern, expected, format }: Schema,
  text: string,
): string[] {
  const messages: string[] = [];
  const length = countCharacters(text);
  if (length < minLength) {
    messages.push(
      minLength === 1
        ? 'must not be empty'
        : `must have at least ${pluralize(minLength, 'character')}, and has ${length}`,
    );
  }
  if (length > maxLength)
    messages.push(`must have at most ${pluralize(maxLength, 'character')}, and has ${length}`);
  if (pattern !== undefined && fitsPattern(pattern, text) === false) {
    messages.push(`must be ${expected ?? `of the form ${pattern}`}`);
  }
  const wanted = formats[format ?? ''];
  if (wanted !== undefined && !wanted.accepts(text)) messages.push(`must be ${wanted.name}`);
  return messages;
}

function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

interface TextForm {
  readonly name: string;
  readonly accepts: (text: string) => boolean;
}

const timeForm =
  /^(\d{4}-\d{2}-\d{2})[Tt ]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]\d{2}:?\d{2})$/;
const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Only unambiguous formats: the service decides what a time, an e-mail address or a URL is. */
const formats: Readonly<Record<string, TextForm>> = Object.assign(Object.create(null), {
  date: { name: 'a day, YYYY-MM-DD', accepts: isDay },
  uuid: { name: 'a UUID', accepts: (text: string) => uuidForm.test(text) },
});

/** Whether a text is surely a time: services accept other forms too. */
export function isTime(text: string): boolean {
  return isDay(timeForm.exec(text)?.[1] ?? '');
}

/**
 * Whether a text matches a pattern. Undefined if that is unknown: a pattern in a dialect other than JavaScript's
 * with the flag `u`, such as `/^[a-z]+$/i` with its slashes, or one that might take too long on a text of this
 * length, is left to the service.
 */
export function fitsPattern(pattern: string, text: string): boolean | undefined {
  if (pattern.length > longestPattern || text.length > longestText) return undefined;
  if (/^\/.*\/[a-z]*$/s.test(pattern)) return undefined;
  const expression = ifPossible(() => new RegExp(pattern, 'u'));
  // Only with this flag do braces and escapes mean what `workOf` assumes.
  if (expression === undefined || workOf(pattern, text.length + 1) > mostWork) return undefined;
  return expression.test(text);
}

const longestPattern = 5_000;
const longestText = 100_000;

/** The maximum number of ways to try before a text is found not to match. */
const mostWork = 10_000_000;

const parts =
  /\\[pPu]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|(?<open>\((?:\?(?:<?[=!]|:|<\w+>))?)|(?<close>\))|(?<or>\|)|(?<times>[*+?]|\{\d+(?:,\d*)?\})\??|./gsu;

/**
 * An upper bound for the ways in which a text of this length can be divided among the parts of the pattern: the
 * product over the parts. There is no bound for repeating something that can match in more than one way.
 */
function workOf(pattern: string, length: number): number {
  const isAnchored = /^\^[^|]*$/.test(pattern);
  let group = { ways: isAnchored ? 1 : length, last: 1, branches: 1 };
  const above: (typeof group)[] = [];
  const begin = (ways: number) => {
    group.ways *= group.last;
    group.last = ways;
  };
  for (const { groups = {} } of pattern.matchAll(parts)) {
    const { open, close, or, times } = groups;
    if (times !== undefined) group.last = repeat(group.last, times, length);
    else if (open !== undefined) {
      above.push(group);
      group = { ways: 1, last: 1, branches: 1 };
    } else if (close !== undefined) {
      const inside = total(group);
      group = above.pop() ?? group;
      begin(inside);
    } else {
      if (or !== undefined) group.branches += 1;
      begin(1);
    }
  }
  return total(group);
}

function total({ ways, last, branches }: Readonly<Record<'ways' | 'last' | 'branches', number>>) {
  return ways * last * branches;
}

/** The ways of a repeated part. */
function repeat(ways: number, times: string, length: number): number {
  const [least, most] = boundsOf(times);
  if (most === Infinity) return ways > 1 ? Infinity : length;
  return ways ** most * Math.max(1, Math.min(most - least + 1, length));
}

function boundsOf(times: string): [least: number, most: number] {
  if (times === '?') return [0, 1];
  const [least = '0', most = least] = times.replace(/[{}]/g, '').split(',');
  const isOpen = times === '*' || times === '+' || most === '';
  return isOpen ? [0, Infinity] : [Number(least), Number(most)];
}

const integerBounds: Readonly<Record<string, readonly [bigint, bigint]>> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
};

/** Compares digits, so that a number beyond the precision of a double is compared exactly. */
export function checkNumber(schema: Schema, value: number | ExactNumber): string[] {
  const number = decimalOf(value);
  if (number === undefined) return ['has more digits than can be checked'];
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const messages: string[] = [];
  if (minimum !== undefined && compare(number, minimum) < 0)
    messages.push(`must be at least ${minimum}`);
  if (maximum !== undefined && compare(number, maximum) > 0)
    messages.push(`must be at most ${maximum}`);
  if (exclusiveMinimum !== undefined && compare(number, exclusiveMinimum) <= 0) {
    messages.push(`must be more than ${exclusiveMinimum}`);
  }
  if (exclusiveMaximum !== undefined && compare(number, exclusiveMaximum) >= 0) {
    messages.push(`must be less than ${exclusiveMaximum}`);
  }
  if (multipleOf !== undefined && multipleOf > 0 && !isMultiple(number, multipleOf)) {
    messages.push(`must be a multiple of ${multipleOf}`);
  }
  const bounds = integerBounds[schema.format ?? ''];
  if (bounds !== undefined && isWhole(number) && !isWithin(number, bounds)) {
    messages.push(`must be from ${bounds[0]} to ${bounds[1]}`);
  }
  return messages;
}

export function isInteger(value: number | ExactNumber): boolean {
  const number = decimalOf(value);
  return number !== undefined && isWhole(number);
}

function decimalOf(value: number | ExactNumber): Decimal | undefined {
  return parseDecimal(typeof value === 'number' ? String(value) : value.text);
}

function compare(number: Decimal, bound: number): number {
  const other = parseDecimal(String(bound));
  return other === undefined ? 0 : compareDecimals(number, other);
}

function isWhole({ units, scale }: Decimal): boolean {
  return units % 10n ** BigInt(scale) === 0n;
}

function isWithin({ units, scale }: Decimal, [lowest, highest]: readonly [bigint, bigint]) {
  const whole = units / 10n ** BigInt(scale);
  return whole >= lowest && whole <= highest;
}

function isMultiple(number: Decimal, of: number): boolean {
  const step = parseDecimal(String(of));
  if (step === undefined) return true;
  const scale = Math.max(number.scale, step.scale);
  return unitsAt(number, scale) % unitsAt(step, scale) === 0n;
}
