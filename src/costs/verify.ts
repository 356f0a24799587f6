import { compareDecimals, formatDecimal, parseDecimal } from '../json/decimal.ts';
import type { Group } from './analysis/tally.ts';
import type { DayRange } from './days.ts';
import { describeFile, type Receipt, type ReceiptFile, sumsOf } from './receipt.ts';
import { byDayAndCurrency, type DaySum } from './window-sums.ts';

/** One thing that a receipt says, and what it is now. */
export interface Check {
  readonly subject: string;
  readonly what: 'bytes' | 'sha256' | 'rows' | 'sum' | 'schema' | 'content';
  readonly receipt: string | null;
  readonly now: string | null;
  readonly result: 'same' | 'differs';
  /** Of an amount that was restated: what to correct in the next month. */
  readonly correction?: string;
}

export async function checkFile(path: string, file: ReceiptFile): Promise<Check[]> {
  const found = await describeFile(path);
  return [
    compare(path, 'bytes', String(file.bytes), String(found.bytes)),
    compare(path, 'sha256', file.sha256, found.sha256),
  ];
}

/**
 * Days and currencies whose rows or sum have changed. A sum with a row that is not a number is no
 * sum: it differs.
 */
export function checkSums(receipt: Receipt, groups: readonly Group[]): Check[] {
  const before = byKey(sumsOf(receipt));
  const after = byKey(groups.map(describeGroup));
  const both = new Map([...before, ...after]);
  return [...both.values()].sort(byDayAndCurrency).flatMap((day) => {
    const [old, current] = [before.get(keyOf(day)), after.get(keyOf(day))];
    const name = day.date === '' ? '(no day)' : day.date;
    const subject = day.currency === null ? name : `${name} ${day.currency}`;
    return [
      compare(subject, 'rows', textOf(old?.rows), textOf(current?.rows)),
      compare(subject, 'sum', old?.sum ?? null, current?.sum ?? null),
    ];
  });
}

interface LiveSum extends Omit<DaySum, 'sum'> {
  readonly sum: string | null;
}

function describeGroup(group: Group): LiveSum {
  const { rows, total, day, currency, faults } = group;
  return { date: day ?? '', currency, rows, sum: faults > 0 ? null : formatDecimal(total) };
}

/** The rows of the whole range, for a receipt without sums too. */
export function checkRows(range: DayRange, before: number, now: number): Check {
  const subject = range.from === range.to ? range.from : `${range.from}..${range.to}`;
  return compare(subject, 'rows', String(before), String(now));
}

function compare(
  subject: string,
  what: Check['what'],
  receipt: string | null,
  now: string | null,
): Check {
  return { subject, what, receipt, now, result: isSame(what, receipt, now) ? 'same' : 'differs' };
}

/** `1.50` and `1.5` are the same sum. */
function isSame(what: Check['what'], one: string | null, other: string | null): boolean {
  if (one === other) return true;
  if (what !== 'sum' || one === null || other === null) return false;
  const [left, right] = [parseDecimal(one), parseDecimal(other)];
  return left !== undefined && right !== undefined && compareDecimals(left, right) === 0;
}

function byKey<Sum extends Omit<DaySum, 'sum'>>(sums: readonly Sum[]): Map<string, Sum> {
  return new Map(sums.map((sum) => [keyOf(sum), sum]));
}

function keyOf({ date, currency }: Omit<DaySum, 'sum'>): string {
  return `${date} ${currency ?? ''}`;
}

function textOf(number: number | undefined): string | null {
  return number === undefined ? null : String(number);
}
