import { type CountedDay, describeUnkept, isSumKept } from '../mirror/count-days.ts';
import type { Manifest } from '../mirror/manifest.ts';
import { isComparable } from '../rows/fingerprint.ts';
import type { DayContent } from '../rows/manifest-file.ts';
import { type Check, checkContent, checkDaySums, compare, type LiveSum } from './checks.ts';

/** What the files of a mirror have of each day, against its manifest, as far as the files keep it. */
export function checkHeldDays(manifest: Manifest, held: readonly CountedDay[]): Check[] {
  const { days } = manifest;
  const isKept = isSumKept(manifest);
  const sumsIn = (counted: readonly CountedDay[]): LiveSum[] =>
    counted.flatMap(({ date, sums }) =>
      sums.map(({ currency, rows, sum }) => ({ date, currency, rows, sum: isKept ? sum : null })),
    );
  // The service is asked for nothing, so nothing is to be corrected.
  const sums = checkDaySums(sumsIn(days), sumsIn(held)).map(
    ({ correction: _, ...check }): Check => check,
  );
  const all = [...checkStart(manifest), ...sums, ...checkRead(manifest)];
  if (describeUnkept(manifest) !== undefined) return all;
  const known = new Set([
    ...all.flatMap(({ subject, result }) => (result === 'same' ? [] : [subject.slice(0, 10)])),
    ...days.flatMap(({ date, hash }) => (isComparable(hash) ? [] : [date])),
  ]);
  const contentIn = (counted: readonly CountedDay[]): DayContent[] =>
    counted.flatMap(({ date, rows, hash }) =>
      rows === 0 ? [] : [{ date, rows, fingerprint: hash }],
    );
  return [...all, ...checkContent(contentIn(days), contentIn(held), (day) => known.has(day))];
}

/** The manifest begins with the first day that was asked for, whether it has rows, none, or too many. */
function checkStart({ days, truncated, query: { from } }: Manifest): Check[] {
  const [first] = [...days, ...truncated].map(({ date }) => date).sort();
  return first === undefined || first === from ? [] : [compare('from', 'schema', from, first)];
}

/** Without a condition, all rows that were read of a day are its rows. */
function checkRead({ days, query }: Manifest): Check[] {
  const cut = query.where.length > 0 ? [] : days.filter(({ read, rows }) => read !== rows);
  return cut.map(({ date, read, rows }) => compare(date, 'rows', String(read), String(rows)));
}
