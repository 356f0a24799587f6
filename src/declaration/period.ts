import { text } from './kind.ts';
import { flag, optional } from './option.ts';

/** The options that choose a period; `costs/period.ts` reads them. */
export const periodOptions = {
  from: optional(text('date', { example: '2026-10-01' }), 'first day, in UTC'),
  to: optional(text('date', { example: '2026-10-31' }), 'last day, included'),
  last: optional(text('period', { example: '7d' }), '7d, 4w or 3m, ending yesterday'),
  month: optional(text('month', { example: '2026-10' }), 'a calendar month, up to yesterday'),
  quarter: optional(text('quarter', { example: '2026Q3' }), 'a calendar quarter, up to yesterday'),
  lastMonth: flag('the calendar month before this one'),
  monthToDate: flag('this month, up to yesterday'),
  includeToday: flag('let a period that has not ended end today'),
};
