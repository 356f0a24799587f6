import { fillPath } from '../http/path.ts';
import { isObject } from '../json/bulk/merge.ts';
import { type Http, queryOf } from './http.ts';
import { followLink, pageNumber } from './links.ts';
import { operations } from './operations.ts';
import { type Paging, readItems } from './pages.ts';
import { readJson, unexpectedResponse } from './response.ts';
import {
  BusinessMetric,
  BusinessMetricValue,
  type CreateBusinessMetricRequest,
  ImportResult,
  type ImportValuesRequest,
  type UpdateBusinessMetricRequest,
} from './schemas/metric.ts';

/** A metric, where it stands. */
export interface MetricAddress {
  readonly workspaceId: string;
  readonly metricId: string;
}

/** Days, both included. */
export interface DayWindow {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export const listMetrics = (http: Http, workspaceId: string, paging: Paging) =>
  readItems(
    http,
    operations.listBusinessMetrics,
    { query: { workspaceId }, answer: BusinessMetric },
    paging,
  );

export const getMetric = (http: Http, { workspaceId, metricId }: MetricAddress) =>
  http.send(operations.getBusinessMetric, {
    path: { metricId },
    query: { workspaceId },
    answer: BusinessMetric,
  });

/** Without its label columns a metric's values can be neither read nor written. */
export const getLabelledMetric = (http: Http, { workspaceId, metricId }: MetricAddress) =>
  http.send(operations.getBusinessMetric, {
    path: { metricId },
    query: { workspaceId },
    answer: BusinessMetric,
    needed: ['labelColumns'],
  });

export const createMetric = (http: Http, body: CreateBusinessMetricRequest) =>
  http.send(operations.createBusinessMetric, { body, answer: BusinessMetric });

export const updateMetric = (
  http: Http,
  { workspaceId, metricId }: MetricAddress,
  body: UpdateBusinessMetricRequest,
) =>
  http.send(operations.updateBusinessMetric, {
    path: { metricId },
    query: { workspaceId },
    body,
    answer: BusinessMetric,
  });

export const deleteMetric = (http: Http, { workspaceId, metricId }: MetricAddress) =>
  http.send(operations.deleteBusinessMetric, { path: { metricId }, query: { workspaceId } });

export const listMetricValues = (
  http: Http,
  { workspaceId, metricId }: MetricAddress,
  { from, to }: DayWindow = {},
  paging: Paging = {},
) =>
  readItems(
    http,
    operations.listBusinessMetricValues,
    { path: { metricId }, query: { workspaceId, from, to }, answer: BusinessMetricValue },
    paging,
  );

export const importMetricValues = (
  http: Http,
  { workspaceId, metricId }: MetricAddress,
  body: ImportValuesRequest,
) =>
  http.send(operations.importBusinessMetricValues, {
    path: { metricId },
    query: { workspaceId },
    body,
    answer: ImportResult,
  });

export interface BatchCounts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** The batch was sent before, and that may have been carried out too. */
  readonly resent: boolean;
}

/** As `importMetricValues`, for many: the body is JSON text already, and the counts are certain. */
export async function importMetricBatch(
  http: Http,
  { workspaceId, metricId }: MetricAddress,
  body: string,
): Promise<BatchCounts> {
  const operation = operations.importBusinessMetricValues;
  const path = fillPath(operation.path, { metricId });
  const query = queryOf({ workspaceId });
  const response = await http.client.request({ ...operation, path, query, body });
  const answered = { client: http.client, operation, path, response };
  const answer = readJson(answered, true);
  const [created, updated, unchanged] = ['created', 'updated', 'unchanged'].map((name) =>
    isObject(answer) ? answer[name] : undefined,
  );
  if (!isCount(created) || !isCount(updated) || !isCount(unchanged)) {
    throw unexpectedResponse(answered, 'lacks the counts of created, updated and unchanged values');
  }
  return { created, updated, unchanged, resent: response.arrivedBefore === true };
}

/**
 * Every stored value of some days. After the first page `tellPages` is told how many there are,
 * where the service says so.
 */
export function readStoredValues(
  http: Http,
  address: MetricAddress,
  window: DayWindow,
  tellPages: (pages: number | undefined) => void,
) {
  let isFirst = true;
  const watched: Http = {
    ...http,
    send: async (operation, call) => {
      const answer = await http.send(operation, call);
      if (isFirst) tellPages(countPages(answer));
      isFirst = false;
      return answer;
    },
  };
  return listMetricValues(watched, address, window);
}

function countPages(envelope: unknown): number | undefined {
  const links = isObject(envelope) ? envelope['links'] : undefined;
  if (!isObject(links)) return undefined;
  if ((links['next'] ?? null) === null) return 1;
  const { last } = links;
  return typeof last === 'string' ? pageNumber(followLink(last, new URLSearchParams())) : undefined;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
