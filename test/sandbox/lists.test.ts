import { afterEach, beforeEach, expect, test } from 'vitest';
import { orders, type Sandbox, start, storefront } from './start.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await start();
});
afterEach(() => sandbox.close());

test('following next reads every item once, and every link keeps the filters', async () => {
  const filters = `${storefront}&from=2026-10-01&to=2026-10-03&color=blue`;
  const whole = await sandbox.send(`GET ${orders}/values?${filters}&page=1&limit=100`);
  const read: unknown[] = [];
  let target: string | null = `${orders}/values?${filters}&page=1&limit=4`;
  while (target !== null) {
    const { body } = await sandbox.send(`GET ${target}`);
    read.push(...body.data);
    for (const link of Object.values<string | null>(body.links)) {
      if (link === null) continue;
      expect(link.startsWith(`${sandbox.url}${orders}/values?`)).toBe(true);
      expect(link).toContain(`${filters}&page=`);
    }
    target = body.links.next?.slice(sandbox.url.length) ?? null;
  }
  expect(read).toHaveLength(15);
  expect(read).toEqual(whole.body.data);
});

test('a middle page links to its neighbors', async () => {
  const { body } = await sandbox.send('GET /v1/providers?page=2&limit=3');
  const link = (page: number) => `${sandbox.url}/v1/providers?page=${page}&limit=3`;
  expect(body.links).toEqual({
    self: link(2),
    first: link(1),
    prev: link(1),
    next: link(3),
    last: link(3),
  });
});

test('a page past the end is empty and links back to the last page', async () => {
  const { status, body } = await sandbox.send('GET /v1/providers?page=9&limit=3');
  expect(status).toBe(200);
  expect(body.data).toEqual([]);
  expect(body.links.next).toBeNull();
  expect(body.links.prev).toBe(body.links.last);
});

test('an empty list has one empty page', async () => {
  const { body } = await sandbox.send('GET /v1/providers?type=none&page=1&limit=3');
  expect(body.data).toEqual([]);
  expect(body.links).toMatchObject({ prev: null, next: null, last: body.links.first });
});

test.each([
  ['-5', 1],
  ['0', 1],
  ['7', 7],
  ['100', 100],
  ['101', 100],
  ['99999999999999999999', 100],
])('a limit of %s becomes %i', async (limit, held) => {
  const { body } = await sandbox.send(`GET ${orders}/values?${storefront}&page=1&limit=${limit}`);
  expect(body.data).toHaveLength(held);
  expect(new URL(body.links.self).searchParams.get('limit')).toBe(String(held));
});

test('a list without page and limit starts at page 1 with twenty items per page', async () => {
  const { body } = await sandbox.send('GET /v1/costs?startDate=2026-10-01&endDate=2026-10-01');
  const { searchParams } = new URL(body.links.self);
  expect(body.data).toHaveLength(20);
  expect([searchParams.get('page'), searchParams.get('limit')]).toEqual(['1', '20']);
});

test('providers are filtered by type', async () => {
  const { body } = await sandbox.send('GET /v1/providers?type=saas&page=1&limit=9');
  expect(body.data.map(({ key }: { key: string }) => key)).toEqual(['snowflake', 'datadog']);
});
