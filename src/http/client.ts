import { join } from 'node:path';
import { CostctlError } from '../errors.ts';
import { requestsLeave } from '../limit.ts';
import { decompressTo } from './decompress.ts';
import { TooLarge, type Transport } from './exchange.ts';
import { isSuccess } from './faults.ts';
import type { Budget } from './pacer.ts';
import { findProxy, nameProxy } from './proxy.ts';
import { createRateLimiter, type GateEvents, type GateOptions } from './rate-limiter.ts';
import { createRedactor, masked, type Redactor } from './redact.ts';
import { checkPath, type Request, type Response, type ResponseHead } from './request.ts';
import { sendWithRetries } from './send.ts';
import { sendOnce } from './send-once.ts';
import { createSharedLog, nameBudget } from './shared-log.ts';
import { createSharedPacer } from './shared-pacer.ts';
import { openTransport } from './transport.ts';

/** How commands and `api/` reach the service; it handles authentication, retries, waits and faults. */
export interface Client {
  readonly request: (request: Request) => Promise<Response>;
  /** Removes secrets from a text, for messages about a response. */
  readonly mask?: (text: string) => string;
  /** The rate limit's budget, once a refusal has revealed it, to estimate durations. */
  readonly budget?: () => Budget | undefined;
  readonly close: () => Promise<void>;
}

export interface ClientEvents extends GateEvents {
  readonly debug?: (line: string) => void;
}

export interface ClientOptions extends Omit<GateOptions, 'events' | 'share'> {
  /** May have a path prefix. */
  readonly baseUrl: URL;
  /** Read once, at the first request. Undefined: requests carry no token. */
  readonly token: () => Promise<string | undefined>;
  /** Replaces the network in tests. */
  readonly transport?: Transport | undefined;
  /** Only used to find the proxy. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How many milliseconds one attempt may wait for the service. */
  readonly timeout: number;
  readonly retries: number;
  readonly userAgent: string;
  readonly events?: ClientEvents | undefined;
  /** Receives the token and all other secrets. */
  readonly secrets?: Redactor | undefined;
  /** What a request sends as a secret. */
  readonly secretsOf?: ((asked: Request) => readonly string[]) | undefined;
  /** The maximum size of a response body in bytes. */
  readonly largestBody?: number | undefined;
  /** The error for a larger body; by default, an unexpected response. */
  readonly tooLarge?: (() => CostctlError) | undefined;
  /** Where processes with the same token share information about their requests. */
  readonly sharing?: Sharing | undefined;
  /** Called before a large body is returned, since parsing it may keep the program busy. Must not fail. */
  readonly prepareForWork?: (() => Promise<void>) | undefined;
}

interface Sharing {
  readonly folder: string;
  readonly userId: number | undefined;
  /** Identifies this client among all clients on this machine. */
  readonly name: string;
}

/** How many bytes of an error's body are read: more is never shown. */
const largestError = 2 ** 18;

/** A body that may keep the program busy: with thousands of columns, even two rows do. */
const largeBody = 2 ** 17;

/** The longest text that JavaScript supports: a larger body could not be read. */
const largestText = 512 * 2 ** 20;

export function createClient(options: ClientOptions): Client {
  const { baseUrl, clock, env, timeout, concurrency, events = {} } = options;
  const ending = new AbortController();
  // Nothing is sent after the end of the run, nor once the client is closed.
  const signal = AbortSignal.any([options.signal, ending.signal]);
  const largest = options.largestBody ?? largestText;
  const prefix = baseUrl.pathname.replace(/\/+$/, '');
  const redactor = options.secrets ?? createRedactor();
  const proxy = findProxy(baseUrl, env);
  let token: string | undefined;
  const { sharing } = options;
  const log =
    sharing &&
    createSharedLog({
      userId: sharing.userId,
      path: () => join(sharing.folder, nameBudget(baseUrl.origin, token)),
    });
  const rateLimiter = createRateLimiter({
    ...options,
    signal,
    events,
    share: log && ((pacer) => createSharedPacer(pacer, log, sharing.name, options.maxWait > 0)),
  });
  let opening: Promise<Transport> | undefined;
  let reading: Promise<string | undefined> | undefined;

  async function request(asked: Request): Promise<Response> {
    signal.throwIfAborted();
    checkPath(asked.path);
    reading ??= readToken();
    const headers = headersOf(asked, await reading);
    const transport = options.transport ?? (await open());
    const attempt = {
      ...asked,
      origin: baseUrl.origin,
      path: prefix + asked.path + queryText(asked),
      headers,
      receive: asked.receive && receiverOf(asked, asked.receive),
      timeout,
      largest,
      // Callers that accept any status get the whole body.
      largestError: asked.anyStatus === true ? undefined : largestError,
      signal,
    };
    const hideSent = () => {
      for (const secret of options.secretsOf?.(asked) ?? []) redactor.add(secret);
    };
    try {
      const response = await sendWithRetries(asked, {
        ...options,
        signal,
        proxy: nameProxy(proxy),
        rateLimiter,
        attempt: (number) =>
          sendOnce(transport, attempt, number, {
            clock,
            debug: events.debug,
            mask: redactor.mask,
            hideSent,
          }),
      });
      if (asked.hasNoSecrets !== true && response.body.length > 0) {
        // A long body has values instead of credentials, and there are many of them.
        if ((asked.body?.length ?? 0) < largeBody) hideSent();
        redactor.look(response.body);
      }
      const isLarge = response.body.length > largeBody;
      const prepared = isLarge ? prepare(asked.isReadLater === true) : undefined;
      // Then the caller awaits it. Until then a failure must not count as unhandled.
      if (asked.isReadLater === true) prepared?.catch(() => undefined);
      else await prepared;
      return { ...response, prepared, ...(options.secretsOf === undefined ? {} : { hideSent }) };
    } catch (error) {
      if (signal.aborted || !(error instanceof CostctlError)) throw error;
      if (error.cause instanceof TooLarge && options.tooLarge) throw options.tooLarge();
      hideSent();
      throw masked(error, redactor);
    }
  }

  /** If the body is read later, the requests that were waiting for its end leave first. */
  async function prepare(isLater: boolean): Promise<void> {
    if (isLater) await requestsLeave();
    await options.prepareForWork?.();
  }

  async function readToken(): Promise<string | undefined> {
    const read = await options.token();
    if (read === undefined) return undefined;
    // RFC 6750 allows no other characters; a line break would start another header.
    if (!/^[\x21-\x7e]+$/.test(read)) {
      throw new CostctlError(
        'not_configured',
        'the token contains characters that no token can have',
        { hint: 'set it again, without spaces or line breaks' },
      );
    }
    redactor.add(read);
    token = read;
    return read;
  }

  function open(): Promise<Transport> {
    const connecting = { connections: concurrency, connectTimeout: timeout };
    opening ??= openTransport({ baseUrl, proxy, ...connecting });
    return opening;
  }

  function headersOf(asked: Request, token: string | undefined): Record<string, string> {
    return {
      accept: 'application/json, application/problem+json',
      'accept-encoding': 'gzip',
      'user-agent': options.userAgent,
      ...(asked.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...namesInLowerCase(asked.headers),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
  }

  async function close(): Promise<void> {
    ending.abort(new CostctlError('internal', 'the connection to the service is closed'));
    rateLimiter.close();
    log?.close();
    const transport = await opening?.catch(() => undefined);
    await transport?.close();
  }

  return { request, mask: redactor.mask, budget: rateLimiter.budget, close };
}

/** Only the body of a success may go somewhere else than into memory; it is decompressed on the way. */
function receiverOf(asked: Request, receive: NonNullable<Request['receive']>) {
  return (head: ResponseHead) => {
    const target = isSuccess(head.status, asked.success) ? receive(head) : undefined;
    return target && decompressTo(target, head);
  };
}

/** Makes a header of the request replace the default one. */
function namesInLowerCase(headers: Request['headers'] = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

function queryText({ query, rawQuery }: Request): string {
  const text = rawQuery ?? query?.toString() ?? '';
  return text === '' ? '' : `?${text}`;
}
