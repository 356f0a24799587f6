import { open, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { nameDays } from '../days.ts';
import { fileError } from '../errors.ts';
import { isSameNumber } from '../json/decimal.ts';
import { isComparable } from '../rows/fingerprint.ts';
import { statIfThere } from '../storage/file-system.ts';
import { type CurrencySum, historyName, type Manifest, type MirrorDay } from './manifest.ts';

export interface Change {
  readonly day: string;
  readonly currency: string | null;
  readonly rowsBefore: number;
  readonly rowsAfter: number;
  readonly sumBefore: string | null;
  readonly sumAfter: string | null;
}

/**
 * The currencies whose count or sum differs; if none does, all of them, unless an earlier version stored the
 * day: then it is not known whether its content has changed.
 */
export function compareDays(before: MirrorDay | undefined, after: Omit<MirrorDay, 'readAt'>) {
  const [old, current] = [byCurrency(before?.sums ?? []), byCurrency(after.sums)];
  const names = [...new Set([...old.keys(), ...current.keys()])].sort();
  const all = names.map((name): Change => {
    const [one, other] = [old.get(name), current.get(name)];
    return {
      day: after.date,
      currency: name === '' ? null : name,
      rowsBefore: one?.rows ?? 0,
      rowsAfter: other?.rows ?? 0,
      sumBefore: one === undefined ? '0' : one.sum,
      sumAfter: other === undefined ? '0' : other.sum,
    };
  });
  const different = all.filter(hasMoved);
  if (different.length > 0) return different;
  return before === undefined || isComparable(before.hash) ? all : [];
}

/** Whether rows or sum differ. If neither does, the content has changed. */
export function hasMoved({ rowsBefore, rowsAfter, sumBefore, sumAfter }: Change): boolean {
  return rowsBefore !== rowsAfter || !isSameSum(sumBefore, sumAfter);
}

/** `5.0` and `5.00` are the same sum. */
function isSameSum(one: string | null, other: string | null): boolean {
  return one === null || other === null ? one === other : isSameNumber(one, other);
}

/** Days whose content cannot be compared, because an earlier version stored them. */
export function describeUncompared({ days }: Manifest): string | undefined {
  const dates = days
    .filter(({ rows, hash }) => rows > 0 && !isComparable(hash))
    .map(({ date }) => date);
  if (dates.length === 0) return undefined;
  return `content was not compared: an earlier version stored ${nameDays(dates)}, and only rows and sums were compared`;
}

/** Whether the rows of a day are the same, in whatever order the service sent them. */
export function isSameContent(before: MirrorDay | undefined, after: Omit<MirrorDay, 'readAt'>) {
  const rows = before?.rows ?? 0;
  return rows === after.rows && (rows === 0 || before?.hash === after.hash);
}

function byCurrency(sums: readonly CurrencySum[]): Map<string, CurrencySum> {
  return new Map(sums.map((sum) => [sum.currency ?? '', sum]));
}

/** Returns the history's new length. What a killed run wrote after the manifest's length is cut off first. */
export async function appendHistory(
  folder: string,
  length: number,
  at: string,
  changes: readonly Change[],
): Promise<number> {
  const path = join(folder, historyName);
  try {
    // Somebody may have removed the file: then the history begins here.
    const size = (await statIfThere(path))?.size ?? 0;
    const kept = Math.min(size, length);
    if (size > kept) await truncate(path, kept);
    if (changes.length === 0) return kept;
    const lines = changes.map((change) => `${JSON.stringify({ at, ...change })}\n`);
    const bytes = Buffer.from(lines.join(''));
    const file = await open(path, 'a');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    return kept + bytes.length;
  } catch (cause) {
    throw fileError(`cannot write ${path}`, cause);
  }
}
