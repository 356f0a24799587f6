import { type DayRange, isEmpty, overlap, rangeName } from '../../days.ts';
import { isDocumentFormat, registry } from '../../formats/registry.ts';
import { plain, type Said } from '../../phrase.ts';
import {
  type Answer,
  analyze,
  type PeriodAnswer,
  type PeriodQuestion,
} from '../../questions/analyze.ts';
import type { Grouping } from '../../questions/result-rows.ts';
import { type About, quotePolicy } from '../../rows/about.ts';
import { type Completeness, findOpen, refusedFaults } from '../../rows/completeness.ts';
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
  requireEnvelopeFormat,
  withCaption,
} from './analysis-about.ts';
import { type CurrencyOptions, openCurrencies } from './analysis-currencies.ts';
import type { AnalysisInput } from './analysis-input.ts';
import { requireHeld } from './chosen-mirror.ts';
import { daysWithRows } from './held-days.ts';
import { type CostChoice, openRows, writeCommand } from './options.ts';
import { awaitedDays, historyOf, type JudgeDays, openPresence, settledDay } from './presence.ts';
import { createRowProgress, describeEmpty } from './row-progress.ts';
import { writeReceipt } from './write-receipt.ts';

export interface AnalysisOptions
  extends CurrencyOptions,
    Pick<PeriodQuestion, 'by' | 'byDay' | 'marker' | 'quantity' | 'past' | 'bySource'> {
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
}

/** The rows of one run: read, added up, converted to one currency, and recorded in the receipt. */
export async function openAnalysis(
  session: Session,
  input: AnalysisInput,
  choice: CostChoice,
  options: AnalysisOptions,
) {
  const { by, byDay, marker, quantity, past, bySource } = options;
  const { isGate = false, judged, needsAll = false } = options;
  const isPast = new Set(past?.ranges.map(rangeName));
  /** Days that only show what is usual are no part of the answer. */
  const isAsked = ({ range }: Pick<PeriodAnswer, 'range'>) => !isPast.has(rangeName(range));
  const isJudged = ({ day }: Group) =>
    day === null || judged?.some((range) => overlap(range, { from: day, to: day })) !== false;
  requireEnvelopeFormat(session, input);
  const currencies = await openCurrencies(session, input, options);
  const start = new Date(session.context.clock.now()).toISOString();
  const source = options.source ?? (await openRows(session, choice));
  // Files are loaded before V8's settings change. Rows of the service are read by few functions that run for
  // long: for them the settings stay.
  if (isDocumentFormat(session.format)) await registry[session.format].write();
  if (choice.mirror !== undefined) optimizeLater(session);
  let answer: Answer | undefined;
  let daysRead: readonly DayRange[] = [];
  const scope = await describeScope(session, choice);
  const warnings = new Set<string>();
  const notes = new Set<string>();
  let facts: About | undefined;
  let judge: JudgeDays = () => undefined;
  let completeness: Completeness | undefined;

  function questionOf(ranges: readonly DayRange[], history: readonly DayRange[]) {
    const haveCommonDays = ranges.some((one, at) =>
      ranges.slice(at + 1).some((other) => overlap(one, other)),
    );
    const needsDays = currencies.isConverted || haveCommonDays;
    return {
      ...{ ranges, history, by, marker, quantity, past, bySource },
      given: choice.columns,
      conditions: choice.conditions,
      byDay: byDay || needsDays,
      dayAs: needsDays ? undefined : options.dayAs,
      withSums: input.receipt !== undefined,
      needsDate: isGate,
      sources: { given: input.sourceColumn ?? session.settings.sourceColumn },
    };
  }

  /** Shows what qualifies the figures, if anything does, in whatever form the answer has. */
  function warn(sentence: Said | undefined): void {
    if (sentence !== undefined) warnings.add(plain(sentence));
  }

  function remarkOn({ periods, columns, unmet }: Answer): void {
    const asked = periods.filter(isAsked);
    for (const { groups, range } of asked) {
      if (groups.length > 0 || isEmpty(range)) continue;
      notes.add(describeEmpty(range, choice.conditions, unmet));
    }
    warn(describeBlank(columns, onceEach(asked).filter(isJudged)));
  }

  async function filledDays(): Promise<ReadonlySet<string> | undefined> {
    return choice.mirror === undefined && answer?.count.read === 0
      ? new Set<string>()
      : daysWithRows(choice.mirror, answer?.sources, daysRead);
  }

  function describe(changes: Partial<About> = {}): About {
    const [period = { range: choice.period }, baseline] = answer?.periods ?? [];
    const converted = currencies.describe();
    return {
      period: daysOf(period.range),
      ...(baseline === undefined ? {} : { baseline: daysOf(baseline.range) }),
      scope,
      conditions: input.where ?? [],
      amountColumn: answer?.columns?.amount ?? null,
      currencies: currencies.found(),
      ...lackOfCurrency(answer?.columns),
      ...(converted === undefined ? {} : { conversion: converted }),
      ...(completeness === undefined ? {} : { completeness }),
      warnings: [...warnings],
      notes: [...notes, ...(converted === undefined ? [] : quotePolicy(converted, 'note'))],
      ...changes,
    };
  }

  return {
    read: async (...ranges: readonly DayRange[]) => {
      const [period, ...baselines] = ranges;
      // Compared with days that no file has, everything would be new.
      for (const baseline of baselines) await requireHeld(choice.mirror, baseline);
      if (period !== undefined && baselines.length > 0 && period.to >= choice.today) {
        warnings.add(`${period.to} has not ended yet`);
      }
      const history = isGate ? await historyOf(judged ?? ranges, ranges, input, choice) : [];
      answer = await analyze(source, questionOf(ranges, history), createRowProgress(session));
      const count = answer.periods.reduce((sum, { groups }) => sum + groups.length, 0);
      holdGroups(session, count);
      const periods = await currencies.convertPeriods(answer.periods, answer.columns, isAsked);
      remarkOn(answer);
      daysRead = [...ranges, ...(past?.ranges ?? []), ...history];
      judge = await openPresence(session, input, choice, { read: daysRead, ...answer, isGate });
      completeness = judge(judged ?? ranges, { needsAll });
      await currencies.askPolicy();
      optimizeLater(session);
      return periods;
    },
    inCurrency: currencies.inCurrency,
    /** What the figures are, once the rows were read; `changes` is what the action knows better. */
    about: (changes: Partial<About> = {}) => {
      facts = describe(changes);
      return withCaption(facts, input.envelope === true);
    },
    warn,
    /** Like `warn`, for a sentence that is no reason to worry. */
    note: (sentence: string | undefined) => {
      if (sentence !== undefined) notes.add(sentence);
    },
    /** Columns of the rows that were read: what a mistyped name may mean. */
    names: async (wanted?: readonly string[]) => answer?.names(wanted) ?? [],
    grouping: (): Grouping => ({
      by,
      currency: answer?.columns?.currency,
      isConverted: currencies.isConverted,
    }),
    /** Undefined if there was no row to look at. */
    columns: () => answer?.columns,
    /** The sources of the rows that were read; undefined if these do not show them. */
    sources: () => answer?.sources,
    /** Whether the data is there; undefined before it was read, or if rows have no clear day. */
    completeness: () => completeness,
    /** Whether the data of some of the days that were read is there. */
    judge: (...question: Parameters<JudgeDays>) => judge(...question),
    /** Days with rows of any source, whether they meet the conditions or not; undefined if that is not known. */
    daysWithRows: filledDays,
    /** What an estimate may learn from; `met` are the sources that it depends on, by default all that were asked for. */
    delivered: async (today: string, met?: ReadonlySet<string | null>) => ({
      filled: await filledDays(),
      settled: settledDay(session, input, today),
      awaited: awaitedDays(
        session,
        input,
        { today, read: daysRead, sources: answer?.sources },
        met,
      ),
    }),
    /** Those, and the days whose weekday never has rows: what they cost is known. */
    knownDays: async () => knownDays(await filledDays(), daysRead),
    /** Faults in the data that a gate must not pass on. */
    faults: () => (completeness === undefined ? [] : refusedFaults(completeness)),
    /** The day that is not over, if it is one of these. */
    openDays: (days: readonly DayRange[]) => findOpen(days, choice.today),
    conclude: async (changes: Parameters<typeof writeCommand>[2] = {}) => {
      if (input.receipt === undefined) return;
      const [first, ...others] = (answer?.periods ?? []).filter(isAsked);
      const against = others.map(({ range, windows }) => {
        return { ...range, windows: windows.map(({ window }) => window) };
      });
      await writeReceipt(session, input, choice, {
        given: { command: writeCommand(session, choice.period, changes) },
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
