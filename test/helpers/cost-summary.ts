import { daysOf, flat, makeFacts, week, weekOptions } from './cost-shapes.ts';
import type { Row } from './costs.ts';

export const weekFacts = makeFacts(week, 40);

export const summary = ['costs', 'summary', ...weekOptions];

export type Result = Readonly<Record<string, unknown>>;

export const flatDays = daysOf(flat, weekFacts);

export const onFirstDay = (rows: readonly Row[]) => ({ [week.from]: rows });
