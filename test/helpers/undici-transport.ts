import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { Attempt, Transport } from '../../src/http/exchange.ts';
import { Reception, readBody } from '../../src/http/reception.ts';

/** Requests to the service of a script. */
export function createUndiciTransport(dispatcher: Dispatcher): Transport {
  return {
    exchange: (attempt) =>
      new Promise((resolve, reject) => {
        const reception = new Reception(attempt, resolve, reject);
        try {
          dispatcher.dispatch(dispatchOptions(attempt, reception), handlerOf(reception));
        } catch (error) {
          reception.fail(error);
        }
      }),
    close: () => Promise.resolve(),
  };
}

function dispatchOptions({ origin, method, path, headers, body }: Attempt, reception: Reception) {
  if (body === undefined || typeof body === 'string') {
    return { origin, method, path, headers, body: body ?? null };
  }
  const length = body.length === undefined ? {} : { 'content-length': String(body.length) };
  const stream = Readable.from(readBody(body, reception), { objectMode: false });
  return { origin, method, path, headers: { ...headers, ...length }, body: stream };
}

function handlerOf(reception: Reception): Dispatcher.DispatchHandler {
  return {
    onRequestStart: (controller) => {
      reception.sent = true;
      reception.cancel = () => controller.abort(new Error('given up'));
    },
    onResponseStart: (_controller, status, headers) => reception.begin(status, headers),
    onResponseData: (_controller, chunk) => reception.add(chunk),
    onResponseEnd: () => reception.end(),
    onResponseError: (_controller, error) => {
      const code = 'code' in error ? String(error.code) : 'UND_MOCK';
      if (code.startsWith('UND_MOCK')) reception.fail(error);
      else reception.break(reception.sent || code === 'ECONNRESET' ? 'lost' : 'unsent', error);
    },
  };
}
