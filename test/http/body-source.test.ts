import { afterEach, expect, test } from 'vitest';
import type { BodySource } from '../../src/http/request.ts';
import { createTestClient } from '../helpers/client.ts';
import { answer, openLoopback, type Reply } from '../helpers/loopback.ts';

const opened: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

async function serve(...replies: Reply[]) {
  const server = await openLoopback(...replies);
  const client = createTestClient(server.url, { retries: 1, timeout: 300 });
  opened.push(client, server);
  return { server, client };
}

/** A body of three pieces, with a pause before each. */
function pieces(pause = 0): BodySource & { opened: number } {
  const source = {
    opened: 0,
    length: 9,
    async *open() {
      source.opened += 1;
      for (const piece of ['one', 'two', '333']) {
        await new Promise((resolve) => setTimeout(resolve, pause));
        yield Buffer.from(piece);
      }
    },
  };
  return source;
}

const upload = {
  method: 'PUT',
  path: '/v1/files/f',
  idempotent: true,
  headers: { 'Content-Type': 'text/csv' },
};

test('a body is streamed with its length and its own media type', async () => {
  const { server, client } = await serve(answer(200));
  await client.request({ ...upload, body: pieces() });
  expect(server.requests).toMatchObject([
    { body: 'onetwo333', headers: { 'content-length': '9', 'content-type': 'text/csv' } },
  ]);
});

test('a retried request reads its body again', async () => {
  const { server, client } = await serve(answer(503), answer(200));
  const body = pieces();
  await client.request({ ...upload, body });
  expect(body.opened).toBe(2);
  expect(server.requests.map((request) => request.body)).toEqual(['onetwo333', 'onetwo333']);
});

test('the time to read the body does not count toward the timeout', async () => {
  const { server, client } = await serve(answer(200));
  await client.request({ ...upload, body: pieces(150) });
  expect(server.requests).toHaveLength(1);
});

test('a body that cannot be read ends the request with the reason', async () => {
  const { client } = await serve(answer(200));
  const broken: BodySource = {
    length: 9,
    async *open() {
      yield Buffer.from('one');
      throw new Error('the file has changed');
    },
  };
  await expect(client.request({ ...upload, body: broken })).rejects.toThrow('the file has changed');
});

test('a raw query is sent unchanged', async () => {
  const { server, client } = await serve(answer(200));
  await client.request({ ...upload, method: 'GET', rawQuery: 'ids=a,b&path=/x' });
  expect(server.requests[0]?.path).toBe('/v1/files/f?ids=a,b&path=/x');
});

test('a body of unknown length is sent in chunks', async () => {
  const { server, client } = await serve(answer(200));
  await client.request({ ...upload, body: { open: pieces().open } });
  expect(server.requests[0]?.headers['transfer-encoding']).toBe('chunked');
});
