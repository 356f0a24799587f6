import { operations } from '../api/operations.ts';
import { type CostctlError, hasCode } from '../errors.ts';
import type { JsonValue } from '../json/number.ts';
import { requireJson } from '../json/parse.ts';
import { decodeEscapes } from '../text.ts';
import { type Call, type Caller, Problem, type Route } from './call.ts';
import {
  createBudget,
  type RateLimit,
  refuse,
  refuseAddress,
  refuseForBudget,
  respond,
  type Sent,
} from './respond.ts';
import { createCostRoutes, rateRoutes } from './routes/cost-routes.ts';
import { metricRoutes } from './routes/metric-routes.ts';
import { filterRoutes, userRoutes, virtualTagRoutes } from './routes/organization-routes.ts';
import { createProviderRoutes } from './routes/provider-routes.ts';
import { workspaceProviderRoutes, workspaceRoutes } from './routes/workspace-routes.ts';
import type { Store } from './state/state.ts';
import { requireOrganization } from './token-reach.ts';

export interface ServiceOptions {
  readonly store: Store;
  readonly tokens: Tokens;
  readonly workspaceId: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A number from 0 up to 1, for new ids. */
  readonly random: () => number;
  /** The exact number of cost rows per day; undefined: a plausible number. */
  readonly rowsPerDay?: number | undefined;
  readonly rateLimit?: RateLimit | undefined;
  /** Called if the state cannot be stored. */
  readonly onFault?: ((fault: CostctlError) => void) | undefined;
}

export interface Tokens {
  readonly organization: string;
  readonly workspace: string;
}

interface Received {
  readonly method: string;
  readonly url: URL;
  readonly authorization: string | undefined;
  readonly body: AsyncIterable<Uint8Array>;
}

export type Service = (received: Received) => Promise<Sent>;

const largestBody = 10 * 1024 * 1024;

export function createService(options: ServiceOptions): Service {
  const { store } = options;
  const routes: Readonly<Record<string, Route>> = createRoutes(options);
  const paths = Object.values(operations).map((operation) => ({
    ...operation,
    // `/v1/providers/{providerId}`, with the id as a group of that name.
    pattern: new RegExp(`^${operation.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    route: routes[operation.id],
  }));
  const admit = createAdmission(options);

  async function answer(received: Received): Promise<Sent> {
    const caller = admit(received.authorization);
    if ('status' in caller) return caller;
    const { pathname } = received.url;
    // A HEAD is a GET, of which only the headers are sent.
    const method = received.method === 'HEAD' ? 'GET' : received.method;
    const found = paths.filter(({ pattern }) => pattern.test(pathname));
    const { pattern, route, token } = found.find((one) => one.method === method) ?? {};
    if (pattern === undefined || route === undefined) {
      return refuseAddress(
        method,
        pathname,
        found.map((one) => one.method),
      );
    }
    const path = pathIn(pattern.exec(pathname)?.groups);
    const call = await readCall(received, { caller, path }, options);
    if (token === 'organization') requireOrganization(call);
    if ('read' in route) return respond(route.read(call, await store.read()));
    return respond(await store.change((state) => route.change(call, state)));
  }

  return (received) =>
    answer(received).catch((error: unknown) => {
      if (hasCode(error, 'file')) options.onFault?.(error);
      return refuse(error);
    });
}

function pathIn(groups: Readonly<Record<string, string>> = {}): Call['path'] {
  return Object.fromEntries(
    Object.entries(groups).map(([name, text]) => [name, decodeEscapes(text)]),
  );
}

/** Accepts requests with a known token while the token has budget left. */
function createAdmission({ tokens, workspaceId, now, rateLimit }: ServiceOptions) {
  const budget = rateLimit && createBudget(rateLimit);
  const callers = new Map<string, Caller>([
    [tokens.organization, { token: 'organization' }],
    [tokens.workspace, { token: 'workspace', workspaceId }],
  ]);
  return (authorization = ''): Caller | Sent => {
    const [, token = ''] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
    const caller = callers.get(token);
    if (caller === undefined) return refuse(new Problem(401, 'the request carries no valid token'));
    const wait = budget?.spend(token, now());
    if (rateLimit !== undefined && wait !== undefined) return refuseForBudget(rateLimit, wait);
    return caller;
  };
}

async function readCall(
  { method, url, body }: Received,
  known: Pick<Call, 'caller' | 'path'>,
  { now, random }: ServiceOptions,
): Promise<Call> {
  return {
    ...known,
    query: url.searchParams,
    url: url.href,
    body: method === 'POST' || method === 'PUT' ? parseBody(await readText(body)) : undefined,
    now: now(),
    random,
  };
}

/** Always reads to the end: a client that is still sending could not receive a response. */
async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length <= largestBody) chunks.push(chunk);
  }
  if (length <= largestBody) return Buffer.concat(chunks).toString();
  throw new Problem(413, `the body is larger than ${largestBody} bytes`);
}

function parseBody(text: string): JsonValue | undefined {
  if (text.trim() === '') return undefined;
  const errors = { body: ['is not JSON'] };
  return requireJson(text, () => new Problem(400, 'the body is not JSON', errors));
}

/** A route for every documented operation; the compiler checks that none is missing. */
type Routes = Readonly<Record<keyof typeof operations, Route>>;

function createRoutes({ now, rowsPerDay }: ServiceOptions): Routes {
  return {
    ...workspaceRoutes,
    ...workspaceProviderRoutes,
    ...virtualTagRoutes,
    ...createProviderRoutes(now()),
    ...metricRoutes,
    ...filterRoutes,
    ...userRoutes,
    ...rateRoutes,
    ...createCostRoutes(rowsPerDay),
  };
}
