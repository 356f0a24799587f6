import { isDay } from '../days.ts';
import {
  guessDateFormats,
  needsDecimalComma,
  readCommaAmount,
  type Spelling,
} from '../formats/cell-spelling.ts';
import { formatDecimal, parseDecimal } from '../json/decimal.ts';
import { copyText, shortText } from '../text.ts';
import type { Value } from './entry.ts';
import type { Cell, RawRow } from './file-columns.ts';

export interface CheckRules {
  readonly labelColumns: readonly string[];
  readonly allowMissingLabels?: boolean | undefined;
  readonly trim?: boolean | undefined;
  readonly spelling: Spelling;
  /**
   * Whether the metric already has a label, with the spaces around it. Undefined until the stored labels have
   * been read: until then such a row is deferred.
   */
  readonly hasLabel?: ((column: number, label: string) => boolean) | undefined;
}

/** A usable row; deferred if only the metric's stored values can show that a label is valid. */
interface CheckedValue extends Value {
  readonly isDeferred?: true;
}

/** Returns the value, or why the row cannot be used. */
export type Check = (row: RawRow) => CheckedValue | string;

export function createCheck({
  labelColumns,
  allowMissingLabels,
  trim,
  spelling,
  hasLabel,
}: CheckRules): Check {
  const columns = labelColumns.map((name, at) => ({
    at,
    key: `${JSON.stringify(name)}:`,
    checked: new Map<string, string>(),
  }));
  const readDate = createDateReader(spelling);

  function labelFault(column: number, label: Cell): string | undefined {
    const name = labelColumns[column] ?? '';
    if (!label) return allowMissingLabels ? undefined : `the label ${name} is missing`;
    if (label.trim() !== label && hasLabel?.(column, label) === false) {
      return `the label ${name} has spaces around it: ${shortText(label)}`;
    }
    // Only text that JSON escapes can contain an incomplete character.
    const isHalved = needsEscape.test(label) && halfCharacter.test(label);
    return isHalved ? `the label ${name} contains an incomplete character` : undefined;
  }

  // Most rows have no faults, so one list is reused.
  let faults: string[] = [];
  return (row) => {
    if (row.fault !== undefined) return row.fault;
    if (faults.length > 0) faults = [];
    const date = row.dateIsDay === true ? (row.date ?? '') : readDate(row.date, faults);
    const amount = readAmount(row, spelling, faults);
    let members = '';
    let isDeferred = false;
    for (const { at, key, checked } of columns) {
      const label = trim ? row.labels[at]?.trim() : row.labels[at];
      const known = label === undefined ? undefined : checked.get(label);
      const fault = known === undefined ? labelFault(at, label) : undefined;
      if (fault !== undefined) faults.push(fault);
      if (!label) continue;
      const member = known ?? `${key}${quote(label)}`;
      if (known === undefined && fault === undefined) {
        if (label.trim() === label) remember(checked, label, member);
        else if (hasLabel === undefined) isDeferred = true;
      }
      members = members === '' ? member : `${members},${member}`;
    }
    if (faults.length > 0) return faults.join('; ');
    const value = { line: row.line, date, amount, labels: `{${members}}` };
    return isDeferred ? { ...value, isDeferred } : value;
  };
}

/** A lone surrogate: JSON can write it, but no text that is sent or stored can contain it. */
const halfCharacter = /\p{Cs}/u;

const isoDay = /^\d{4}-\d{2}-\d{2}$/;

/** The days and labels of a file repeat, so this many of each column are cached as checked. */
const mostChecked = 4096;

function createDateReader({ dateFormat }: Spelling): (date: Cell, faults: string[]) => string {
  const checked = new Map<string, string>();
  return (date, faults) => {
    const known = date === undefined ? undefined : checked.get(date);
    if (known !== undefined) return known;
    if (!date) {
      faults.push('the date is empty');
      return '';
    }
    const day = dateFormat === undefined ? date : dateFormat.read(date);
    if (day === undefined || !isoDay.test(day)) {
      faults.push(describeDateFormat(date, dateFormat?.name));
      return '';
    }
    if (!isDay(day)) {
      faults.push(`${date} is not a valid date`);
      return '';
    }
    remember(checked, date, day);
    return day;
  };
}

function remember(checked: Map<string, string>, text: string, result: string): void {
  if (checked.size >= mostChecked) checked.clear();
  checked.set(copyText(text), copyText(result));
}

function describeDateFormat(date: string, format = 'YYYY-MM-DD'): string {
  const words = `the date ${shortText(date)} is not of the form ${format}`;
  const guesses = guessDateFormats(date).filter((name) => name !== format);
  if (guesses.length === 0) return words;
  return guesses.includes('YYYY-MM-DD')
    ? `${words}: leave out --date-format`
    : `${words}: give --date-format ${guesses.join(' or ')}`;
}

const plainAmount = /^[+-]?\d{1,100}(?:\.\d{1,100})?$/;
const decimalAmount = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** In this order: the first match names the fault. */
const amountFaults: readonly (readonly [RegExp, string])[] = [
  [/^\s|\s$/, 'has spaces around it'],
  [/^[+-]?nan$/i, 'is not a number'],
  [/^[+-]?inf(?:inity)?$/i, 'is not finite'],
  [/\p{Sc}/u, 'has a currency sign'],
  [/%/, 'has a percent sign'],
  [
    /^[+-]?\d{1,3},\d{3}$/,
    'has a thousands separator, or a decimal comma (then give --decimal-comma)',
  ],
  [/^[+-]?\d{1,3}(?:[,'’_\s]\d{3})+(?:\.\d+)?$/, 'has a thousands separator'],
  [/^[+-]?\.\d/, 'lacks a digit before the point'],
  [/^[+-]?\d+\.(?:[eE]|$)/, 'lacks a digit after the point'],
];

/** A limit, so that the sum of any two amounts can be read back too. */
const mostDigits = 1000;

/** The amount as it is sent. */
function readAmount(
  { amount, amountIsNumber }: RawRow,
  { decimalComma }: Spelling,
  faults: string[],
): string {
  if (!amount) {
    faults.push('the amount is empty');
    return '';
  }
  const usesComma = decimalComma && amountIsNumber !== true;
  const decimal = usesComma ? readCommaAmount(amount) : amount;
  if (decimal === undefined) faults.push(describeCommaAmount(amount));
  else if (!plainAmount.test(decimal)) checkLongAmount(amount, decimal, faults);
  return decimal ?? '';
}

function describeCommaAmount(amount: string): string {
  const words = `the amount ${shortText(amount)} is not a decimal with a comma, such as 1.234,56`;
  return isReadable(amount) ? `${words}: leave out --decimal-comma` : words;
}

function isReadable(decimal: string): boolean {
  if (!decimalAmount.test(decimal)) return false;
  const parsed = parseDecimal(decimal);
  return parsed !== undefined && formatDecimal(parsed).length <= mostDigits;
}

function checkLongAmount(amount: string, decimal: string, faults: string[]): void {
  if (isReadable(decimal)) return;
  const asComma = readCommaAmount(amount) ?? '';
  if ([decimal, asComma].some((one) => decimalAmount.test(one) && !isReadable(one))) {
    faults.push(`the amount ${shortText(amount)} has more than 1,000 digits`);
    return;
  }
  if (needsDecimalComma(amount)) {
    faults.push(`the amount ${shortText(amount)} has a decimal comma: give --decimal-comma`);
    return;
  }
  const fault = amountFaults.find(([pattern]) => pattern.test(amount))?.[1] ?? 'is not a decimal';
  faults.push(`the amount ${shortText(amount)} ${fault}`);
}

/** Everything that JSON escapes; surrogate pairs are left to JSON. */
const needsEscape = /[^\x20\x21\x23-\x5b\x5d-\ud7ff\ue000-\uffff]/;

function quote(text: string): string {
  return needsEscape.test(text) ? JSON.stringify(text) : `"${text}"`;
}
