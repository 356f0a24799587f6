import { resolve } from 'node:path';
import { nameDays } from '../days.ts';
import { CostctlError } from '../errors.ts';
import type { CellBlock } from '../formats/parquet/cell-block.ts';
import { within } from '../grouping.ts';
import { addDecimals, formatDecimal, parseDecimal } from '../json/decimal.ts';
import { unitOf } from '../rows/currency-and-day.ts';
import { addFingerprints } from '../rows/fingerprint.ts';
import { pluralize } from '../text.ts';
import type { CurrencySum, MirrorDay, SourceFile } from './manifest.ts';

/** A file of a new state; `old` is its place among those of the state before, if it is unchanged. */
export interface HeldSource extends SourceFile {
  readonly old: number | undefined;
  /** Whether the state before had it too, even if it was read again. */
  readonly isKnown: boolean;
  /** What its blocks need, if it was read column by column. */
  readonly blocks?: Omit<CellBlock, 'bytes'> | undefined;
}

type SourceDay = SourceFile['days'][number];

export function addSourceDays(
  sources: readonly SourceFile[],
): ReadonlyMap<string, Omit<MirrorDay, 'readAt'>> {
  const days = new Map<string, Omit<MirrorDay, 'readAt'>>();
  for (const day of sources.flatMap((source) => source.days)) {
    const before = days.get(day.date);
    const rows = (before?.rows ?? 0) + day.rows;
    days.set(day.date, {
      date: day.date,
      read: rows,
      rows,
      sums: before === undefined ? day.sums : addSums(before.sums, day.sums),
      hash: before === undefined ? day.hash : addFingerprints(before.hash, day.hash),
    });
  }
  return days;
}

function addSums(one: readonly CurrencySum[], other: readonly CurrencySum[]): CurrencySum[] {
  const sums = new Map(one.map((sum) => [sum.currency ?? '', sum]));
  for (const { currency, rows, sum } of other) {
    const before = sums.get(currency ?? '');
    sums.set(currency ?? '', {
      currency,
      rows: (before?.rows ?? 0) + rows,
      sum: before === undefined ? sum : addTexts(before.sum, sum),
    });
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

function addTexts(one: string | null, other: string | null): string | null {
  const [a, b] = [parseDecimal(one ?? ''), parseDecimal(other ?? '')];
  return a === undefined || b === undefined ? null : formatDecimal(addDecimals(a, b));
}

/** Which rows each day has, and in which order, as far as the files tell. */
export function layoutOf(sources: readonly SourceFile[]): ReadonlyMap<string, string> {
  const layout = new Map<string, string>();
  for (const { date, rows, hash } of sources.flatMap(({ days }) => days)) {
    layout.set(date, `${layout.get(date) ?? ''} ${rows}:${hash}`);
  }
  return layout;
}

/** Two files with all the same rows of a day would count twice. Pairs that were there before were allowed then. */
export function refuseTwins(folder: string, sources: readonly HeldSource[]): void {
  const first = new Map<string, HeldSource>();
  const pairs = new Map<string, { one: HeldSource; other: HeldSource; days: SourceDay[] }>();
  for (const source of sources) {
    for (const day of source.days) {
      const key = `${day.date} ${day.rows} ${day.hash}`;
      const twin = first.get(key);
      if (twin === undefined) first.set(key, source);
      else if (!twin.isKnown || !source.isKnown) {
        const name = JSON.stringify([twin.path, source.path]);
        within(pairs, name, () => ({ one: twin, other: source, days: [] })).days.push(day);
      }
    }
  }
  if (pairs.size === 0) return;
  const all = [...pairs.values()].map(({ one, other, days }) => {
    const names = nameDays(days.map(({ date }) => date));
    const paths = [one, other].map(({ path }) => resolve(folder, path));
    return `${paths.join(' and ')} have the same rows of ${names} (${describeSums(days)})`;
  });
  const more = all.length > mostNamed ? `; and ${all.length - mostNamed} more pairs of files` : '';
  throw new CostctlError('incomplete', `${all.slice(0, mostNamed).join('; ')}${more}`, {
    hint: 'nothing was changed: leave out one of them, or give --allow-duplicates to count both',
  });
}

const mostNamed = 5;

function describeSums(days: readonly SourceDay[]): string {
  const sums = days.reduce<CurrencySum[]>((sum, day) => addSums(sum, day.sums), []);
  const rows = days.reduce((sum, day) => sum + day.rows, 0);
  return [
    pluralize(rows, 'row'),
    ...sums.map(({ currency, sum }) => `${sum ?? 'no sum'} ${unitOf(currency, sums)}`.trimEnd()),
  ].join(', ');
}
