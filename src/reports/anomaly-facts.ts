import { addDays } from '../days.ts';
import { historyDays } from '../questions/expect-day.ts';
import { findAnomalies, settledRange } from '../questions/find-anomalies.ts';
import { isBlank } from '../questions/trend-lines.ts';
import type { Assignment } from './assignment.ts';
import { type Part, withoutMark } from './part.ts';
import type { LeftOut, ReportFacts } from './report-facts.ts';

export function anomalyFacts(assignment: Assignment): Part<ReportFacts['anomalies']> | LeftOut {
  const judged = settledRange(assignment.period, assignment.today);
  if (judged.from > judged.to) {
    return { title: 'Anomalies', why: 'no day is old enough to be complete' };
  }
  const by = assignment.by.slice(0, 1);
  const learned = { from: addDays(judged.from, -historyDays), to: judged.to };
  // The answer to `usual`, if that is asked, has these sums in two parts, credits and the rest.
  // It is not used if amounts are converted: each part would be rounded.
  const isShared = assignment.explain !== undefined && assignment.conversion === undefined;
  const own = { anomalies: { by, byDay: true, ranges: [learned] } };
  return {
    questions: isShared ? {} : own,
    gather: async ({ groups, daysWithRows }) => {
      const costs = isShared
        ? (await groups('usual'))
            .filter(({ day }) => day !== null && day >= learned.from && day <= learned.to)
            .map(withoutMark)
        : await groups('anomalies');
      return {
        ...{ by, judged },
        isBlank: isBlank(judged, daysWithRows),
        rows: findAnomalies(costs, {
          range: judged,
          by,
          score: 3.5,
          minImpact: undefined,
          delivered: daysWithRows,
        }),
      };
    },
  };
}
