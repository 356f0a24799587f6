import { basename } from 'node:path';
import { addDays, isEmpty } from '../../days.ts';
import { CostctlError, usageError } from '../../errors.ts';
import { groupBy } from '../../grouping.ts';
import { formatJudged, formatLimit, formatPercent } from '../../json/decimal.ts';
import type { CheckResult } from '../../output/check-report.ts';
import { analyze } from '../../questions/analyze.ts';
import { type Budget, monthsOf, openRow } from '../../questions/budgets-file.ts';
import {
  budgetDays,
  budgetHistory,
  isBudgetMet,
  judgeBudget,
  needsRows,
  spentOn,
  type Unmet,
} from '../../questions/judge-budgets.ts';
import { withoutLate } from '../../questions/late-days.ts';
import { markAll, partsIn } from '../../questions/marker.ts';
import type { ResultRow } from '../../questions/result-rows.ts';
import { refusedFaults } from '../../rows/completeness.ts';
import { createSeenValues } from '../../rows/seen-values.ts';
import { refuseUnknownColumn } from '../../rows/yaml-file.ts';
import type { Session } from '../../session.ts';
import { readTextFile } from '../../storage/read-input.ts';
import { nameFirst } from '../../text.ts';
import { openAnalysis } from './analysis.ts';
import type { AnalysisInput } from './analysis-input.ts';
import { budgetView } from './budget-view.ts';
import { explainExcess } from './explain-periods.ts';
import { heldEnd } from './held-days.ts';
import { incompleteData } from './incomplete-data.ts';
import { type CostChoice, chooseCosts, findToday, openRows } from './options.ts';
import { faultResult, historyOf, settledDay } from './presence.ts';
import { createRowProgress } from './row-progress.ts';

export async function readBudgets(path: string): Promise<readonly Budget[]> {
  const { parseBudgets } = await import('../../questions/budgets-file.ts');
  const budgets = parseBudgets(path, await readTextFile(path));
  if (budgets.length === 0) throw usageError(`${path} has no budgets`);
  return budgets;
}

const hintAtUnmet = 'correct its where, or accept it with mayBeEmpty: true in the file';

/** Each explanation reads the rows of its budget again, and those of the period before. */
const mostExplained = 3;

/** Checks every budget of a file with one reading of the rows; only what is exceeded is read again. */
export async function checkBudgets(
  session: Session,
  path: string,
  input: AnalysisInput,
): Promise<void> {
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
  const analysis = await openAnalysis(session, input, choice, {
    ...options,
    judged: periods,
    needsAll: true,
  });
  const [groups = []] = await analysis.read(choice.period);
  if (groups.length > 0) {
    const conditions = budgets.flatMap((budget) => budget.conditions);
    await refuseUnknownColumn(conditions, marker.missing(), analysis.names);
  }
  const met = periods.map((days, number) => isBudgetMet(number, groups, days));
  const unmet = budgets.flatMap((budget, number) => {
    const isOpen = needsRows(budget, periods[number] ?? choice.period) && !input.allowEmpty;
    return isOpen && !met[number] ? [number] : [];
  });
  const problems = await explainUnmet(session, choice, budgets, { numbers: unmet, periods });
  const spent = await spentOn(budgets, groups, today, analysis.inCurrency);
  const delivered = {
    filled: await analysis.daysWithRows(),
    settled: settledDay(session, input, now),
  };
  const learnedTo = withoutLate({ from, to }, delivered).to;
  const judged = budgets.map((budget, number) => {
    const own = groups.filter(({ values: [mark] }) => partsIn(mark).includes(number));
    const sources = new Set(own.map(({ values }) => values[1] ?? null));
    const part = { met: sources, conditions: budget.conditions, needsAll: true };
    const completeness = analysis.judge([periods[number] ?? choice.period], part);
    const faults = completeness === undefined ? [] : refusedFaults(completeness);
    const cost = spent[number] ?? [];
    const { row, mismatch } = judgeBudget(budget, number, cost, { today, learnedTo });
    const isOver = String(row['state']).endsWith('exceeded');
    const problem = mismatch === undefined ? problems.get(number) : mismatch.problem;
    const isUnjudged = !isOver && (faults.length > 0 || problem !== undefined);
    // What no row was found for is not zero.
    const open = met[number] ? { ...row, state: 'unjudged' } : openRow(row);
    const why = problem ?? faults.map(({ text }) => text).join('; ');
    return {
      row: isUnjudged ? { ...open, problem: why } : row,
      isOver,
      faults,
      problem,
      hint: mismatch?.hint ?? hintAtUnmet,
    };
  });
  const why: string[] = [];
  const over = judged.flatMap(({ isOver }, number) => (isOver ? [number] : []));
  for (const number of over.slice(0, mostExplained)) {
    const [budget, range] = [budgets[number], periods[number]];
    if (budget === undefined || range === undefined || isEmpty(range)) continue;
    const asked = {
      ...input,
      where: [...(input.where ?? []), ...budget.where],
      convertTo: input.convertTo && budget.currency,
    };
    const own = {
      ...chosen,
      period: { ...range, months: monthsOf[budget.period], isToDate: true },
      conditions: [...chosen.conditions, ...budget.conditions],
    };
    why.push(...(await explainExcess(session, asked, own, { subject: budget.name })));
  }
  if (why.length > 0 && over.length > mostExplained) {
    const more = over.length - mostExplained;
    why.push(`${more} more ${more === 1 ? 'is' : 'are'} exceeded; costctl costs explain says why`);
  }
  const open = judged.flatMap(({ row, problem }) =>
    problem === undefined ? [] : `the budget ${row['budget']} could not be judged: ${problem}`,
  );
  const faults = new Map(judged.flatMap((one) => one.faults.map((fault) => [fault.text, fault])));
  await session.output.check<ResultRow>(
    judged.map(({ row }) => row),
    describeBudgetCheck,
    {
      ...budgetView(judged.map(({ row }) => row)),
      lead: why,
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
  const lacking = judged.filter(({ row, problem }) => isOpen(row) && problem === undefined);
  const others = [...open, ...describeLacking(lacking)];
  refuseExceeded(exceeded, others, hint);
  if (open.length > 0) throw new CostctlError('incomplete', others.join('; '), { hint });
  // No command shows days before the files.
  const shown = periods.map((range) => (range.from < held ? { ...range, from: held } : range));
  if (faults.size > 0) throw incompleteData(session, [...faults.values()], shown);
}

function isOpen({ state }: ResultRow): boolean {
  return state === 'unjudged';
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
  const names = failed.map(({ budget, share }) => `${budget} (${formatPercent(String(share))} %)`);
  const count = failed.length === 1 ? 'a budget is' : `${failed.length} budgets are`;
  throw new CostctlError(
    'check_failed',
    [`${count} exceeded: ${names.join(', ')}`, ...others].join('; '),
    { hint },
  );
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

const daysBack = 90;
const daysAtOnce = 30;

/**
 * Why no row meets the conditions of some budgets in their periods. A row in the days before its period, which are
 * read newest first, clears a budget.
 */
export async function explainUnmet(
  session: Session,
  choice: CostChoice,
  budgets: readonly Budget[],
  { numbers, periods }: Unmet,
): Promise<ReadonlyMap<number, string>> {
  const open = new Set(numbers);
  const conditionsOf = (number: number) => budgets[number]?.conditions ?? [];
  const seen = createSeenValues(numbers.flatMap(conditionsOf));
  const { period } = choice;
  const [start = period.from] = numbers.flatMap((number) => periods[number]?.from ?? []).sort();
  const source = await openRows(session, choice);
  let to = period.to;
  for (let back = 0; open.size > 0 && back <= daysBack; back += daysAtOnce) {
    // First the periods themselves, which show which values there are.
    const from = addDays(start, -back);
    const range = await heldEnd(choice.mirror, { from, to });
    if (isEmpty(range)) break;
    const own = [...open];
    const marker = markAll(own.map(conditionsOf));
    const { given, conditions } = { given: choice.columns, conditions: choice.conditions };
    const question = { ranges: [range], given, conditions, by: [], byDay: true, withSums: false };
    const answer = await analyze(
      source,
      { ...question, marker, observe: seen.add },
      createRowProgress(session),
    );
    const groups = answer.periods.flatMap((one) => one.groups);
    for (const [place, number] of own.entries()) {
      const since = addDays(periods[number]?.from ?? start, -daysBack);
      if (isBudgetMet(place, groups, { from: since })) open.delete(number);
    }
    to = addDays(from, -1);
  }
  const days = `its period and the ${daysBack} days before`;
  return new Map(
    [...open].map((number) => {
      const reasons = conditionsOf(number).flatMap((condition) => seen.explain(condition) ?? []);
      return [
        number,
        reasons.length > 0 ? reasons.join(', ') : `no row of ${days} meets its conditions`,
      ];
    }),
  );
}
