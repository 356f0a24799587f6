import { describeRange, isEmpty } from '../days.ts';
import { CostctlError } from '../errors.ts';
import { say, sayRange } from '../phrase.ts';
import { describeAverages } from '../questions/choose-periods.ts';
import { describeShortHistory } from '../questions/one-off-days.ts';
import { isBlank } from '../questions/trend-lines.ts';
import type { WindowRecord } from '../rows/scan-costs.ts';
import type { Group } from '../rows/tally.ts';
import { allocationFacts } from './allocation-facts.ts';
import { anomalyFacts } from './anomaly-facts.ts';
import type { Assignment } from './assignment.ts';
import { type BudgetPart, budgetFacts } from './budget-facts.ts';
import { coverageFacts } from './coverage-facts.ts';
import { explainFacts } from './explain-facts.ts';
import { monthFacts } from './month-facts.ts';
import { outlookFacts } from './outlook-facts.ts';
import { mergeQuestions, openAnswers, type Part } from './part.ts';
import { type DaysQuestion, type Reading, readOnce } from './read-once.ts';
import type { SectionId } from './report-document.ts';
import type { LeftOut, ReportFacts } from './report-facts.ts';

export interface Gathered extends Pick<Reading, 'sources' | 'read' | 'count' | 'columns'> {
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

const nothing = { questions: {}, gather: async () => undefined };
const noColumns = {
  title: 'Cost by column',
  why: 'no service, account, tag or provider was recognized (--by COL)',
};
const noUnits = { title: 'Unit costs', why: 'no business metric (--metric ID)' };

/** Reads the rows once, and works out everything that the chosen sections show. */
export async function gatherFacts(assignment: Assignment): Promise<Gathered> {
  const { title, period, baseline, areMonths, top } = assignment;
  const leftOut: LeftOut[] = [];
  function partOf<Facts>(
    section: SectionId,
    make: (assignment: Assignment) => Part<Facts> | LeftOut,
  ): Part<Facts | undefined> {
    const made = assignment.sections.includes(section) ? make(assignment) : undefined;
    if (made !== undefined && 'gather' in made) return made;
    if (made !== undefined) leftOut.push(made);
    return nothing;
  }
  const parts = {
    outlook: partOf('outlook', outlookFacts),
    by: partOf('by', ({ by }) => (by.length > 0 ? nothing : noColumns)),
    budgets: partOf('budgets', budgetFacts),
    allocation: partOf('allocation', allocationFacts),
    units: partOf('unit', ({ units }) => (units.length > 0 ? nothing : noUnits)),
    coverage: partOf('coverage', coverageFacts),
    anomalies: partOf('anomalies', anomalyFacts),
    months: monthFacts(assignment),
    explained: explainFacts(assignment),
    compared: comparedFacts(assignment),
  };
  const questions = mergeQuestions(Object.values(parts));
  const reading = await readOnce({ ...assignment, questions });
  const answers = await openAnswers(reading, assignment);
  const { whole, daysWithRows, known } = answers;
  if (whole.after.length === 0 && !isEmpty(period)) throw noRows(assignment, reading.unmet);
  const isBaselineKnown = assignment.isBaselineKnown && !isBlank(baseline, daysWithRows);
  if (!isBaselineKnown && !isEmpty(period)) {
    leftOut.push({
      title: 'Changes',
      why: say`there is no complete data of ${sayRange(baseline)}`,
    });
  }
  const hasAverages = isBaselineKnown && assignment.sections.includes('total');
  if (hasAverages) assignment.warn('total', describeAverages([period, baseline], known));
  const isExplained = assignment.explain !== undefined && isBaselineKnown;
  if (isExplained)
    assignment.warn('changes', describeShortHistory([period, baseline], daysWithRows));
  const budgets = await parts.budgets.gather(answers);
  const { columns } = reading;
  const facts: Gathered['facts'] = {
    original: assignment.conversion === undefined ? undefined : columns?.currency,
    ...{
      title,
      period,
      baseline,
      isBaselineKnown,
      areMonths,
      daysWithRows,
      known,
      whole,
      top,
      leftOut,
    },
    ...(await parts.compared.gather(answers)),
    allocation: await parts.allocation.gather(answers),
    coverage: await parts.coverage.gather(answers),
    ...(await parts.months.gather(answers)),
    explained: isBaselineKnown ? await parts.explained.gather(answers) : [],
    budgets: budgets?.map(({ row }) => row),
    outlook: await parts.outlook.gather(answers),
    anomalies: await parts.anomalies.gather(answers),
  };
  const counted = reading.answer('whole', [period, baseline]);
  const budgetParts = (budgets ?? []).map(({ part }) => part);
  const { windows, sources, read, count } = reading;
  return { facts, counted, windows, budgetParts, sources, read, count, columns };
}

/** What is compared: all cost, that by each column, and that by the first two together. */
function comparedFacts({
  period,
  baseline,
  by,
  conversion,
  sections,
  history,
}: Assignment): Part<Pick<ReportFacts, 'parts' | 'pairs'>> {
  const ranges = [period, baseline];
  const byDay = conversion?.byDay === true;
  const isShownBy = (['by', 'changes', 'total'] as const).some((id) => sections.includes(id));
  const columns = isShownBy ? by : [];
  const ofTwo = by.length > 1;
  const questions: Record<string, DaysQuestion> = {
    whole: { by: [], byDay: true, ranges },
    ...Object.fromEntries(columns.map((one) => [`by ${one}`, { by: [one], byDay, ranges }])),
  };
  if (ofTwo) questions['pairs'] = { by: by.slice(0, 2), byDay, ranges };
  if (history.length > 0) questions['history'] = { by: [], byDay: true, ranges: history };
  return {
    questions,
    gather: async ({ both }) => {
      const parts = await Promise.all(
        columns.map(async (column) => ({ column, ...(await both(`by ${column}`)) })),
      );
      return {
        parts: parts.filter(({ after }) => after.length > 0),
        pairs: ofTwo ? await both('pairs') : undefined,
      };
    },
  };
}

function noRows({ period, conditions, showSources }: Assignment, unmet: string | undefined) {
  const days = describeRange(period);
  const why = unmet === undefined ? '' : `; ${unmet}`;
  return new CostctlError(
    'incomplete',
    conditions.length > 0 ? `no row of ${days} meets the conditions${why}` : `${days} has no row`,
    { hint: `there is nothing to report; ${showSources} shows every source` },
  );
}
