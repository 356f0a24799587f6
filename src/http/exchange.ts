import type { Dispatcher } from 'undici';
import { type BodyCollector, createCollector } from './body.ts';
import { firstLineOf } from './first-line.ts';
import type { FaultKind } from './retry.ts';
import { startStopwatch } from './stopwatch.ts';

export interface Attempt {
  readonly origin: string;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Milliseconds that the service has for the whole of its answer. */
  readonly timeout: number;
  /** Bytes that a body may have. */
  readonly largest: number;
  readonly signal: AbortSignal;
  /** Memory for a body whose length is known before it comes. */
  readonly allocate?: ((size: number) => Buffer) | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export class Fault extends Error {
  readonly kind: FaultKind;
  /** What came of the answer, as far as people are shown it. */
  readonly beginning: string | undefined;

  constructor(kind: FaultKind, cause: unknown, beginning?: string) {
    super(`the request failed: ${kind}`, { cause });
    this.kind = kind;
    this.beginning = beginning;
  }
}

/** One attempt: an answer with its whole body as it came, or a Fault. */
export function exchange(dispatcher: Dispatcher, attempt: Attempt): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const handler = new AnswerHandler(attempt, resolve, reject);
    try {
      dispatcher.dispatch(
        {
          origin: attempt.origin,
          method: attempt.method,
          path: attempt.path,
          headers: attempt.headers,
          body: attempt.body ?? null,
        },
        handler,
      );
    } catch (error) {
      handler.fail(error);
    }
  });
}

/** Gathers the answer, under the time limit, the size limit and the signal. */
class AnswerHandler implements Dispatcher.DispatchHandler {
  readonly #attempt: Attempt;
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (reason: unknown) => void;
  readonly #stopWatch: () => void;
  readonly #interrupt = () => this.fail(this.#attempt.signal.reason);
  #controller: Dispatcher.DispatchController | undefined;
  #settled = false;
  #status = 0;
  #headers: Answer['headers'] = {};
  #body: BodyCollector | undefined;
  #size = 0;

  constructor(
    attempt: Attempt,
    resolve: (answer: Answer) => void,
    reject: (reason: unknown) => void,
  ) {
    this.#attempt = attempt;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#stopWatch = startStopwatch(attempt.timeout, () => this.#runLate());
    attempt.signal.addEventListener('abort', this.#interrupt);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // Given up while the connection was being made: nothing may be sent any more.
    if (this.#settled) controller.abort(new Error('given up'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Answer['headers'],
  ): void {
    // What begins with 1 only announces the answer.
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    this.#body = createCollector(headers, this.#attempt);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.#attempt.largest) {
      this.fail(new Fault('garbled', new TooLarge(this.#attempt.largest)));
      return;
    }
    this.#body?.add(chunk);
  }

  onResponseEnd(): void {
    if (!this.#settle()) return;
    const body = this.#body?.take() ?? Buffer.alloc(0);
    this.#resolve({ status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    const beginning = this.#body && firstLineOf(this.#headers, this.#body.take());
    this.fail(isMisuse(error) ? error : new Fault(this.#kindOf(error), error, beginning));
  }

  fail(reason: unknown): void {
    if (!this.#settle()) return;
    this.#body = undefined;
    this.#reject(reason);
    this.#controller?.abort(new Error('given up'));
  }

  #runLate(): void {
    const kind = this.#controller === undefined ? 'unsent' : 'late';
    this.fail(new Fault(kind, new TimePassed(this.#attempt.timeout, this.#status !== 0)));
  }

  #kindOf(error: Error): FaultKind {
    const code = 'code' in error ? String(error.code) : '';
    if (error.name === 'HTTPParserError' || code === 'UND_ERR_HEADERS_OVERFLOW') return 'garbled';
    if (this.#status !== 0) return 'cut';
    // Before its body, an answer contradicts itself with two lengths that differ.
    if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return 'garbled';
    if (this.#controller !== undefined) return 'lost';
    return lostInUse.has(code) && !/TLS connection/.test(error.message) ? 'lost' : 'unsent';
  }

  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    this.#stopWatch();
    this.#attempt.signal.removeEventListener('abort', this.#interrupt);
    return true;
  }
}

/** What this program or a library did was wrong, and the network has no part in it. */
function isMisuse(error: Error): boolean {
  if (!('code' in error)) return error instanceof TypeError;
  return /^UND_(MOCK|ERR_INVALID_ARG|ERR_NOT_SUPPORTED)/.test(String(error.code));
}

/** Codes of connections that broke after they were made, even where undici tells no more of it. */
const lostInUse = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

export class TimePassed extends Error {
  readonly limit: number;
  readonly inBody: boolean;

  constructor(limit: number, inBody: boolean) {
    super('the time limit passed');
    this.limit = limit;
    this.inBody = inBody;
  }
}

export class TooLarge extends Error {
  readonly largest: number;

  constructor(largest: number) {
    super('the body is too large');
    this.largest = largest;
  }
}

/** A body that came whole and still cannot be read; the message says why. */
export class Unreadable extends Error {}
