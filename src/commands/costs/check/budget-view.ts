import { type Fields, record, viewOf } from '../../../declaration/result.ts';
import { isWholeMoney } from '../../../json/decimal.ts';
import type { View } from '../../../output/view.ts';
import type { ResultRow } from '../../../questions/result-rows.ts';
import { money } from '../figure-view.ts';

const figures: Fields = {
  budget: ['text', { importance: 'answer', names: true }],
  state: [
    { enum: ['ok', 'warned', 'exceeded', 'outlook exceeded', 'unjudged'] },
    { kind: 'state', importance: 'answer' },
  ],
  period: ['text', { whole: 'always', importance: 'extra' }],
  currency: ['text', { importance: 'answer' }],
  actual: ['decimal or null', { ...money, limit: 'limit' }],
  outlook: ['decimal or null', { ...money, limit: 'limit', ifAny: true }],
  limit: [
    'decimal or null',
    { ...money, isNumber: ({ limit, currency }) => !isWholeMoney(String(limit), String(currency)) },
  ],
  share: ['decimal or null', { header: 'share %', kind: 'percent', importance: 'answer' }],
  warned: 'decimal or null',
  // Why it is unjudged. A table has this above its rows.
  'problem?': 'text',
};

export const budgetRow = record(figures);

export function budgetView(rows: readonly ResultRow[]): View<ResultRow> {
  return viewOf(figures, rows);
}
