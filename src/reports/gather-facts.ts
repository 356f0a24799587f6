import { addDays, type DayRange, describeRange, monthRange } from '../days.ts';
import { CostctlError } from '../errors.ts';
import { allocate } from '../questions/allocate-costs.ts';
import type { AllocationRule } from '../questions/allocation-rules.ts';
import type { MetricWeights } from '../questions/allocation-weights.ts';
import type { Budget } from '../questions/budgets-file.ts';
import { type ConvertedGroup, convertEach } from '../questions/convert-currency.ts';
import { historyDays } from '../questions/expect-day.ts';
import { findAnomalies, settledRange } from '../questions/find-anomalies.ts';
import { learnedDays } from '../questions/forecast.ts';
import { markAll, markCovered, markFirst, partsIn } from '../questions/marker.ts';
import { describeCoverage } from '../questions/measure-coverage.ts';
import { budgetHistory, judgeBudget, projectMonth, spentOn } from '../questions/project-month.ts';
import { drawLines, type TrendPeriod } from '../questions/trend-lines.ts';
import { divideCosts, type MetricDay } from '../questions/unit-costs.ts';
import { type CostColumns, describeMissing } from '../rows/require-columns.ts';
import type { WindowRecord } from '../rows/scan-costs.ts';
import type { Group } from '../rows/tally.ts';
import type { Condition } from '../rows/where-language.ts';
import { refuseUnknownColumn } from '../rows/yaml-file.ts';
import { type Explaining, explainQuestions, explainReport } from './explain-facts.ts';
import {
  isWithin,
  type Question,
  type Reading,
  type ReadingOptions,
  readOnce,
  type Stretch,
} from './read-once.ts';
import type { SectionId } from './report-document.ts';
import type { Both, LeftOut, ReportFacts } from './report-facts.ts';

export interface Assignment
  extends Omit<ReadingOptions<string>, 'questions'>,
    Pick<ReportFacts, 'title' | 'period' | 'baseline' | 'isBaselineKnown' | 'areMonths' | 'top'> {
  /** The UTC day of the run. */
  readonly today: string;
  readonly sections: readonly SectionId[];
  readonly by: readonly string[];
  readonly budgets: readonly Budget[] | undefined;
  readonly allocation:
    | {
        readonly by: string;
        readonly rules: readonly AllocationRule[];
        readonly weights: MetricWeights;
      }
    | undefined;
  readonly required: readonly string[];
  readonly units: readonly {
    readonly name: string;
    readonly unit: string;
    readonly values: readonly MetricDay[];
  }[];
  /** Undefined without days to compare with. */
  readonly explain: Explaining | undefined;
  /** Months before and with that of the period. */
  readonly months: readonly TrendPeriod[];
  /** Amounts in one currency; `byDay` if that takes the day of each. */
  readonly conversion: Converter | undefined;
  /** The cost that the metrics divide, if it is not all. */
  readonly unitScope: Condition | undefined;
  /** Days before the period that show what is usual. */
  readonly history: readonly DayRange[];
  readonly warn: (section: SectionId, message: string) => void;
}

export interface Converter {
  readonly byDay: boolean;
  readonly convert: (
    groups: readonly Group[],
    columns: CostColumns | undefined,
    /** By default the currency of the report. */
    target?: string,
    convertAll?: typeof convertEach,
  ) => Promise<readonly ConvertedGroup[]>;
}

export interface Gathered extends Pick<Reading<string>, 'sources' | 'read' | 'count'> {
  readonly facts: Omit<ReportFacts, 'conditions' | 'data' | 'caveats' | 'warnings'>;
  /** The windows of the period, for the receipt. */
  readonly windows: readonly WindowRecord[];
}

/** Reads the rows once, and works out everything that the chosen sections show. */
export async function gatherFacts(assignment: Assignment): Promise<Gathered> {
  const { period, baseline, by, conversion, today, required, units } = assignment;
  const wants = (id: SectionId) => assignment.sections.includes(id);
  const leftOut: LeftOut[] = [];
  const outlook = wants('outlook') ? chooseOutlook(period, today) : undefined;
  if (wants('outlook') && outlook === undefined) {
    leftOut.push({ title: 'Outlook', why: 'the month after it has ended too' });
  }
  const budgets = wants('budgets') ? assignment.budgets : undefined;
  if (wants('budgets') && budgets === undefined) {
    leftOut.push({ title: 'Budgets', why: 'no budgets file (--budgets FILE)' });
  }
  const allocation = wants('allocation') ? assignment.allocation : undefined;
  if (wants('allocation') && allocation === undefined) {
    leftOut.push({ title: 'Allocation', why: 'no rules file (--rules FILE)' });
  }
  if (wants('unit') && units.length === 0) {
    leftOut.push({ title: 'Unit costs', why: 'no business metric (--metric ID)' });
  }
  if (!assignment.isBaselineKnown) {
    leftOut.push({ title: 'Changes', why: `there is no data of ${describeRange(baseline)}` });
  }
  const isCovered = wants('coverage') && required.length > 0;
  if (wants('coverage') && !isCovered) {
    leftOut.push({ title: 'Tag coverage', why: 'no required column (--require COL)' });
  }
  const both = [period, baseline];
  const perDay = conversion?.byDay === true;
  const judged = settledRange(period, today);
  const isJudged = wants('anomalies') && judged.from <= judged.to;
  const budgetMarker = budgets && markAll(budgets.map(({ conditions }) => conditions));
  const ruleMarker = allocation && markFirst(allocation.rules.map(({ match }) => match));
  const coverageMarker = isCovered ? markCovered(required, () => true) : undefined;
  const unitMarker = assignment.unitScope && markAll([[assignment.unitScope]]);
  const explain = assignment.explain && explainQuestions(assignment.explain, both);
  const [first, second] = by;
  const main = by.slice(0, 1);
  const questions: Record<string, Question> = {
    whole: {
      by: [],
      byDay: true,
      ranges: [...both, ...(outlook === undefined ? [] : [outlook.known])],
    },
  };
  Object.assign(questions, explain);
  const { months } = assignment;
  const [oldest, newest] = [months[0], months.at(-1)];
  if (oldest !== undefined && newest !== undefined) {
    const range = { from: oldest.from, to: newest.to };
    questions['months'] = { by: main, byDay: true, ranges: [range] };
  }
  if (wants('by') || wants('changes') || wants('total')) {
    for (const column of by)
      questions[`by ${column}`] = { by: [column], byDay: perDay, ranges: both };
  }
  if (first !== undefined && second !== undefined) {
    questions['pairs'] = { by: [first, second], byDay: perDay, ranges: both };
  }
  if (wants('anomalies') && !isJudged) {
    leftOut.push({ title: 'Anomalies', why: 'no day is old enough to be complete' });
  }
  if (isJudged) {
    const from = addDays(judged.from, -historyDays);
    questions['anomalies'] = { by: main, byDay: true, ranges: [{ from, to: judged.to }] };
  }
  if (budgets !== undefined && budgetMarker !== undefined) {
    const ranges = budgets.map((budget) => ({
      from: budgetHistory(budget, period.to),
      to: period.to,
    }));
    questions['budgets'] = { by: [], byDay: true, marker: budgetMarker, ranges };
  }
  if (allocation !== undefined && ruleMarker !== undefined) {
    const marker = ruleMarker;
    questions['allocation'] = { by: [allocation.by], byDay: perDay, marker, ranges: [period] };
  }
  if (coverageMarker !== undefined) {
    const marker = coverageMarker;
    questions['coverage'] = { by: main, byDay: perDay, marker, ranges: [period] };
  }
  if (unitMarker !== undefined && units.length > 0) {
    questions['unit'] = { by: [], byDay: true, marker: unitMarker, ranges: [period] };
  }
  if (assignment.history.length > 0) {
    questions['history'] = { by: [], byDay: true, ranges: assignment.history };
  }
  const reading = await readOnce({ ...assignment, questions });
  const within = (stretches: readonly Stretch[], range: DayRange) =>
    stretches.filter((one) => isWithin(one.range, range)).flatMap(({ groups }) => groups);
  async function groupsOf(
    name: string,
    range: DayRange,
    convertAll?: typeof convertEach,
  ): Promise<readonly ConvertedGroup[]> {
    const groups = within(reading.answer(name), range);
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

  const whole = await bothOf('whole');
  if (whole.after.length === 0)
    throw noRows(period, assignment.conditions.length > 0, reading.unmet);
  const budgetConditions = budgets?.flatMap(({ conditions }) => conditions) ?? [];
  await refuseUnknownColumn(budgetConditions, budgetMarker?.missing() ?? [], reading.names);
  const ruleConditions = allocation?.rules.flatMap(({ match }) => match) ?? [];
  await refuseUnknownColumn(ruleConditions, ruleMarker?.missing() ?? [], reading.names);
  for (const column of coverageMarker?.missing() ?? []) {
    assignment.warn('coverage', describeMissing(column, await reading.names()));
  }
  const parts = [];
  for (const column of by) {
    const own = await bothOf(`by ${column}`);
    if (own.after.length > 0) parts.push({ column, ...own });
  }
  const everything = { from: '0001-01-01', to: '9999-12-31' };
  const shared = allocation === undefined ? [] : await groupsOf('allocation', period);
  const name = `${period.from}..${period.to}`;
  const allocated =
    allocation && allocate(shared, allocation.rules, allocation.weights, () => name);
  for (const warning of allocated?.warnings ?? []) assignment.warn('allocation', warning);
  const covered = coverageMarker === undefined ? [] : await groupsOf('coverage', period);
  const spent = await spentOn(
    budgets ?? [],
    budgets === undefined ? [] : within(reading.answer('budgets'), everything),
    conversion && ((groups, target) => conversion.convert(groups, reading.columns, target)),
  );
  const unmet = (budgets ?? []).filter(({ conditions, mayBeEmpty }, number) => {
    const isMet = (spent[number] ?? []).some(({ values: [mark] }) =>
      partsIn(mark).includes(number),
    );
    return !isMet && !mayBeEmpty && conditions.length > 0;
  });
  for (const { name: budget } of unmet) {
    assignment.warn('budgets', `no row of its period meets the conditions of the budget ${budget}`);
  }
  const divided = unitMarker === undefined ? whole.after : withMark(await groupsOf('unit', period));
  const facts: Gathered['facts'] = {
    title: assignment.title,
    period,
    baseline,
    isBaselineKnown: assignment.isBaselineKnown,
    areMonths: assignment.areMonths,
    whole,
    parts,
    pairs: questions['pairs'] === undefined ? undefined : await bothOf('pairs'),
    top: assignment.top,
    explained:
      assignment.explain === undefined
        ? []
        : explainReport(
            assignment.explain,
            {
              ...(await bothOf('explain', convertEach)),
              usual: await groupsOf('usual', everything),
            },
            both,
          ),
    months: {
      periods: months,
      lines:
        questions['months'] === undefined
          ? []
          : drawLines(await groupsOf('months', everything), {
              ...{ periods: months, top: mostInMonths, withTotal: true },
            }),
    },
    units: wants('unit')
      ? units.map(({ name: metric, unit, values }) => ({
          name: metric,
          unit,
          rows: divideCosts(divided, values, { range: period, label: undefined, digits: 6 }),
        }))
      : [],
    budgets: budgets?.map((budget, number) => ({
      ...judgeBudget(budget, number, spent[number] ?? [], { today: period.to, to: period.to }),
      ...(unmet.includes(budget) ? { state: 'unjudged' } : {}),
    })),
    outlook:
      outlook === undefined
        ? undefined
        : {
            month: outlook.month,
            rows: projectMonth(await groupsOf('whole', outlook.known), {
              ...outlook,
              by: [],
              level: 80,
            }),
          },
    allocation:
      allocation === undefined
        ? undefined
        : {
            column: allocation.by,
            rows: allocated?.rows ?? [],
          },
    coverage: isCovered
      ? {
          required,
          by: main,
          rows: describeCoverage(covered, main),
          all: describeCoverage(
            covered.map((group) => ({ ...group, values: group.values.slice(0, 1) })),
            [],
          ),
        }
      : undefined,
    anomalies: isJudged
      ? {
          by: main,
          rows: findAnomalies(await groupsOf('anomalies', everything), {
            range: judged,
            by: main,
            score: 3.5,
            minImpact: undefined,
          }),
        }
      : undefined,
    leftOut,
  };
  const { windows, sources, read, count } = reading;
  return { facts, windows, sources, read, count };
}

/** Groups that have a column of their own beside the months. */
const mostInMonths = 4;

/** Groups of rows that meet the condition, without the mark that says so. */
function withMark(groups: readonly Group[]): Group[] {
  return groups
    .filter(({ values: [mark] }) => partsIn(mark).includes(0))
    .map((group) => ({ ...group, values: group.values.slice(1) }));
}

/** The month of the period if it runs, otherwise the one after it if that runs. */
function chooseOutlook(period: DayRange, today: string) {
  const yesterday = addDays(today, -1);
  const own = monthRange(period.from.slice(0, 7));
  const month = own.to > yesterday ? own : monthRange(addDays(own.to, 1).slice(0, 7));
  if (month.to < today) return undefined;
  return { month, known: learnedDays(month, yesterday) };
}

function noRows(period: DayRange, hasConditions: boolean, unmet: string | undefined): CostctlError {
  const days = describeRange(period);
  const why = unmet === undefined ? '' : `; ${unmet}`;
  return new CostctlError(
    'incomplete',
    hasConditions ? `no row of ${days} meets the conditions${why}` : `${days} has no row`,
    { hint: 'there is nothing to report; costctl providers status shows what was delivered' },
  );
}
