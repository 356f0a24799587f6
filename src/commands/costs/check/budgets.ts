import { basename } from 'node:path';
import { addDays, type DayRange, isEmpty } from '../../../days.ts';
import { CostctlError, usageError } from '../../../errors.ts';
import { groupBy } from '../../../grouping.ts';
import { formatJudged, formatLimit, formatPercent } from '../../../json/decimal.ts';
import type { CheckResult } from '../../../output/check-report.ts';
import { plain, type Said } from '../../../phrase.ts';
import { type Budget, monthsOf, openRow } from '../../../questions/budgets-file.ts';
import { budgetDays, budgetHistory, judgeBudgets } from '../../../questions/judge-budgets.ts';
import { markAll } from '../../../questions/marker.ts';
import type { ResultRow } from '../../../questions/result-rows.ts';
import { type Fault, refusedFaults } from '../../../rows/completeness.ts';
import { refuseUnknownColumn } from '../../../rows/yaml-file.ts';
import type { Session } from '../../../session.ts';
import { readTextFile } from '../../../storage/read-input.ts';
import { nameFirst } from '../../../text.ts';
import { readAnalysis } from '../analysis.ts';
import type { AnalysisInput } from '../analysis-input.ts';
import { explainExcess } from '../explain/explain-periods.ts';
import { incompleteData } from '../incomplete-data.ts';
import { type CostChoice, chooseCosts, findToday } from '../options.ts';
import { faultResult, historyOf } from '../presence.ts';
import { budgetView } from './budget-view.ts';
import { explainUnmet } from './unmet-budgets.ts';

export async function readBudgets(path: string): Promise<readonly Budget[]> {
  const { parseBudgets } = await import('../../../questions/budgets-file.ts');
  const budgets = parseBudgets(path, await readTextFile(path));
  if (budgets.length === 0) throw usageError(`${path} has no budgets`);
  return budgets;
}

const hintAtUnmet = 'correct its where, or accept it with mayBeEmpty: true in the file';

/** Each explanation reads the rows of its budget again, and those of the period before. */
const mostExplained = 3;

/** Checks every budget of a file with one reading of the rows; only what is exceeded is read again. */
export async function checkBudgets(session: Session, path: string, input: AnalysisInput) {
  const budgets = await readBudgets(path);
  const { today: now, running: today, first: held = '' } = await findToday(session, input);
  const to = input.includeToday === true ? now : addDays(now, -1);
  const [from = to] = budgets.map((budget) => budgetHistory(budget, today)).sort();
  const chosen = await chooseCosts(session, { ...input, from: to, to }, { isHistory: true });
  const periods = budgets.map((budget) => budgetDays(budget, { today, to }));
  const [first = to] = periods.map((range) => range.from).sort();
  // The days before show what is usual. On the first day of a period there is no complete day yet.
  const before = await historyOf([{ from: first, to }], [{ from, to }], input, chosen);
  const [start = from] = [from, ...before.map((range) => range.from)].sort();
  const choice = { ...chosen, period: { ...chosen.period, from: start } };
  const marker = markAll(budgets.map(({ conditions }) => conditions));
  const targets = budgets.map(({ currency }) => currency);
  const options = { by: [], byDay: true, marker, bySource: true, isGate: true, targets };
  const analysis = await readAnalysis(session, input, choice, {
    ...options,
    judged: periods,
    needsAll: true,
  });
  const { groups } = analysis;
  if (groups.length > 0) {
    const conditions = budgets.flatMap((budget) => budget.conditions);
    await refuseUnknownColumn(conditions, marker.missing(), analysis.names);
  }
  const used = await judgeBudgets(budgets, groups, {
    ...{ today, to, past: { from, to }, convert: analysis.inCurrency },
    delivered: (met) => analysis.delivered(now, met),
  });
  // With --allow-empty, if no row at all was found, the conditions of no budget are wrong.
  const areAllEmpty = input.allowEmpty === true && groups.length === 0;
  const numbers = used.flatMap(({ isUnmet, number }) => (isUnmet && !areAllEmpty ? [number] : []));
  const problems = await explainUnmet(session, choice, budgets, { numbers, periods });
  const judged = used.map((one) => {
    const { budget, number, days, met } = one;
    const part = { met, conditions: budget.conditions, needsAll: true };
    const faults = refusedFaults(analysis.judge([days], part));
    return { budget, days, faults, ...withVerdict(one, faults, problems.get(number)) };
  });
  const open = judged.flatMap(({ row, problem }) =>
    problem === undefined ? [] : `the budget ${row['budget']} could not be judged: ${problem}`,
  );
  const faults = new Map(judged.flatMap((one) => one.faults.map((fault) => [fault.text, fault])));
  const rows = judged.map(({ row }) => row);
  await session.output.check<ResultRow>(
    rows,
    describeBudgetCheck,
    {
      ...budgetView(rows),
      lead: await explainOver(session, input, chosen, judged),
      lacks: open.length === 0 ? undefined : open.join('; '),
      about: analysis.about({
        period: { from: first, to },
        question: [`budgets of ${basename(path)}`],
      }),
    },
    [...faults.values()].map(faultResult),
  );
  // Each budget has a period of its own, which no option chooses.
  await analysis.conclude({ from: undefined, to: undefined });
  const exceeded = judged.filter(({ isOver }) => isOver).map(({ row }) => row);
  const hints = judged.flatMap(({ problem, hint }) => (problem === undefined ? [] : hint));
  const hint = [...new Set(hints)].join('; ') || undefined;
  const lacking = judged.filter(
    ({ row, problem }) => row['state'] === 'unjudged' && problem === undefined,
  );
  const others = [...open, ...describeLacking(lacking)];
  refuseExceeded(exceeded, others, hint);
  if (open.length > 0) throw new CostctlError('incomplete', others.join('; '), { hint });
  // No command shows days before the files.
  const shown = periods.map((range) => (range.from < held ? { ...range, from: held } : range));
  if (faults.size > 0) throw incompleteData(session, [...faults.values()], shown);
}

/** The row of a budget: what is exceeded stays so, whatever is missing; without data nothing else is certain. */
function withVerdict(
  { row, mismatch, isMet }: Awaited<ReturnType<typeof judgeBudgets>>[number],
  faults: readonly Fault[],
  unmet: Said | undefined,
) {
  const isOver = String(row['state']).endsWith('exceeded');
  const problem = mismatch === undefined ? unmet && plain(unmet) : mismatch.problem;
  const hint = mismatch?.hint ?? hintAtUnmet;
  if (isOver || (faults.length === 0 && problem === undefined)) {
    return { row, isOver, problem, hint };
  }
  // What no row was found for is not zero.
  const open = isMet ? { ...row, state: 'unjudged' } : openRow(row);
  const why = problem ?? faults.map(({ text }) => text).join('; ');
  return { row: { ...open, problem: why }, isOver, problem, hint };
}

async function explainOver(
  session: Session,
  input: AnalysisInput,
  choice: CostChoice,
  judged: readonly { readonly budget: Budget; readonly days: DayRange; readonly isOver: boolean }[],
): Promise<string[]> {
  const over = judged.filter(({ isOver }) => isOver);
  const why: string[] = [];
  for (const { budget, days } of over.slice(0, mostExplained)) {
    if (isEmpty(days)) continue;
    const asked = {
      ...input,
      where: [...(input.where ?? []), ...budget.where],
      convertTo: input.convertTo && budget.currency,
    };
    const own = {
      ...choice,
      period: { ...days, months: monthsOf[budget.period], isToDate: true },
      conditions: [...choice.conditions, ...budget.conditions],
    };
    why.push(...(await explainExcess(session, asked, own, { subject: budget.name })));
  }
  if (why.length > 0 && over.length > mostExplained) {
    const more = over.length - mostExplained;
    why.push(`${more} more ${more === 1 ? 'is' : 'are'} exceeded; costctl costs explain says why`);
  }
  return why;
}

/** Budgets that missing data leaves without a verdict, with what is missing. */
function describeLacking(judged: readonly { readonly row: ResultRow }[]): string[] {
  const byReason = groupBy(judged, ({ row }) => String(row['problem']));
  return [...byReason].map(([why, own]) => {
    const names = nameFirst(
      own.map(({ row }) => String(row['budget'])),
      5,
    );
    return `${own.length === 1 ? 'the budget' : 'the budgets'} ${names} could not be judged: ${why}`;
  });
}

/** `others` are the sentences on budgets that could not be judged, and the hint is about these. */
export function refuseExceeded(
  failed: readonly ResultRow[],
  others: readonly string[] = [],
  hint?: string,
): void {
  if (failed.length === 0) return;
  const sentences = [...groupBy(failed, ({ state }) => state === 'outlook exceeded')].map(
    ([isExpected, own]) => {
      const names = own.map(({ budget, share }) => `${budget} (${formatPercent(String(share))} %)`);
      const count = own.length === 1 ? 'a budget is' : `${own.length} budgets are`;
      return `${count} ${isExpected ? 'expected to be exceeded' : 'exceeded'}: ${names.join(', ')}`;
    },
  );
  throw new CostctlError('check_failed', [...sentences, ...others].join('; '), { hint });
}

export function describeBudgetCheck(row: ResultRow): CheckResult {
  const { state, limit, share, problem } = row;
  const currency = String(row['currency']);
  const cost = row['outlook'] ?? row['actual'];
  const amounts = [
    ...(cost === null ? [] : [formatJudged(String(cost), currency, String(limit))]),
    ...(limit === null ? [] : [formatLimit(String(limit), currency)]),
  ];
  const percent = share === null ? '' : ` (${formatPercent(String(share))} %)`;
  const figures = amounts.length === 0 ? '' : `: ${amounts.join(' of ')} ${currency}${percent}`;
  const used = `${state}${figures}`;
  const isOver = String(state).endsWith('exceeded');
  return {
    name: String(row['budget']),
    state: state === 'unjudged' ? 'skipped' : isOver ? 'failed' : 'passed',
    message: problem === undefined ? used : `${used}; ${problem}`,
  };
}
