import { day, text } from './kind.ts';
import { flag, optional } from './option.ts';

/** The options that choose days; `costs/period.ts` reads them. */
export const periodOptions = {
  from: optional(day, 'first day, in UTC'),
  to: optional(day, 'last day, included'),
  last: optional(text('period', { example: '7d' }), '7d, 4w or 3m, ending yesterday'),
  month: optional(text('month', { example: '2026-10' }), 'a calendar month, YYYY-MM'),
  lastMonth: flag('the calendar month before this one'),
  monthToDate: flag('this month, up to yesterday'),
  includeToday: flag('let --last and --month-to-date end today'),
};
