import * as z from 'zod/mini';
import { version } from '../../package.json';
import { getCostPage } from '../api/cost-calls.ts';
import { createHttp, type Http } from '../api/http.ts';
import { importMetricValues, type MetricAddress } from '../api/metric-calls.ts';
import type { OperationRecord, Query } from '../api/operation.ts';
import { operations } from '../api/operations.ts';
import { readItems } from '../api/pages.ts';
import { pageOf } from '../api/schemas/shared-fields.ts';
import { type DayRange, dayOf, parseDay } from '../days.ts';
import { CostctlError, usageError } from '../errors.ts';
import { createClient as createHttpClient } from '../http/client.ts';
import { longestTimer } from '../http/retry.ts';
import type { JsonObject } from '../json/number.ts';
import { rowObject } from '../rows/cost-page.ts';
import { planRows, readRows } from '../rows/read.ts';
import { readNames } from '../rows/row-source.ts';
import { createServiceSource } from '../rows/service-source.ts';
import { createFilter, requireColumnsMet } from '../rows/where.ts';
import { parseCondition } from '../rows/where-language.ts';
import type { Window } from '../rows/windows.ts';
import { checkBaseUrl, versionSuffix } from '../settings/setting-kinds.ts';
import { sleep } from '../sleep.ts';
import type { Call, Client, CostQuestion, ImportCounts, MetricValue, Options } from './client.ts';

type AnyCall = Call<Readonly<Record<string, string>>, Query, unknown>;
type AnyRecord = OperationRecord<Query, unknown, unknown>;
type AnyOperations = Record<string, { readonly call: AnyCall; readonly response: unknown }>;

const records: ReadonlyMap<string, AnyRecord> = new Map(
  Object.entries(operations as unknown as Readonly<Record<string, AnyRecord>>),
);

/** The service for other programs: what the commands are built on, without a command line. */
export function createClient(options: Options): Client<AnyOperations, AnyOperations> {
  const { token, workspace } = options;
  const concurrency = requireWhole('concurrency', options.concurrency ?? 4, 1, 16);
  const client = createHttpClient({
    baseUrl: parseBaseUrl(options.baseUrl),
    token: async () => requireToken(typeof token === 'function' ? await token() : token),
    env: options.env ?? {},
    clock: { now: Date.now, sleep },
    random: Math.random,
    signal: options.signal ?? new AbortController().signal,
    timeout: requireNumber('timeout', options.timeout ?? 60_000, 1, longestTimer),
    retries: requireWhole('retries', options.retries ?? 4, 0, 100),
    maxWait: requireNumber('maxWait', options.maxWait ?? 300_000, 0, longestTimer),
    concurrency,
    userAgent: `costctl/${version} (library)`,
  });
  const http = createHttp(client, { warn: options.warn ?? (() => undefined), concurrency });

  /** Names the workspace if the operation takes one and the call has none. */
  function complete({ query }: AnyRecord, call: AnyCall): AnyCall {
    const takesWorkspace = query instanceof z.ZodMiniObject && 'workspaceId' in query.def.shape;
    if (!takesWorkspace || workspace === undefined) return call;
    return { ...call, query: { workspaceId: workspace, ...call.query } };
  }

  return {
    call: async (id, call = {}) => {
      const record = recordOf(id);
      return http.send(record, complete(record, call));
    },
    list: async function* (id, call = {}) {
      const record = recordOf(id);
      if (!record.paged) throw usageError(`${id} is not a list`, `use call('${id}')`);
      const { path = {}, query = {} } = complete(record, call);
      yield* readItems(http, { ...record, response: pageOf(z.unknown()) }, { path, query });
    },
    costs: (question) => readCosts(http, question),
    importValues: async (metricId, values) => {
      if (workspace === undefined) throw usageError('importValues needs the option workspace');
      return importAll(http, { workspaceId: workspace, metricId }, values);
    },
    close: client.close,
  };
}

function recordOf(id: string): AnyRecord {
  const record = records.get(id);
  if (record === undefined) throw usageError(`there is no operation ${id}`);
  return record;
}

function parseBaseUrl(text: string): URL {
  const fault = checkBaseUrl(text, false, { token: 'the option token', http: '' });
  if (fault !== undefined) throw usageError(`baseUrl: ${fault}`);
  return new URL(text.replace(versionSuffix, ''));
}

/** An empty token is usually a variable that is not set. */
function requireToken(token: string | undefined): string {
  if (token) return token;
  throw new CostctlError('not_configured', 'the token is empty', { hint: 'set the option token' });
}

function requireNumber(option: string, value: number, least: number, most: number): number {
  if (value >= least && value <= most) return value;
  throw usageError(`${option}: ${value} is not a number from ${least} to ${most}`);
}

function requireWhole(option: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value)) return requireNumber(option, value, least, most);
  throw usageError(`${option}: ${value} is not a whole number from ${least} to ${most}`);
}

function rangeOf({ from, to }: CostQuestion): DayRange {
  const range = { from: parseDay(from, 'from'), to: parseDay(to, 'to') };
  const today = dayOf(Date.now());
  if (from > to) throw usageError(`from ${from} is after to ${to}`);
  if (to > today) throw usageError(`to ${to} is in the future`, `today is ${today}, in UTC`);
  return range;
}

/** Hands over the rows of each window once all of its rows were read. */
async function* readCosts(http: Http, question: CostQuestion): AsyncGenerator<JsonObject> {
  const range = rangeOf(question);
  const { where = [] } = question;
  const filter = createFilter(where.map((text) => parseCondition(text, 'where')));
  const { concurrency } = http;
  const source = createServiceSource({ getPage: (page) => getCostPage(http, page), concurrency });
  const plan = await planRows(source, range);
  const done: Window[] = [];
  for (const window of plan.windows) {
    let rows: JsonObject[] = [];
    const keep = {
      add: (page: Parameters<typeof rowObject>[0]) => {
        for (let row = 0; row < page.count; row += 1) rows.push(rowObject(page, row));
      },
      commit: () => undefined,
      rollback: () => {
        rows = [];
      },
    };
    const onWindow = (read: Window) => void done.push(read);
    await readRows({ source, windows: [window], filter, steps: [keep], onWindow });
    yield* rows;
  }
  await source.confirm(plan, done);
  if (plan.total > 0) await requireColumnsMet(filter, () => readNames(source, range));
}

async function importAll(
  http: Http,
  address: MetricAddress,
  values: Iterable<MetricValue> | AsyncIterable<MetricValue>,
): Promise<ImportCounts> {
  const sum = { created: 0, updated: 0, unchanged: 0 };
  let batchSize = 1000;
  const send = async (batch: readonly MetricValue[]) => {
    for (let sent = 0; sent < batch.length; ) {
      const values = batch.slice(sent, sent + batchSize).map((value) => ({ ...value }));
      try {
        const counts = await importMetricValues(http, address, { values });
        sum.created += counts.created;
        sum.updated += counts.updated;
        sum.unchanged += counts.unchanged;
        sent += values.length;
      } catch (error) {
        const isTooLarge = error instanceof CostctlError && error.details.status === 413;
        if (!isTooLarge || values.length === 1) throw error;
        batchSize = Math.ceil(values.length / 2);
      }
    }
  };
  let batch: MetricValue[] = [];
  for await (const value of values) {
    batch.push(value);
    if (batch.length < batchSize) continue;
    await send(batch);
    batch = [];
  }
  if (batch.length > 0) await send(batch);
  return sum;
}
