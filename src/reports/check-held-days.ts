import { type CountedDay, describeUnkept, isSumKept } from '../mirror/count-days.ts';
import type { Manifest } from '../mirror/manifest.ts';
import type { DayContent } from '../rows/day-fingerprints.ts';
import { isComparable } from '../rows/fingerprint.ts';
import { type Check, checkContent, checkDaySums, type LiveSum } from './checks.ts';

/** What the files of a mirror have of each day, against its manifest, as far as the files keep it. */
export function checkHeldDays(manifest: Manifest, held: readonly CountedDay[]): Check[] {
  const { days } = manifest;
  const isKept = isSumKept(manifest);
  const sumsIn = (all: readonly CountedDay[]): LiveSum[] =>
    all.flatMap(({ date, sums }) =>
      sums.map(({ currency, rows, sum }) => ({ date, currency, rows, sum: isKept ? sum : null })),
    );
  // The service is asked for nothing, so nothing is to be corrected.
  const sums = checkDaySums(sumsIn(days), sumsIn(held)).map(
    ({ correction: _, ...check }): Check => check,
  );
  if (describeUnkept(manifest) !== undefined) return sums;
  const known = new Set([
    ...sums.flatMap(({ subject, result }) => (result === 'same' ? [] : [subject.slice(0, 10)])),
    ...days.flatMap(({ date, hash }) => (isComparable(hash) ? [] : [date])),
  ]);
  const contentIn = (all: readonly CountedDay[]): DayContent[] =>
    all.flatMap(({ date, rows, hash }) => (rows === 0 ? [] : [{ date, rows, fingerprint: hash }]));
  return [...sums, ...checkContent(contentIn(days), contentIn(held), (day) => known.has(day))];
}
