import type { DayRange } from '../days.ts';
import {
  formatDecimal,
  formatMoney,
  isSameNumber,
  parseDecimal,
  subtractDecimals,
  withPlus,
  zero,
} from '../json/decimal.ts';
import type { Change } from '../mirror/changes.ts';
import type { Manifest } from '../mirror/manifest.ts';
import { type Pair, pairGroups, pairTotals, sortPairs } from '../questions/pair-groups.ts';
import { nameValues } from '../questions/result-rows.ts';
import { unitOf } from '../rows/currency-and-day.ts';
import { comparableDays } from '../rows/day-fingerprints.ts';
import type { CloseManifest, DayContent, DaySum } from '../rows/manifest-file.ts';
import { contentOf, hasSums, type Receipt, sumsOf } from '../rows/receipt.ts';
import type { Group } from '../rows/tally.ts';
import { byDayAndCurrency } from '../rows/window-sums.ts';

/** One thing that a receipt says, and what it is now. */
export interface Check {
  readonly subject: string;
  readonly what: 'bytes' | 'sha256' | 'rows' | 'sum' | 'share' | 'schema' | 'content';
  readonly receipt: string | null;
  readonly now: string | null;
  readonly result: 'same' | 'differs';
  /** For an amount that was restated: what to correct in the next month. */
  readonly correction?: string;
  /** Only for a sum. */
  readonly currency?: string | null;
}

/** A sum with a row that is not a number is no sum: it differs. */
export function checkSums(receipt: Receipt, groups: readonly Group[]): Check[] {
  return checkDaySums(sumsOf(receipt), groups.map(describeGroup));
}

export function checkDaySums(all: readonly LiveSum[], now: readonly LiveSum[]): Check[] {
  const [before, after] = [byKey(all), byKey(now)];
  const both = new Map([...before, ...after]);
  return [...both.values()].sort(byDayAndCurrency).flatMap((day) => {
    const [old, current] = [before.get(keyOf(day)), after.get(keyOf(day))];
    const name = day.date === '' ? '(no day)' : day.date;
    const subject = day.currency === null ? name : `${name} ${day.currency}`;
    return [
      compare(subject, 'rows', textOf(old?.rows), textOf(current?.rows)),
      compareSums(subject, old?.sum, current?.sum, day.currency),
    ];
  });
}

/** Days with another sum in a currency. */
export function movedDays(before: readonly DaySum[], after: readonly DaySum[]): Set<string> {
  const [old, current] = [byKey(before), byKey(after)];
  const different = [...old, ...current].filter(
    ([key]) => !isSame('sum', old.get(key)?.sum ?? null, current.get(key)?.sum ?? null),
  );
  return new Set(different.map(([, { date }]) => date));
}

/** Days whose rows have changed, although no sum has: in number, or else in another column. */
export function checkContent(
  before: readonly DayContent[],
  after: readonly DayContent[],
  isKnown: (day: string) => boolean = () => false,
): Check[] {
  const [old, now] = [before, after].map((days) => new Map(days.map((day) => [day.date, day])));
  const dates = [...new Set([...before, ...after].map(({ date }) => date))].sort();
  return dates.flatMap((date) => {
    if (isKnown(date)) return [];
    const [was, is] = [old?.get(date), now?.get(date)];
    const subject = date === '' ? '(no day)' : date;
    const rows = compare(subject, 'rows', String(was?.rows ?? 0), String(is?.rows ?? 0));
    if (rows.result === 'differs') return [rows];
    return [compare(subject, 'content', was?.fingerprint ?? null, is?.fingerprint ?? null)];
  });
}

/** Whether all rows of a day are gone: they may be late again, and nothing to correct. */
export function isGone({ what, receipt, now }: Check): boolean {
  return what === 'rows' && receipt !== '0' && now === '0';
}

export interface LiveSum extends Omit<DaySum, 'sum'> {
  readonly sum: string | null;
}

function describeGroup(group: Group): LiveSum {
  const { rows, total, day, currency, faults } = group;
  return { date: day ?? '', currency, rows, sum: faults > 0 ? null : formatDecimal(total) };
}

/** Compares the number of rows of the whole range, which a receipt without sums has too. */
export function checkRows(range: DayRange, before: number, now: number): Check {
  const subject = range.from === range.to ? range.from : `${range.from}..${range.to}`;
  return compare(subject, 'rows', String(before), String(now));
}

export function compare(
  subject: string,
  what: Check['what'],
  receipt: string | null,
  now: string | null,
): Check {
  return { subject, what, receipt, now, result: isSame(what, receipt, now) ? 'same' : 'differs' };
}

/** A missing day has cost nothing; null means that there is no sum. */
function compareSums(
  subject: string,
  before: string | null | undefined,
  after: string | null | undefined,
  currency: string | null,
): Check {
  const sum = { ...compare(subject, 'sum', before ?? null, after ?? null), currency };
  const [left, right] = [before, after].map((one) =>
    parseDecimal(one === undefined ? '0' : (one ?? '')),
  );
  if (sum.result === 'same' || left === undefined || right === undefined) return sum;
  return { ...sum, correction: formatDecimal(subtractDecimals(right, left)) };
}

/** `1.50` and `1.5` are the same sum. */
function isSame(what: Check['what'], one: string | null, other: string | null): boolean {
  const areSums = what === 'sum' && one !== null && other !== null;
  return areSums ? isSameNumber(one, other) : one === other;
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

export interface Restated {
  readonly checks: readonly Check[];
  /** For each currency, the sum of the corrections: `+12.34 USD`. */
  readonly totals: readonly string[];
}

/**
 * What a manifest says otherwise than its receipt: of a day, or of the total of a currency. `read` are the
 * sums of the receipt, converted as the manifest says.
 */
export function checkManifest(manifest: CloseManifest, receipt: Receipt, read: readonly Group[]) {
  const closedDays = comparableDays(manifest.days);
  const days = closedDays === undefined ? [] : checkContent(contentOf(receipt) ?? [], closedDays);
  const changed = days.filter(({ result }) => result === 'differs');
  if (!hasSums(receipt)) return changed;
  const { from, to } = manifest;
  const pairs = pairTotals(read, manifest.sums.map(groupOf), {
    ...{ period: { from, to }, baseline: { from, to } },
  });
  const sums = pairs.map(({ currency, before = zero, after = zero }) => ({
    ...compare(
      unitOf(currency, pairs) || 'all rows',
      'sum',
      formatDecimal(before),
      formatDecimal(after),
    ),
    currency,
  }));
  return [...changed, ...sums.filter(({ result }) => result === 'differs')];
}

/** What changed since the month was closed: for each group the amount to correct in the next month. */
export function checkRestated({ sums, from, to }: CloseManifest, now: readonly Group[]): Restated {
  const before = sums.map(groupOf);
  const period = { from, to };
  const pairs = pairGroups(before, now, { period, baseline: period });
  const changed = sortPairs(pairs, 'change').filter(({ change }) => change.units !== 0n);
  const currencies = [...new Set(pairs.map(({ currency }) => currency))];
  const totals = pairTotals(before, now, { period, baseline: period })
    .filter(({ currency }) => changed.some((pair) => pair.currency === currency))
    .map(({ change, currency }) => {
      const amount = formatMoney(formatDecimal(change), currency);
      return `${withPlus(amount)} ${unitOf(currency, currencies)}`.trimEnd();
    });
  const checks = changed.map(
    (pair): Check => ({
      subject: nameOf(pair, currencies),
      what: 'sum',
      receipt: pair.before === undefined ? null : formatDecimal(pair.before),
      now: pair.after === undefined ? null : formatDecimal(pair.after),
      result: 'differs',
      correction: formatDecimal(pair.change),
      currency: pair.currency,
    }),
  );
  return { checks, totals };
}

function groupOf({
  values = [],
  currency,
  total,
}: Pick<Group, 'currency'> & { readonly values?: Group['values']; readonly total: string }): Group {
  return { day: null, values, currency, rows: 0, total: parseDecimal(total) ?? zero, faults: 0 };
}

function nameOf({ values, currency }: Pair, currencies: readonly unknown[]): string {
  const parts = [nameValues(values).join(', '), unitOf(currency, currencies)];
  return parts.filter((part) => part !== '').join(' ') || 'all rows';
}

/** Compares what days have now with what the mirror has of them. */
export function checkChanges(changes: readonly Change[]): Check[] {
  const checks = changes.flatMap(checkChange);
  // A day has one fingerprint, whatever its currencies.
  const isAgain = ({ what, subject }: Check, at: number) =>
    what === 'content' && checks.findIndex((one) => one.subject === subject) !== at;
  return checks.filter((check, at) => !isAgain(check, at));
}

/** Days that the service now has more rows of than anyone can read: they are no change, as nothing was compared. */
export function checkGrown(
  { days, truncated }: Pick<Manifest, 'days' | 'truncated'>,
  now: Manifest['truncated'],
): Check[] {
  const known = new Set(truncated.map(({ date }) => date));
  const held = new Map(days.map(({ date, read }) => [date, read]));
  return now
    .filter(({ date }) => !known.has(date))
    .map(({ date, total }) => compare(date, 'rows', String(held.get(date) ?? 0), String(total)));
}

function checkChange(change: Change): Check[] {
  const { day, currency } = change;
  const subject = currency === null ? day : `${day} ${currency}`;
  const rows = compare(subject, 'rows', String(change.rowsBefore), String(change.rowsAfter));
  const [before, after] = [change.sumBefore ?? 'unknown', change.sumAfter ?? 'unknown'];
  const sum = compareSums(subject, before, after, currency);
  // If neither has changed, the rows differ in another column.
  return rows.result === 'same' && sum.result === 'same'
    ? [{ subject: day, what: 'content', receipt: null, now: null, result: 'differs' }]
    : [rows, sum];
}
