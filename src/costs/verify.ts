import { compareDecimals, parseDecimal } from '../json/decimal.ts';
import type { DayRange } from './days.ts';
import { describeFile, type Receipt, type ReceiptFile, sumsOf } from './receipt.ts';
import { byDayAndCurrency, type DaySum } from './sums.ts';

/** One thing that a receipt says, and what is so now. */
export interface Check {
  readonly subject: string;
  readonly what: 'bytes' | 'sha256' | 'rows' | 'sum';
  readonly receipt: string | null;
  readonly now: string | null;
  readonly result: 'same' | 'differs';
}

export async function checkFile(path: string, file: ReceiptFile): Promise<Check[]> {
  const found = await describeFile(path);
  return [
    compare(path, 'bytes', String(file.bytes), String(found.bytes)),
    compare(path, 'sha256', file.sha256, found.sha256),
  ];
}

/** Days and currencies of which rows or sum moved, and one line for all where none did. */
export function checkSums(receipt: Receipt, now: readonly DaySum[]): Check[] {
  const before = byKey(sumsOf(receipt));
  const after = byKey(now);
  const both = new Map([...before, ...after]);
  return [...both.values()].sort(byDayAndCurrency).flatMap((day) => {
    const [old, current] = [before.get(keyOf(day)), after.get(keyOf(day))];
    const subject = day.currency === null ? day.date : `${day.date} ${day.currency}`;
    return [
      compare(subject, 'rows', textOf(old?.rows), textOf(current?.rows)),
      compare(subject, 'sum', old?.sum ?? null, current?.sum ?? null),
    ];
  });
}

/** Where the receipt has no sums: its windows, by the rows that were kept of each. */
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

/** `1.50` and `1.5` are one sum. */
function isSame(what: Check['what'], one: string | null, other: string | null): boolean {
  if (one === other) return true;
  if (what !== 'sum' || one === null || other === null) return false;
  const [left, right] = [parseDecimal(one), parseDecimal(other)];
  return left !== undefined && right !== undefined && compareDecimals(left, right) === 0;
}

function byKey(sums: readonly DaySum[]): Map<string, DaySum> {
  return new Map(sums.map((sum) => [keyOf(sum), sum]));
}

function keyOf({ date, currency }: DaySum): string {
  return `${date} ${currency ?? ''}`;
}

function textOf(number: number | undefined): string | null {
  return number === undefined ? null : String(number);
}
