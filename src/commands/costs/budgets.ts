import { addDays } from '../../days.ts';
import { decimal, decimalOrNull, record, text } from '../../declaration/command.ts';
import { CostctlError, usageError } from '../../errors.ts';
import type { View } from '../../output/view.ts';
import { markAll } from '../../questions/marker.ts';
import { budgetHistory, judgeBudget } from '../../questions/project-month.ts';
import type { ResultRow } from '../../questions/result-rows.ts';
import { refuseUnknownColumn } from '../../rows/yaml-file.ts';
import type { Session } from '../../session.ts';
import { readTextFile } from '../../storage/read-input.ts';
import { type AnalysisInput, money, openAnalysis } from './analysis.ts';
import { chooseCosts, findToday } from './options.ts';

/** Checks every budget of a file with one reading of the rows. */
export async function checkBudgets(
  session: Session,
  path: string,
  input: AnalysisInput,
): Promise<void> {
  const { parseBudgets } = await import('../../questions/budgets-file.ts');
  const budgets = parseBudgets(path, await readTextFile(path));
  if (budgets.length === 0) throw usageError(`${path} has no budgets`);
  const { today: now, running: today } = await findToday(session, input);
  const to = input.includeToday === true ? now : addDays(now, -1);
  const [from = to] = budgets.map((budget) => budgetHistory(budget, today)).sort();
  const chosen = await chooseCosts(session, { ...input, from: to, to });
  // On the first day of a period there is no complete day yet.
  const choice = { ...chosen, period: { ...chosen.period, from } };
  const marker = markAll(budgets.map(({ conditions }) => conditions));
  const analysis = await openAnalysis(session, input, choice, { by: [], byDay: true, marker });
  const [groups = []] = await analysis.read(choice.period);
  if (groups.length > 0) {
    const conditions = budgets.flatMap((budget) => budget.conditions);
    await refuseUnknownColumn(conditions, marker.missing(), analysis.names);
  }
  const rows = budgets.map((budget, number) => judgeBudget(budget, number, groups, { today, to }));
  const failed = rows.filter(({ state }) => String(state).endsWith('exceeded'));
  await session.output.check(
    rows,
    (row) => ({
      name: String(row['budget']),
      state: failed.includes(row) ? 'failed' : 'passed',
      message: `${row['state']}: ${row['outlook'] ?? row['actual']} of ${row['limit']} ${row['currency']} (${row['share']} %)`,
    }),
    { ...view, about: analysis.about() },
  );
  // Each budget has a period of its own, which no option chooses.
  await analysis.conclude({ from: undefined, to: undefined });
  if (failed.length === 0) return;
  const names = failed.map(({ budget, share }) => `${budget} (${share} %)`);
  throw new CostctlError(
    'check_failed',
    `${failed.length === 1 ? 'a budget is' : `${failed.length} budgets are`} exceeded: ${names.join(', ')}`,
  );
}

const figures = {
  budget: text,
  state: { enum: ['ok', 'warned', 'exceeded', 'outlook exceeded'] },
  period: text,
  currency: text,
  actual: decimal,
  outlook: decimalOrNull,
  limit: decimal,
  share: decimalOrNull,
  warned: decimalOrNull,
};

/** What the result has for each budget. */
export const budgetRow = record(figures);

const view: View<ResultRow> = {
  columns: [
    { path: 'budget', importance: 'answer' },
    { path: 'state', kind: 'state', importance: 'answer' },
    { path: 'period', importance: 'extra' },
    { path: 'currency', importance: 'normal' },
    { path: 'actual', ...money },
    { path: 'outlook', ...money, importance: 'normal' },
    { path: 'limit', ...money },
    { path: 'share', header: 'share %', kind: 'number', importance: 'answer' },
  ],
  fields: Object.keys(figures),
};
