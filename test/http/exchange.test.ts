import { Dispatcher } from 'undici';
import { expect, test } from 'vitest';
import type { Attempt } from '../../src/http/exchange.ts';
import { createUndiciTransport } from '../../src/http/undici-transport.ts';
import { creating, failureOf, reading, serve } from '../helpers/client.ts';
import { answer } from '../helpers/loopback.ts';

const attempt: Attempt = {
  origin: 'https://api.example',
  method: 'GET',
  path: '/v1/x',
  headers: {},
  timeout: 60_000,
  largest: 4,
  signal: new AbortController().signal,
};

type Handler = Dispatcher.DispatchHandler;

const aborts: unknown[] = [];
const controller: Dispatcher.DispatchController = {
  aborted: false,
  paused: false,
  reason: null,
  abort: (reason) => {
    aborts.push(reason);
  },
  pause: () => undefined,
  resume: () => undefined,
};

class Played extends Dispatcher {
  readonly #act: (handler: Handler) => void;

  constructor(act: (handler: Handler) => void) {
    super();
    this.#act = act;
  }

  override dispatch(_options: unknown, handler: Handler): boolean {
    this.#act(handler);
    return true;
  }
}

/** An exchange whose dispatcher treats its handler as a test wants. */
function play(act: (handler: Handler) => void, changes: Partial<Attempt> = {}) {
  return createUndiciTransport(new Played(act)).exchange({ ...attempt, ...changes });
}

test('an early hints response is skipped', async () => {
  const { client } = await serve([
    (socket, request) => {
      socket.write('HTTP/1.1 103 Early Hints\r\nlink: </style.css>\r\n\r\n');
      answer(200, { ok: true })(socket, request);
    },
  ]);
  const response = await client.request(reading);
  expect([response.status, response.body.toString()]).toEqual([200, '{"ok":true}']);
  expect(response.headers).not.toHaveProperty('link');
});

test('the end of an abandoned response has no effect', async () => {
  const outcome = play((handler) => {
    handler.onRequestStart?.(controller, {});
    handler.onResponseStart?.(controller, 200, {});
    handler.onResponseData?.(controller, Buffer.from('too much'));
    handler.onResponseEnd?.(controller, {});
  });
  await expect(outcome).rejects.toMatchObject({ kind: 'garbled', cause: { largest: 4 } });
  expect(aborts).toHaveLength(1);
});

test('a programming mistake reported by the HTTP library is not a network fault', async () => {
  const mistake = new TypeError('no such option');
  await expect(play((handler) => handler.onResponseError?.(controller, mistake))).rejects.toBe(
    mistake,
  );
  const refused = Object.assign(new Error('invalid'), { code: 'UND_ERR_INVALID_ARG' });
  await expect(
    play(() => {
      throw refused;
    }),
  ).rejects.toBe(refused);
});

test.each(['ETIMEDOUT', 'ECONNABORTED', 'UND_ERR_INFO', 'ECONNRESET'])(
  'a request that ends with %s was lost if it had a connection',
  async (code) => {
    const fault = Object.assign(new Error('ended'), { code });
    const outcome = play((handler) => {
      handler.onRequestStart?.(controller, {});
      handler.onResponseError?.(controller, fault);
    });
    // Not unsent: a request that may not be sent twice would be.
    await expect(outcome).rejects.toMatchObject({ kind: 'lost', cause: fault });
  },
);

test('a timeout before the connection counts the request as unsent', async () => {
  await expect(play(() => undefined, { timeout: 1 })).rejects.toMatchObject({
    kind: 'unsent',
    cause: { limit: 1, inBody: false },
  });
});

test('a cut response with an unknown compression is not shown as text', async () => {
  const { client } = await serve([
    (socket) => {
      socket.end(
        'HTTP/1.1 200 OK\r\ncontent-encoding: br\r\ncontent-length: 100\r\n\r\nnot all of it',
      );
    },
  ]);
  const error = await failureOf(client.request(creating));
  expect(error.message).toBe('the response to POST /v1/things was cut short');
  expect(error.details.body).toBeUndefined();
});

test('a response with a compression that was not requested is reported', async () => {
  const { client } = await serve([answer(200, 'abc', { 'content-encoding': 'br' })]);
  const error = await failureOf(client.request(reading));
  expect(error.message).toBe(
    'the response to GET /v1/things cannot be read: it is compressed as br, which was not asked for',
  );
});

test('a request without a token has no authorization header', async () => {
  const { client, server } = await serve([answer(200)], { token: async () => undefined });
  await client.request(reading);
  expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
});
