import { countDays, type DayRange } from '../../../days.ts';
import { metricId } from '../../../declaration/shared.ts';
import { within } from '../../../grouping.ts';
import { addDecimals, type Decimal, zero } from '../../../json/decimal.ts';
import type { Phrase } from '../../../phrase.ts';
import type { AllocationRule } from '../../../questions/allocation-rules.ts';
import { describeGaps, type MetricWeights } from '../../../questions/allocation-weights.ts';
import type { Session } from '../../../session.ts';
import { findFirstId } from '../../named-record.ts';
import {
  type LabelledValue,
  readLabelledValues,
  readMetric,
  requireLabel,
} from './metric-values.ts';

/** The values of each metric that a rule names, added up by label and bucket; each metric is read once. */
export async function readWeights(
  session: Session,
  rules: readonly AllocationRule[],
  range: DayRange,
  bucketOfDay: (day: string) => string,
): Promise<{ readonly weights: MetricWeights; readonly gaps: readonly Phrase[] }> {
  const found = new Map<string, LabelledMetric>();
  const read = new Map<string, Promise<readonly LabelledValue[]>>();
  const sums = new Map<string, Map<string, Decimal>>();
  const gaps: Phrase[] = [];
  for (const [number, rule] of rules.entries()) {
    const { method, name } = rule;
    if (method.kind !== 'metric') continue;
    const text = `${method.metric}/${method.label}`;
    const metric = found.get(text) ?? (await findMetric(session, method));
    found.set(text, metric);
    const values = await within(read, metric.id, () =>
      readLabelledValues(session, metric.id, range),
    );
    // If no value has the label, either the rule names another than the metric has, or the values lack it.
    if (values.length > 0 && !values.some(({ labels }) => labels.has(metric.label))) {
      const none = 'it has no labels, and cannot say what each target gets';
      requireLabel(name, metric.label, await readMetric(session, metric.id), none);
    }
    const days = new Map<string, Set<string>>();
    let blank = zero;
    for (const { day, value, labels } of values) {
      const target = labels.get(metric.label) ?? '';
      // In rows, too, a blank value counts as no value.
      if (target.trim() === '') {
        blank = addDecimals(blank, value);
        continue;
      }
      within(days, target, () => new Set<string>()).add(day);
      const key = `${number} ${bucketOfDay(day)}`;
      const weights = within(sums, key, () => new Map<string, Decimal>());
      weights.set(target, addDecimals(weights.get(target) ?? zero, value));
    }
    gaps.push(...describeGaps(rule, { days, all: countDays(range), blank }));
  }
  return { weights: (rule, bucket) => sums.get(`${rule} ${bucket}`) ?? new Map(), gaps };
}

interface LabelledMetric {
  readonly id: string;
  readonly label: string;
}

/** A rule names its metric by id or, as a command line does, by name, which may have a slash. */
async function findMetric(
  session: Session,
  { metric, label }: { readonly metric: string; readonly label: string },
): Promise<LabelledMetric> {
  if ('value' in metricId.parse(metric)) return { id: metric, label };
  const parts = `${metric}/${label}`.split('/');
  const names = parts
    .slice(1)
    .map((_part, place) => parts.slice(0, place + 1).join('/'))
    .reverse();
  const { id, name } = await findFirstId(session, 'metrics', names);
  return { id, label: parts.join('/').slice(name.length + 1) };
}
