import { readMetricValues } from '../../api/metric-calls.ts';
import { type DayRange, isEmpty } from '../../days.ts';
import { CostctlError } from '../../errors.ts';
import { type Decimal, parseDecimal } from '../../json/decimal.ts';
import { eachOnce } from '../../metrics/each-once.ts';
import type { MetricDay } from '../../questions/unit-costs.ts';
import { dayIn } from '../../rows/currency-and-day.ts';
import type { Session } from '../../session.ts';
import { quote } from '../../text.ts';

export interface LabelledValue {
  readonly day: string;
  readonly value: Decimal;
  readonly labels: ReadonlyMap<string, string>;
}

/** Every value of a metric on some days. */
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
    values.push({ day, value, labels: new Map(Object.entries(labels ?? {})) });
  }
  progress.stop();
  return values;
}

/** The values of a metric on some days, by one of its labels or without any. */
export async function readValues(
  session: Session,
  metricId: string,
  range: DayRange,
  label?: string,
): Promise<MetricDay[]> {
  const values = await readLabelledValues(session, metricId, range);
  return values.map(({ day, value, labels }) => {
    const own = label === undefined ? '' : (labels.get(label) ?? '');
    return { day, label: own.trim() === '' ? null : own, value };
  });
}

/** A group that a label also has is not divided by its own values. */
export function describeLabel(
  labels: readonly string[],
  metric: string,
  by: readonly string[] = [],
): string | undefined {
  const columns = by.map((column) => [column, column.split('.').at(-1) ?? column] as const);
  const [column, label] =
    columns.find((names) => names.some((name) => labels.includes(name))) ?? [];
  if (column === undefined || label === undefined) return undefined;
  const match = labels.includes(column) ? column : `${label}=${column}`;
  return `each group of ${column} is divided by all values of ${metric}, not only by its own: costctl costs unit --by ${quote(match)} matches them`;
}
