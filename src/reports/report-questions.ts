import { addDays, type DayRange, firstDays, monthRange } from '../days.ts';
import type { AllocationRule } from '../questions/allocation-rules.ts';
import type { MetricWeights } from '../questions/allocation-weights.ts';
import type { Budget } from '../questions/budgets-file.ts';
import type { ConvertedGroup, convertEach } from '../questions/convert-currency.ts';
import { historyDays } from '../questions/expect-day.ts';
import { settledRange } from '../questions/find-anomalies.ts';
import { learnedDays } from '../questions/forecast.ts';
import { budgetHistory, type Unmet } from '../questions/judge-budgets.ts';
import { markAll, markCovered, markFirst } from '../questions/marker.ts';
import type { TrendPeriod } from '../questions/trend-lines.ts';
import type { CostColumns } from '../rows/require-columns.ts';
import type { Group } from '../rows/tally.ts';
import type { Condition } from '../rows/where-language.ts';
import { type Explaining, explainQuestions } from './explain-facts.ts';
import type { Question, ReadingOptions } from './read-once.ts';
import type { SectionId } from './report-document.ts';
import type { LeftOut, ReportFacts, UnitFacts } from './report-facts.ts';

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
  readonly units: readonly Pick<UnitFacts, 'name' | 'unit' | 'values'>[];
  /** Undefined without days to compare with. */
  readonly explain: Explaining | undefined;
  /** The month of the period, and those before it. */
  readonly months: readonly TrendPeriod[];
  /** Converts amounts to one currency; `byDay` if that needs the day of each amount. */
  readonly conversion: Converter | undefined;
  /** The cost that the metrics divide, if it is not all. */
  readonly unitScope: Condition | undefined;
  /** The days of the outlook, or why the report has no outlook. */
  readonly outlook: OutlookDays | string;
  /** Days before the period that show what is usual. */
  readonly history: readonly DayRange[];
  readonly warn: (section: SectionId, message: string) => void;
  /** The command that shows whether the rows of the period are there. */
  readonly showSources: string;
  /** Why no row meets the conditions of some budgets, by their places. */
  readonly explainUnmet: (unmet: Unmet) => Promise<ReadonlyMap<number, string>>;
}

/** A month to estimate, and the days that it is learned from. */
interface OutlookDays {
  readonly month: DayRange;
  readonly known: DayRange;
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

/** What the chosen sections ask of the rows, and what they lack. */
export function prepareQuestions(assignment: Assignment) {
  const { period, baseline, by, conversion, today, required, units } = assignment;
  const wants = (id: SectionId) => assignment.sections.includes(id);
  const chosen = assignment.outlook;
  const outlook = wants('outlook') && typeof chosen !== 'string' ? chosen : undefined;
  const budgets = wants('budgets') ? assignment.budgets : undefined;
  const allocation = wants('allocation') ? assignment.allocation : undefined;
  const isCovered = wants('coverage') && required.length > 0;
  const both = [period, baseline];
  const perDay = conversion?.byDay === true;
  const judged = settledRange(period, today);
  const isJudged = wants('anomalies') && judged.from <= judged.to;
  const lacks = (id: SectionId, isThere: boolean, title: string, why: string) =>
    wants(id) && !isThere ? [{ title, why }] : [];
  const leftOut: LeftOut[] = [
    ...lacks('outlook', outlook !== undefined, 'Outlook', String(chosen)),
    ...lacks('budgets', budgets !== undefined, 'Budgets', 'no budgets file (--budgets FILE)'),
    ...lacks('allocation', allocation !== undefined, 'Allocation', 'no rules file (--rules FILE)'),
    ...lacks('unit', units.length > 0, 'Unit costs', 'no business metric (--metric ID)'),
    ...lacks('coverage', isCovered, 'Tag coverage', 'no required column (--require COL)'),
    ...lacks('anomalies', isJudged, 'Anomalies', 'no day is old enough to be complete'),
  ];
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
  const ofMonths =
    oldest === undefined || newest === undefined ? [] : [{ from: oldest.from, to: newest.to }];
  if (oldest !== undefined) {
    // Rates and unit costs need each day.
    const dayAs = perDay || units.length > 0 ? undefined : firstDays('month', oldest);
    questions['months'] = { by: main, byDay: true, dayAs, ranges: ofMonths };
  }
  if (wants('by') || wants('changes') || wants('total')) {
    for (const column of by)
      questions[`by ${column}`] = { by: [column], byDay: perDay, ranges: both };
  }
  if (first !== undefined && second !== undefined) {
    questions['pairs'] = { by: [first, second], byDay: perDay, ranges: both };
  }
  const learned = { from: addDays(judged.from, -historyDays), to: judged.to };
  // The answer to `usual`, if that is asked, has these sums in two parts, credits and the rest.
  // It is not used if amounts are converted: each part would be rounded.
  if (isJudged && (explain === undefined || conversion !== undefined)) {
    questions['anomalies'] = { by: main, byDay: true, ranges: [learned] };
  }
  if (budgets !== undefined && budgetMarker !== undefined) {
    const ranges = budgets.map((budget) => ({
      from: budgetHistory(budget, lastDay(period)),
      to: period.to,
    }));
    questions['budgets'] = { by: [], byDay: true, bySource: true, marker: budgetMarker, ranges };
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
    questions['unit'] = { by: [], byDay: true, marker: unitMarker, ranges: [period, ...ofMonths] };
  }
  if (assignment.history.length > 0) {
    questions['history'] = { by: [], byDay: true, ranges: assignment.history };
  }
  const judging = { isCovered, judged, isJudged, learned };
  const markers = { budgetMarker, ruleMarker, coverageMarker, unitMarker };
  return { questions, outlook, budgets, allocation, ...judging, ...markers, leftOut, main, both };
}

/** The last day of a period; the first one if it is not over yet. */
export function lastDay({ from, to }: DayRange): string {
  return to < from ? from : to;
}

/** The month of the period if it has not ended, otherwise the next month if that has not ended; or why neither. */
export function chooseOutlook(period: DayRange, today: string): OutlookDays | string {
  const yesterday = addDays(today, -1);
  const own = monthRange(period.from.slice(0, 7));
  const month = own.to > yesterday ? own : monthRange(addDays(own.to, 1).slice(0, 7));
  if (month.to < today) return 'the next month has ended too';
  return { month, known: learnedDays(month, yesterday) };
}
