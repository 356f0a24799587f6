import { type Answer, type Attempt, Fault, TimePassed, TooLarge } from './exchange.ts';
import { firstLineOf } from './first-line.ts';
import type { BodySource, BodyTarget } from './request.ts';
import { type BodyCollector, createCollector } from './request-body.ts';
import { type FaultKind, readCount } from './retry.ts';
import { startStopwatch } from './steady-time.ts';

/** How to hold back a connection while what has arrived is written. */
export interface Flow {
  readonly pause: () => void;
  readonly resume: () => void;
}

/** At most this many bytes wait to be written. */
const mostWaiting = 2 ** 20;

/**
 * What a transport does for one attempt: collects the response, enforces the time limit, the size limit
 * and the signal, and settles once. The transport reports its events here.
 */
export class Reception {
  /** Whether there was a connection for the request. */
  sent = false;
  /** 0 until the response begins. */
  status = 0;
  settled = false;
  /** Set once the response begins. */
  flow: Flow = { pause: () => undefined, resume: () => undefined };
  readonly #attempt: Attempt;
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (reason: unknown) => void;
  #stopWatch: () => void;
  readonly #interrupt = () => this.fail(this.#attempt.signal.reason);
  #cancel: () => void = () => undefined;
  #headers: Answer['headers'] = {};
  #body: BodyCollector | undefined;
  #size = 0;
  #most = Number.POSITIVE_INFINITY;
  #target: BodyTarget | undefined;
  #written: Promise<void> = Promise.resolve();
  #waiting = 0;
  #isPaused = false;

  constructor(
    attempt: Attempt,
    resolve: (answer: Answer) => void,
    reject: (reason: unknown) => void,
  ) {
    this.#attempt = attempt;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#stopWatch = this.#startWatch();
    attempt.signal.addEventListener('abort', this.#interrupt);
  }

  /** A piece of the body has arrived: the time limit now applies to the next one. */
  progress(): void {
    if (this.settled) return;
    this.#stopWatch();
    this.#stopWatch = this.#startWatch();
  }

  /** How to stop the attempt, once there is something to stop. */
  set cancel(cancel: () => void) {
    this.#cancel = cancel;
    // Cancelled while connecting: nothing may be sent any more.
    if (this.settled) cancel();
  }

  begin(status: number, headers: Answer['headers']): void {
    this.status = status;
    this.#headers = headers;
    const { largest, largestError = largest } = this.#attempt;
    try {
      this.#target = this.#attempt.receive?.({ status, headers });
    } catch (error) {
      this.fail(error);
      return;
    }
    if (this.#target !== undefined) return;
    if (status >= 400) this.#most = largestError;
    this.#body = createCollector(headers, {
      ...this.#attempt,
      largest: Math.min(largest, this.#most),
    });
  }

  add(chunk: Buffer): void {
    if (this.settled) return;
    this.#size += chunk.length;
    if (this.#target !== undefined) {
      this.#attempt.onReceived?.(this.#size, readCount(this.#headers, 'content-length'));
      this.#pass(chunk, this.#target);
      return;
    }
    if (this.#size > this.#attempt.largest) {
      this.fail(new Fault('garbled', new TooLarge(this.#attempt.largest)));
      return;
    }
    this.#body?.add(chunk);
    this.#attempt.onReceived?.(this.#size, readCount(this.#headers, 'content-length'));
    if (this.#size < this.#most) return;
    this.end();
    this.#cancel();
  }

  /** Passes a piece on. The time limit applies to each piece, and not while this program writes. */
  #pass(chunk: Buffer, target: BodyTarget): void {
    this.#waiting += chunk.length;
    if (this.#waiting > mostWaiting && !this.#isPaused) {
      this.#isPaused = true;
      this.#stopWatch();
      this.flow.pause();
    } else if (!this.#isPaused) this.progress();
    this.#written = this.#written.then(async () => {
      if (this.settled) return;
      await target.write(chunk);
      this.#waiting -= chunk.length;
      if (!this.#isPaused || this.#waiting > mostWaiting / 2 || this.settled) return;
      this.#isPaused = false;
      this.progress();
      this.flow.resume();
    });
    this.#written.catch((error: unknown) => this.fail(error));
  }

  end(): void {
    if (this.#target === undefined) this.#finish();
    else void this.#finishTarget(this.#target);
  }

  async #finishTarget(target: BodyTarget): Promise<void> {
    this.#stopWatch();
    try {
      await this.#written;
      if (this.settled) return;
      await target.end?.();
    } catch (error) {
      this.fail(error);
      return;
    }
    this.#finish();
  }

  #finish(): void {
    if (!this.#settle()) return;
    this.#resolve({
      status: this.status,
      headers: this.#headers,
      body: this.#body?.take() ?? Buffer.alloc(0),
      ...(this.#target === undefined ? {} : { received: this.#size }),
    });
  }

  /** The connection failed, or carried something that is not HTTP. */
  break(kind: FaultKind, cause: unknown): void {
    const beginning = this.#body && firstLineOf(this.#headers, this.#body.take());
    this.fail(new Fault(kind, cause, beginning));
  }

  fail(reason: unknown): void {
    if (!this.#settle()) return;
    this.#body = undefined;
    this.#reject(reason);
    this.#cancel();
  }

  #startWatch(): () => void {
    return startStopwatch(this.#attempt.timeout, () => this.#runLate());
  }

  #runLate(): void {
    const cause = new TimePassed(this.#attempt.timeout, this.status !== 0);
    this.fail(new Fault(this.sent ? 'late' : 'unsent', cause));
  }

  #settle(): boolean {
    if (this.settled) return false;
    this.settled = true;
    this.#stopWatch();
    this.#attempt.signal.removeEventListener('abort', this.#interrupt);
    return true;
  }
}

/** The pieces of a request body. A file that cannot be read ends the attempt. */
export async function* readBody(source: BodySource, reception: Reception) {
  try {
    for await (const chunk of source.open()) {
      reception.progress();
      yield chunk;
    }
    reception.progress();
  } catch (error) {
    reception.fail(error);
    throw error;
  }
}
