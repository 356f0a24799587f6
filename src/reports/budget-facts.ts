import { addMonths, type DayRange, isEmpty } from '../days.ts';
import { say } from '../phrase.ts';
import { type Budget, openRow } from '../questions/budgets-file.ts';
import { budgetHistory, judgeBudgets } from '../questions/judge-budgets.ts';
import { markAll } from '../questions/marker.ts';
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
      return gatherBudgets(budgets, answers, assignment);
    },
  };
}

async function gatherBudgets(
  budgets: readonly Budget[],
  { read, columns, daysWithRows, delivered }: Answers,
  { period, conversion, warn, explainUnmet }: Assignment,
) {
  const convert: Parameters<typeof judgeBudgets>[2]['convert'] =
    conversion && ((all, target) => conversion.convert(all, columns, { target, mayLack: true }));
  const judged = await judgeBudgets(budgets, read('budgets'), {
    ...{ today: lastDay(period), to: period.to, convert, delivered },
    past: { from: addMonths(period.from, -1), to: period.to },
  });
  for (const { budget, mismatch } of judged) {
    if (mismatch === undefined) continue;
    const { problem, hint } = mismatch;
    warn('budgets', say`the budget ${budget.name} could not be judged: ${problem}; ${hint}`);
  }
  const unmet = judged.filter(({ isUnmet }) => isUnmet);
  const reasons = await explainUnmet({
    numbers: unmet.map(({ number }) => number),
    periods: judged.map(({ days }) => days),
  });
  for (const { budget, number } of unmet) {
    const reason = reasons.get(number);
    const text =
      reason === undefined
        ? `no row of its period meets the conditions of the budget ${budget.name}`
        : say`the budget ${budget.name} could not be judged: ${reason}`;
    warn('budgets', text);
  }
  return judged.map(({ budget, number, days, met, isMet, row }) => {
    const isUnknown = !isMet && !isEmpty(days) && isBlank(days, daysWithRows);
    return {
      row: isUnknown || reasons.has(number) ? openRow(row) : row,
      part: { days, conditions: budget.conditions, met, isMet },
    };
  });
}

/** The last day of a period; the first one if it is not over yet. */
function lastDay({ from, to }: DayRange): string {
  return to < from ? from : to;
}
