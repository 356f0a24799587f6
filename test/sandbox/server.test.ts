import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { Exchange } from '../../src/sandbox/server.ts';
import { createClock, type Sandbox, start } from './start.ts';

let sandbox: Sandbox | undefined;
afterEach(async () => {
  await sandbox?.close();
  sandbox = undefined;
});

const line = 'GET /v1/workspaces?page=1&limit=3';

/** What became of this many requests, one after the other. */
async function tryOften(times: number, seed: number): Promise<string[]> {
  const faulty = await start({ fail: 0.4, seed });
  const outcomes: string[] = [];
  for (let attempt = 0; attempt < times; attempt += 1) {
    outcomes.push(
      await faulty.send(line).then(
        ({ status }) => String(status),
        (error: Error) => `${error.message}: ${String(error.cause)}`,
      ),
    );
  }
  await faulty.close();
  return outcomes;
}

test('the same seed makes the same requests fail, in all three ways', async () => {
  const [outcomes, again, others] = [
    await tryOften(60, 7),
    await tryOften(60, 7),
    await tryOften(60, 8),
  ];
  const kinds = outcomes.map((outcome) => (outcome.length > 3 ? 'lost' : outcome));
  expect(again).toEqual(outcomes);
  expect(others).not.toEqual(outcomes);
  expect(new Set(kinds)).toEqual(new Set(['200', '503', 'lost']));
  expect(outcomes.some((outcome) => outcome.includes('fetch failed'))).toBe(true);
  expect(outcomes.some((outcome) => outcome.includes('terminated'))).toBe(true);
});

test('no request fails with a failure rate of 0', async () => {
  sandbox = await start({ fail: 0, seed: 7 });
  for (let attempt = 0; attempt < 30; attempt += 1) {
    expect((await sandbox.send(line)).status).toBe(200);
  }
});

test('says the length of every body, and none without a body', async () => {
  sandbox = await start({});
  const { headers, text } = await sandbox.send(line);
  expect(headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
  const deleted = await sandbox.send('DELETE /v1/providers/prv_gcp');
  expect(deleted.status).toBe(204);
  expect(deleted.headers.has('content-length')).toBe(false);
});

test('waits for the latency before each response', async () => {
  const clock = createClock();
  sandbox = await start({ latency: 250 }, clock);
  const before = clock.now();
  await sandbox.send(line);
  await sandbox.send(line);
  expect(clock.now() - before).toBe(500);
});

test('says the time of its own clock, in whole answers and in those that it breaks', async () => {
  const clock = createClock('2031-02-03T04:05:06Z');
  const dateOf = async () => (await sandbox?.send(line))?.headers.get('date');
  sandbox = await start({}, clock);
  expect(await dateOf()).toBe('Mon, 03 Feb 2031 04:05:06 GMT');
  clock.advance(60_000);
  expect(await dateOf()).toBe('Mon, 03 Feb 2031 04:06:06 GMT');
  await sandbox.close();
  sandbox = await start({ rateLimit: { requests: 1, seconds: 60 } }, clock);
  await sandbox.send(line);
  expect(await dateOf()).toBe('Mon, 03 Feb 2031 04:06:06 GMT');
});

test('logs each exchange when it ends', async () => {
  const exchanges: Exchange[] = [];
  sandbox = await start({ log: (exchange) => exchanges.push(exchange) });
  await sandbox.send(line);
  await sandbox.send('GET /v1/providers/prv_none');
  await sandbox.close();
  expect(exchanges).toEqual([
    { method: 'GET', path: '/v1/workspaces?page=1&limit=3', status: 200, milliseconds: 0 },
    { method: 'GET', path: '/v1/providers/prv_none', status: 404, milliseconds: 0 },
  ]);
});

test('generates tokens unless they are given', async () => {
  sandbox = await start();
  const other = await start();
  expect(sandbox.tokens.organization).not.toBe(other.tokens.organization);
  await other.close();
  const given = { organization: 'one', workspace: 'two' };
  const third = await start({ tokens: given });
  expect(third.tokens).toEqual(given);
  await third.close();
});

test('reports a port that is already in use', async () => {
  sandbox = await start();
  const port = Number(new URL(sandbox.url).port);
  await expect(start({ port })).rejects.toThrow(`cannot listen on 127.0.0.1:${port}`);
});

test('closes even with open keep-alive connections', async () => {
  const closing = await start();
  await closing.send(line);
  await closing.close();
  await expect(closing.send(line)).rejects.toThrow('fetch failed');
});

test.each([
  ['what is no HTTP', 'nonsense\r\n\r\n', 400],
  [
    'a target that is no path',
    'GET http://[ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    400,
  ],
  [
    'a path with a broken escape',
    'GET /v1/workspaces/%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    401,
  ],
])('%s does not stop the service', async (_what, text, status) => {
  sandbox = await start();
  const answer = await sendRaw(sandbox.url, text);
  expect(answer).toContain(`HTTP/1.1 ${status}`);
  expect((await sandbox.send(line)).status).toBe(200);
});

test('a path with a broken escape or a slash in an id is answered 404', async () => {
  sandbox = await start();
  expect((await sandbox.send('GET /v1/providers/%zz')).status).toBe(404);
  expect((await sandbox.send('GET /v1/providers/a%2Fb')).status).toBe(404);
});

function sendRaw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.on('end', () => resolve(received));
    socket.on('error', reject);
  });
}
