import { type Dispatcher, MockAgent } from 'undici';

/** One exchange that the service expects, in the order of the script. */
export interface Exchange {
  readonly method?: string;
  /** Path and query, exactly as they must be asked for. */
  readonly path: string;
  /** The body that must come, compared as JSON. */
  readonly body?: unknown;
  readonly status?: number;
  /** An object or array is sent as JSON; text unchanged. */
  readonly answer?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly failure?: Error;
  readonly times?: number;
}

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface Service {
  readonly url: string;
  readonly dispatcher: Dispatcher;
  readonly received: readonly Received[];
  /** Fails if an exchange of the script was never asked for. */
  readonly assertDone: () => void;
}

/** A service that knows exactly the exchanges of its script: another request fails, so does a missing one. */
export function scriptService(...exchanges: readonly Exchange[]): Service {
  const url = 'https://api.example.test';
  const agent = new MockAgent();
  agent.disableNetConnect();
  const pool = agent.get(url);
  const received: Received[] = [];
  for (const exchange of exchanges) {
    const interceptor = pool.intercept({
      path: exchange.path,
      method: exchange.method ?? 'GET',
      ...(exchange.body === undefined
        ? {}
        : { body: (text: string) => isSameJson(text, exchange.body) }),
    });
    const scope =
      exchange.failure === undefined
        ? interceptor.reply((request) => {
            received.push({
              method: request.method,
              path: request.path,
              headers: plainHeaders(request.headers),
              body: request.body === undefined ? undefined : String(request.body),
            });
            return {
              statusCode: exchange.status ?? 200,
              data: textOf(exchange.answer),
              responseOptions: {
                headers: { 'content-type': mediaType(exchange), ...exchange.headers },
              },
            };
          })
        : interceptor.replyWithError(exchange.failure);
    if (exchange.times !== undefined) scope.times(exchange.times);
  }
  return {
    url,
    dispatcher: agent,
    received,
    assertDone: () => agent.assertNoPendingInterceptors(),
  };
}

/** The shared list envelope with everything on one page. */
export function pageOf(data: readonly unknown[], links: Readonly<Record<string, unknown>> = {}) {
  return { links: { self: null, first: null, prev: null, next: null, last: null, ...links }, data };
}

function mediaType({ status = 200, answer }: Exchange): string {
  if (typeof answer === 'string' && answer.startsWith('<')) return 'text/html';
  return status >= 400 ? 'application/problem+json' : 'application/json';
}

function textOf(answer: unknown): string {
  if (answer === undefined) return '';
  return typeof answer === 'string' ? answer : JSON.stringify(answer);
}

function isSameJson(text: string, expected: unknown): boolean {
  return JSON.stringify(JSON.parse(text)) === JSON.stringify(expected);
}

function plainHeaders(headers: unknown): Record<string, string> {
  const entries = headers instanceof Map ? [...headers] : Object.entries(headers ?? {});
  return Object.fromEntries(
    entries.map(([name, value]) => [String(name).toLowerCase(), String(value)]),
  );
}
