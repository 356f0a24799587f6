import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { hostname } from 'node:os';
import type { Context } from '../context.ts';
import { type CostctlError, fileError } from '../errors.ts';
import { dayOf } from './calendar.ts';
import { Problem } from './call.ts';
import { resetSocket } from './reset-socket.ts';
import { refuse, type Sent } from './respond.ts';
import { createGenerator } from './sample/hash.ts';
import { defaultWorkspaceId } from './sample/sample-organization.ts';
import { createService, type ServiceOptions, type Tokens } from './service.ts';
import { createMemoryStore, createState, type Store } from './state/state.ts';
import { createFileStore } from './state/state-file.ts';

export interface SandboxOptions extends Pick<ServiceOptions, 'rateLimit' | 'rowsPerDay'> {
  readonly context: Pick<Context, 'clock' | 'random' | 'signal' | 'processId'>;
  /** The file that stores changes; undefined: they are lost at the end. */
  readonly state?: string | undefined;
  /** 0, the default, picks a free port. */
  readonly port?: number | undefined;
  readonly host?: string | undefined;
  /** Default: random, so that no one else on the machine knows them. */
  readonly tokens?: Tokens | undefined;
  /** Milliseconds before each response. */
  readonly latency?: number | undefined;
  /** The share of requests that fail, from 0 to 1, and the seed that selects them. */
  readonly fail?: number | undefined;
  readonly seed?: number | undefined;
  readonly log?: ((exchange: Exchange) => void) | undefined;
  /** Called, in addition to the 507 response, if the state file cannot be read or written. */
  readonly onFault?: ((fault: CostctlError) => void) | undefined;
}

export interface Exchange {
  readonly method: string;
  readonly path: string;
  /** Undefined if the connection was lost. */
  readonly status: number | undefined;
  readonly milliseconds: number;
}

export async function serveSandbox(options: SandboxOptions) {
  const tokens = options.tokens ?? createTokens();
  const store = createStore(options);
  // An unreadable state is reported now, not in every response.
  await store.read();
  const respond = createResponder(options, tokens, store);
  const server = createServer(async (incoming, outgoing) => {
    // The days of the sandbox are those of this clock, so its responses have the time of this clock too.
    outgoing.setHeader('date', new Date(options.context.clock.now()).toUTCString());
    const sent = await respond(incoming, outgoing);
    if (sent !== undefined) outgoing.writeHead(sent.status, headersOf(sent)).end(sent.body);
  });
  if (options.log !== undefined) logExchanges(server, options.log, options.context.clock.now);
  await listen(server, options.port ?? 0, options.host ?? defaultHost);
  return {
    url: addressOf(server),
    tokens,
    workspaceId: defaultWorkspaceId,
    close: () => close(server),
  };
}

export type SandboxServer = Awaited<ReturnType<typeof serveSandbox>>;

const defaultHost = '127.0.0.1';

function createResponder(options: SandboxOptions, tokens: Tokens, store: Store): Responder {
  const { clock, random } = options.context;
  const own = { store, tokens, workspaceId: defaultWorkspaceId, now: clock.now, random };
  const service = createService({ ...options, ...own });
  const host = options.host ?? defaultHost;
  const responder: Responder = async (incoming) => {
    const { method = '', headers } = incoming;
    const url = urlOf(incoming);
    if (url === undefined) return refuse(new Problem(400, 'the request has no valid address'));
    if (isOwnHost(headers.host ?? '', host)) {
      return service({ method, url, authorization: headers.authorization, body: incoming });
    }
    return refuse(new Problem(421, `the sandbox is not called ${headers.host}: use its address`));
  };
  const { latency = 0, fail = 0, seed = 1 } = options;
  const faulty = fail > 0 ? addFaults(responder, fail, seed) : responder;
  if (latency === 0) return faulty;
  return async (incoming, outgoing) => {
    await clock.sleep(latency);
    return faulty(incoming, outgoing);
  };
}

/** A request through a proxy has the whole address. */
function urlOf({ url = '', headers }: IncomingMessage): URL | undefined {
  const address = url.startsWith('/') ? `http://${headers.host}${url}` : url;
  return URL.canParse(address) ? new URL(address) : undefined;
}

/** A response without content has no length (RFC 9110, section 8.6). */
function headersOf({ status, headers, body }: Sent) {
  return status === 204 ? headers : { ...headers, 'content-length': Buffer.byteLength(body) };
}

function createStore({ context, state: path }: SandboxOptions): Store {
  const today = dayOf(context.clock.now());
  if (path === undefined) return createMemoryStore(createState(today));
  return createFileStore({ path, lock: context, createState: () => createState(today) });
}

function createTokens(): Tokens {
  const secret = () => randomBytes(16).toString('hex');
  return { organization: `sandbox_org_${secret()}`, workspace: `sandbox_wsp_${secret()}` };
}

function logExchanges(server: Server, log: (exchange: Exchange) => void, now: () => number): void {
  server.on('request', ({ method = '', url = '' }, outgoing) => {
    const start = now();
    outgoing.on('close', () => {
      const status = outgoing.writableFinished ? outgoing.statusCode : undefined;
      log({ method, path: url, status, milliseconds: now() - start });
    });
  });
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => reject(fileError(`cannot listen on ${host}:${port}`, cause)));
    server.listen(port, host, resolve);
  });
}

function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** Waits for requests in progress, but not for long, since a client may never read its response. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // A connection that its client does not read keeps no process alive, but it would never close.
    const patience = setTimeout(() => server.closeAllConnections(), 2_000);
    server.close(() => {
      clearTimeout(patience);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Responds to a request; undefined if there is nothing to send any more. */
type Responder = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<Sent | undefined>;

const kinds = ['unavailable', 'reset', 'lost', 'truncated'] as const;

/**
 * Makes a share of the requests fail, the same ones for the same seed: some get 503, some have their
 * connection reset before or after the work was done, and some responses are cut short.
 */
function addFaults(respond: Responder, rate: number, seed: number): Responder {
  const draw = createGenerator(seed);
  return async (incoming, outgoing) => {
    const fails = draw() < rate;
    const kind = kinds[Math.floor(draw() * kinds.length)];
    if (!fails) return respond(incoming, outgoing);
    if (kind === 'unavailable') return refuse(new Problem(503, 'the sandbox was asked to fail'));
    if (kind === 'reset') return reset(outgoing);
    const sent = await respond(incoming, outgoing);
    return kind === 'lost' || sent === undefined ? reset(outgoing) : truncate(sent, outgoing);
  };
}

function reset({ socket }: ServerResponse): undefined {
  if (socket) resetSocket(socket);
}

/** Announces the whole body, then closes the connection halfway through. */
function truncate(sent: Sent, outgoing: ServerResponse): undefined {
  const body = Buffer.from(sent.body);
  outgoing.writeHead(sent.status, headersOf(sent));
  outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => outgoing.destroy());
}

/** Whether an address that the sandbox listens on can be reached only from this computer. */
export function isLocalAddress(address: string): boolean {
  return address === 'localhost' || address === '::1' || /^127(\.\d+){3}$/.test(address);
}

/**
 * Whether the `Host` of a request is the sandbox. Otherwise a web page that points a name of its own to
 * this computer (DNS rebinding) could read and change the sandbox from a browser.
 */
export function isOwnHost(header: string | null, listening: string): boolean {
  const host = hostOf(header ?? '');
  if (host === undefined) return false;
  // A numeric address cannot be pointed elsewhere.
  if (isIP(host) !== 0) return true;
  return ['localhost', listening, hostname()].some((name) => name.toLowerCase() === host);
}

function hostOf(header: string): string | undefined {
  const match = /^(?:\[([\da-f:.]+)\]|([^\s:/@[\]]+))(?::\d{1,5})?$/i.exec(header);
  return (match?.[1] ?? match?.[2])?.toLowerCase();
}
