import { getLabelledMetric, readMetricValues } from '../../api/metric-calls.ts';
import { operations } from '../../api/operations.ts';
import { type DayRange, granularities, isEmpty, shortRangeName } from '../../days.ts';
import {
  command,
  decimal,
  decimalOrNull,
  listOf,
  record,
  text,
  textOrNull,
  yesOrNo,
} from '../../declaration/command.ts';
import { text as freeText, oneOf, wholeNumber } from '../../declaration/kind.ts';
import { optional, required } from '../../declaration/option.ts';
import { metricId } from '../../declaration/shared.ts';
import { CostctlError, usageError } from '../../errors.ts';
import { parseDecimal } from '../../json/decimal.ts';
import type { Column, View } from '../../output/view.ts';
import { chooseAgainst } from '../../questions/compare-periods.ts';
import { fieldOf, type ResultRow } from '../../questions/result-rows.ts';
import { compareUnits, divideCosts, hasMatch, type MetricDay } from '../../questions/unit-costs.ts';
import { dayIn } from '../../rows/currency-and-day.ts';
import type { Group } from '../../rows/tally.ts';
import type { Session } from '../../session.ts';
import { analysisOptions, openAnalysis } from './analysis.ts';
import { againstOptions } from './compare.ts';
import { currencyColumns, groupColumns, money } from './figure-view.ts';
import { findMetricScope, type MetricScope } from './metric-scope.ts';
import { type CostChoice, type CostInput, chooseCosts, openRows } from './options.ts';
import { nameMarks } from './result-format.ts';

const figures = {
  currency: textOrNull,
  cost: decimal,
  value: decimalOrNull,
  unitCost: decimalOrNull,
  state: { enum: ['ok', 'no value', 'value is zero', 'no cost', 'no day has both'] },
};

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
      'one row per day (default), week (ISO) or month; total: only the whole period',
    ),
    against: againstOptions.against,
    digits: optional(wholeNumber(0, 100), 'digits of the unit cost, half to even (default 6)'),
  },
  details: `One row for each day (or week or month: --granularity), and rows marked "all" for the whole period: "cost" is all of it, as in summary,
and the unit cost divides what has a value. "costLeftOut" is the cost without a value. With --by a
value without a cost is left out too, as "valueLeftOut"; without it the values of all labels are
added. With --against the rows of the whole period have the unit cost of another one as "before", and the
change. If days with cost and days with values do not meet, the state is "no day has both". A metric belongs
to one workspace, and costs are all that the token reaches: if the rows name several workspaces, a warning says so, and --where keeps one. Needs a workspace (--workspace).`,
  result: () =>
    listOf(
      record({
        period: text,
        ...figures,
        'costLeftOut?': decimal,
        'valueLeftOut?': decimal,
        'partial?': yesOrNo,
        'before?': decimalOrNull,
        'change?': decimalOrNull,
        'changePercent?': decimalOrNull,
        'all?': yesOrNo,
      }),
    ),
  examples: [
    'costctl costs unit --metric bmt_orders --last 7d --convert-to USD',
    'costctl costs unit --metric bmt_orders --last 7d --convert-to USD --digits 4 -o csv',
  ],
  run: async (session, input) => {
    const whole = await chooseCosts(session, input);
    const { period } = whole;
    const workspaceId = session.workspace();
    const [label, column = label] = splitLabel(input.by);
    const by = column === undefined ? [] : [column];
    const scope = await findMetricScope(await openRows(session, whole), period, whole, workspaceId);
    const [asked, choice] = narrow(input, whole, scope);
    const analysis = await openAnalysis(session, asked, choice, { by, byDay: true });
    if (scope.caveat !== undefined) analysis.warn(scope.caveat);
    const address = { workspaceId, metricId: input.metric };
    const metric = await getLabelledMetric(session.http, address);
    requireLabel(metric.labelColumns, label);
    const baseline =
      input.against === undefined ? undefined : chooseAgainst(period, input.against, choice.today);
    const valuesOf = async (range: DayRange) =>
      isEmpty(range) ? [] : readValues(session, address, range, label);
    const values = await valuesOf(period);
    const [costs = [], costsBefore = []] = await analysis.read(
      period,
      ...(baseline === undefined ? [] : [baseline]),
    );
    if (label !== undefined && column !== undefined) requireMatch(costs, values, label, column);
    const { digits = 6, granularity } = input;
    const own = divideCosts(costs, values, { range: period, label, digits, granularity });
    const rows =
      baseline === undefined
        ? own
        : compareUnits(
            own,
            divideCosts(costsBefore, await valuesOf(baseline), {
              ...{ range: baseline, label, digits },
              granularity: 'total',
            }),
            { range: period, label },
          );
    const shown = nameMarks(session, rows, label === undefined ? [] : [label]);
    await session.output.list(shown, {
      ...viewOf({ label, rows, unit: metric.unit ?? '', period, baseline, granularity }),
      about: analysis.about(),
    });
    await analysis.conclude({
      workspace: [workspaceId],
      ...(baseline === undefined ? {} : { against: [`${baseline.from}..${baseline.to}`] }),
    });
  },
});

function requireLabel(labels: readonly string[], label: string | undefined): void {
  if (label === undefined || labels.includes(label)) return;
  throw usageError(
    `--by: the metric has no label '${label}'`,
    labels.length === 0 ? 'it has no labels: leave out --by' : `its labels: ${labels.join(', ')}`,
  );
}

/** Labels that match no cost would divide nothing by everything. */
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
      hint: `the label has ${nameSome(values.map((one) => one.label))}; the column has ${nameSome(costs.map((group) => group.values[0] ?? null))}`,
    },
  );
}

const mostNamed = 5;

function nameSome(values: readonly (string | null)[]): string {
  const names = [...new Set(values)].map((value) => value ?? '(none)');
  const more = names.length > mostNamed ? `, and ${names.length - mostNamed} more` : '';
  return `${names.slice(0, mostNamed).join(', ')}${more}`;
}

/** The question about the costs of the metric's workspace: its caption and receipt say so. */
export function narrow<Asked extends Pick<CostInput, 'where'>>(
  input: Asked,
  choice: CostChoice,
  { where, condition }: MetricScope,
): readonly [Asked, CostChoice] {
  if (where === undefined || condition === undefined) return [input, choice];
  return [
    { ...input, where: [...(input.where ?? []), where] },
    { ...choice, conditions: [...choice.conditions, condition] },
  ];
}

/** If there is a metric: the same with its workspace found in the rows, and what qualifies the quotient. */
export async function narrowToMetric<
  Asked extends Pick<CostInput, 'where'> & { readonly metric?: string | undefined },
>(
  session: Session,
  input: Asked,
  choice: CostChoice,
): Promise<readonly [Asked, CostChoice, caveat?: string | undefined]> {
  if (input.metric === undefined) return [input, choice];
  const source = await openRows(session, choice);
  const scope = await findMetricScope(source, choice.period, choice, session.workspace());
  return [...narrow(input, choice, scope), scope.caveat];
}

function splitLabel(by: string | undefined): readonly [label?: string, column?: string] {
  if (by === undefined) return [];
  const [label = '', ...rest] = by.split('=');
  const column = rest.length === 0 ? label : rest.join('=');
  if (label === '' || column === '') {
    throw usageError(`--by: '${by}' is not LABEL or LABEL=COLUMN`);
  }
  return [label, column];
}

export async function readValues(
  { http, progress }: Session,
  address: { readonly workspaceId: string; readonly metricId: string },
  range: DayRange,
  label: string | undefined,
): Promise<MetricDay[]> {
  progress.start('reading the values of the metric');
  const values: MetricDay[] = [];
  for await (const { date, amount, labels } of readMetricValues(http, address, range)) {
    const day = dayIn(String(date));
    const value = parseDecimal(String(amount));
    if (day === undefined || value === undefined) {
      throw new CostctlError(
        'unexpected_response',
        `a value of ${address.metricId} is not an amount on a day: ${amount} on ${date}`,
      );
    }
    const own = label === undefined ? null : (labels?.[label] ?? null);
    values.push({ day, label: own?.trim() === '' ? null : own, value });
  }
  progress.stop();
  return values;
}

const number = { kind: 'number', none: '' } as const;
const changes: readonly Column<unknown>[] = [
  { path: 'change', ...number, signed: true },
  { path: 'changePercent', header: 'change %', ...number, signed: true, importance: 'answer' },
];

interface Shown {
  readonly label: string | undefined;
  readonly rows: readonly ResultRow[];
  readonly unit: string;
  readonly period: DayRange;
  /** The period that is compared with. */
  readonly baseline: DayRange | undefined;
  readonly granularity: string | undefined;
}

function viewOf({ label, rows, unit, period, baseline, granularity }: Shown): View<ResultRow> {
  const isCompared = baseline !== undefined && rows.some(({ before }) => before !== undefined);
  const per = unit === '' ? ' unit cost' : `/${unit}`;
  const nameOf = (range: DayRange) => `${shortRangeName(range)}${per}`;
  // With a row for each day it is not the unit cost of the period alone.
  const isWhole = isCompared && granularity === 'total';
  const labels: Column<unknown>[] = label === undefined ? [] : groupColumns([label]);
  return {
    columns: [
      { path: 'period', importance: 'answer' },
      ...labels,
      ...currencyColumns(rows).map((one) => ({ ...one, none: '-' })),
      { path: 'cost', ...money, importance: 'normal' },
      { path: 'value', header: unit === '' ? 'value' : unit, kind: 'number' },
      ...(isCompared ? [{ path: 'before', header: nameOf(baseline), ...number }] : []),
      {
        path: 'unitCost',
        header: isWhole ? nameOf(period) : 'unit cost',
        kind: 'number',
        importance: 'answer',
        none: '-',
      },
      ...(isCompared ? changes : []),
      { path: 'state', kind: 'state', importance: 'answer' },
      { path: 'costLeftOut', header: 'cost left out', ...money, importance: 'normal' },
      ...(label === undefined
        ? []
        : [{ path: 'valueLeftOut', header: 'value left out', kind: 'number' } as const]),
    ],
    fields: [
      'period',
      ...(label === undefined ? [] : [fieldOf(label)]),
      ...Object.keys(figures),
      'costLeftOut',
      'valueLeftOut',
      ...(isCompared ? ['before', ...changes.map(({ path }) => path)] : []),
      ...(rows.some(({ partial }) => partial === true) ? ['partial'] : []),
      'all',
    ],
  };
}
