import type { DayRange } from '../days.ts';
import { findEffects } from '../questions/change-effects.ts';
import { type Explained, explainChange } from '../questions/explain-change.ts';
import type { ExplainColumns } from '../questions/find-dimensions.ts';
import { markCredits } from '../questions/marker.ts';
import { findOneOffs, firstCosts } from '../questions/one-off-days.ts';
import type { Assignment } from './assignment.ts';
import type { Part } from './part.ts';

export interface Explaining {
  readonly columns: ExplainColumns;
  /** The days before both periods by which their days are judged. */
  readonly past: readonly DayRange[];
  /** How the report writes a day. */
  readonly nameDay: (day: string) => string;
  readonly nameCount: (count: number) => string;
}

/** Why the cost changed between the two periods, as `costs explain` finds it. */
export function explainFacts({ explain, period, baseline }: Assignment): Part<Explained[]> {
  if (explain === undefined) return { questions: {}, gather: async () => [] };
  const { past, nameDay, nameCount, columns } = explain;
  const { by, all, alike, quantity } = columns;
  const both = [period, baseline];
  const marker = markCredits();
  return {
    questions: {
      explain: { by: all, byDay: true, marker, quantity, ranges: both },
      usual: { by: by.slice(0, 1), byDay: true, marker: markCredits(), ranges: [...past, ...both] },
    },
    gather: async (answers) => {
      const usual = firstCosts(await answers.groups('usual'), by[0]);
      const oneOffs = findOneOffs(usual, by[0], both, answers.daysWithRows);
      const groups = await answers.both('explain', true);
      const effects = findEffects({ ...groups, columns: by.length, alike, oneOffs });
      return explainChange(effects, {
        by,
        depth: 2,
        top: Number.POSITIVE_INFINITY,
        dateColumn: undefined,
        nameDay,
        nameCount,
        commandOf: () => '',
      });
    },
  };
}
