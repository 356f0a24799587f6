import { version } from '../../../package.json';
import { dayOf, describeRange, isEmpty, monthOf } from '../../days.ts';
import { chooseAgainst } from '../../questions/compare-periods.ts';
import type { UsedRate } from '../../questions/convert-currency.ts';
import { daysBefore } from '../../questions/one-off-days.ts';
import { type TrendPeriod, trendPeriods } from '../../questions/trend-lines.ts';
import { type Gathered, gatherFacts } from '../../reports/gather-facts.ts';
import { chooseLocale, createFormats } from '../../reports/locale.ts';
import { chooseOutlook } from '../../reports/outlook-facts.ts';
import {
  type Phrase,
  periodPhrase,
  type SectionId,
  sectionIds,
} from '../../reports/report-document.ts';
import type { Caveat, ReportFacts } from '../../reports/report-facts.ts';
import type { Completeness } from '../../rows/completeness.ts';
import type { CostColumns } from '../../rows/require-columns.ts';
import type { Session } from '../../session.ts';
import { holdGroups } from '../engine.ts';
import { describeBlank } from './analysis-about.ts';
import { explainUnmet, readBudgets } from './budgets.ts';
import { findHeld, isHeld, requireHeld } from './chosen-mirror.ts';
import { quoteConversion } from './conversion.ts';
import { chooseColumns } from './explain-periods.ts';
import { describeShortPast, heldDays } from './held-days.ts';
import { showSources } from './incomplete-data.ts';
import { findMetricScope } from './metric-scope.ts';
import { type CostChoice, chooseCosts, openRows } from './options.ts';
import { historyOf, openPresence } from './presence.ts';
import { judgeOtherDays, withoutVerdicts } from './report-days.ts';
import { openConversion, readAllocation, readUnits, tagsOf } from './report-inputs.ts';
import type { ReportInput } from './report-options.ts';
import { createRowProgress } from './row-progress.ts';
import { sourceAddress } from './write-receipt.ts';

/** A report that was gathered, and what its receipt needs. */
export interface ReportRun extends Gathered {
  readonly facts: ReportFacts;
  /** Whether the data is there; undefined if the rows do not show it. */
  readonly completeness: Completeness | undefined;
  readonly choice: CostChoice;
  readonly by: readonly string[];
  readonly sections: readonly SectionId[];
  readonly start: string;
  readonly requests: () => number;
  /** Every rate that an amount was multiplied by, in order. */
  readonly rates: () => readonly UsedRate[];
  readonly convertTo: string | undefined;
}

/** The days of a report: one month, which need not have ended. */
export function chooseReportMonth(session: Session, input: ReportInput): Promise<CostChoice> {
  return chooseCosts(session, input, { fallback: { lastMonth: true } });
}

export async function gatherReport(
  session: Session,
  input: ReportInput,
  choice: CostChoice,
  isClose = false,
): Promise<ReportRun> {
  const { period, today } = choice;
  const start = new Date(session.context.clock.now()).toISOString();
  const source = await openRows(session, choice);
  const baseline = chooseAgainst(period, input.against, choice.latest);
  const isBaselineKnown = await isHeld(choice.mirror, baseline);
  if (input.against !== undefined) await requireHeld(choice.mirror, baseline);
  const sections = (input.sections ?? sectionIds).filter((id) =>
    isEmpty(period) ? ofOtherDays.has(id) : isBaselineKnown || !ofBoth.has(id),
  );
  const columns = await chooseColumns(source, { by: input.by }, [period, baseline]);
  const { by } = columns;
  const past = daysBefore([period, baseline]);
  const held = isBaselineKnown ? await heldDays(choice.mirror, past) : [];
  const conversion = await openConversion(session, input);
  const tags = tagsOf(by);
  const months = sections.includes('months') ? await chooseMonths(input, choice) : [];
  const [first = period] = months;
  const units = sections.includes('unit')
    ? await readUnits(session, input, { from: first.from, to: period.to })
    : [];
  const caveats: Caveat[] = [];
  const warn = (section: SectionId, message: string) => {
    session.output.warn(message);
    caveats.push({ section, text: message });
  };
  const scope =
    units.length === 0
      ? undefined
      : await findMetricScope(source, period, choice, session.workspace());
  if (scope?.caveat !== undefined) warn('unit', scope.caveat);
  if (scope?.where !== undefined) {
    const text = `Unit costs divide the cost of the metric's workspace only: ${scope.where}`;
    caveats.push({ section: 'unit', text });
  }
  if (months.length > 0) {
    caveats.push(...caveats.map(({ text }) => ({ section: 'months' as const, text })));
  }
  const caveat = isBaselineKnown ? describeShortPast(held, [period, baseline]) : undefined;
  if (caveat !== undefined) warn('changes', caveat);
  const formats = createFormats({ locale: chooseLocale(input.locale), exact: false });
  const history = isClose ? await historyOf([period], [], input, choice) : [];
  const budgets =
    sections.includes('budgets') && input.budgets !== undefined
      ? await readBudgets(input.budgets)
      : undefined;
  const gathered = await gatherFacts({
    source,
    given: choice.columns,
    conditions: choice.conditions,
    report: createRowProgress(session),
    onGroups: (count) => holdGroups(session, count),
    period,
    baseline,
    isBaselineKnown,
    areMonths: [period, baseline].every((range) => monthOf(range) !== undefined),
    today,
    title: input.title,
    sections,
    by,
    top: input.top ?? 10,
    budgets,
    explainUnmet: (unmet) => explainUnmet(session, choice, budgets ?? [], unmet),
    allocation: sections.includes('allocation')
      ? await readAllocation(session, input, choice, tags[0])
      : undefined,
    required: input.require ?? tags.slice(0, 1),
    units,
    explain: isBaselineKnown
      ? { columns, past: held, nameDay: (value) => formats.figure({ kind: 'day', value }) }
      : undefined,
    months,
    conversion: conversion?.converter,
    warn,
    showSources: showSources(session, [period]),
    unitScope: scope?.condition,
    history,
    outlook: await requireLearned(choice, chooseOutlook(period, today)),
    sources: { given: input.sourceColumn ?? session.settings.sourceColumn },
  });
  const blank = describeBlank(gathered.columns, gathered.counted);
  if (blank !== undefined) session.output.warn(blank);
  const judge = await openPresence(session, input, choice, { ...gathered, isGate: true });
  const completeness = judge(isClose ? [period] : [period, baseline]);
  if (completeness?.complete === false) session.output.note(completeness.text);
  const outside = judgeOtherDays(judge, gathered.facts, completeness);
  const budgetRows = withoutVerdicts(judge, gathered, (text) => warn('budgets', text));
  for (const { title, text } of outside) {
    if (text !== completeness?.text) session.output.note(`${title}: ${text}`);
  }
  caveats.push(...outside);
  const leftOut = gathered.facts.leftOut.map(({ title, why }) => `${title}: ${why}`);
  if (leftOut.length > 0) session.output.note(`not in the report: ${leftOut.join('; ')}`);
  return {
    ...gathered,
    completeness,
    facts: {
      ...gathered.facts,
      budgets: budgetRows,
      conditions: [...((await choice.mirror?.state())?.query.where ?? []), ...(input.where ?? [])],
      origin: describeRows(session, choice, gathered.columns),
      data:
        (isEmpty(period) ? period.note : completeness?.text) ??
        'it is not known whether the data is complete',
      conversion: await quoteConversion(session, input, conversion?.used() ?? []),
      caveats,
      warnings: session.output.warned(),
    },
    choice,
    by,
    // Only the rows show whether any day before has some.
    sections: sections.filter((id) => gathered.facts.isBaselineKnown || !ofBoth.has(id)),
    start,
    requests: source.requests,
    rates: () => conversion?.used() ?? [],
    convertTo: input.convertTo,
  };
}

/** The sections that have figures before the first day of the period is over. */
const ofOtherDays: ReadonlySet<SectionId> = new Set(['months', 'budgets', 'outlook']);

/** The sections that only compare the period with the one before. */
const ofBoth: ReadonlySet<SectionId> = new Set(['total', 'changes']);

/** What is added up: a document is read without the command that made it. */
function describeRows(
  { settings }: Session,
  { mirror }: CostChoice,
  columns: CostColumns | undefined,
): string {
  const reached = settings.sandbox
    ? 'of the sandbox, which are invented'
    : 'that the token reaches';
  const rows = mirror === undefined ? reached : 'of the mirror';
  return `cost is the column ${columns?.amount ?? 'cost'} of the rows ${rows}`;
}

/** An outlook that learns from fewer days than there are would not be that of the service. */
async function requireLearned(
  { mirror }: CostChoice,
  chosen: ReturnType<typeof chooseOutlook>,
): Promise<ReturnType<typeof chooseOutlook>> {
  if (typeof chosen === 'string') return chosen;
  const { known } = chosen;
  const [held] = await heldDays(mirror, [known]);
  if (held?.from === known.from && held.to === known.to) return chosen;
  return `it learns from ${describeRange(known)}, and the mirror lacks some of these days`;
}

/** Earlier months are read if someone asks for them, or if a mirror has them. */
async function chooseMonths(
  { months, sections }: ReportInput,
  { mirror, period, today }: CostChoice,
): Promise<readonly TrendPeriod[]> {
  if (months === undefined && sections === undefined && mirror === undefined) return [];
  const files = await findHeld(mirror);
  const days = { last: period.to, today, first: files?.range.from };
  const periods = trendPeriods(months ?? 13, 'month', days);
  const [first] = periods;
  if (first === undefined || mirror === undefined || months !== undefined) return periods;
  const held = await heldDays(mirror, [{ from: first.from, to: period.to }]);
  const since = held.at(-1)?.from ?? period.from;
  const own = periods.filter(({ from }) => from >= since);
  return own.length > 1 ? own : [];
}

/** The last lines of a report: which program made it, and from what. */
export async function describeOrigin(
  session: Session,
  { choice, windows }: ReportRun,
  receiptHash: string,
): Promise<Phrase[]> {
  const { period, mirror } = choice;
  const read = windows.reduce((sum, { window }) => sum + window.read, 0);
  return [
    [
      `Made by costctl ${version} from ${mirror === undefined ? '' : 'a mirror of '}`,
      { kind: 'name', value: await sourceAddress(session, choice) },
      ...(mirror?.asOf === undefined
        ? []
        : [' as of ', { kind: 'day' as const, value: mirror.asOf }]),
      ' on ',
      { kind: 'day', value: dayOf(session.context.clock.now()) },
      '. Days are UTC.',
    ],
    [
      { kind: 'number', value: String(read) },
      read === 1 ? ' row of ' : ' rows of ',
      ...periodPhrase(period, false),
      ` ${read === 1 ? 'was' : 'were'} read, which matches the ${mirror === undefined ? "service's" : "mirror's"} count.`,
    ],
    [`SHA-256 of the receipt: ${receiptHash}`],
  ];
}
