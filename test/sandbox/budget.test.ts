import { afterEach, expect, test } from 'vitest';
import { createClock, type Sandbox, start } from './start.ts';

let sandbox: Sandbox | undefined;
afterEach(() => sandbox?.close());

const line = 'GET /v1/workspaces?page=1&limit=1';

test('answers 429 when the rate limit is used up, until the window frees a request', async () => {
  const clock = createClock();
  sandbox = await start({ rateLimit: { requests: 2, seconds: 10 } }, clock);
  const statuses: number[] = [];
  const ask = async () => {
    const answer = await sandbox?.send(line);
    statuses.push(answer?.status ?? 0);
    return answer?.headers;
  };
  await ask();
  clock.advance(4_000);
  await ask();
  const headers = await ask();
  expect(headers?.get('ratelimit-limit')).toBe('2');
  expect(headers?.get('ratelimit-remaining')).toBe('0');
  expect(headers?.get('ratelimit-reset')).toBe('6');
  expect(headers?.get('retry-after')).toBe('6');
  clock.advance(5_001);
  expect((await ask())?.get('retry-after')).toBe('1');
  clock.advance(999);
  await ask();
  await ask();
  clock.advance(4_000);
  await ask();
  expect(statuses).toEqual([200, 200, 429, 429, 200, 429, 200]);
});

test('each token has its own rate limit, and a wrong token uses none', async () => {
  sandbox = await start({ rateLimit: { requests: 1, seconds: 60 } });
  const tokens = ['wrong', 'organization', 'workspace', 'organization', 'wrong'] as const;
  const statuses: number[] = [];
  for (const token of tokens) statuses.push((await sandbox.send(line, { token })).status);
  expect(statuses).toEqual([401, 200, 200, 429, 401]);
  const { body } = await sandbox.send(line, { token: 'organization' });
  expect(JSON.stringify(body)).toContain('more than 1 request in 60 s');
});

test('a response within the rate limit has no rate limit headers', async () => {
  sandbox = await start({ rateLimit: { requests: 1, seconds: 60 } });
  const { headers } = await sandbox.send(line);
  expect(headers.get('ratelimit-limit')).toBeNull();
});
