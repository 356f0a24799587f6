import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CostctlError, fileError } from '../../errors.ts';
import { formatDecimal, parseDecimal, zero } from '../../json/decimal.ts';
import { type Pair, pairGroups, pairTotals, sortPairs } from '../analysis/compare.ts';
import type { Group } from '../analysis/tally.ts';
import { describeFile, type ReceiptFile } from '../receipt.ts';
import type { Check } from '../verify.ts';
import { type CloseManifest, closeManifestName } from './manifest.ts';

/** Compares the files of a close pack with its manifest; one that the manifest does not name differs too. */
export async function checkCloseFiles(folder: string, { files }: CloseManifest): Promise<Check[]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw fileError(`cannot read ${folder}`, cause);
  });
  const known = new Set([closeManifestName, ...files.map(({ path }) => path)]);
  const checks: Check[] = [];
  for (const { path, bytes, sha256 } of files) {
    // What a manifest says is not trusted: a link, a pipe or a path leads out of the folder, or never ends.
    if (names.includes(path) && !(await isPlainFile(join(folder, path)))) {
      checks.push(compare(path, 'content', null, 'not a plain file'));
      continue;
    }
    const found = names.includes(path) ? await describe(join(folder, path)) : undefined;
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

async function isPlainFile(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isFile() === true;
}

/** Undefined if it cannot be read. */
function describe(path: string): Promise<ReceiptFile | undefined> {
  return describeFile(path).catch((error: unknown) => {
    if (error instanceof CostctlError) return undefined;
    throw error;
  });
}

export interface Restated {
  readonly checks: readonly Check[];
  /** Of each currency, the sum of the corrections: `12.34 USD`. */
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
  const pairs = pairGroups(before, now, { period, baseline: period, perDay: false });
  const changed = sortPairs(pairs, 'change').filter(({ change }) => change.units !== 0n);
  const totals = pairTotals(before, now, { period, baseline: period, perDay: false })
    .filter(({ currency }) => changed.some((pair) => pair.currency === currency))
    .map(({ change, currency }) => `${formatDecimal(change)} ${currency ?? ''}`.trim());
  const checks = changed.map(
    (pair): Check => ({
      subject: nameOf(pair),
      what: 'sum',
      receipt: pair.before === undefined ? null : formatDecimal(pair.before),
      now: pair.after === undefined ? null : formatDecimal(pair.after),
      result: 'differs',
      correction: formatDecimal(pair.change),
    }),
  );
  return { checks, totals };
}

function nameOf({ values, currency }: Pair): string {
  const names = values.map((value) => value ?? '(none)').join(', ');
  return [names, currency ?? ''].filter((part) => part !== '').join(' ') || 'all rows';
}

function compare(
  subject: string,
  what: Check['what'],
  receipt: string | null,
  now: string | null,
): Check {
  return { subject, what, receipt, now, result: receipt === now ? 'same' : 'differs' };
}
