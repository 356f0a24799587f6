import { chmodSync, mkdtempSync, readdirSync } from 'node:fs';
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
  ['a moment later', 10, 1000, '60'],
  ['after the clock was set back a little', -500, 1000, '60'],
  ['even if it never waits', 10, 0, '60'],
  ['however long it is', 10, 1000, '9'.repeat(400)],
])(
  'a program that ends at a refusal leaves the wait to the next one, %s',
  async (_name, later, maxWait, wait) => {
    const folder = mkdtempSync(join(tmpdir(), 'costctl-next-'));
    const refused = answer(429, '', { 'retry-after': wait, 'ratelimit-limit': '10' });
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
  ['group', 0o620, 1],
  ['everyone', 0o602, 1],
  ['nobody else', 0o600, 0],
])(
  'a wait in a log that %s can write to is obeyed only if no other user can',
  async (_name, mode, sent) => {
    const folder = mkdtempSync(join(tmpdir(), 'costctl-next-'));
    const refused = answer(429, '', { 'retry-after': '60' });
    const { client, server } = await serve([refused, answer(200)], share('a', folder, start));
    await failureOf(client.request(reading));
    await client.close();
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), mode);
    const next = createTestClient(server.url, share('b', folder, start + 10));
    await next.request(reading).catch(() => undefined);
    await next.close();
    expect(server.requests).toHaveLength(1 + sent);
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
