import { createHash } from 'node:crypto';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DayRange } from '../days.ts';
import { CostctlError, toFileError } from '../errors.ts';
import { openParquet } from '../formats/parquet/reader.ts';
import { describeType } from '../formats/parquet/types.ts';
import {
  compareDecimals,
  formatDecimal,
  formatMoney,
  parseDecimal,
  subtractDecimals,
  withPlus,
  zero,
} from '../json/decimal.ts';
import type { Change } from '../mirror/changes.ts';
import type { Manifest, MirrorFile } from '../mirror/manifest.ts';
import { type Pair, pairGroups, pairTotals, sortPairs } from '../questions/compare-periods.ts';
import { nameValues } from '../questions/result-rows.ts';
import type { DayContent } from '../rows/day-fingerprints.ts';
import { type CloseManifest, closeManifestName, formatChecksums } from '../rows/manifest-file.ts';
import { describeFile, type Receipt, type ReceiptFile, sumsOf } from '../rows/receipt.ts';
import type { Group } from '../rows/tally.ts';
import { byDayAndCurrency, type DaySum } from '../rows/window-sums.ts';

/** One thing that a receipt says, and what it is now. */
export interface Check {
  readonly subject: string;
  readonly what: 'bytes' | 'sha256' | 'rows' | 'sum' | 'schema' | 'content';
  readonly receipt: string | null;
  readonly now: string | null;
  readonly result: 'same' | 'differs';
  /** For an amount that was restated: what to correct in the next month. */
  readonly correction?: string;
  /** Only for a sum. */
  readonly currency?: string | null;
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

/** Days whose rows have changed, although neither their number nor their sums have. */
export function checkContent(
  before: readonly DayContent[],
  after: readonly DayContent[],
  isKnown: (day: string) => boolean = () => false,
): Check[] {
  const now = new Map(after.map((day) => [day.date, day]));
  return before.flatMap(({ date, rows, fingerprint }) => {
    const current = now.get(date);
    if (current === undefined || isKnown(date) || current.rows !== rows) return [];
    return [compare(date === '' ? '(no day)' : date, 'content', fingerprint, current.fingerprint)];
  });
}

interface LiveSum extends Omit<DaySum, 'sum'> {
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

function compare(
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

/** Describes a file; undefined if it cannot be read. */
function describeIfReadable(path: string): Promise<ReceiptFile | undefined> {
  return describeFile(path).catch((error: unknown) => {
    if (error instanceof CostctlError) return undefined;
    throw error;
  });
}

/** Compares the files of a close pack with its manifest; one that the manifest does not name differs too. */
export async function checkCloseFiles(folder: string, manifest: CloseManifest): Promise<Check[]> {
  const names = await readdir(folder).catch(toFileError(`cannot read ${folder}`));
  const files = await expectFiles(folder, manifest);
  const known = new Set([closeManifestName, ...files.map(({ path }) => path)]);
  const checks: Check[] = [];
  for (const { path, bytes, sha256 } of files) {
    // What a manifest says is not trusted: a link or a path may lead out of the folder, and a pipe may
    // never end.
    if (names.includes(path) && !(await isPlainFile(join(folder, path)))) {
      checks.push(compare(path, 'content', null, 'not a plain file'));
      continue;
    }
    const found = names.includes(path) ? await describeIfReadable(join(folder, path)) : undefined;
    checks.push(
      compare(path, 'bytes', String(bytes), found === undefined ? null : String(found.bytes)),
      compare(path, 'sha256', sha256, found?.sha256 ?? null),
    );
  }
  for (const path of names.filter((name) => !known.has(name)).sort()) {
    checks.push(compare(path, 'content', null, 'a file that the manifest does not name'));
  }
  return checks;
}

/** The files that the manifest names, and the list of their hashes as it must be. */
async function expectFiles(folder: string, { files, checksums }: CloseManifest) {
  if (checksums === undefined) return files;
  const path = closeManifestName;
  const { sha256 } = await describeFile(join(folder, path));
  const text = formatChecksums([...files, { path, sha256 }]);
  const hash = createHash('sha256').update(text).digest('hex');
  return [...files, { path: checksums, bytes: Buffer.byteLength(text), sha256: hash }];
}

async function isPlainFile(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isFile() === true;
}

export interface Restated {
  readonly checks: readonly Check[];
  /** For each currency, the sum of the corrections: `+12.34 USD`. */
  readonly totals: readonly string[];
}

/** What changed since the month was closed: for each group the amount to correct in the next month. */
export function checkRestated({ sums, from, to }: CloseManifest, now: readonly Group[]): Restated {
  const before = sums.map(
    ({ values, currency, total }): Group => ({
      day: null,
      values,
      currency,
      rows: 0,
      total: parseDecimal(total) ?? zero,
      faults: 0,
    }),
  );
  const period = { from, to };
  const pairs = pairGroups(before, now, { period, baseline: period });
  const changed = sortPairs(pairs, 'change').filter(({ change }) => change.units !== 0n);
  const totals = pairTotals(before, now, { period, baseline: period })
    .filter(({ currency }) => changed.some((pair) => pair.currency === currency))
    .map(({ change, currency }) => {
      const amount = formatMoney(formatDecimal(change), currency);
      return `${withPlus(amount)} ${currency ?? ''}`.trim();
    });
  const checks = changed.map(
    (pair): Check => ({
      subject: nameOf(pair),
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

function nameOf({ values, currency }: Pair): string {
  return (
    [nameValues(values).join(', '), currency ?? ''].filter((part) => part !== '').join(' ') ||
    'all rows'
  );
}

/** Compares the files of a mirror with its manifest. */
export async function checkMirrorFiles(folder: string, manifest: Manifest): Promise<Check[]> {
  const checks: Check[] = [];
  for (const file of manifest.files)
    checks.push(...(await checkMirrorFile(folder, manifest, file)));
  return checks;
}

async function checkMirrorFile(
  folder: string,
  manifest: Manifest,
  file: MirrorFile,
): Promise<Check[]> {
  const { path } = file;
  const full = join(folder, path);
  const found = await describeIfReadable(full);
  const checks = [
    compare(path, 'bytes', String(file.bytes), found === undefined ? null : String(found.bytes)),
    compare(path, 'sha256', file.sha256, found?.sha256 ?? null),
  ];
  if (found?.sha256 !== file.sha256) return checks;
  const reader = openParquet(full);
  const { columns, rows } = reader.footer;
  reader.close();
  const now = columns.map(({ name, type }) => `${name} ${describeType(type)}`).join(', ');
  const then = manifest.columns.map(({ name, type }) => `${name} ${type}`).join(', ');
  return [
    ...checks,
    compare(path, 'rows', String(file.rows), String(rows)),
    ...(then === now ? [] : [compare(path, 'schema', then, now)]),
  ];
}

/** Compares what a day has now with what the mirror has of it. */
export function checkChange(change: Change): Check[] {
  const { day, currency } = change;
  const subject = currency === null ? day : `${day} ${currency}`;
  const rows = compare(subject, 'rows', String(change.rowsBefore), String(change.rowsAfter));
  const [before, after] = [change.sumBefore ?? 'unknown', change.sumAfter ?? 'unknown'];
  const sum = compareSums(subject, before, after, currency);
  const isInvisible = rows.result === 'same' && sum.result === 'same';
  // If neither has changed, the rows differ in another column.
  return isInvisible ? [{ ...rows, what: 'content', result: 'differs' }] : [rows, sum];
}
