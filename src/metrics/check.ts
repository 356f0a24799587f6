import { formatDecimal, parseDecimal } from '../json/decimal.ts';
import type { Cell, RawRow } from './columns.ts';
import type { Value } from './ledger.ts';
import { shortText } from './short-text.ts';

export interface CheckRules {
  readonly labelColumns: readonly string[];
  readonly allowMissingLabels: boolean;
  readonly trim: boolean;
}

/** Answers the value, or in words why the row cannot be used. */
export type Check = (row: RawRow) => Value | string;

export function createCheck({ labelColumns, allowMissingLabels, trim }: CheckRules): Check {
  const keys = labelColumns.map((name) => `${JSON.stringify(name)}:`);
  function labelFault(name: string, label: Cell): string | undefined {
    if (!label) return allowMissingLabels ? undefined : `the label ${name} is missing`;
    if (label.trim() !== label)
      return `the label ${name} has spaces around it: ${shortText(label)}`;
    return halfCharacter.test(label) ? `the label ${name} holds half a character` : undefined;
  }

  return (row) => {
    if (row.fault !== undefined) return row.fault;
    const faults: string[] = [];
    const note = (fault: string | undefined) => {
      if (fault !== undefined) faults.push(fault);
    };
    note(refuseDate(row.date));
    note(refuseAmount(row.amount));
    let members = '';
    for (let at = 0; at < keys.length; at += 1) {
      const label = trim ? row.labels[at]?.trim() : row.labels[at];
      note(labelFault(labelColumns[at] ?? '', label));
      if (!label) continue;
      members += `${members === '' ? '' : ','}${keys[at]}${quote(label)}`;
    }
    if (faults.length > 0) return faults.join('; ');
    return {
      line: row.line,
      date: row.date ?? '',
      amount: row.amount ?? '',
      labels: `{${members}}`,
    };
  };
}

/** A surrogate alone: JSON can write it, and no text that is sent or kept can hold it. */
const halfCharacter = /\p{Cs}/u;

const dayForm = /^\d{4}-\d{2}-\d{2}$/;

/** Why a text is no day; undefined where it is one. */
function refuseDate(date: Cell): string | undefined {
  if (!date) return 'the date is empty';
  if (!dayForm.test(date)) return `the date ${shortText(date)} is not of the form YYYY-MM-DD`;
  const [year, month, day] = [
    Number(date.slice(0, 4)),
    Number(date.slice(5, 7)),
    Number(date.slice(8)),
  ];
  const isReal = year >= 1 && day >= 1 && day <= daysIn(year, month);
  return isReal ? undefined : `${date} is not a day of the calendar`;
}

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : (monthLengths[month - 1] ?? 0);
}

const plainAmount = /^[+-]?\d{1,100}(?:\.\d{1,100})?$/;

/** In this order: the first that fits names the fault. */
const amountFaults: readonly (readonly [RegExp, string])[] = [
  [/^\s|\s$/, 'has spaces around it'],
  [/^[+-]?nan$/i, 'is not a number'],
  [/^[+-]?inf(?:inity)?$/i, 'is not finite'],
  [/\p{Sc}/u, 'has a currency sign'],
  [/%/, 'has a percent sign'],
  [/^[+-]?\d{1,3}(?:[,'’_\s]\d{3})+(?:\.\d+)?$/, 'has a thousands separator'],
  [/^[+-]?\d+,\d+$/, 'has a decimal comma, not a point'],
  [/^[+-]?\.\d/, 'lacks a digit before the point'],
  [/^[+-]?\d+\.(?:[eE]|$)/, 'lacks a digit after the point'],
];

/** Bounded, so that a sum of any two amounts can be read back too. */
const mostDigits = 1000;

/** Why a text is no amount; undefined where it is one. */
function refuseAmount(amount: Cell): string | undefined {
  if (!amount) return 'the amount is empty';
  if (plainAmount.test(amount)) return undefined;
  if (/^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(amount)) {
    const decimal = parseDecimal(amount);
    if (decimal !== undefined && formatDecimal(decimal).length <= mostDigits) return undefined;
    return `the amount ${shortText(amount)} has more than 1,000 digits`;
  }
  const known = amountFaults.find(([form]) => form.test(amount));
  return `the amount ${shortText(amount)} ${known === undefined ? 'is not a decimal' : known[1]}`;
}

/** All but what stands in JSON as it is; pairs of surrogates are left to JSON. */
const needsCare = /[^\x20\x21\x23-\x5b\x5d-\ud7ff\ue000-\uffff]/;

function quote(text: string): string {
  return needsCare.test(text) ? JSON.stringify(text) : `"${text}"`;
}
