import type { Context as Exchange, MiddlewareHandler } from 'hono';
import { Hono } from 'hono/tiny';
import { operations } from '../api/operations.ts';
import { type CostctlError, hasCode } from '../errors.ts';
import type { JsonValue } from '../json/number.ts';
import { requireJson } from '../json/parse.ts';
import { type Call, type Caller, Problem, type Route } from './call.ts';
import {
  createBudget,
  type RateLimit,
  refuse,
  refuseAddress,
  refuseForBudget,
  respond,
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
  /** The only workspace that the workspace token can access. */
  readonly workspaceId: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A number from 0 up to 1, for new ids. */
  readonly random: () => number;
  /** The exact number of cost rows per day; undefined: a plausible number. */
  readonly rowsPerDay: number | undefined;
  readonly rateLimit: RateLimit | undefined;
  /** Called if the state cannot be stored. */
  readonly onFault?: ((fault: CostctlError) => void) | undefined;
}

export interface Tokens {
  readonly organization: string;
  readonly workspace: string;
}

export type Service = Hono<Environment>;

/** What is known about an accepted request. */
interface Environment {
  Variables: { caller: Caller };
}

const largestBody = 10 * 1024 * 1024;

/** The documented operations as an application. */
export function createService(options: ServiceOptions): Service {
  const { now, rowsPerDay, store } = options;
  const service: Service = new Hono();
  service.notFound(({ req }) => refuseAddress(req.method, req.path));
  service.onError((error) => {
    if (hasCode(error, 'file')) options.onFault?.(error);
    return refuse(error);
  });
  service.use(admit(options));

  const routes: Readonly<Record<string, Route>> = createRoutes({ started: now(), rowsPerDay });
  for (const { id, method, path, token } of Object.values(operations)) {
    const route = routes[id];
    if (route === undefined) continue;
    service.on(method, path.replaceAll(/\{(\w+)\}/g, ':$1'), async (exchange) => {
      const call = await readCall(exchange, options);
      if (token === 'organization') requireOrganization(call);
      if ('read' in route) return respond(route.read(call, await store.read()));
      return respond(await store.change((state) => route.change(call, state)));
    });
  }
  return service;
}

/** Accepts requests with a known token while the token has budget left. */
function admit({ tokens, workspaceId, now, rateLimit }: ServiceOptions) {
  const budget = rateLimit && createBudget(rateLimit);
  const callers = new Map<string, Caller>([
    [tokens.organization, { token: 'organization' }],
    [tokens.workspace, { token: 'workspace', workspaceId }],
  ]);
  const handler: MiddlewareHandler<Environment> = async (exchange, next) => {
    const [, token = ''] =
      /^Bearer +(\S+) *$/i.exec(exchange.req.header('authorization') ?? '') ?? [];
    const caller = callers.get(token);
    if (caller === undefined) return refuse(new Problem(401, 'the request carries no valid token'));
    const wait = budget?.spend(token, now());
    if (rateLimit !== undefined && wait !== undefined) return refuseForBudget(rateLimit, wait);
    exchange.set('caller', caller);
    return next();
  };
  return handler;
}

async function readCall(
  exchange: Exchange<Environment>,
  { now, random }: ServiceOptions,
): Promise<Call> {
  const { req } = exchange;
  return {
    caller: exchange.get('caller'),
    path: req.param(),
    query: new URL(req.url).searchParams,
    url: req.url,
    body: hasBody(req.method) ? parseBody(await readText(req.raw)) : undefined,
    now: now(),
    random,
  };
}

function hasBody(method: string): boolean {
  return method === 'POST' || method === 'PUT';
}

/** Always reads to the end: a client that is still sending could not receive a response. */
async function readText({ body }: Request): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
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

interface RouteOptions {
  /** When the service started, in milliseconds since 1970. */
  readonly started: number;
  readonly rowsPerDay: number | undefined;
}

function createRoutes({ started, rowsPerDay }: RouteOptions): Routes {
  return {
    ...workspaceRoutes,
    ...workspaceProviderRoutes,
    ...virtualTagRoutes,
    ...createProviderRoutes(started),
    ...metricRoutes,
    ...filterRoutes,
    ...userRoutes,
    ...rateRoutes,
    ...createCostRoutes(rowsPerDay),
  };
}
