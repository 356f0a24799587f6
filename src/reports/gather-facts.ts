import { type DayRange, describeRange, isEmpty, rangeName } from '../days.ts';
import { CostctlError } from '../errors.ts';
import { allocate } from '../questions/allocate-costs.ts';
import { describeAverages } from '../questions/compare-periods.ts';
import { type ConvertedGroup, convertEach } from '../questions/convert-currency.ts';
import { findAnomalies } from '../questions/find-anomalies.ts';
import { partsIn } from '../questions/marker.ts';
import { describeCoverage, describeWholeCoverage } from '../questions/measure-coverage.ts';
import { projectMonth } from '../questions/project-month.ts';
import {
  drawLines,
  firstFilled,
  isBlank,
  markBlank,
  type TrendLine,
  wholesOf,
} from '../questions/trend-lines.ts';
import { undividedDays, valuesOfKnown } from '../questions/trend-rows.ts';
import { describeUncosted, describeUndivided, markUnknown } from '../questions/uncosted-days.ts';
import { divideCosts } from '../questions/unit-costs.ts';
import { knownDays } from '../rows/days-off.ts';
import { describeMissing } from '../rows/require-columns.ts';
import type { WindowRecord } from '../rows/scan-costs.ts';
import { daysOf } from '../rows/source-facts.ts';
import type { Group } from '../rows/tally.ts';
import { refuseUnknownColumn } from '../rows/yaml-file.ts';
import { type BudgetPart, judgeBudgets } from './budget-facts.ts';
import { explainReport } from './explain-facts.ts';
import { isWithin, type Reading, readOnce } from './read-once.ts';
import type { Both, ReportFacts } from './report-facts.ts';
import { type Assignment, prepareQuestions } from './report-questions.ts';

export interface Gathered extends Pick<Reading<string>, 'sources' | 'read' | 'count' | 'columns'> {
  readonly facts: Omit<
    ReportFacts,
    'conditions' | 'origin' | 'data' | 'conversion' | 'caveats' | 'warnings'
  >;
  /** The rows of the period and of the one before, each once. */
  readonly counted: readonly Group[];
  /** The windows of the period, for the receipt. */
  readonly windows: readonly WindowRecord[];
  /** What the verdict on each budget depends on. */
  readonly budgetParts: readonly BudgetPart[];
}

/** Reads the rows once, and works out everything that the chosen sections show. */
export async function gatherFacts(assignment: Assignment): Promise<Gathered> {
  const { period, baseline, by, conversion, required, units, months } = assignment;
  const prepared = prepareQuestions(assignment);
  const { questions, outlook, budgets, allocation, isCovered, judged, isJudged } = prepared;
  const { budgetMarker, ruleMarker, coverageMarker, unitMarker, leftOut } = prepared;
  const { main, both } = prepared;
  const reading = await readOnce({ ...assignment, questions });
  const answer = (name: string, range?: DayRange) =>
    reading.answer(name, range).flatMap(({ groups }) => groups);
  async function groupsOf(
    name: string,
    range: DayRange | undefined,
    convertAll?: typeof convertEach,
  ): Promise<readonly ConvertedGroup[]> {
    const groups = answer(name, range);
    return conversion === undefined
      ? groups
      : conversion.convert(groups, reading.columns, undefined, convertAll);
  }
  async function bothOf(name: string, convertAll?: typeof convertEach): Promise<Both> {
    if (questions[name] === undefined) return { before: [], after: [] };
    return {
      before: await groupsOf(name, baseline, convertAll),
      after: await groupsOf(name, period, convertAll),
    };
  }

  async function linesOf(name: string): Promise<TrendLine[]> {
    if (months.length === 0 || questions[name] === undefined) return [];
    const groups = await groupsOf(name, undefined);
    const own = name === 'unit' ? onlyMarked(groups) : groups;
    return drawLines(own, { periods: months, top: mostInMonths, withTotal: true });
  }

  const usual = questions['usual'] === undefined ? [] : await groupsOf('usual', undefined);
  async function learnedCosts(): Promise<readonly Group[]> {
    if (questions['anomalies'] !== undefined) return groupsOf('anomalies', undefined);
    const { from, to } = prepared.learned;
    return usual.filter(({ day }) => day !== null && day >= from && day <= to).map(withoutMark);
  }

  const whole = await bothOf('whole');
  if (whole.after.length === 0 && !isEmpty(period)) throw noRows(assignment, reading.unmet);
  const budgetConditions = budgets?.flatMap(({ conditions }) => conditions) ?? [];
  await refuseUnknownColumn(budgetConditions, budgetMarker?.missing() ?? [], reading.names);
  const ruleConditions = allocation?.rules.flatMap(({ match }) => match) ?? [];
  await refuseUnknownColumn(ruleConditions, ruleMarker?.missing() ?? [], reading.names);
  for (const column of coverageMarker?.missing() ?? []) {
    const names = await reading.names();
    if (!names.includes(column)) assignment.warn('coverage', describeMissing(column, names));
  }
  const parts = [];
  for (const column of by) {
    const own = await bothOf(`by ${column}`);
    if (own.after.length > 0) parts.push({ column, ...own });
  }
  const shared = allocation === undefined ? [] : await groupsOf('allocation', period);
  const name = rangeName(period);
  const allocated =
    allocation && allocate(shared, allocation.rules, allocation.weights, () => name);
  for (const warning of allocated?.warnings ?? []) assignment.warn('allocation', warning);
  const covered = coverageMarker === undefined ? [] : await groupsOf('coverage', period);
  const daysWithRows = daysOf(reading.sources);
  const known = knownDays(daysWithRows, reading.read);
  const isBaselineKnown = assignment.isBaselineKnown && !isBlank(baseline, daysWithRows);
  const hasAverages = isBaselineKnown && assignment.sections.includes('total');
  const averages = hasAverages ? describeAverages([period, baseline], known) : undefined;
  if (averages !== undefined) assignment.warn('total', averages);
  const noBaseline = { title: 'Changes', why: `there is no data of ${describeRange(baseline)}` };
  const judgedBudgets =
    budgets &&
    (await judgeBudgets(
      budgets,
      {
        groups: answer('budgets'),
        convert:
          conversion && ((groups, target) => conversion.convert(groups, reading.columns, target)),
        daysWithRows,
      },
      assignment,
    ));
  const lines = await linesOf('months');
  const inMonths = unitMarker === undefined ? lines : await linesOf('unit');
  const divided =
    unitMarker === undefined ? whole.after : onlyMarked(await groupsOf('unit', period));
  const outlookCosts = outlook === undefined ? [] : await groupsOf('whole', outlook.known);
  const isIn = ({ day }: { readonly day: string }) => day >= period.from && day <= period.to;
  const periods = markBlank(months, daysWithRows);
  const inPeriods = { periods, since: firstFilled(lines) };
  const dividedInMonths = wholesOf(inMonths);
  for (const { values } of units) {
    const uncosted = describeUncosted(divided, values.filter(isIn), known);
    if (uncosted !== undefined) assignment.warn('unit', uncosted);
    const costs = dividedInMonths.flatMap(({ groups }) => groups);
    const before = describeUncosted(costs, valuesOfKnown(values, inPeriods), known);
    if (before !== undefined) assignment.warn('months', before);
    const undivided = describeUndivided(undividedDays(costs, values, periods));
    if (undivided !== undefined) assignment.warn('months', undivided);
  }
  const facts: Gathered['facts'] = {
    title: assignment.title,
    period,
    baseline,
    isBaselineKnown,
    areMonths: assignment.areMonths,
    daysWithRows,
    known,
    whole,
    parts,
    pairs: questions['pairs'] === undefined ? undefined : await bothOf('pairs'),
    top: assignment.top,
    explained:
      assignment.explain === undefined || !isBaselineKnown
        ? []
        : explainReport(
            assignment.explain,
            { ...(await bothOf('explain', convertEach)), usual, delivered: daysWithRows },
            both,
          ),
    months: { periods, lines, divided: dividedInMonths },
    units: units.map((one) => ({
      ...one,
      known,
      rows: markUnknown(
        divideCosts(divided, one.values.filter(isIn), {
          range: period,
          label: undefined,
          digits: 6,
          known,
        }),
        daysWithRows,
        { range: period },
        divided,
      ),
    })),
    budgets: judgedBudgets?.map(({ row }) => row),
    outlook: outlook && {
      month: outlook.month,
      known: sinceFirst(outlookCosts, outlook),
      rows: projectMonth(outlookCosts, { ...outlook, by: [], level: 80 }),
    },
    allocation: allocation && { column: allocation.by, rows: allocated?.rows ?? [] },
    coverage: isCovered
      ? {
          required,
          by: main,
          rows: describeCoverage(covered, main),
          all: describeWholeCoverage(covered, []),
        }
      : undefined,
    anomalies: isJudged
      ? {
          by: main,
          judged,
          isBlank: isBlank(judged, daysWithRows),
          rows: findAnomalies(await learnedCosts(), {
            range: judged,
            by: main,
            score: 3.5,
            minImpact: undefined,
            delivered: daysWithRows,
          }),
        }
      : undefined,
    leftOut: isBaselineKnown || isEmpty(period) ? leftOut : [...leftOut, noBaseline],
  };
  const { windows, sources, read, count, columns } = reading;
  const counted = reading
    .answer('whole')
    .filter(({ range }) => isWithin(range, period) || isWithin(range, baseline))
    .flatMap(({ groups }) => groups);
  const budgetParts = (judgedBudgets ?? []).map(({ part }) => part);
  return { facts, counted, windows, budgetParts, sources, read, count, columns };
}

/** Learning starts at the first row; of the month itself every day counts. */
function sinceFirst(
  groups: readonly Group[],
  { month, known }: { readonly month: DayRange; readonly known: DayRange },
): DayRange {
  const [from = month.from] = [month.from, ...groups.map(({ day }) => day ?? known.from)].sort();
  return { from, to: known.to };
}

/** How many groups have a column of their own beside the months. */
const mostInMonths = 4;

/** The groups of rows that meet the condition. */
function onlyMarked(groups: readonly Group[]): Group[] {
  return groups.filter(({ values: [mark] }) => partsIn(mark).includes(0)).map(withoutMark);
}

function withoutMark(group: Group): Group {
  return { ...group, values: group.values.slice(1) };
}

function noRows(
  { period, conditions, showSources }: Assignment,
  unmet: string | undefined,
): CostctlError {
  const days = describeRange(period);
  const why = unmet === undefined ? '' : `; ${unmet}`;
  return new CostctlError(
    'incomplete',
    conditions.length > 0 ? `no row of ${days} meets the conditions${why}` : `${days} has no row`,
    { hint: `there is nothing to report; ${showSources} shows every source` },
  );
}
