import { operations } from '../../api/operations.ts';
import { command } from '../../command.ts';
import { addDays, addMonths, type DayRange, isEmpty, monthRange, parseMonth } from '../../days.ts';
import { text, wholeNumber } from '../../declaration/kind.ts';
import { optional } from '../../declaration/option.ts';
import type { Fields } from '../../declaration/result.ts';
import { usageError } from '../../errors.ts';
import { formatDecimal } from '../../json/decimal.ts';
import type { DescribedOperation } from '../../openapi/description.ts';
import { inFuture } from '../../period.ts';
import { describeOutlook } from '../../questions/describe-outlook.ts';
import { firstLearned, learnedDays } from '../../questions/forecast.ts';
import { daysToLearn } from '../../questions/late-days.ts';
import { projectMonth } from '../../questions/project-month.ts';
import type { ResultRow } from '../../questions/result-rows.ts';
import { isBlank } from '../../questions/trend-lines.ts';
import type { Session } from '../../session.ts';
import { nameFirst } from '../../text.ts';
import {
  amountIn,
  besides,
  propertyOf,
  readRecords,
  textIn,
} from '../openapi/service-operation.ts';
import { readAnalysis } from './analysis.ts';
import { type AnalysisInput, answerOptions } from './analysis-input.ts';
import { currencyField, groupedView, money } from './figure-view.ts';
import { byOption, type CostChoice, chooseCosts, findToday } from './options.ts';
import { nameMarks, wantsTotal } from './result-format.ts';
import { describeEmpty } from './row-progress.ts';

const figures = (level = 80): Fields => ({
  period: ['text', { importance: 'extra' }],
  currency: currencyField,
  actual: ['decimal or null', { ...money, importance: 'normal', none: 'no rows' }],
  expected: ['decimal', money],
  'serviceForecast?': ['decimal', { header: 'the service expects', ...money }],
  low: ['decimal or null', { header: `low (${level} %)`, brief: 'low', ...money, ifAny: true }],
  high: ['decimal or null', { header: `high (${level} %)`, brief: 'high', ...money, ifAny: true }],
  method: ['text', { importance: 'extra' }],
  learned: ['count', { header: 'days learned', kind: 'number', importance: 'extra', moves: true }],
  coverage: ['text or null', { header: 'interval held %', kind: 'percent', ifAny: true }],
  replays: [
    'count',
    { header: 'times replayed', kind: 'number', importance: 'extra', moves: true },
  ],
  'difference?': [
    'decimal',
    { header: "beyond groups' sum", ...money, signed: true, importance: 'extra' },
  ],
  'all?': 'yes or no',
});

export const outlook = command({
  words: 'costs outlook',
  purpose: 'Forecast the month-end cost',
  operation: operations.getCosts,
  options: {
    month: optional(
      text('month', { example: '2026-11' }),
      'the month, such as 2026-10 (default: this one)',
    ),
    ...answerOptions,
    by: byOption('one row per group: COL[,COL] (repeatable)'),
    level: optional(
      wholeNumber(50, 99, 'percent'),
      'in how many cases of 100 the interval should hold the actual cost',
      { usual: '80' },
    ),
  },
  details: `Each remaining day is expected to cost the mean of the same weekdays of the last six weeks, without
the largest and the smallest. If the last week differs from that by more than noise, the estimate moves with it. What
a day of the month costs beyond that, such as the 1st, is learned from earlier months. With fewer than 28 days there
is no interval. After two weeks without cost nothing more is expected.

The same method is then repeated for every earlier day. Its median error, without days that stand out alone, corrects
the estimate, and the interval comes from its errors. "coverage" is how often that interval held the actual cost.
Estimates are exact decimals with as many places as the amounts, at least two. With --by, the whole is estimated by
itself in a row marked "all"; "difference" is how far it is above the sum of the groups. csv, tsv and ndjson have no
such row.`,
  examples: [
    'costctl costs outlook --convert-to USD',
    'costctl costs outlook --by service --level 90 -o json',
  ],
  rows: figures(),
  run: async (session, input) => {
    const { by = [], level = 80 } = input;
    const { month, today } = await chooseMonth(session, input);
    const past = learnedDays(month, addDays(today, -1));
    const learned = { ...input, month: undefined, ...past };
    const choice = await chooseCosts(session, learned, { isHistory: true });
    const analysis = await readAnalysis(session, input, choice, { by, byDay: true });
    const { groups, filled: delivered } = analysis;
    const from = firstLearned(groups, month.from);
    // The month includes the days before the first file.
    const completeness = analysis.judge([{ from, to: choice.period.to }], { needsAll: true });
    const late = analysis.delivered(today);
    const known = daysToLearn(past, month, late);
    // Some sources may have rows on days that are estimated.
    const { to: lastDay } = daysToLearn(past, month, { ...late, awaited: new Set() });
    const isOver = known.to === month.to;
    const elapsed = { from: month.from, to: past.to };
    // What no row was found for is not zero.
    const isUnknown = !isEmpty(elapsed) && isBlank(elapsed, delivered);
    if (isUnknown) analysis.note(describeEmpty(elapsed, [], undefined));
    const hasBegun = lastDay >= month.from;
    const projected = projectMonth(groups, { month, known, by, level });
    const found = projected.map((row): ResultRow => (isUnknown ? { ...row, actual: null } : row));
    const all = isUnknown && isOver ? [] : found;
    const own = await readForecast(session, input, choice, month, analysis.note);
    // Anyone who adds up the lines of a file would count the total twice.
    const wanted = wantsTotal(session, undefined) ? all : all.filter((row) => row['all'] !== true);
    const rows = own === undefined ? wanted : withForecast(wanted, own, analysis.note);
    if (!isOver) analysis.note(describeShort(rows, by));
    else if (!isUnknown) analysis.note('the month has ended: expected is what it cost');
    const monthBefore = { from: addMonths(month.from, -1), to: addDays(month.from, -1) };
    // Nothing is compared with a month that has no rows.
    const isCompared = !isUnknown && !isBlank(monthBefore, delivered);
    await session.output.list(nameMarks(session, rows, analysis.grouping), {
      ...groupedView(analysis.grouping, figures(level), rows),
      lead: isCompared ? describeOutlook(all, groups, { by, month, known, delivered }) : [],
      about: analysis.about({
        period: month,
        ...(completeness && { completeness }),
        question: [
          ...(isOver || isUnknown || !hasBegun ? [] : [`actual to ${lastDay}`]),
          ...(isUnknown || known.to === lastDay
            ? []
            : [`estimated from ${addDays(known.to, 1)} on`]),
          ...(rows.every(({ low }) => low === null)
            ? []
            : [`low to high is an interval of ${level} %`]),
        ],
      }),
    });
    // The days before the month are read because of it.
    await analysis.conclude({ month: [month.from.slice(0, 7)] });
  },
});

/** The month that is asked for, by default the one that is running: in files, that of their last day. */
async function chooseMonth(
  session: Session,
  {
    month: name,
    ...input
  }: Parameters<typeof findToday>[1] & { readonly month?: string | undefined },
): Promise<{ readonly month: DayRange; readonly today: string }> {
  const { today, running, first } = await findToday(session, input);
  const month = name === undefined ? monthRange(running.slice(0, 7)) : parseMonth(name, '--month');
  if (month.from <= today) return { month, today };
  if (first === undefined) throw inFuture(`--month ${name}`, today);
  throw usageError(`--month ${name} is after the last day of the files, ${running}`);
}

/** Says which rows have no interval; undefined if each has one. */
function describeShort(rows: readonly ResultRow[], by: readonly string[]): string | undefined {
  const short = rows.filter(({ low }) => low === null);
  if (short.length === 0) return undefined;
  const named = short.map(({ currency }) =>
    currency === null ? 'cost without a currency' : `cost in ${currency}`,
  );
  const isWhole = by.length === 0;
  const count = isWhole ? short.length : short.filter((row) => row['all'] !== true).length;
  const groups = count > 1 ? `${count} groups` : 'a group';
  const some = `${isWhole ? nameFirst(named, 5, ' and ') : groups} ${count > 1 ? 'have' : 'has'}`;
  const isAll = isWhole && short.length === rows.length;
  return `${isAll ? 'there are' : some} too few days with cost for an interval`;
}

interface Forecast {
  readonly amount: string;
  readonly currency: string | undefined;
}

/** The service's own forecast of the same cost: of everything, in the service's currency. */
async function readForecast(
  session: Session,
  { by = [], convertTo }: AnalysisInput & { readonly by?: readonly string[] | undefined },
  { conditions, mirror }: CostChoice,
  month: DayRange,
  note: (sentence: string) => void,
): Promise<Forecast | undefined> {
  const isWhole = by.length === 0 && conditions.length === 0 && mirror === undefined;
  if (!isWhole || convertTo !== undefined) return undefined;
  const read = async (operation: DescribedOperation): Promise<Forecast> => {
    const property = propertyOf(operation, 'forecast');
    const [one, ...others] = await readRecords(session, operation, month);
    const amount = one === undefined ? undefined : amountIn(one, property);
    if (one === undefined || amount === undefined || others.length > 0) {
      throw usageError(`GET ${operation.path} does not answer with one ${property}`);
    }
    const currency = textIn(one, 'currency') ?? textIn(one, 'currencyCode');
    return { amount: formatDecimal(amount), currency };
  };
  return besides(session, 'Cost data: forecast', read, note);
}

/** Adds the forecast to the row of its currency: two currencies are never compared. */
function withForecast(
  rows: readonly ResultRow[],
  { amount, currency }: Forecast,
  note: (sentence: string) => void,
): readonly ResultRow[] {
  const isOf = (row: ResultRow) => currency !== undefined && row['currency'] === currency;
  if (!rows.some(isOf)) note(`the service itself expects ${amount} ${currency ?? '(no currency)'}`);
  return rows.map((row) => (isOf(row) ? { ...row, serviceForecast: amount } : row));
}
