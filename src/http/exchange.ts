import type { Request, ResponseHead } from './request.ts';
import type { FaultKind } from './retry.ts';

export interface Attempt
  extends Pick<Request, 'method' | 'body' | 'onReceived' | 'receive' | 'allocate'> {
  readonly origin: string;
  /** Including the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** How many milliseconds the service has for its whole response. */
  readonly timeout: number;
  /** The maximum size of a body in bytes. */
  readonly largest: number;
  /** How many bytes of an error's body are read at most; the rest is ignored. */
  readonly largestError?: number | undefined;
  readonly signal: AbortSignal;
}

export interface Answer extends ResponseHead {
  /** Empty if the target of the attempt received it. */
  readonly body: Buffer;
  /** How many bytes that target received. */
  readonly received?: number;
}

/** Each attempt ends in a response with its whole body as received, or in a Fault. */
export interface Transport {
  readonly exchange: (attempt: Attempt) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

export class Fault extends Error {
  readonly kind: FaultKind;
  /** The part of the response that arrived, as far as it is shown. */
  readonly beginning: string | undefined;

  constructor(kind: FaultKind, cause: unknown, beginning?: string) {
    super(`the request failed: ${kind}`, { cause });
    this.kind = kind;
    this.beginning = beginning;
  }
}

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

export class RefusedByProxy extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`the proxy answered ${status}`);
    this.status = status;
  }
}

/** A complete body that cannot be read; the message says why. */
export class Unreadable extends Error {}
