import { operations } from '../../api/operations.ts';
import { command } from '../../command.ts';
import { type DayRange, isEmpty, rangeName } from '../../days.ts';
import { inputFile } from '../../declaration/kind.ts';
import { flagOf } from '../../declaration/line.ts';
import { type Input, optional } from '../../declaration/option.ts';
import { either, listOf } from '../../declaration/result.ts';
import { metricId, periodNames } from '../../declaration/shared.ts';
import { usageError } from '../../errors.ts';
import { isCheckFormat } from '../../formats/registry.ts';
import {
  checkLimits,
  describeFault,
  describeFinding,
  type Finding,
  leaveOutToday,
  requireOneCurrency,
  selectFindings,
} from '../../questions/check-limits.ts';
import {
  chooseAgainst,
  describeAverages,
  describeLengths,
  findUnknown,
  pairGroups,
} from '../../questions/compare-periods.ts';
import { keyOf, mergeGroups, nameValues, type ResultRow } from '../../questions/result-rows.ts';
import { distinctFaults, findOpen } from '../../rows/completeness.ts';
import type { Group } from '../../rows/tally.ts';
import { conditionOf, parseCondition } from '../../rows/where-language.ts';
import { limitKind } from '../decimal-kind.ts';
import { openAnalysis } from './analysis.ts';
import { analysisOptions } from './analysis-input.ts';
import { budgetRow } from './budget-view.ts';
import { checkBudgets } from './budgets.ts';
import { checkUnits } from './check-unit.ts';
import { describeRow, failed, limitRow, viewOf } from './check-view.ts';
import { againstOptions } from './compare.ts';
import { explainExcess } from './explain-periods.ts';
import { incompleteData } from './incomplete-data.ts';
import { narrowToMetric } from './metric-scope.ts';
import { byOption, type CostChoice, chooseCosts } from './options.ts';
import { faultResult, gateOptions } from './presence.ts';
import { isForPeople } from './result-format.ts';
import { checkServiceBudgets } from './service-budgets.ts';

const amount = limitKind('amount', '1234.56');

/** With or without a percent sign. */
const percentage = limitKind('percent', '20', /%$/);

const options = {
  ...analysisOptions,
  maxTotal: optional(amount, 'highest allowed total'),
  maxIncrease: optional(percentage, 'highest allowed increase over the period before, in percent'),
  maxDecrease: optional(percentage, 'highest allowed decrease from the period before, in percent'),
  maxUnit: optional(amount, 'highest allowed cost of one unit of --metric'),
  metric: optional(metricId, 'the business metric of --max-unit'),
  minChange: optional(amount, 'ignore changes smaller than this'),
  ...againstOptions,
  by: byOption('the limits apply to each group: COL[,COL] (repeatable)'),
  ...gateOptions,
  budgets: optional(
    inputFile,
    'check the budgets of a YAML file, or "service": those of the service',
    {
      excludes: [
        ...['maxTotal', 'maxIncrease', 'maxDecrease', 'maxUnit', 'metric', 'minChange'],
        ...['against', 'perDay', 'by'],
        ...periodNames,
      ],
      whyAlone: 'each budget has a period and conditions of its own, which the file names',
    },
  ),
};

export const check = command({
  words: 'costs check',
  purpose: 'Check costs against limits: exit 11 if one is exceeded',
  operation: operations.getCosts,
  check: true,
  workspace: true,
  options,
  details: `Shows what exceeds a limit or, if nothing does, the group closest to each limit (with --quiet,
nothing). The current UTC day is left out unless --include-today is given. Nothing passes on missing data (exit 9):
days without rows (--allow-empty accepts them), or a provider whose rows end, have gaps or are only part of what
is usual (--allow-stale); the two weeks before each period show what is usual. A new group counts as an increase, a
group that is gone as a decrease. --max-unit judges the unit cost: the cost of the days with a value, divided by the
values of --metric, whatever their labels; the value of a day whose cost is usually still to come is left out. A day
with cost but without a value is exit 9 too, unless --allow-empty is given. Several currencies need --convert-to.
-o markdown suits a job summary.

The file of --budgets is a list. Each budget has name, amount and currency and, if needed, where (conditions like
those of --where), period (month, quarter or year), warn (percentages) and on: outlook, which judges the cost that
is expected for the whole period:

  - {name: team web, amount: 5000, currency: USD, where: [tags.team=web], warn: [80, 100]}

--budgets service judges the budgets that the service itself holds, by its own figures, once its document is
imported (costctl api import); for a file of that name write ./service.`,
  result: () => either(listOf(limitRow), listOf(budgetRow)),
  examples: [
    'costctl costs check --last 7d --max-total 100000 --convert-to USD',
    'costctl costs check --budgets budgets.yaml --convert-to USD',
    'costctl costs check --last 3d --max-increase 900 --min-change 5000 --by service --convert-to EUR -q',
  ],
  run: async (session, input) => {
    if (input.budgets === 'service') return checkServiceBudgets(session, input);
    if (input.budgets !== undefined) return checkBudgets(session, input.budgets, input);
    const { by = [], perDay = false } = input;
    requireLimits(input);
    const isCompared = input.maxIncrease !== undefined || input.maxDecrease !== undefined;
    const { output } = session;
    const chosen = await chooseCosts(session, input);
    const { today, latest } = chosen;
    const period = leaveOutToday(chosen.period, today, input.includeToday === true);
    if (period !== chosen.period && period.note !== undefined) output.note(period.note);
    const baseline = isCompared ? chooseAgainst(period, input.against, latest) : undefined;
    requireEnded(baseline, latest, input);
    const [asked, choice, caveat] = await narrowToMetric(session, input, { ...chosen, period });
    const analysis = await openAnalysis(session, asked, choice, { by, byDay: true, isGate: true });
    if (caveat !== undefined) analysis.warn(caveat);
    const lengths = baseline === undefined ? undefined : describeLengths(period, baseline);
    if (lengths !== undefined && !isForPeople(session)) output.note(lengths);
    const ranges = baseline === undefined ? [period] : [period, baseline];
    const [after = [], before = []] = await analysis.read(...ranges);
    requireOneCurrency([...after, ...before], analysis.columns()?.currency);
    const known = await analysis.knownDays();
    const averages = perDay ? describeAverages(ranges, known) : undefined;
    if (averages !== undefined) analysis.warn(averages);
    const pairs = pairGroups(before, after, {
      period,
      baseline: baseline ?? period,
      perDay,
      known,
    });
    const isLate = (day: string) =>
      day === today ||
      analysis.judge([{ from: day, to: day }])?.faults.some(({ verdict }) => verdict === 'late') ===
        true;
    const judged = { pairs, costs: after, period, today, known, isLate };
    const units = await checkUnits(session, input, judged);
    if (units.caveat !== undefined) analysis.warn(units.caveat);
    const limits = checkLimits(pairs, input, totalsOf(after));
    const all = [...limits, ...units.findings];
    const selected = selectFindings(all);
    // A report for CI has a case for each group.
    const findings = isCheckFormat(session.format) ? [...new Set([...selected, ...all])] : selected;
    // Rows that are still to come do not fail a check; an amount that fell may be waiting for them.
    const fell = limits.some(({ check, passed }) => check === 'max-decrease' && !passed);
    const awaited = fell ? analysis.awaitedFaults([period]) : [];
    const refused = [...analysis.faults(), ...units.faults];
    // In the period before, rows of a day that is not over would make an increase smaller.
    const rose = limits.some(({ check, passed }) => check === 'max-increase' && !passed);
    const openBefore = rose && baseline !== undefined ? findOpen([baseline], today) : [];
    const faults = distinctFaults([...refused, ...awaited, ...openBefore]);
    const atFault = new Map(faults.map((fault) => [describeFault(fault), fault]));
    // An increase may come from rows that are missing in the period
    // before, a decrease from rows that are missing in the period.
    const lacksBefore =
      baseline !== undefined && analysis.faults([baseline]).length + openBefore.length > 0;
    const lacksAfter =
      baseline !== undefined && analysis.faults([period]).length + awaited.length > 0;
    const lacks = { 'max-increase': lacksBefore, 'max-decrease': lacksAfter };
    const isCertain = ({ check, passed }: Finding) =>
      passed
        ? refused.length === 0
        : faults.length === 0 || check === 'max-total' || check === 'max-unit' || !lacks[check];
    const exceeded = findings.filter((one) => !one.passed && isCertain(one));
    const unknown = new Set(findUnknown(ranges, await analysis.daysWithRows()));
    const rows = [
      ...findings.map((one) =>
        describeFinding(one, by, { period, baseline, isJudged: isCertain(one), unknown }),
      ),
      ...atFault.keys(),
    ];
    const describe = (row: ResultRow) => {
      const fault = atFault.get(row);
      return fault === undefined ? describeRow(row, by) : faultResult(fault);
    };
    const why =
      exceeded.length === 0 || isEmpty(period)
        ? []
        : await explainExcess(session, ...ofGroup(asked, choice, by, exceeded[0]), {
            baseline,
            subject:
              by.length === 0 ? undefined : nameValues(exceeded[0]?.pair.values ?? []).join(', '),
          });
    await output.check(rows, describe, {
      ...viewOf(by, rows, baseline),
      lead: why,
      about: analysis.about({
        ...(perDay ? { perDay } : {}),
        question:
          pairs.length > 1 && selected[0]?.passed === true
            ? [`of ${pairs.length} groups, the closest to each limit`]
            : [],
      }),
    });
    await analysis.conclude(baseline === undefined ? {} : { against: [rangeName(baseline)] });
    if (exceeded.length > 0) throw failed(rows, by);
    if (faults.length > 0) {
      const asked = [period, ...(baseline === undefined ? [] : [baseline])];
      throw incompleteData(session, faults, asked, input.metric);
    }
  },
});

/** With --by, a limit is exceeded by a group: the first of them is explained. */
function ofGroup(
  input: Input<typeof options>,
  choice: CostChoice,
  by: readonly string[],
  found: Finding | undefined,
): [Input<typeof options>, CostChoice] {
  const where = by.map((column, at) => conditionOf(column, found?.pair.values[at] ?? null));
  const conditions = where.map((text) => parseCondition(text, '--by', choice.columns.currency));
  return [
    { ...input, where: [...(input.where ?? []), ...where] },
    { ...choice, conditions: [...choice.conditions, ...conditions] },
  ];
}

function requireLimits(input: Input<typeof options>): void {
  const { maxTotal, maxIncrease, maxDecrease, maxUnit, metric } = input;
  if ((maxUnit === undefined) !== (metric === undefined)) {
    throw usageError(
      maxUnit === undefined ? '--metric needs --max-unit' : '--max-unit needs --metric',
      'give both: --max-unit AMOUNT --metric ID',
    );
  }
  if ([maxTotal, maxUnit, maxIncrease, maxDecrease].every((limit) => limit === undefined)) {
    throw usageError(
      'there is nothing to check',
      'give --budgets FILE, --max-total, --max-unit, --max-increase or --max-decrease',
    );
  }
  if (maxIncrease !== undefined || maxDecrease !== undefined) return;
  const idle = (['minChange', 'against', 'perDay'] as const).find(
    (key) => input[key] !== undefined,
  );
  if (idle !== undefined) {
    throw usageError(`${flagOf(idle)} needs --max-increase or --max-decrease`);
  }
}

function requireEnded(
  baseline: DayRange | undefined,
  today: string,
  { against, includeToday }: Input<typeof options>,
): void {
  if (baseline === undefined || baseline.to < today || includeToday) return;
  throw usageError(`--against ${against}: ${baseline.to} has not ended yet`);
}

/** What each group spent in the period, also if daily averages are compared. */
function totalsOf(groups: readonly Group[]) {
  const merged = mergeGroups(groups, ({ values, currency }) => ({ day: null, values, currency }));
  const totals = new Map(
    merged.map(({ currency, values, total }) => [keyOf([currency, ...values]), total]),
  );
  return ({ currency, values }: Pick<Group, 'currency' | 'values'>) =>
    totals.get(keyOf([currency, ...values]));
}
