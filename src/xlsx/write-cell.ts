import { ExactNumber } from '../json/number.ts';
import { stringifyJson } from '../json/stringify.ts';

/** The content of a cell. There are no formulas, so nothing from the service is ever executed. */
export type Cell =
  | { readonly kind: 'empty' }
  /** `digits` is the exact text of the number. */
  | { readonly kind: 'number'; readonly digits: string }
  | { readonly kind: 'day'; readonly serial: string; readonly text: string }
  | { readonly kind: 'time'; readonly serial: string; readonly text: string }
  | { readonly kind: 'text'; readonly text: string };

const empty: Cell = { kind: 'empty' };

/** A value as a cell. In a column of numbers, decimal text is a number too. */
export function toCell(value: unknown, isNumberColumn: boolean): Cell {
  if (value === null || value === undefined || value === '') return empty;
  if (typeof value === 'number') return numberCell(JSON.stringify(value));
  if (value instanceof ExactNumber) return numberCell(value.text);
  if (typeof value !== 'string') return { kind: 'text', text: stringifyJson(value) };
  if (isNumberColumn && decimal.test(value)) return numberCell(value);
  return dayCell(value) ?? timeCell(value) ?? { kind: 'text', text: value };
}

/** The number notation of JSON, which the format uses too. */
const decimal = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** A spreadsheet reads a number as a double, so one that is too large would be an error there. */
function numberCell(digits: string): Cell {
  const isHeld = decimal.test(digits) && Number.isFinite(Number(digits));
  return isHeld ? { kind: 'number', digits } : { kind: 'text', text: digits };
}

/** How many significant digits a spreadsheet shows. */
const shownDigits = 15;

/** Whether a number has more digits than a spreadsheet shows. */
export function isLong(digits: string): boolean {
  if (digits.length <= shownDigits) return false;
  const significant = digits
    .replace(/[eE].*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '');
  return significant.replace(/0+$/, '').length > shownDigits;
}

const dayLength = 86_400_000;

/** Days from the format's day 0 to 1970. */
const daysBefore1970 = 25_569;

/** Spreadsheets disagree about dates before March 1900, because some have a 29 February 1900. */
const firstSerial = 61;

function dayCell(text: string): Cell | undefined {
  if (text.length !== 10 || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const time = Date.parse(text);
  // Date parses a day such as 30 February as one in March.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text) return undefined;
  const serial = time / dayLength + daysBefore1970;
  return serial < firstSerial ? undefined : { kind: 'day', serial: String(serial), text };
}

const timestamp = /^(\d{4}-\d{2}-\d{2})[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

/** A timestamp in UTC. One without a time zone stays text, because its moment is unknown. */
function timeCell(text: string): Cell | undefined {
  if (text.length < 20) return undefined;
  const [, day = '', fraction = ''] = timestamp.exec(text) ?? [];
  if (day === '' || dayCell(day) === undefined) return undefined;
  const second = Date.parse(text.replace(fraction, '').replace(' ', 'T').toUpperCase());
  if (Number.isNaN(second)) return undefined;
  const time = second + Number(`0${fraction}`) * 1000;
  const whole = Math.floor(time / dayLength);
  const part = (time - whole * dayLength) / dayLength;
  const serial = String(whole + daysBefore1970) + part.toFixed(12).slice(1);
  return whole + daysBefore1970 < firstSerial ? undefined : { kind: 'time', serial, text };
}
