import { addDays, type DayRange, isEmpty, monthRange } from '../days.ts';
import { firstLearned, learnedDays } from '../questions/forecast.ts';
import { daysToLearn } from '../questions/late-days.ts';
import { projectMonth } from '../questions/project-month.ts';
import { isBlank } from '../questions/trend-lines.ts';
import type { Assignment } from './assignment.ts';
import type { Part } from './part.ts';
import type { LeftOut, ReportFacts } from './report-facts.ts';

/** A month to estimate, and the days that it is learned from. */
export interface OutlookDays {
  readonly month: DayRange;
  readonly known: DayRange;
}

/** The month of the period if it has not ended, otherwise the next month if that has not ended; or why neither. */
export function chooseOutlook(period: DayRange, today: string): OutlookDays | string {
  const yesterday = addDays(today, -1);
  const own = monthRange(period.from.slice(0, 7));
  const month = own.to > yesterday ? own : monthRange(addDays(own.to, 1).slice(0, 7));
  if (month.to < today) return 'the next month has ended too';
  return { month, known: learnedDays(month, yesterday) };
}

export function outlookFacts({ outlook }: Assignment): Part<ReportFacts['outlook']> | LeftOut {
  if (typeof outlook === 'string' || !('known' in outlook))
    return { title: 'Outlook', why: outlook };
  const { month, known } = outlook;
  return {
    questions: { whole: { by: [], byDay: true, ranges: [known] } },
    gather: async ({ groups, daysWithRows, delivered }) => {
      const costs = await groups('whole', known);
      const seen = daysToLearn(known, month, delivered());
      const projected = projectMonth(costs, { month, known: seen, by: [], level: 80 });
      const elapsed = { from: month.from, to: known.to };
      // What no row was found for is not zero.
      const isUnknown = !isEmpty(elapsed) && isBlank(elapsed, daysWithRows);
      const rows = projected.map((row) => (isUnknown ? { ...row, actual: null } : row));
      return { month, known: { ...known, from: firstLearned(costs, month.from) }, rows };
    },
  };
}
