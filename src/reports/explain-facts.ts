import type { DayRange } from '../days.ts';
import { findEffects } from '../questions/change-effects.ts';
import type { ConvertedGroup } from '../questions/convert-currency.ts';
import { type Explained, explainChange } from '../questions/explain-change.ts';
import type { ExplainColumns } from '../questions/find-dimensions.ts';
import { markCredits } from '../questions/marker.ts';
import { findOneOffs, firstCosts } from '../questions/one-off-days.ts';
import type { Group } from '../rows/tally.ts';
import type { Question } from './read-once.ts';

export interface Explaining {
  readonly columns: ExplainColumns;
  /** The days before both periods by which their days are judged. */
  readonly past: readonly DayRange[];
  /** How the report writes a day. */
  readonly nameDay: (day: string) => string;
}

/** The questions that explain the change between two periods, as `costs explain` does. */
export function explainQuestions(
  { columns: { by, all, quantity }, past }: Explaining,
  both: readonly DayRange[],
): { readonly explain: Question; readonly usual: Question } {
  return {
    explain: { by: all, byDay: true, marker: markCredits(), quantity, ranges: both },
    usual: { by: by.slice(0, 1), byDay: true, marker: markCredits(), ranges: [...past, ...both] },
  };
}

interface Answers {
  readonly before: readonly ConvertedGroup[];
  readonly after: readonly ConvertedGroup[];
  readonly usual: readonly Group[];
  readonly delivered: ReadonlySet<string> | undefined;
}

export function explainReport(
  { columns: { by, alike }, nameDay }: Explaining,
  { before, after, usual, delivered }: Answers,
  periods: readonly DayRange[],
): Explained[] {
  const oneOffs = findOneOffs(firstCosts(usual, by[0]), by[0], periods, delivered);
  const effects = findEffects({ before, after, columns: by.length, alike, oneOffs });
  return explainChange(effects, {
    by,
    depth: 2,
    top: Number.POSITIVE_INFINITY,
    dateColumn: undefined,
    nameDay,
    commandOf: () => '',
  });
}
