import { addMonths, type DayRange, isEmpty } from '../days.ts';
import { say } from '../phrase.ts';
import { type Budget, openRow } from '../questions/budgets-file.ts';
import {
  budgetDays,
  budgetHistory,
  isBudgetMet,
  judgeBudget,
  needsRows,
  spentOn,
} from '../questions/judge-budgets.ts';
import { withoutLate } from '../questions/late-days.ts';
import { markAll, partsIn } from '../questions/marker.ts';
import type { ResultRow } from '../questions/result-rows.ts';
import { isBlank } from '../questions/trend-lines.ts';
import { refuseUnknownColumn } from '../rows/yaml-file.ts';
import type { Assignment } from './assignment.ts';
import type { Answers, Part } from './part.ts';
import type { LeftOut } from './report-facts.ts';

export interface BudgetPart {
  readonly days: DayRange;
  readonly conditions: Budget['conditions'];
  /** The sources of its rows. */
  readonly met: ReadonlySet<string | null>;
  /** Whether any row of its days meets the conditions. */
  readonly isMet: boolean;
}

/** A row for each budget, and what it depends on; what could not be judged has a warning, and no verdict. */
export function budgetFacts(
  assignment: Assignment,
): Part<{ readonly row: ResultRow; readonly part: BudgetPart }[]> | LeftOut {
  const { budgets, period } = assignment;
  if (budgets === undefined) return { title: 'Budgets', why: 'no budgets file (--budgets FILE)' };
  const marker = markAll(budgets.map(({ conditions }) => conditions));
  const ranges = budgets.map((budget) => ({
    from: budgetHistory(budget, lastDay(period)),
    to: period.to,
  }));
  return {
    questions: { budgets: { by: [], byDay: true, bySource: true, marker, ranges } },
    gather: async (answers) => {
      const conditions = budgets.flatMap((budget) => budget.conditions);
      await refuseUnknownColumn(conditions, marker.missing(), answers.names);
      return judgeBudgets(budgets, answers, assignment);
    },
  };
}

async function judgeBudgets(
  budgets: readonly Budget[],
  { read, columns, daysWithRows, delivered }: Answers,
  { period, conversion, warn, explainUnmet }: Assignment,
) {
  const groups = read('budgets');
  const convert: Parameters<typeof spentOn>[3] =
    conversion && ((all, target) => conversion.convert(all, columns, { target, mayLack: true }));
  const asOf = { today: lastDay(period), to: period.to };
  const spent = await spentOn(budgets, groups, asOf.today, convert);
  const past = { from: addMonths(period.from, -1), to: period.to };
  const judged = budgets.map((budget, number) => {
    const days = budgetDays(budget, asOf);
    const own = spent[number] ?? [];
    const meeting = groups.filter(({ values: [mark] }) => partsIn(mark).includes(number));
    const met = new Set(meeting.map(({ values }) => values[1] ?? null));
    const { to: learnedTo } = withoutLate(past, delivered(met));
    const { row, mismatch } = judgeBudget(budget, number, own, { today: asOf.today, learnedTo });
    if (mismatch !== undefined) {
      const { problem, hint } = mismatch;
      warn(
        'budgets',
        say`the budget ${String(row['budget'])} could not be judged: ${problem}; ${hint}`,
      );
    }
    const part = {
      ...{ days, conditions: budget.conditions, met },
      isMet: isBudgetMet(number, groups, days),
    };
    return { budget, number, row, part };
  });
  const unmet = judged.filter(({ budget, part }) => needsRows(budget, part.days) && !part.isMet);
  const reasons =
    unmet.length === 0
      ? undefined
      : await explainUnmet({
          numbers: unmet.map(({ number }) => number),
          periods: judged.map(({ part }) => part.days),
        });
  for (const { budget, number } of unmet) {
    const reason = reasons?.get(number);
    const text =
      reason === undefined
        ? `no row of its period meets the conditions of the budget ${budget.name}`
        : say`the budget ${budget.name} could not be judged: ${reason}`;
    warn('budgets', text);
  }
  return judged.map(({ number, part, row }) => {
    const isUnknown = !part.isMet && !isEmpty(part.days) && isBlank(part.days, daysWithRows);
    return { row: isUnknown || reasons?.has(number) ? openRow(row) : row, part };
  });
}

/** The last day of a period; the first one if it is not over yet. */
function lastDay({ from, to }: DayRange): string {
  return to < from ? from : to;
}
