import { operations } from '../../api/operations.ts';
import { command } from '../../command.ts';
import { addDays, type DayRange, firstDays, type Granularity, parseDay } from '../../days.ts';
import { text as freeText, wholeNumber } from '../../declaration/kind.ts';
import { flag, type Input, optional } from '../../declaration/option.ts';
import { either, type Fields, listOf, record } from '../../declaration/result.ts';
import { metricId } from '../../declaration/shared.ts';
import { usageError } from '../../errors.ts';
import { isDocumentFormat, isPeopleFormat, needsFile } from '../../formats/registry.ts';
import type { Described } from '../../output/view.ts';
import { inFuture } from '../../period.ts';
import type { Said } from '../../phrase.ts';
import type { Grouping } from '../../questions/result-rows.ts';
import {
  drawLines,
  firstFilled,
  markBlank,
  namesOfPartial,
  type TrendLine,
  trendPeriods,
} from '../../questions/trend-lines.ts';
import {
  longRows,
  nestedRows,
  type TrendQuestion,
  undividedDays,
  valuesOfKnown,
  wideRows,
} from '../../questions/trend-rows.ts';
import {
  describeUncosted,
  describeUndivided,
  describeUnmatched,
} from '../../questions/uncosted-days.ts';
import { byLabel, underLabels } from '../../questions/unit-costs.ts';
import type { Group } from '../../rows/tally.ts';
import type { Session } from '../../session.ts';
import { readAnalysis } from './analysis.ts';
import { answerOptions } from './analysis-input.ts';
import { byOption, chooseCosts, findToday, refuseIdleTop } from './options.ts';
import { nameMarks, totalOption, wantsTotal } from './result-format.ts';
import { addBars, hasBars, longView, wideView } from './trend-view.ts';
import { narrowToMetric } from './unit/metric-scope.ts';
import { readOwnMetric, settleLabels } from './unit/metric-values.ts';

const most = { months: 1200, weeks: 5000, days: 5000 };

const options = {
  months: optional(
    wholeNumber(1, most.months),
    'how many calendar months, the last being that of yesterday',
    { usual: '13', excludes: ['weeks', 'days'] },
  ),
  weeks: optional(
    wholeNumber(1, most.weeks),
    'how many weeks, Monday to Sunday, the last being that of yesterday',
    { excludes: ['days'] },
  ),
  days: optional(wholeNumber(1, most.days), 'how many days, up to yesterday'),
  to: optional(freeText('date', { example: '2026-10-31' }), 'the last day (default: yesterday)'),
  ...answerOptions,
  by: byOption('one row per group: COL[,COL], such as service or tags.team (repeatable)'),
  top: optional(wholeNumber(1), 'the n largest groups, the others as one row marked "rest"'),
  metric: optional(metricId, 'also the cost of each period divided by this business metric'),
  digits: optional(wholeNumber(0, 100), 'digits of the unit cost, half to even', { usual: '6' }),
  wide: flag('one column per period in every format, as in a table'),
  total: totalOption,
};

export type TrendInput = Input<typeof options>;

const cell: Fields = {
  period: 'text',
  rows: 'count',
  total: 'decimal or null',
  'value?': 'decimal or null',
  'unitCost?': 'decimal or null',
  'partial?': 'yes or no',
};
const figures: Fields = {
  change: 'decimal or null',
  changePercent: 'decimal or null',
  mean: 'decimal or null',
};
const marks: Fields = { 'rest?': 'yes or no', 'all?': 'yes or no' };

export const trend = command({
  words: 'costs trend',
  purpose: 'Show the last months, weeks or days side by side',
  operation: operations.getCosts,
  workspace: true,
  options,
  details: `The last period is the one that contains yesterday. If it has not ended, it is marked "partial", and so is the first one if
the files of a mirror begin within it. The change and the mean leave both out: the change compares the last two
periods that have ended, and the mean begins with the first period that has rows. A period without a row of any source
is not one without cost: it has no total, the mean leaves it out, and nothing is compared with it. json has a list of
periods for each group; csv, tsv and ndjson have one row per group and period, or with --wide one column per period
and the names of partial ones as "partial". With --metric each group also has its unit cost, of each period and of all
that the mean has: its cost divided by the values of the metric, without the cost of days that have no value, as costs
unit divides. If a column of --by is named like a label of the metric, or ends with its name, and has a value of it,
each group is divided by its own values, as by costs unit --by; otherwise by all values.`,
  result: () =>
    either(
      listOf(
        record({
          currency: 'text or null',
          periods: listOf(record(cell)),
          total: 'decimal',
          ...figures,
          'unitCost?': 'decimal or null',
          ...marks,
        }),
      ),
      listOf(record({ currency: 'text or null', ...cell, ...marks })),
      listOf(
        record({
          currency: 'text or null',
          total: 'decimal or null',
          ...figures,
          'figure?': 'text',
          'partial?': 'text',
          ...marks,
        }),
      ),
    ),
  examples: [
    'costctl costs trend --months 6 --convert-to USD',
    'costctl costs trend --weeks 8 --by service --top 5 --convert-to USD',
    'costctl costs trend --months 3 --metric bmt_orders --convert-to USD -o csv --wide',
  ],
  run: async (session, input) => {
    const { by = [], top } = input;
    refuseIdleTop(input);
    const { today, first = '' } = await findToday(session, input);
    const last = input.to === undefined ? addDays(today, -1) : parseDay(input.to, '--to');
    if (last > today) {
      if (first === '') throw inFuture(`--to ${last}`, today);
      throw usageError(`--to ${last} is after the last day of the files, ${addDays(today, -1)}`);
    }
    const [granularity, length] = chooseLength(input);
    const isChosen = [input.months, input.weeks, input.days].some((one) => one !== undefined);
    if (last < first) {
      throw usageError(`--to ${last} is before the first day of the files, ${first}`);
    }
    const periods = trendPeriods(length, granularity, { last, today, first });
    const from = periods[0]?.from ?? last;
    if (isChosen && periods.length < length && from >= first) {
      session.output.warn(`the files begin on ${first}: earlier days have no rows`);
    }
    const all = await chooseCosts(session, { ...input, from, to: last }, { isHistory: true });
    const [asked, choice, caveat] = await narrowToMetric(session, input, all);
    const read = await openMetric(session, input, choice.period);
    const analysis = await readAnalysis(session, asked, choice, {
      by,
      byDay: true,
      // The days with values are those that unit costs divide.
      dayAs: input.metric === undefined ? firstDays(granularity, choice.period) : undefined,
    });
    analysis.warn(caveat);
    const { groups, known } = analysis;
    const metric = read && { ...read, ...settleLabels(read.id, read.own, groups, read.values) };
    const withTotal = by.length > 0 && wantsTotal(session, input.total);
    const lines = drawLines(groups, { periods, top, withTotal });
    const question = {
      ...{ by, periods: markBlank(periods, analysis.filled), since: firstFilled(lines) },
      metric: metric && { ...metric, values: byLabel(metric.values), known },
    };
    for (const sentence of metric === undefined ? [] : describeLeftOut(groups, metric, question)) {
      analysis.warn(sentence);
    }
    analysis.warn(metric?.caveat);
    analysis.note(metric?.note);
    // What has no line compares nothing.
    const about = analysis.about({ question: lines.length === 0 ? [] : describeTrend(question) });
    await show(session, input, lines, question, { about, grouping: analysis.grouping });
    await analysis.conclude({ from: undefined, to: [last] });
  },
});

/** What the unit costs divide besides or without, in sentences. */
function describeLeftOut(
  groups: readonly Group[],
  { values, own }: Pick<ReturnType<typeof settleLabels>, 'values' | 'own'>,
  question: TrendQuestion,
): Said[] {
  const ofKnown = valuesOfKnown(values, question);
  if (own.labels.length > 0) return describeUnmatched(underLabels(groups, own), ofKnown);
  const sentences = [
    describeUncosted(groups, ofKnown, question.metric?.known),
    describeUndivided(undividedDays(groups, values, question.periods)),
  ];
  return sentences.filter((one) => one !== undefined);
}

/** Which periods are compared, since the first and the last one may be partial, and what the unit cost covers. */
function describeTrend({ periods, metric }: TrendQuestion): string[] {
  const [before, last] = periods.filter(({ isPartial }) => !isPartial).slice(-2);
  const partial = namesOfPartial(periods);
  const blank = [before, last].find((period) => period?.isBlank);
  const hasMean = periods.some(({ isPartial, isBlank }) => !isPartial && !isBlank);
  const change =
    blank === undefined
      ? `change from ${before?.name} to ${last?.name}`
      : `no change: ${blank.name} has no rows`;
  return [
    ...(before === undefined || last === undefined ? [] : [change]),
    ...(partial.length === 0
      ? []
      : [
          `${partial.join(' and ')} ${partial.length > 1 ? 'are' : 'is'} partial${hasMean ? ', not in the mean' : ''}`,
        ]),
    ...(metric === undefined || metric.unit === '' ? [] : [`unit cost per ${metric.unit}`]),
  ];
}

function chooseLength({ months, weeks, days }: TrendInput): [Granularity, number] {
  if (days !== undefined) return ['day', days];
  return weeks === undefined ? ['month', months ?? 13] : ['week', weeks];
}

async function openMetric(
  session: Session,
  { metric: metricId, digits, by }: TrendInput,
  range: DayRange,
) {
  if (metricId === undefined) {
    if (digits === undefined) return undefined;
    throw usageError('--digits needs --metric', 'give --metric ID');
  }
  const { unit, ...read } = await readOwnMetric(session, metricId, by, range);
  return { ...read, id: metricId, unit: unit ?? '', digits: digits ?? 6 };
}

/** A column for each period is for people and spreadsheets, a list of periods for programs. */
async function show(
  session: Session,
  { wide = false }: TrendInput,
  lines: readonly TrendLine[],
  question: TrendQuestion,
  { about, grouping }: { readonly about: Described; readonly grouping: Grouping },
): Promise<void> {
  const { format, output, outputFlags } = session;
  const isForPeople = isPeopleFormat(format) || needsFile(format);
  if (wide || (isForPeople && outputFlags.query === undefined)) {
    const rows = nameMarks(session, wideRows(lines, question), grouping);
    const drawn = hasBars(session) ? rows.map((row) => addBars(row, question)) : rows;
    await output.list(drawn, { ...wideView(session, drawn, question, grouping), about });
  } else if (isDocumentFormat(format) || isForPeople) {
    await output.list(nestedRows(lines, question), { columns: [], about });
  } else await output.list(longRows(lines, question), { ...longView(question), about });
}
