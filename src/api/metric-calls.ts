import { fillPath } from '../http/request.ts';
import { isObject } from '../json/number.ts';
import { type Http, queryOf, requireSchema } from './http.ts';
import { operations } from './operations.ts';
import { pageOfLink } from './page-links.ts';
import { type Paging, readItems } from './pages.ts';
import { readJson } from './response.ts';
import type {
  CreateBusinessMetricRequest,
  ImportValuesRequest,
  UpdateBusinessMetricRequest,
} from './schemas/metric.ts';

export interface MetricAddress {
  readonly workspaceId: string;
  readonly metricId: string;
}

/** A period, first and last day included. */
export interface DayWindow {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export const listMetrics = (http: Http, workspaceId: string, paging: Paging) =>
  readItems(http, operations.listBusinessMetrics, { query: { workspaceId } }, paging);

const at = ({ workspaceId, metricId }: MetricAddress) => ({
  path: { metricId },
  query: { workspaceId },
});

export const getMetric = (http: Http, address: MetricAddress) =>
  http.send(operations.getBusinessMetric, at(address));

/** A metric, to read or write its values: both depend on its label columns. */
export const getLabelledMetric = (http: Http, address: MetricAddress) =>
  http.send(operations.getBusinessMetric, { ...at(address), needed: ['labelColumns'] });

export const createMetric = (http: Http, body: CreateBusinessMetricRequest) =>
  http.send(operations.createBusinessMetric, { body });

export const updateMetric = (
  http: Http,
  address: MetricAddress,
  body: UpdateBusinessMetricRequest,
) => http.send(operations.updateBusinessMetric, { ...at(address), body });

export const deleteMetric = (http: Http, address: MetricAddress) =>
  http.send(operations.deleteBusinessMetric, at(address));

const valuesAt = ({ workspaceId, metricId }: MetricAddress, { from, to }: DayWindow) => ({
  path: { metricId },
  query: { workspaceId, from, to },
});

export const listMetricValues = (
  http: Http,
  address: MetricAddress,
  window: DayWindow,
  paging: Paging,
) => readItems(http, operations.listBusinessMetricValues, valuesAt(address, window), paging);

/** Every value of a period, for calculations: each has a day and an amount. */
export const readMetricValues = (http: Http, address: MetricAddress, window: DayWindow) =>
  readItems(http, operations.listBusinessMetricValues, {
    ...valuesAt(address, window),
    needed: ['date', 'amount'],
  });

export const importMetricValues = (http: Http, address: MetricAddress, body: ImportValuesRequest) =>
  http.send(operations.importBusinessMetricValues, { ...at(address), body });

export type BatchCounts = Awaited<ReturnType<typeof importMetricBatch>>;

/** Like `importMetricValues`, for many values: the body is already JSON text. */
export async function importMetricBatch(
  http: Http,
  { workspaceId, metricId }: MetricAddress,
  body: string,
) {
  const operation = operations.importBusinessMetricValues;
  const { method, success, idempotent } = operation;
  const path = fillPath(operation.path, { metricId });
  const query = queryOf({ workspaceId });
  const response = await http.client.request({
    method,
    path,
    query,
    body,
    success,
    idempotent,
    hasNoSecrets: true,
  });
  const received = { client: http.client, operation, path, response };
  const counts = requireSchema(received, readJson(received), operation.response);
  const { created, updated, unchanged } = counts;
  // Sent more than once, the service may have stored an earlier attempt.
  return { created, updated, unchanged, resent: response.arrivedBefore === true };
}

/**
 * Every stored value of a period. After the first page `goesOn` receives the number of pages, if the
 * service reports it, and says whether to read the others.
 */
export function readStoredValues(
  http: Http,
  address: MetricAddress,
  window: DayWindow,
  goesOn: (pages: number | undefined) => boolean,
) {
  let isFirst = true;
  const watched: Http = {
    ...http,
    send: async (operation, call) => {
      const response = await http.send(operation, call);
      if (isFirst && !goesOn(countPages(response))) endHere(response);
      isFirst = false;
      return response;
    },
  };
  return readMetricValues(watched, address, window);
}

/** No page after this one is requested, not even ahead of time. */
function endHere(page: unknown): void {
  const links = isObject(page) ? page['links'] : undefined;
  if (isObject(links)) Object.assign(links, { next: null });
}

function countPages(page: unknown): number | undefined {
  const links = isObject(page) ? page['links'] : undefined;
  if (!isObject(links)) return undefined;
  if ((links['next'] ?? null) === null) return 1;
  return pageOfLink(links['last']);
}
