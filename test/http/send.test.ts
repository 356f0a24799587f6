import { expect, onTestFinished, test } from 'vitest';
import type { ClientOptions } from '../../src/http/client.ts';
import { createTestClient, creating, failureOf, reading, serve } from '../helpers/client.ts';
import {
  answer,
  cutGzip,
  cutShort,
  garbage,
  hangUp,
  openLoopback,
  type Reply,
  reset,
  stall,
  stallInBody,
  twoLengths,
} from '../helpers/loopback.ts';

const late = { timeout: 60 };
test.each<[string, Reply, string, number, Partial<ClientOptions>]>([
  ['reset', reset, 'network', 3, {}],
  ['closed without an answer', hangUp, 'network', 3, {}],
  ['stalled before the answer', stall, 'network', 3, late],
  ['stalled in the body', stallInBody, 'network', 3, late],
  ['cut short in the body', cutShort, 'unexpected_response', 3, {}],
  ['gzip cut short', cutGzip, 'unexpected_response', 3, {}],
  ['not HTTP', garbage, 'unexpected_response', 1, {}],
  ['of two lengths', twoLengths, 'unexpected_response', 1, {}],
])(
  '%s: a GET is retried if that may help, and fails with a readable message',
  async (_name, reply, code, sent, changes) => {
    const reported: string[] = [];
    const events = { debug: (line: string) => reported.push(line) };
    const { client } = await serve([reply], { ...changes, events });
    const error = await failureOf(client.request(reading));
    expect(error.code).toBe(code);
    // On a busy machine the time may have passed before there was a connection to send on.
    expect(reported.filter((line) => line.startsWith('> '))).toHaveLength(sent);
    expect(error.message).not.toContain('UND_ERR');
  },
);

test.each<[string, Reply]>([
  ['reset', reset],
  ['closed', hangUp],
  ['stalled', stall],
  ['cut short', cutShort],
  ['garbage', garbage],
  ['500', answer(500)],
  ['503', answer(503)],
])(
  '%s: a POST is sent once, and the error warns that it may have been applied',
  async (_name, reply) => {
    const { client, server } = await serve([reply, answer(201)], { timeout: 1000 });
    const error = await failureOf(client.request(creating));
    expect(server.requests).toHaveLength(1);
    expect(error.details.hint).toContain('may have been applied');
  },
);

test.each<[string, Reply]>([
  ['a reset', reset],
  ['a cut', cutShort],
  ['a 500', answer(500)],
  ['a 502', answer(502, '<html>bad gateway</html>', { 'content-type': 'text/html' })],
  ['a 503', answer(503)],
  ['a 504', answer(504)],
])('%s is not reported if the next attempt succeeds', async (_name, reply) => {
  const { client } = await serve([reply, answer(200, { ok: true })]);
  const response = await client.request(reading);
  expect(response).toMatchObject({ status: 200, attempts: 2 });
  expect(client.waits).toEqual([375]);
});

test.each<[string, Reply, true | undefined]>([
  ['a reset', reset, true],
  ['a cut', cutShort, true],
  ['a 500', answer(500), true],
  ['a short 429', answer(429, {}, { 'retry-after': '1' }), undefined],
])('an error says whether the request may have arrived before, at %s', async (_name, first, is) => {
  for (const refusal of [answer(409), answer(429, {}, { 'retry-after': '100000' })]) {
    const { client } = await serve([first, refusal]);
    const error = await failureOf(client.request({ ...reading, method: 'PUT' }));
    expect(error.details.arrivedBefore).toBe(is);
  }
});

test('a failed connection is retried even for a POST', async () => {
  const server = await openLoopback(answer(201));
  await server.close();
  const client = createTestClient(server.url);
  onTestFinished(client.close);
  const error = await failureOf(client.request(creating));
  expect(error.code).toBe('network');
  expect(error.message).toContain('the connection was refused');
  expect(error.details.hint).not.toContain('applied');
  expect(client.waits).toHaveLength(2);
});

test('the received part of a response that was cut short is shown', async () => {
  const { client } = await serve([cutShort]);
  const error = await failureOf(client.request(reading));
  expect(error.message).toBe('the response to GET /v1/things was cut short');
  expect(error.details.body).toBe('{"a":');
});
