import { operations } from '../../api/operations.ts';
import type { ImportedValue } from '../../api/schemas/metric.ts';
import { canonicalNumber } from '../../json/canonical-text.ts';
import { timestamp } from '../calendar.ts';
import {
  change,
  changed,
  type FieldErrors,
  invalidField,
  linksOf,
  metricIdOf,
  newId,
  ok,
  optionalDay,
  Problem,
  pageOf,
  read,
  readBody,
  readOptionalBody,
  requiredRange,
} from '../call.ts';
import { labelKey, type Value, type ValueTable } from '../state/metric-values.ts';
import type { Metric } from '../state/record-kinds.ts';
import { put, remove } from '../state/state.ts';
import { queriedWorkspace, reachRecord, reachWorkspace, recordsOf } from '../token-reach.ts';

export const metricRoutes = {
  listBusinessMetrics: read((call, state) => {
    const range = requiredRange(call);
    const { id } = queriedWorkspace(call, state);
    const metrics = recordsOf(state, 'metrics', id);
    return ok(pageOf(call, range, metrics.map(showMetric)));
  }),
  createBusinessMetric: change((call, state) => {
    const given = readBody(call, operations.createBusinessMetric);
    const { id: workspaceId } = reachWorkspace(call, state, given.workspaceId);
    const metric = {
      id: newId(call, state, 'metrics'),
      workspaceId,
      name: given.name,
      unit: given.unit,
      labelColumns: [...new Set(given.labelColumns ?? [])],
      createdAt: timestamp(call.now),
      updatedAt: null,
    };
    return changed([put('metrics', metric)], { status: 201, body: showMetric(metric) });
  }),
  getBusinessMetric: read((call, state) =>
    ok(showMetric(reachRecord(call, state, 'metrics', metricIdOf(call)))),
  ),
  updateBusinessMetric: change((call, state) => {
    const id = metricIdOf(call);
    const { name, unit } = readOptionalBody(call, operations.updateBusinessMetric);
    const metric = reachRecord(call, state, 'metrics', id);
    const updated = {
      ...metric,
      name: name ?? metric.name,
      unit: unit ?? metric.unit,
      updatedAt: timestamp(call.now),
    };
    return changed([put('metrics', updated)], ok(showMetric(updated)));
  }),
  deleteBusinessMetric: change((call, state) => {
    const { id } = reachRecord(call, state, 'metrics', metricIdOf(call));
    return changed([remove('metrics', id)], { status: 204 });
  }),
  listBusinessMetricValues: read((call, state) => {
    const id = metricIdOf(call);
    const range = requiredRange(call);
    const from = optionalDay(call, 'from') ?? '0000-00-00';
    const to = optionalDay(call, 'to') ?? '9999-99-99';
    const values = state.valuesOf(reachRecord(call, state, 'metrics', id).id);
    const links = linksOf(call, range, values.count(from, to));
    return ok({ links, data: values.slice(from, to, range.start, range.limit) });
  }),
  importBusinessMetricValues: change((call, state) => {
    const id = metricIdOf(call);
    const { values } = readBody(call, operations.importBusinessMetricValues);
    if (values === undefined) throw invalidField('values', 'is required');
    const metric = reachRecord(call, state, 'metrics', id);
    const { entries, counts } = importValues(metric, state.valuesOf(id), values);
    return changed(entries.length === 0 ? [] : [{ values: id, entries }], ok(counts));
  }),
};

function showMetric({ workspaceId, ...shown }: Metric) {
  return shown;
}

/**
 * Each value replaces the amount stored for its day and labels. Amounts are texts compared as decimals:
 * writing `5` over `5.0` changes nothing, and the stored text remains.
 */
function importValues(metric: Metric, held: ValueTable, given: readonly ImportedValue[]) {
  checkValues(metric, given);
  const counts = { created: 0, updated: 0, unchanged: 0 };
  const entries = new Map<string, Value>();
  for (const { date, amount, labels: sent } of given) {
    const labels = orderLabels(metric, sent ?? {});
    const key = date + labelKey(labels);
    const before = entries.get(key) ?? held.find(date, labels);
    const fate = fateOf(before, amount);
    counts[fate] += 1;
    if (fate !== 'unchanged') entries.set(key, { date, amount, labels });
  }
  return { entries: [...entries.values()], counts };
}

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,4})?$/;

function fateOf(before: Value | undefined, amount: string) {
  if (before === undefined) return 'created';
  const isSame = canonicalNumber(before.amount) === canonicalNumber(amount);
  return isSame ? 'unchanged' : 'updated';
}

const shownErrors = 100;

function checkValues(metric: Metric, given: readonly ImportedValue[]): void {
  const errors: Record<string, string[]> = {};
  let count = 0;
  const fault = (field: string, message: string) => {
    count += 1;
    if (count <= shownErrors) errors[field] = [...(errors[field] ?? []), message];
  };
  given.forEach(({ amount, labels }, at) => {
    if (!decimal.test(amount)) fault(`values[${at}].amount`, 'must be a decimal');
    for (const label of Object.keys(labels ?? {})) {
      if (metric.labelColumns.includes(label)) continue;
      fault(`values[${at}].labels.${label}`, 'is not a label column of the metric');
    }
  });
  if (count > 0) throw new Problem(400, describe(count, errors), errors);
}

function describe(count: number, errors: FieldErrors): string {
  const [field = '', [message = ''] = []] = Object.entries(errors)[0] ?? [];
  const others = count === 1 ? '' : `, and ${count - 1} more`;
  return `nothing was stored: ${field} ${message}${others}`;
}

/** In the order of the metric's columns, so that equal label sets give equal texts. */
function orderLabels(metric: Metric, labels: Readonly<Record<string, string>>): Value['labels'] {
  const ordered = metric.labelColumns
    .map((column) => [column, labels[column]] as const)
    .filter(([column]) => Object.hasOwn(labels, column));
  return Object.fromEntries(ordered) as Record<string, string>;
}
