import { getLabelledMetric, readMetricValues } from '../../../api/metric-calls.ts';
import { type DayRange, isEmpty } from '../../../days.ts';
import { CostctlError, usageError } from '../../../errors.ts';
import { groupBy } from '../../../grouping.ts';
import { addDecimals, type Decimal, parseDecimal } from '../../../json/decimal.ts';
import { eachOnce } from '../../../metrics/each-once.ts';
import { keyOf } from '../../../questions/result-rows.ts';
import {
  hasMatch,
  type MetricDay,
  type OwnLabels,
  underLabels,
} from '../../../questions/unit-costs.ts';
import { dayIn } from '../../../rows/currency-and-day.ts';
import type { Group } from '../../../rows/tally.ts';
import type { Session } from '../../../session.ts';

export interface LabelledValue {
  readonly day: string;
  readonly value: Decimal;
  readonly labels: ReadonlyMap<string, string>;
}

export function readMetric({ http, workspace }: Session, metricId: string) {
  return getLabelledMetric(http, { workspaceId: workspace(), metricId });
}

/** `place` says where the label is named, and `ifNone` what that means for a metric without labels. */
export function requireLabel(
  place: string,
  label: string,
  { labelColumns }: { readonly labelColumns: readonly string[] },
  ifNone: string,
): void {
  if (labelColumns.includes(label)) return;
  const hint = labelColumns.length === 0 ? ifNone : `its labels: ${labelColumns.join(', ')}`;
  throw usageError(`${place}: the metric has no label '${label}'`, hint);
}

export async function readLabelledValues(
  { context, http, workspace, progress }: Session,
  metricId: string,
  range: DayRange,
): Promise<LabelledValue[]> {
  if (isEmpty(range)) return [];
  progress.start('reading the values of the metric');
  const values: LabelledValue[] = [];
  const address = { workspaceId: workspace(), metricId };
  const stored = eachOnce(readMetricValues(http, address, range), { context });
  for await (const { date, amount, labels } of stored) {
    const day = dayIn(String(date));
    const value = parseDecimal(String(amount));
    if (day === undefined || value === undefined) {
      throw new CostctlError(
        'unexpected_response',
        `a value of ${metricId} is not an amount on a day: ${amount} on ${date}`,
      );
    }
    // A service that does not know from and to sends all values.
    if (day < range.from || day > range.to) continue;
    values.push({ day, value, labels: new Map(Object.entries(labels ?? {})) });
  }
  progress.stop();
  return values;
}

export async function readValues(
  session: Session,
  metricId: string,
  range: DayRange,
  label?: string,
): Promise<MetricDay[]> {
  const values = await readLabelledValues(session, metricId, range);
  return addUpDays(
    values.map(({ day, value, labels }) => {
      const own = label === undefined ? '' : (labels.get(label) ?? '');
      return { day, label: own.trim() === '' ? null : own, value };
    }),
  );
}

/** Values of a day that cancel out leave nothing to divide by, although none of them is zero. */
function addUpDays(values: readonly MetricDay[]): MetricDay[] {
  const same = groupBy(values, ({ day, label }) => keyOf([day, label]));
  return [...same.values()].flatMap(([first, ...others]) => {
    if (first === undefined || others.length === 0) return first ?? [];
    return {
      ...first,
      value: others.reduce((sum, one) => addDecimals(sum, one.value), first.value),
    };
  });
}

/** A metric with its values on some days, each under the labels that groups share with it. */
export async function readOwnMetric(
  session: Session,
  metricId: string,
  by: readonly string[] | undefined,
  range: DayRange,
) {
  const { name, unit, labelColumns } = await readMetric(session, metricId);
  const own = matchLabels(labelColumns, by);
  const { labels } = own;
  const read = await readLabelledValues(session, metricId, range);
  const values = read.map(({ day, value, labels: all }): MetricDay => {
    const texts = labels.map((label) => all.get(label) ?? '');
    const named = texts.map((one) => (one.trim() === '' ? null : one));
    return { day, label: labels.length === 0 ? null : keyOf(named), value };
  });
  return { name, unit, own, values: addUpDays(values) };
}

/** The labels that the columns of groups are named like, or end with: each group is divided by its own values. */
function matchLabels(all: readonly string[], by: readonly string[] = []): OwnLabels {
  const labelOf = (column: string) =>
    [column, column.split('.').at(-1)].find((name) => name !== undefined && all.includes(name));
  const matched = by.flatMap((column, place) => {
    const label = labelOf(column);
    return label === undefined ? [] : [{ label, place }];
  });
  return { labels: matched.map(({ label }) => label), places: matched.map(({ place }) => place) };
}

/** A label that has no value of any group is about something else: then each group is divided by all values. */
export function settleLabels(
  metric: string,
  own: OwnLabels,
  costs: readonly Group[],
  values: readonly MetricDay[],
): {
  readonly own: OwnLabels;
  readonly values: readonly MetricDay[];
  readonly note?: string | undefined;
  readonly caveat?: string | undefined;
} {
  const { labels } = own;
  if (labels.length === 0) return { own, values };
  if (hasMatch(underLabels(costs, own), values)) {
    const note = `each group is divided by the values of ${metric} with its own ${labels.join(' and ')}`;
    return { own, values, note };
  }
  const caveat = `no group has a value with its own ${labels.join(' and ')}: each is divided by all values of ${metric}`;
  return {
    own: { labels: [], places: [] },
    values: addUpDays(values.map((one) => ({ ...one, label: null }))),
    ...(costs.length === 0 || values.length === 0 ? {} : { caveat }),
  };
}
