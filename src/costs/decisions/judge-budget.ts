import { CostctlError } from '../../errors.ts';
import { addDecimals, type Decimal, zero } from '../../json/decimal.ts';
import type { ResultRow } from '../analysis/fields.ts';
import { partsIn } from '../analysis/marker.ts';
import { mergeGroups } from '../analysis/merge.ts';
import type { Group } from '../analysis/tally.ts';
import { addMonths } from '../days.ts';
import { type Budget, budgetRange, describeBudget } from './budgets.ts';
import { monthsLearned } from './outlook.ts';
import { expectedTotal } from './project-month.ts';

/** The first day that a budget needs, for the period that a day is in. */
export function budgetHistory({ period, on }: Budget, day: string): string {
  const { from } = budgetRange(period, day);
  return on === 'outlook' ? addMonths(from, -monthsLearned) : from;
}

export interface BudgetDays {
  /** A day of the budget's period. */
  readonly today: string;
  /** The last day that was read. */
  readonly to: string;
}

/** What is used of a budget. The groups are marked with the numbers of the budgets that they are part of. */
export function judgeBudget(
  budget: Budget,
  number: number,
  groups: readonly Group[],
  { today, to }: BudgetDays,
): ResultRow {
  // Another budget may need earlier days.
  const start = budgetHistory(budget, today);
  const own = groups.filter(
    ({ day, values: [mark] }) => (day ?? '') >= start && partsIn(mark).includes(number),
  );
  const other = own.find(
    ({ currency, total }) => currency !== budget.currency && total.units !== 0n,
  );
  if (other !== undefined) {
    throw new CostctlError(
      'incomplete',
      `the budget ${budget.name} is in ${budget.currency}, and some of its cost is in ${other.currency ?? 'no currency'}`,
      { hint: `add --convert-to ${budget.currency}, or narrow the budget with where` },
    );
  }
  const range = budgetRange(budget.period, today);
  const days = mergeGroups(own, ({ day, currency }) => ({ day, currency, values: [] }));
  const actual = days
    .filter(({ day }) => day !== null && day >= range.from && day <= range.to)
    .reduce<Decimal>((sum, { total }) => addDecimals(sum, total), zero);
  const known = { from: addMonths(range.from, -monthsLearned), to };
  const outlook =
    budget.on === 'outlook' ? expectedTotal(days, { month: range, known, level: 80 }) : undefined;
  return describeBudget(budget, { range, actual, outlook });
}
