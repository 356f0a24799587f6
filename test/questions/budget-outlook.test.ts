import { expect, test } from 'vitest';
import { addDays } from '../../src/days.ts';

import { parseBudgets } from '../../src/questions/budgets-file.ts';
import { judgeBudget } from '../../src/questions/judge-budgets.ts';
import { decimalOf } from '../../src/questions/result-rows.ts';
import type { Group } from '../../src/rows/tally.ts';

const today = '2026-10-12';
const [budget] = parseBudgets(
  'budgets.yaml',
  '- {name: all, amount: 5000, currency: USD, on: outlook}\n',
);
const dollars = daysOf('USD', '100');

function daysOf(currency: string | null, amount: string): Group[] {
  return Array.from({ length: 104 }, (_value, place) => ({
    day: addDays('2026-07-01', place),
    values: ['0'],
    currency,
    rows: 1,
    total: decimalOf(amount),
    faults: 0,
  }));
}

function outlookOf(groups: readonly Group[]): unknown {
  if (budget === undefined) throw new Error('no budget');
  return judgeBudget(budget, groups, { today, learnedTo: today }).row;
}

test.each(['AUD', 'ZAR', null])(
  'rows of zero in %s leave the outlook of a budget as it is',
  (currency) => {
    const zeros = daysOf(currency, '0');
    const alone = outlookOf(dollars);
    expect(alone).toMatchObject({ outlook: '3100.00' });
    expect([outlookOf([...zeros, ...dollars]), outlookOf([...dollars, ...zeros])]).toEqual([
      alone,
      alone,
    ]);
  },
);
