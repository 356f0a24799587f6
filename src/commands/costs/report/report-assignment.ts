import { isEmpty, monthOf } from '../../../days.ts';
import { count, day, type Said, say, sayRange } from '../../../phrase.ts';
import { chooseAgainst } from '../../../questions/choose-periods.ts';
import { daysBefore } from '../../../questions/one-off-days.ts';
import { type TrendPeriod, trendPeriods } from '../../../questions/trend-lines.ts';
import type { Assignment } from '../../../reports/assignment.ts';
import { chooseLocale, createFormats } from '../../../reports/locale.ts';
import { chooseOutlook } from '../../../reports/outlook-facts.ts';
import { type SectionId, sectionIds } from '../../../reports/report-document.ts';
import type { Caveat } from '../../../reports/report-facts.ts';
import type { RowSource } from '../../../rows/row-source.ts';
import type { Session } from '../../../session.ts';
import { holdGroups } from '../../engine.ts';
import { readBudgets } from '../check/budgets.ts';
import { explainUnmet } from '../check/unmet-budgets.ts';
import { findHeld, isHeld, requireHeld } from '../chosen-mirror.ts';
import { chooseColumns } from '../explain/explain-periods.ts';
import { describeShortPast, heldDays } from '../held-days.ts';
import { showSources } from '../incomplete-data.ts';
import type { CostChoice } from '../options.ts';
import { awaitedDays, historyOf, settledDay } from '../presence.ts';
import { createRowProgress } from '../row-progress.ts';
import { findMetricScope } from '../unit/metric-scope.ts';
import { readAllocation, readUnits, tagsOf } from './report-inputs.ts';
import type { ReportInput } from './report-options.ts';

/** What qualifies the figures: in the report, and warnings also on the screen. */
export interface Remarks {
  readonly caveats: Caveat[];
  readonly warn: (section: SectionId, said: Said | undefined) => void;
}

export function createRemarks({ output }: Session): Remarks {
  const caveats: Caveat[] = [];
  return {
    caveats,
    warn: (section, said) => {
      output.warn(said);
      if (said !== undefined) caveats.push({ section, said });
    },
  };
}

interface Chosen {
  readonly isClose: boolean;
  readonly converter: Assignment['conversion'];
  readonly remarks: Remarks;
}

/** Everything that the report is to say: from the line, the files that it names, and what the source holds. */
export async function assignReport(
  session: Session,
  input: ReportInput,
  choice: CostChoice,
  source: RowSource,
  { isClose, converter, remarks }: Chosen,
): Promise<Assignment> {
  const { period, today } = choice;
  const baseline = chooseAgainst(period, input.against, choice.latest);
  const isBaselineKnown = await isHeld(choice.mirror, baseline);
  if (input.against !== undefined) await requireHeld(choice.mirror, baseline);
  const sections = (input.sections ?? sectionIds).filter((id) =>
    isEmpty(period) ? ofOtherDays.has(id) : isBaselineKnown || !ofBoth.has(id),
  );
  const has = (id: SectionId) => sections.includes(id);
  const columns = await chooseColumns(source, { by: input.by }, [period, baseline]);
  const past = daysBefore([period, baseline]);
  const held = isBaselineKnown ? await heldDays(choice.mirror, past) : [];
  const tags = tagsOf(columns.by);
  const months = has('months') ? await chooseMonths(input, choice) : [];
  const days = { from: months[0]?.from ?? period.from, to: period.to };
  const units = has('unit') ? await readUnits(session, input, days) : [];
  const unitScope =
    units.length === 0 ? undefined : await scopeUnits(session, source, choice, remarks);
  if (months.length > 0) {
    remarks.caveats.push(
      ...remarks.caveats.map(({ said }) => ({ section: 'months' as const, said })),
    );
  }
  if (isBaselineKnown) remarks.warn('changes', describeShortPast(held, [period, baseline]));
  const formats = createFormats({ locale: chooseLocale(input.locale), exact: false });
  const nameDay = (value: string) => formats.figure(day(value));
  const nameCount = (value: number) => formats.figure(count(value));
  const budgets =
    has('budgets') && input.budgets !== undefined ? await readBudgets(input.budgets) : undefined;
  return {
    ...{ source, period, baseline, isBaselineKnown, today, sections, budgets, units, months },
    ...{ unitScope, by: columns.by, title: input.title, top: input.top ?? 10, warn: remarks.warn },
    settled: settledDay(session, input, today),
    findAwaited: (reading, met) => awaitedDays(session, input, { ...reading, today }, met),
    given: choice.columns,
    conditions: choice.conditions,
    report: createRowProgress(session),
    onGroups: (count) => holdGroups(session, count),
    areMonths: [period, baseline].every((range) => monthOf(range) !== undefined),
    explainUnmet: (unmet) => explainUnmet(session, choice, budgets ?? [], unmet),
    allocation: has('allocation')
      ? await readAllocation(session, input, choice, tags[0])
      : undefined,
    required: input.require ?? tags.slice(0, 1),
    explain: isBaselineKnown ? { columns, past: held, nameDay, nameCount } : undefined,
    conversion: converter,
    showSources: showSources(session, [period]),
    history: isClose ? await historyOf([period], [], input, choice) : [],
    outlook: await requireLearned(choice, chooseOutlook(period, today)),
    sources: { given: input.sourceColumn ?? session.settings.sourceColumn },
  };
}

/** The sections that have figures before the first day of the period is over. */
const ofOtherDays: ReadonlySet<SectionId> = new Set(['months', 'budgets', 'outlook']);

/** The sections that only compare the period with the one before. */
export const ofBoth: ReadonlySet<SectionId> = new Set(['total', 'changes']);

/** The cost that metrics divide, if it is not all, with the remarks that it needs. */
async function scopeUnits(
  session: Session,
  source: RowSource,
  choice: CostChoice,
  { caveats, warn }: Remarks,
): Promise<Assignment['unitScope']> {
  const scope = await findMetricScope(source, choice.period, choice, session.workspace());
  warn('unit', scope.caveat);
  if (scope.where !== undefined) {
    const said = `Unit costs divide the cost of the metric's workspace only: ${scope.where}`;
    caveats.push({ section: 'unit', said });
  }
  return scope.condition;
}

/** An outlook that learns from fewer days than there are would not be that of the service. */
async function requireLearned({ mirror }: CostChoice, chosen: ReturnType<typeof chooseOutlook>) {
  if (typeof chosen === 'string') return chosen;
  const { known } = chosen;
  const [held] = await heldDays(mirror, [known]);
  if (held?.from === known.from && held.to === known.to) return chosen;
  return say`it learns from ${sayRange(known)}, and the mirror lacks some of these days`;
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
