import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { Attempt, Transport } from './exchange.ts';
import { Reception, readBody } from './reception.ts';
import type { FaultKind } from './retry.ts';

/** Requests through undici, for proxies and for the dispatcher of a test. */
export function createUndiciTransport(
  dispatcher: Dispatcher,
  waiting: WaitingRequests = new WaitingRequests(),
): Transport {
  return {
    exchange: (attempt) =>
      new Promise((resolve, reject) => {
        const reception = new Reception(attempt, resolve, reject);
        waiting.add(reception);
        try {
          dispatcher.dispatch(dispatchOptions(attempt, reception), handlerOf(reception));
        } catch (error) {
          reception.fail(error);
        }
      }),
    close: () => dispatcher.destroy(),
  };
}

/** A request fails once this many connections spoke before it could be sent. */
const mostStrays = 3;

/** If the other side speaks first, undici would connect again and again until the time limit. */
export class WaitingRequests {
  readonly #strays = new Map<Reception, number>();

  add(reception: Reception): void {
    for (const other of this.#strays.keys()) if (other.settled) this.#strays.delete(other);
    this.#strays.set(reception, 0);
  }

  /** Called with what ended a connection. */
  note(error: Error): void {
    // undici's message for bytes that no request asked for; its code is that of any lost connection.
    if (error.message !== 'bad response') return;
    for (const [reception, before] of this.#strays) {
      if (reception.settled || reception.sent) continue;
      this.#strays.set(reception, before + 1);
      if (before + 1 >= mostStrays) reception.break('garbled', error);
    }
  }
}

function dispatchOptions({ origin, method, path, headers, body }: Attempt, reception: Reception) {
  if (body === undefined || typeof body === 'string') {
    return { origin, method, path, headers, body: body ?? null };
  }
  const length = body.length === undefined ? {} : { 'content-length': String(body.length) };
  const stream = Readable.from(readBody(body, reception), { objectMode: false });
  return { origin, method, path, headers: { ...headers, ...length }, body: stream };
}

/**
 * Passes undici's events on. It never pauses the controller: undici's parser ends the program if a connection
 * closes while a body is held back (https://github.com/nodejs/undici/issues/5360). What the reader has not
 * taken yet waits in memory; the reader is a file, which is seldom slower than a network.
 */
function handlerOf(reception: Reception): Dispatcher.DispatchHandler {
  return {
    onRequestStart: (controller) => {
      reception.sent = true;
      reception.cancel = () => controller.abort(new Error('given up'));
    },
    onResponseStart: (_controller, status, headers) => {
      // A status below 200 only announces the response.
      if (status >= 200) reception.begin(status, headers);
    },
    onResponseData: (_controller, chunk) => reception.add(chunk),
    onResponseEnd: () => reception.end(),
    onResponseError: (_controller, error) => {
      if (isMisuse(error)) reception.fail(error);
      else reception.break(kindOf(error, reception), error);
    },
  };
}

function kindOf(error: Error, { status, sent }: Reception): FaultKind {
  const code = 'code' in error ? String(error.code) : '';
  if (error.name === 'HTTPParserError' || code === 'UND_ERR_HEADERS_OVERFLOW') return 'garbled';
  // undici's message for a protocol upgrade; its code is the same as for a lost connection.
  if (error.message === 'bad upgrade') return 'garbled';
  if (status !== 0) return 'cut';
  // Without a body, the response contradicts itself: it gives two different lengths.
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return 'garbled';
  if (sent) return 'lost';
  return lostInUse.has(code) && !/TLS connection/.test(error.message) ? 'lost' : 'unsent';
}

/** Caused by this program or a library, not by the network. */
function isMisuse(error: Error): boolean {
  if (!('code' in error)) return true;
  return /^UND_(MOCK|ERR_INVALID_ARG|ERR_NOT_SUPPORTED)/.test(String(error.code));
}

/** Codes of connections that broke after they were made, even if undici does not report it. */
const lostInUse = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
