import type { DayRange } from '../../days.ts';
import { within } from '../../grouping.ts';
import { distinctFaults, type Fault, lateFaults, refusedFaults } from '../../rows/completeness.ts';
import type { Analysis } from './analysis.ts';

type Values = readonly unknown[];

/** On which days rows that are not there could change what was found of a group. */
interface Doubt {
  readonly values: Values;
  /** The days on which it depends on data that a gate must not pass on. */
  readonly lacking: readonly DayRange[];
  /** Those on which it also depends on rows that are late, as is usual, or of a day that is not over. */
  readonly late: readonly DayRange[];
}

/**
 * What a gate must not pass on, and whether that leaves open what was found of a group. If a column of `by` names
 * the sources, all rows of a group come from one source, and the group lacks only what this source lacks. Any other
 * group may lack rows of every source, and so may the group of rows that name no source.
 */
export function judgeGroups(
  { isGate, sources, completeness, judge, openDays }: Analysis,
  by: readonly string[],
  doubts: readonly Doubt[],
  more: readonly Fault[] = [],
) {
  const place = sources?.column === undefined ? -1 : by.indexOf(sources.column);
  const known = new Map<string, { readonly found: ReturnType<typeof judge> }>();
  const judgeOnce = (days: readonly DayRange[], values: Values) => {
    if (days.length === 0) return undefined;
    const named = values[place];
    const source = typeof named === 'string' && sources?.met().has(named) ? named : undefined;
    const part = source === undefined ? undefined : { met: new Set([source]) };
    const key = JSON.stringify([days, source]);
    return within(known, key, () => ({ found: judge(days, part) })).found;
  };
  const refusedFor = ({ values, lacking }: Doubt) => refusedFaults(judgeOnce(lacking, values));
  const awaitedFor = ({ values, late }: Doubt) => [
    ...lateFaults(judgeOnce(late, values)),
    ...openDays(late),
  ];
  const all = [...refusedFaults(completeness), ...more, ...doubts.flatMap(awaitedFor)];
  const faults = isGate ? distinctFaults(all) : [];
  return {
    faults,
    isOpen: (doubt: Doubt) =>
      faults.length > 0 && refusedFor(doubt).length + awaitedFor(doubt).length > 0,
  };
}
