import { daysLearned } from './week-shift.ts';

/** A lone day is more than this many times as far from its weekday as every day around it, on the same side. */
const timesOthers = 3n;

/**
 * The amounts with what is usual on the days that stand out alone: nothing says that such a day comes again.
 * Undefined if there are none. A change that stays, and credits that return, have others beside them.
 */
export function withoutLoneDays(
  amounts: readonly bigint[],
  usual: readonly (bigint | undefined)[],
): bigint[] | undefined {
  const surpluses = amounts.map((amount, place) => amount - (usual[place] ?? amount));
  const lone = surpluses.flatMap((_surplus, place) => (isLone(surpluses, place) ? [place] : []));
  if (lone.length === 0) return undefined;
  const found = [...amounts];
  for (const place of lone) found[place] = usual[place] ?? 0n;
  return found;
}

function isLone(surpluses: readonly bigint[], place: number): boolean {
  const surplus = surpluses[place] ?? 0n;
  if (surplus === 0n) return false;
  const last = Math.min(surpluses.length - 1, place + daysLearned);
  for (let at = Math.max(0, place - daysLearned); at <= last; at += 1) {
    const others = (surpluses[at] ?? 0n) * timesOthers;
    if (at !== place && (surplus > 0n ? others >= surplus : others <= surplus)) return false;
  }
  return true;
}
