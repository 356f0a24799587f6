import { type DayRange, isEmpty } from '../../../days.ts';
import { usageError } from '../../../errors.ts';
import { isCheckFormat } from '../../../formats/registry.ts';
import {
  checkLimits,
  describeFault,
  describeFinding,
  type Finding,
  type Limits,
  leaveOutToday,
  requireOneCurrency,
  selectFindings,
} from '../../../questions/check-limits.ts';
import {
  chooseAgainst,
  describeAverages,
  describeLengths,
  findUnknown,
} from '../../../questions/choose-periods.ts';
import { pairGroups } from '../../../questions/pair-groups.ts';
import { nameValues, type ResultRow } from '../../../questions/result-rows.ts';
import type { Fault } from '../../../rows/completeness.ts';
import { conditionOf, parseCondition } from '../../../rows/where-language.ts';
import type { Session } from '../../../session.ts';
import { type Analysis, readAnalysis } from '../analysis.ts';
import type { AnalysisInput } from '../analysis-input.ts';
import { explainExcess } from '../explain/explain-periods.ts';
import { judgeGroups } from '../group-faults.ts';
import { incompleteData } from '../incomplete-data.ts';
import { type CostChoice, chooseCosts } from '../options.ts';
import { faultResult } from '../presence.ts';
import { isForPeople } from '../result-format.ts';
import { narrowToMetric } from '../unit/metric-scope.ts';
import { checkUnits, type UnitLimit } from './check-unit.ts';
import { describePerDay, describeRow, failed, viewOf } from './check-view.ts';

interface CheckInput extends AnalysisInput, Limits, UnitLimit {
  readonly against?: string | undefined;
  readonly perDay?: boolean | undefined;
  readonly includeToday?: boolean | undefined;
}

/** Judges the costs of a period, by itself and beside the period before, by the limits of the line. */
export async function checkCosts(session: Session, input: CheckInput): Promise<void> {
  const { by = [], perDay = false } = input;
  const { output } = session;
  const { today, period, baseline, ranges, asked, choice, caveat } = await chooseDays(
    session,
    input,
  );
  if (baseline !== undefined && !isForPeople(session)) {
    output.note(describeLengths(period, baseline));
  }
  const options = { by, byDay: true, ranges, isGate: true };
  const analysis = await readAnalysis(session, asked, choice, options);
  analysis.warn(caveat);
  const { groups: after, before, known } = analysis;
  requireOneCurrency([...after, ...before], analysis.columns?.currency);
  if (perDay) analysis.warn(describeAverages(ranges, known));
  const compared = { period, baseline: baseline ?? period, perDay, known };
  const pairs = pairGroups(before, after, compared);
  const isLate = (day: string) =>
    day === today ||
    analysis.judge([{ from: day, to: day }])?.faults.some(({ verdict }) => verdict === 'late') ===
      true;
  const judged = { pairs, costs: after, period, today, known, isLate };
  const units = await checkUnits(session, input, judged);
  analysis.warn(units.caveat);
  analysis.note(units.note);
  const limits = checkLimits(pairs, input);
  const all = [...limits, ...units.findings];
  const data = judgeData(analysis, by, limits, units.faults, { period, baseline });
  const selected = selectFindings(all, data.isCertain);
  // A report for CI has a case for each group.
  const findings = isCheckFormat(session.format) ? [...new Set([...selected, ...all])] : selected;
  const exceeded = findings.filter((one) => !one.passed && data.isCertain(one));
  const unknown = new Set(findUnknown(ranges, analysis.filled));
  const atFault = new Map(data.faults.map((fault) => [describeFault(fault), fault]));
  const rows = [
    ...findings.map((one) =>
      describeFinding(one, by, { period, baseline, isJudged: data.isCertain(one), unknown }),
    ),
    ...atFault.keys(),
  ];
  const describe = (row: ResultRow) => {
    const fault = atFault.get(row);
    return fault === undefined ? describeRow(row, by) : faultResult(fault);
  };
  const averages = describePerDay(rows);
  const question = [
    ...(averages.question ?? []),
    ...(findings.some(({ unitCost }) => unitCost !== undefined)
      ? [`unit cost per ${units.unit}`]
      : []),
    ...(pairs.length > 1 && selected[0]?.passed === true
      ? [`of ${pairs.length} groups, the closest to each limit`]
      : []),
  ];
  await output.check(rows, describe, {
    ...viewOf(analysis.grouping, rows, baseline),
    lead: await explainFirst(session, asked, choice, exceeded, baseline),
    about: analysis.about({ ...averages, question }),
  });
  await analysis.conclude();
  if (exceeded.length > 0) throw failed(rows, by);
  const { labels = [], isValued = false } = units;
  const divisor = { metric: input.metric, labels, isValued };
  if (data.faults.length > 0) throw incompleteData(session, data.faults, ranges, divisor);
}

/** The period to judge, the one before it if a change is judged, and the rows of the metric's workspace. */
async function chooseDays(session: Session, input: CheckInput) {
  const isCompared = input.maxIncrease !== undefined || input.maxDecrease !== undefined;
  const chosen = await chooseCosts(session, input);
  const { today, latest } = chosen;
  const period = leaveOutToday(chosen.period, today, input.includeToday === true);
  if (period !== chosen.period) session.output.note(period.note);
  const baseline = isCompared ? chooseAgainst(period, input.against, latest) : undefined;
  requireEnded(baseline, latest, input);
  const [asked, choice, caveat] = await narrowToMetric(session, input, { ...chosen, period });
  const ranges = baseline === undefined ? [period] : [period, baseline];
  return { today, period, baseline, ranges, asked, choice, caveat };
}

function requireEnded(
  baseline: DayRange | undefined,
  today: string,
  { against, includeToday }: CheckInput,
): void {
  if (baseline === undefined || baseline.to < today || includeToday) return;
  throw usageError(`--against ${against}: ${baseline.to} has not ended yet`);
}

/** What is missing in the data, and whether a finding is certain nevertheless. */
function judgeData(
  analysis: Analysis,
  by: readonly string[],
  limits: readonly Finding[],
  ofUnits: readonly Fault[],
  { period, baseline }: { period: DayRange; baseline: DayRange | undefined },
) {
  const all = baseline === undefined ? [period] : [period, baseline];
  // An increase may come from rows that are missing in the period before, a decrease from rows that are missing in
  // the period. More rows would make no other limit hold.
  const daysThatExplain = ({ check }: Finding) => {
    if (check === 'max-increase' && baseline !== undefined) return [baseline];
    return check === 'max-decrease' ? [period] : [];
  };
  // Rows that are still to come do not fail a check; a change may be waiting for them.
  const doubtOf = (finding: Finding) => {
    const { values } = finding.pair;
    const days = daysThatExplain(finding);
    return finding.passed
      ? { values, lacking: all, late: [] }
      : { values, lacking: days, late: days };
  };
  const { faults, isOpen } = judgeGroups(analysis, by, limits.map(doubtOf), ofUnits);
  const isCertain = (finding: Finding) =>
    !isOpen(doubtOf(finding)) && !(finding.passed && ofUnits.length > 0);
  return { faults, isCertain };
}

/** Why the first amount exceeds its limit; with --by, that of its group. */
async function explainFirst(
  session: Session,
  input: CheckInput,
  choice: CostChoice,
  [first]: readonly Finding[],
  baseline: DayRange | undefined,
): Promise<readonly string[]> {
  if (first === undefined || isEmpty(choice.period)) return [];
  // An average may rise although the sums that an explanation divides fall.
  if (input.perDay === true) return [];
  const { by = [] } = input;
  const { values } = first.pair;
  const where = by.map((column, at) => conditionOf(column, values[at] ?? null));
  const conditions = where.map((text) => parseCondition(text, '--by', choice.columns.currency));
  return explainExcess(
    session,
    { ...input, where: [...(input.where ?? []), ...where] },
    { ...choice, conditions: [...choice.conditions, ...conditions] },
    { baseline, subject: by.length === 0 ? undefined : nameValues(values).join(', ') },
  );
}
