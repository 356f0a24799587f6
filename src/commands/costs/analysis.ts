import { type DayRange, isEmpty, overlap, rangeName } from '../../days.ts';
import { isDocumentFormat, registry } from '../../formats/registry.ts';
import { plain, type Said } from '../../phrase.ts';
import { analyze, type PeriodAnswer, type PeriodQuestion } from '../../questions/analyze.ts';
import { type About, quotePolicy } from '../../rows/about.ts';
import { findOpen } from '../../rows/completeness.ts';
import { knownDays } from '../../rows/days-off.ts';
import type { RowSource } from '../../rows/row-source.ts';
import type { Group } from '../../rows/tally.ts';
import type { Session } from '../../session.ts';
import { holdGroups, optimizeLater } from '../engine.ts';
import {
  daysOf,
  describeBlank,
  describeScope,
  lackOfCurrency,
  onceEach,
  withCaption,
} from './analysis-about.ts';
import { type CurrencyOptions, openCurrencies } from './analysis-currencies.ts';
import type { AnalysisInput } from './analysis-input.ts';
import { requireHeld } from './chosen-mirror.ts';
import { daysWithRows } from './held-days.ts';
import { type CostChoice, openRows, writeCommand } from './options.ts';
import { awaitedDays, historyOf, openPresence, settledDay } from './presence.ts';
import { createRowProgress, describeEmpty } from './row-progress.ts';
import { writeReceipt } from './write-receipt.ts';

export interface AnalysisOptions
  extends CurrencyOptions,
    Pick<PeriodQuestion, 'by' | 'byDay' | 'marker' | 'quantity' | 'past' | 'bySource'> {
  /** The days to read, by default the period: those that it is compared with come after it. */
  readonly ranges?: readonly DayRange[];
  /** With `byDay`: the day under which a day is added up, if neither rates nor ranges need each day. */
  readonly dayAs?: PeriodQuestion['dayAs'];
  /** Where the rows come from, if the action has looked at some already. */
  readonly source?: RowSource;
  /** A verdict depends on whether the data is there. */
  readonly isGate?: boolean;
  /** The days that the answer is about, if others are read too. */
  readonly judged?: readonly DayRange[];
  /** The answer needs all of these days, also those that a mirror of files does not have. */
  readonly needsAll?: boolean;
  /** The answer shows no amounts, so it does not matter how they are added up. */
  readonly hasNoAmounts?: boolean;
}

export type Analysis = Awaited<ReturnType<typeof readAnalysis>>;

/** The rows of one run: read, added up, converted to one currency, and recorded in the receipt. */
export async function readAnalysis(
  session: Session,
  input: AnalysisInput,
  choice: CostChoice,
  options: AnalysisOptions,
) {
  const { by, byDay, marker, quantity, past, bySource, ranges = [choice.period] } = options;
  const { isGate = false, judged, needsAll = false, hasNoAmounts = false } = options;
  const { mirror, conditions } = choice;
  const isPast = new Set(past?.ranges.map(rangeName));
  /** Days that only show what is usual are no part of the answer. */
  const isAsked = ({ range }: Pick<PeriodAnswer, 'range'>) => !isPast.has(rangeName(range));
  const isJudged = ({ day }: Group) =>
    day === null || judged?.some((range) => overlap(range, { from: day, to: day })) !== false;
  const currencies = await openCurrencies(session, input, options);
  const start = new Date(session.context.clock.now()).toISOString();
  const source = options.source ?? (await openRows(session, choice));
  // Files are loaded before V8's settings change. Rows of the service are read by few functions that run for
  // long: for them the settings stay.
  if (isDocumentFormat(session.format)) await registry[session.format].write();
  if (mirror !== undefined) optimizeLater(session);
  const scope = await describeScope(session, choice);
  const warnings = new Set<string>();
  const notes = new Set<string>();
  const [period = choice.period, ...baselines] = ranges;
  // Compared with days that no file has, everything would be new.
  for (const baseline of baselines) await requireHeld(mirror, baseline);
  if (baselines.length > 0 && period.to >= choice.today) {
    warnings.add(`${period.to} has not ended yet`);
  }
  const history = isGate ? await historyOf(judged ?? ranges, ranges, input, choice) : [];
  const haveCommonDays = ranges.some((one, at) =>
    ranges.slice(at + 1).some((other) => overlap(one, other)),
  );
  const needsDays = currencies.isConverted || haveCommonDays;
  const answer = await analyze(
    source,
    {
      ...{ ranges, history, by, marker, quantity, past, bySource, conditions },
      given: choice.columns,
      byDay: byDay || needsDays,
      dayAs: needsDays ? undefined : options.dayAs,
      withSums: input.receipt !== undefined,
      needsDate: isGate,
      sources: { given: input.sourceColumn ?? session.settings.sourceColumn },
    },
    createRowProgress(session),
  );
  const { columns, sources, count } = answer;
  holdGroups(
    session,
    answer.periods.reduce((sum, { groups }) => sum + groups.length, 0),
  );
  const periods = await currencies.convertPeriods(answer.periods, columns, isAsked);
  const asked = answer.periods.filter(isAsked);
  for (const { groups, range } of asked) {
    if (groups.length > 0 || isEmpty(range)) continue;
    notes.add(describeEmpty(range, conditions, answer.unmet));
  }
  if (!hasNoAmounts) warn(describeBlank(columns, onceEach(asked).filter(isJudged)));
  const read = [...ranges, ...(past?.ranges ?? []), ...history];
  const { judge, factsOf } = await openPresence(session, input, choice, {
    ...answer,
    read,
    isGate,
  });
  const completeness = ranges.length === 0 ? undefined : judge(judged ?? ranges, { needsAll });
  await currencies.askPolicy();
  optimizeLater(session);
  const isNothing = mirror === undefined && count.read === 0;
  const filled = isNothing ? new Set<string>() : await daysWithRows(mirror, sources, read);
  let facts: About | undefined;

  /** Shows what qualifies the figures, if anything does, in whatever form the answer has. */
  function warn(sentence: Said | undefined): void {
    if (sentence !== undefined) warnings.add(plain(sentence));
  }

  function describe(changes: Partial<About> = {}): About {
    const [baseline] = baselines;
    const converted = currencies.describe();
    return {
      period: daysOf(period),
      ...(baseline === undefined ? {} : { baseline: daysOf(baseline) }),
      scope,
      conditions: input.where ?? [],
      amountColumn: columns?.amount ?? null,
      currencies: currencies.found(),
      ...lackOfCurrency(columns),
      ...(converted === undefined ? {} : { conversion: converted }),
      ...(completeness === undefined ? {} : { completeness }),
      warnings: [...warnings],
      notes: [...notes, ...(converted === undefined ? [] : quotePolicy(converted, 'note'))],
      ...changes,
    };
  }

  return {
    /** What the period had, what it is compared with, and the days that only show what is usual. */
    groups: ranges.length > 0 ? (periods[0] ?? []) : [],
    before: ranges.length > 1 ? (periods[1] ?? []) : [],
    past: periods.slice(ranges.length),
    inCurrency: currencies.inCurrency,
    isGate,
    /** What the figures are; `changes` is what the action knows better. */
    about: (changes: Partial<About> = {}) => {
      facts = describe(changes);
      return withCaption(facts, input.envelope === true);
    },
    warn,
    /** Like `warn`, for a sentence that is no reason to worry. */
    note: (sentence: string | undefined) => {
      if (sentence !== undefined) notes.add(sentence);
    },
    /** Columns of the rows: what a mistyped name may mean. */
    names: answer.names,
    grouping: { by, currency: columns?.currency, isConverted: currencies.isConverted },
    /** Undefined if there was no row to look at. */
    columns,
    /** Undefined if the rows do not show their sources. */
    sources,
    /** Whether the data is there; undefined if nothing was read, or rows have no clear day. */
    completeness,
    /** Whether the data of some of the days that were read is there. */
    judge,
    factsOf,
    /** The days before the period that show what is usual. */
    history,
    /** Days with rows of any source, whether they meet the conditions or not; undefined if that is not known. */
    filled,
    /** Those, and the days whose weekday never has rows: what they cost is known. */
    known: knownDays(filled, read),
    /** What an estimate may learn from; `met` are the sources that it depends on, by default all that were asked for. */
    delivered: (today: string, met?: ReadonlySet<string | null>) => ({
      filled,
      settled: settledDay(session, input, today),
      awaited: awaitedDays(session, input, { today, read, sources }, met),
    }),
    /** The day that is not over, if it is one of these. */
    openDays: (days: readonly DayRange[]) => findOpen(days, choice.today),
    /** Writes the receipt, if one is asked for; `changes` are those of the line that asks the same on any day. */
    conclude: async (changes: Parameters<typeof writeCommand>[2] = {}) => {
      if (input.receipt === undefined) return;
      const [first, ...others] = asked;
      const compared = baselines.length === 0 ? {} : { against: baselines.map(rangeName) };
      const against = others.map(({ range, windows }) => {
        return { ...range, windows: windows.map(({ window }) => window) };
      });
      await writeReceipt(session, input, choice, {
        given: { command: writeCommand(session, choice.period, { ...compared, ...changes }) },
        start,
        requests: source.requests(),
        done: first?.windows ?? [],
        more: {
          ...(others.length === 0 ? {} : { against }),
          ...(await currencies.record()),
          about: facts ?? describe(),
        },
      });
    },
  };
}
