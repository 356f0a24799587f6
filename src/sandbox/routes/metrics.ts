import { operations } from '../../api/operations.ts';
import { queriedWorkspace, reachMetric, reachWorkspace } from '../access.ts';
import { timestamp } from '../calendar.ts';
import { changed, invalidField, newId, ok, type Route } from '../call.ts';
import {
  linksOf,
  metricIdOf,
  optionalDay,
  pageOf,
  readBody,
  readOptionalBody,
  requiredRange,
} from '../read-call.ts';
import type { Metric } from '../state/records.ts';
import { put, remove } from '../state/state.ts';
import { importValues } from './values.ts';

export const metricRoutes = {
  listBusinessMetrics: {
    read(call, state) {
      const range = requiredRange(call);
      const { id } = queriedWorkspace(call, state);
      const metrics = state.list('metrics').filter((metric) => metric.workspaceId === id);
      return ok(pageOf(call, range, metrics.map(showMetric)));
    },
  },
  createBusinessMetric: {
    change(call, state) {
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
    },
  },
  getBusinessMetric: {
    read: (call, state) => ok(showMetric(reachMetric(call, state, metricIdOf(call)))),
  },
  updateBusinessMetric: {
    change(call, state) {
      const id = metricIdOf(call);
      const { name, unit } = readOptionalBody(call, operations.updateBusinessMetric);
      const metric = reachMetric(call, state, id);
      const updated = {
        ...metric,
        name: name ?? metric.name,
        unit: unit ?? metric.unit,
        updatedAt: timestamp(call.now),
      };
      return changed([put('metrics', updated)], ok(showMetric(updated)));
    },
  },
  deleteBusinessMetric: {
    change(call, state) {
      const { id } = reachMetric(call, state, metricIdOf(call));
      return changed([remove('metrics', id)], { status: 204 });
    },
  },
  listBusinessMetricValues: {
    read(call, state) {
      const id = metricIdOf(call);
      const range = requiredRange(call);
      const from = optionalDay(call, 'from') ?? '0000-00-00';
      const to = optionalDay(call, 'to') ?? '9999-99-99';
      const values = state.valuesOf(reachMetric(call, state, id).id);
      const links = linksOf(call, range, values.count(from, to));
      return ok({ links, data: values.slice(from, to, range.start, range.limit) });
    },
  },
  importBusinessMetricValues: {
    change(call, state) {
      const id = metricIdOf(call);
      const { values } = readBody(call, operations.importBusinessMetricValues);
      if (values === undefined) throw invalidField('values', 'is required');
      const metric = reachMetric(call, state, id);
      const { entries, counts } = importValues(metric, state.valuesOf(id), values);
      return changed(entries.length === 0 ? [] : [{ values: id, entries }], ok(counts));
    },
  },
} satisfies Record<string, Route>;

function showMetric({ workspaceId, ...shown }: Metric) {
  return shown;
}
