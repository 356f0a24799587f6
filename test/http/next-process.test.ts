import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestClient, failureOf, reading, serve } from '../helpers/client.ts';
import { answer } from '../helpers/loopback.ts';

const year = 365 * 86_400_000;
const start = Date.now();

function share(name: string, folder: string, now: number, maxWait = 1000) {
  const clock = { now: () => now, sleep: async () => undefined };
  const sharing = { folder, userId: process.getuid?.(), name };
  return { clock, sharing, maxWait };
}

test.each([
  ['a moment later', 10, 1000],
  ['after the clock was set back a little', -500, 1000],
  ['even if it never waits', 10, 0],
])(
  'a program that ends at a refusal leaves the wait to the next one, %s',
  async (_name, later, maxWait) => {
    const folder = mkdtempSync(join(tmpdir(), 'costctl-next-'));
    const refused = answer(429, '', { 'retry-after': '60', 'ratelimit-limit': '10' });
    const { client, server } = await serve(
      [refused, answer(200)],
      share('a', folder, start, maxWait),
    );
    expect(await failureOf(client.request(reading))).toMatchObject({ code: 'rate_limited' });
    await client.close();
    const next = createTestClient(server.url, share('b', folder, start + later, maxWait));
    expect(await failureOf(next.request(reading))).toMatchObject({ code: 'rate_limited' });
    await next.close();
    expect(server.requests).toHaveLength(1);
  },
);

test.each([
  ['back', -year],
  ['ahead', year],
])('a clock set %s by a year leaves no wait to the next program', async (_name, later) => {
  const folder = mkdtempSync(join(tmpdir(), 'costctl-next-'));
  const refused = answer(429, '', { 'retry-after': '60' });
  const { client, server } = await serve([refused, answer(200)], share('a', folder, start));
  expect(await failureOf(client.request(reading))).toMatchObject({ code: 'rate_limited' });
  await client.close();
  const next = createTestClient(server.url, share('b', folder, start + later));
  expect(await next.request(reading)).toMatchObject({ status: 200 });
  await next.close();
});
