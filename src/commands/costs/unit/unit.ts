import { operations } from '../../../api/operations.ts';
import { command } from '../../../command.ts';
import { type DayRange, describeRange, granularities } from '../../../days.ts';
import { text as freeText, oneOf, wholeNumber } from '../../../declaration/kind.ts';
import { optional, required } from '../../../declaration/option.ts';
import { metricId } from '../../../declaration/shared.ts';
import { CostctlError, usageError } from '../../../errors.ts';
import { chooseAgainst } from '../../../questions/choose-periods.ts';
import { compareUnits } from '../../../questions/compare-units.ts';
import { type Grouping, nameValues } from '../../../questions/result-rows.ts';
import { isBlank } from '../../../questions/trend-lines.ts';
import {
  describeNoBaseline,
  describeUncosted,
  markUnknown,
} from '../../../questions/uncosted-days.ts';
import { divideCosts, hasMatch, type MetricDay } from '../../../questions/unit-costs.ts';
import type { Group } from '../../../rows/tally.ts';
import { nameFirst, quote } from '../../../text.ts';
import { readAnalysis } from '../analysis.ts';
import { analysisOptions } from '../analysis-input.ts';
import { alsoAgainst } from '../compare.ts';
import { chooseCosts } from '../options.ts';
import { nameMarks } from '../result-format.ts';
import { narrowToMetric } from './metric-scope.ts';
import { readMetric, readValues, requireLabel } from './metric-values.ts';
import { figures, viewOf } from './unit-view.ts';

export const unit = command({
  words: 'costs unit',
  purpose: 'Divide cost by a business metric',
  operation: operations.getCosts,
  workspace: true,
  options: {
    ...analysisOptions,
    metric: required(metricId, 'the business metric'),
    by: optional(
      freeText('label', { example: 'region' }),
      'LABEL or LABEL=COLUMN: the label, and the column with the same values',
    ),
    granularity: optional(
      oneOf([...granularities, 'total'], 'period'),
      'one row per day, week (ISO) or month; total: only the whole period',
      { usual: 'day' },
    ),
    against: alsoAgainst,
    digits: optional(wholeNumber(0, 100), 'digits of the unit cost, half to even', { usual: '6' }),
  },
  details: `One row for each day (or week or month: --granularity), and rows marked "all" for the whole period.
"cost" is the full cost, as in summary. The unit cost uses only the cost of days with a value other than zero;
"costLeftOut" is the rest. What days without a row of any source cost is not known: "no rows", and their values are
left out, as "valueLeftOut". With --by, every value without a cost is left out; without it, the values of all labels
are added. With --against, the rows of the whole period have the unit cost of another period as "before", and the
change. If no day has both a cost and a value, the state is "no day has both".

A metric belongs to one workspace, and costs are all that the token reaches: if one column of
the rows holds workspace ids, only the rows of that workspace count, unless --where chooses others; otherwise a warning
says so. Needs a workspace (--workspace).`,
  rows: {
    period: 'text',
    ...figures,
    'costLeftOut?': 'decimal',
    'valueLeftOut?': 'decimal',
    'partial?': 'yes or no',
    'before?': 'decimal or null',
    'change?': 'decimal or null',
    'changePercent?': 'decimal or null',
    'all?': 'yes or no',
  },
  examples: [
    'costctl costs unit --metric bmt_orders --last 7d --convert-to USD',
    'costctl costs unit --metric bmt_orders --last 7d --convert-to USD --digits 4 -o csv',
  ],
  run: async (session, input) => {
    const whole = await chooseCosts(session, input);
    const { period } = whole;
    const [label, column = label] = splitLabel(input.by);
    const by = column === undefined ? [] : [column];
    const [asked, choice, caveat] = await narrowToMetric(session, input, whole);
    const metric = await readMetric(session, input.metric);
    if (label !== undefined)
      requireLabel('--by', label, metric, 'it has no labels: leave out --by');
    const baseline =
      input.against === undefined ? undefined : chooseAgainst(period, input.against, choice.latest);
    const valuesOf = (range: DayRange) => readValues(session, input.metric, range, label);
    const values = await valuesOf(period);
    const ranges = baseline === undefined ? [period] : [period, baseline];
    const analysis = await readAnalysis(session, asked, choice, { by, byDay: true, ranges });
    analysis.warn(caveat);
    const { groups: costs, before: costsBefore, known, filled: delivered } = analysis;
    if (label !== undefined && column !== undefined) requireMatch(costs, values, label, column);
    const { digits = 6, granularity } = input;
    const valuesBefore = baseline === undefined ? [] : await valuesOf(baseline);
    const own = markUnknown(
      divideCosts(costs, values, { range: period, label, digits, granularity, known }),
      delivered,
      { range: period, granularity },
      costs,
    );
    const before =
      baseline &&
      divideCosts(costsBefore, valuesBefore, {
        ...{ range: baseline, label, digits, known },
        granularity: 'total',
      });
    const rows =
      before === undefined ? own : compareUnits(own, before, { range: period, label, digits });
    if (baseline !== undefined && before !== undefined) {
      const isUnknown = costsBefore.length === 0 && isBlank(baseline, delivered);
      const named = { metric: input.metric, days: describeRange(baseline), isUnknown };
      analysis.warn(describeNoBaseline(before, named));
    }
    const both = [[costs, values] as const, [costsBefore, valuesBefore] as const];
    for (const [divided, divisors] of label === undefined ? both : []) {
      analysis.warn(describeUncosted(divided, divisors, known));
    }
    const hasNone = [...costs, ...costsBefore].some(({ currency }) => currency === null);
    // A label has the values of a column, which may be called something else.
    const { currency, isConverted } = analysis.grouping;
    const grouping: Grouping = {
      by: label === undefined ? [] : [label],
      currency: currency !== undefined && currency === column ? label : currency,
      isConverted,
    };
    const shown = nameMarks(session, rows, grouping);
    await session.output.list(shown, {
      ...viewOf({
        grouping,
        rows,
        unit: metric.unit ?? '',
        period,
        baseline,
        granularity,
        hasNone,
      }),
      about: analysis.about({
        question: [`unit cost per ${metric.unit || metric.name || input.metric}`],
      }),
    });
    await analysis.conclude();
  },
});

function requireMatch(
  costs: readonly Group[],
  values: readonly MetricDay[],
  label: string,
  column: string,
): void {
  if (costs.length === 0 || values.length === 0 || hasMatch(costs, values)) return;
  throw new CostctlError(
    'incomplete',
    `no value of the label ${label} is a value of the column ${column} on the same day`,
    {
      hint: `the label has ${nameSome(values.map((one) => one.label))}; the column has ${nameSome(costs.map((group) => group.values[0] ?? null))}; --by ${quote(`${label}=COLUMN`)} compares another column`,
    },
  );
}

function nameSome(values: readonly (string | null)[]): string {
  return nameFirst(nameValues([...new Set(values)]), 5);
}

function splitLabel(by: string | undefined): readonly [label?: string, column?: string] {
  if (by === undefined) return [];
  const [label = '', ...rest] = by.split('=');
  const column = rest.length === 0 ? label : rest.join('=');
  if (label === '' || column === '') throw usageError(`--by: '${by}' is not LABEL or LABEL=COLUMN`);
  return [label, column];
}
