import { expect, test } from 'vitest';
import { creating, failureOf, reading, serve } from '../helpers/client.ts';
import { answer } from '../helpers/loopback.ts';

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
