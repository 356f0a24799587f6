import { isDay } from '../../days.ts';
import { minus, openBrace, openBracket, point, zero } from '../../json/bulk/bytes.ts';
import { parseDecimal } from '../../json/decimal.ts';
import { tryJson } from '../../json/parse.ts';
import { stringifyJson } from '../../json/stringify.ts';
import { kinds } from './column-cells.ts';
import { type Distinct, factWidth, formFact } from './distinct.ts';
import { type Evidence, largestPrecision } from './types.ts';
import { isDigit } from './write-entry.ts';

/** How some numbers and texts are written: what their stored values alone do not say. */
export interface Written {
  /** Whether every number has just the places that it needs: `1.5`. */
  readonly isShortest: boolean;
  /** The number of decimal places of every number, as in `1.50`; undefined if they differ. */
  readonly places: number | undefined;
  /** Whether the text of a number is not the one that its stored value and its places give: `1e3`, `-0`, `007`. */
  readonly hasIrregular: boolean;
  /** The places that are stored, if the column's type is given. */
  readonly scale: number | undefined;
  /** Whether a text could be taken for an object or array. */
  readonly looksNested: boolean;
}

/** So few values that V8 compiles the loop over them once, not again for each loop that calls it. */
const blockValues = 256;

/**
 * Looks at each value of a column once, however many rows have it. If its type is given, `scale` has the places
 * that are stored, and texts are numbers too.
 */
export function measureValues(values: Distinct, scale?: number) {
  const found: Found = {
    ...{ kinds: 0, digits: 0, places: 0, fewest: Number.MAX_SAFE_INTEGER },
    ...{ isShortest: true, hasIrregular: false, hasDay: false, hasOther: false },
    looksNested: false,
  };
  for (let from = 0; from < values.count; from += blockValues) {
    const to = Math.min(values.count, from + blockValues);
    const kindsHere = kindsIn(values, from, to);
    found.kinds |= kindsHere;
    if ((kindsHere & textBit) !== 0) lookAtTexts(values, from, to, found);
    const measured = scale === undefined ? numberBit : numberBit | textBit;
    if ((kindsHere & measured) !== 0) measureNumbers(values, from, to, scale, found);
  }
  const has = (kind: keyof typeof kinds) => (found.kinds & (1 << kinds[kind])) !== 0;
  const { digits, places, fewest, isShortest, hasIrregular, looksNested } = found;
  const own: Evidence['kinds'] = [
    ...(['boolean', 'nested', 'number'] as const).filter(has),
    ...(found.hasDay ? (['day'] as const) : []),
    ...(found.hasOther ? (['text'] as const) : []),
  ];
  const same = fewest === places ? places : undefined;
  return {
    evidence: { kinds: own, digits, places } satisfies Evidence,
    /** Undefined if values say it all. */
    written:
      has('number') || scale !== undefined || looksNested
        ? { isShortest, places: same, hasIrregular, scale, looksNested }
        : undefined,
  };
}

const [textBit, numberBit] = [1 << kinds.text, 1 << kinds.number];

interface Found {
  /** A bit for each of `kinds`. */
  kinds: number;
  digits: number;
  places: number;
  fewest: number;
  isShortest: boolean;
  hasIrregular: boolean;
  hasDay: boolean;
  hasOther: boolean;
  looksNested: boolean;
}

function kindsIn({ facts }: Distinct, from: number, to: number): number {
  let found = 0;
  for (let value = from; value < to; value += 1) {
    found |= 1 << ((facts[value * factWidth + formFact] ?? 0) & 3);
  }
  return found;
}

function measureNumbers(
  { bytes, facts }: Distinct,
  from: number,
  to: number,
  scale: number | undefined,
  found: Found,
): void {
  for (let value = from; value < to; value += 1) {
    const form = facts[value * factWidth + formFact] ?? 0;
    const kind = form & 3;
    if (kind !== kinds.number && (kind !== kinds.text || scale === undefined)) continue;
    const start = facts[value * factWidth] ?? 0;
    measure(bytes.buffer, start, start + (form >>> 2), kind === kinds.text ? scale : undefined);
    if (size.digits > found.digits) found.digits = size.digits;
    if (size.places > found.places) found.places = size.places;
    if (size.places < found.fewest) found.fewest = size.places;
    if (!size.isShortest) found.isShortest = false;
    if (size.isIrregular) found.hasIrregular = true;
  }
}

function lookAtTexts({ bytes, facts }: Distinct, from: number, to: number, found: Found): void {
  for (let value = from; value < to; value += 1) {
    const form = facts[value * factWidth + formFact] ?? 0;
    if ((form & 3) !== kinds.text) continue;
    const start = facts[value * factWidth] ?? 0;
    const end = start + (form >>> 2);
    if (!found.hasDay || !found.hasOther) {
      if (isDayAt(bytes.buffer, start, end)) found.hasDay = true;
      else found.hasOther = true;
    }
    found.looksNested ||= isNestedText(bytes.buffer, start, end);
  }
}

/** How many places a number is written with. */
export function placesOf(values: Distinct, value: number): number {
  return measure(values.bytes.buffer, values.startOf(value), values.endOf(value)).places;
}

/** Whether the text of a number is not the one that its stored value and its places give. */
export function isIrregularAt(values: Distinct, value: number, scale: number | undefined): boolean {
  const [start, end] = [values.startOf(value), values.endOf(value)];
  const most = values.kindOf(value) === kinds.text ? scale : undefined;
  return measure(values.bytes.buffer, start, end, most).isIrregular;
}

/** Whether a text is an object or array in JSON, in just the form in which those are stored. */
export function isNestedText(bytes: Buffer, start: number, end: number): boolean {
  if (start === end || (bytes[start] !== openBrace && bytes[start] !== openBracket)) return false;
  const text = bytes.toString('utf8', start, end);
  const value = tryJson(text);
  return value !== undefined && stringifyJson(value) === text;
}

/** 1 for a text that could be taken for an object or array, otherwise 0. */
export function markOf(values: Distinct, value: number): number {
  const isText = values.kindOf(value) === kinds.text;
  const [start, end] = [values.startOf(value), values.endOf(value)];
  return Number(isText && isNestedText(values.bytes.buffer, start, end));
}

interface Size {
  digits: number;
  places: number;
  isShortest: boolean;
  isIrregular: boolean;
}

/** Used again for each number. */
const size: Size = { digits: 0, places: 0, isShortest: true, isIrregular: false };

/** Of a text, zeros beyond `most` places are not stored: a reader would leave them out. */
function measure(bytes: Buffer, start: number, end: number, most = Number.POSITIVE_INFINITY): Size {
  const first = bytes[start] === minus ? start + 1 : start;
  const isNegative = first > start;
  let at = first;
  while (bytes[at] === zero && at < end) at += 1;
  const from = at;
  while (isDigit(bytes[at]) && at < end) at += 1;
  size.digits = at - from;
  size.places = 0;
  size.isShortest = true;
  size.isIrregular = false;
  if (at < end && bytes[at] === point) {
    size.places = end - at - 1;
    size.isShortest = bytes[end - 1] !== zero;
    at += 1;
    while (isDigit(bytes[at]) && at < end) at += 1;
  }
  if (at === end) {
    const hasMoreZeros = from - first > (size.digits === 0 ? 1 : 0);
    const isMinusZero = isNegative && size.digits === 0 && isZeroAt(bytes, from, end);
    if (hasMoreZeros || isMinusZero || size.places > most) {
      size.isShortest = false;
      size.isIrregular = true;
    }
    return size;
  }
  return measureOther(bytes.toString('latin1', start, end));
}

/** Measures a number with an exponent. */
function measureOther(text: string): Size {
  const decimal = parseDecimal(text);
  size.isShortest = false;
  size.isIrregular = true;
  size.places = decimal?.scale ?? largestPrecision + 1;
  const units = decimal?.units ?? 0n;
  const length = (units < 0n ? -units : units).toString().length;
  size.digits = units === 0n ? 0 : Math.max(0, length - size.places);
  return size;
}

/** Whether what remains of a number after its first zeros is zero too. */
function isZeroAt(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    if (bytes[at] !== zero && bytes[at] !== point) return false;
  }
  return true;
}

const dayLength = 10;

function isDayAt(bytes: Buffer, start: number, end: number): boolean {
  if (end - start !== dayLength || bytes[start + 4] !== minus || bytes[start + 7] !== minus) {
    return false;
  }
  return isDay(bytes.toString('latin1', start, end));
}
