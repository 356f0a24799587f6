import type { DayRange } from '../../days.ts';
import { within } from '../../grouping.ts';
import { type Fault, lateFaults, refusedFaults } from '../../rows/completeness.ts';
import type { Analysis } from './analysis.ts';

type Values = readonly unknown[];

/**
 * What is missing for each group of a gate. If a column of `by` names the sources, all rows of a group come from one
 * source, and the group lacks only what this source lacks. Any other group may lack rows of every source, and so may
 * the group of rows that name no source.
 */
export function openGroupFaults(analysis: Analysis, by: readonly string[]) {
  const sources = analysis.sources;
  const place = sources?.column === undefined ? -1 : by.indexOf(sources.column);
  const known = new Map<string, readonly Fault[]>();
  const sourceOf = (values: Values) => {
    const source = values[place];
    return typeof source === 'string' && sources?.met().has(source) ? source : undefined;
  };
  const findOnce = (
    name: string,
    days: readonly DayRange[],
    values: Values,
    select: typeof lateFaults,
  ) => {
    const source = sourceOf(values);
    return within(known, JSON.stringify([name, days, source]), () => {
      const part = source === undefined ? undefined : { met: new Set([source]) };
      return select(analysis.judge(days, part));
    });
  };
  return {
    refused: (days: readonly DayRange[], values: Values) =>
      findOnce('refused', days, values, refusedFaults),
    /** Rows that are usually late: the figure of a group may be too low without them. */
    awaited: (days: readonly DayRange[], values: Values) => [
      ...findOnce('late', days, values, lateFaults),
      ...analysis.openDays(days),
    ],
  };
}
