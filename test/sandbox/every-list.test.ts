import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../src/api/operations.ts';
import { orders, type Sandbox, start, storefront } from './start.ts';

/** Every list of the service that shares the envelope and the bounds of `limit`. */
const lists = [
  '/v1/workspaces?',
  `/v1/workspace-providers?${storefront}&`,
  '/v1/providers?type=cloud&',
  `/v1/business-metrics?${storefront}&`,
  `${orders}/values?${storefront}&from=2026-10-01&to=2026-10-03&`,
  `/v1/saved-filters?${storefront}&`,
  '/v1/users?includeRemoved=true&',
];

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await start();
});
afterAll(() => sandbox.close());

test('every paged list is tested', () => {
  const paged = Object.values(operations).filter((one) => one.paged && one.id !== 'getCosts');
  const paths = lists.map((target) =>
    target.replace(/\?.*/, '').replace('bmt_orders', '{metricId}'),
  );
  expect(paths).toEqual(paged.map(({ path }) => path));
});

describe.each(lists)('%s', (target) => {
  const get = async (query: string) => (await sandbox.send(`GET ${target}${query}`)).body;

  test.each([
    ['0', '1'],
    ['-3', '1'],
    ['1', '1'],
    ['100', '100'],
    ['101', '100'],
    ['5000', '100'],
  ])('a limit of %s becomes %s', async (given, held) => {
    const { links } = await get(`page=1&limit=${given}`);
    expect(new URL(links.self).searchParams.get('limit')).toBe(held);
  });

  test('following next reads every item once', async () => {
    const whole = await get('page=1&limit=100');
    const read: unknown[] = [];
    for (let page = 1; ; page += 1) {
      const { data, links } = await get(`page=${page}&limit=2`);
      read.push(...data);
      expect(data.length).toBeLessThanOrEqual(2);
      if (links.next === null) break;
    }
    expect(whole.data.length).toBeGreaterThan(1);
    expect(read).toEqual(whole.data);
  });

  test('every link is absolute and keeps every filter, known or not', async () => {
    const filters = `${target}colour=sea%20%26%20sky&`;
    const { links } = (await sandbox.send(`GET ${filters}page=2&limit=1`)).body;
    const asked = new URL(sandbox.url + filters);
    for (const name of ['self', 'first', 'prev', 'next', 'last']) {
      const link: string | null = links[name];
      if (link === null) continue;
      const { origin, pathname, searchParams } = new URL(link);
      expect(origin + pathname).toBe(asked.origin + asked.pathname);
      for (const [key, value] of asked.searchParams) expect(searchParams.get(key)).toBe(value);
    }
    expect(links.prev).toBe(links.first);
  });

  test('a page past the end is empty and has no next page', async () => {
    const { data, links } = await get('page=1000000&limit=100');
    expect(data).toEqual([]);
    expect(links.next).toBeNull();
  });
});

test('a list without page and limit has twenty items per page', async () => {
  const { links } = (await sandbox.send(`GET /v1/saved-filters?${storefront}`)).body;
  const { searchParams } = new URL(links.self);
  expect([searchParams.get('page'), searchParams.get('limit')]).toEqual(['1', '20']);
});

test('cost data has its own bounds, and every link keeps the window', async () => {
  const line = 'GET /v1/costs?startDate=2026-10-01&endDate=2026-10-02&group=a%2Fb';
  const { links, meta } = (await sandbox.send(`${line}&page=2&limit=7`)).body;
  expect(new URL(links.last).searchParams.get('page')).toBe(
    String(Math.ceil(meta.totalRecords / 7)),
  );
  for (const link of Object.values<string>(links)) {
    expect(link).toContain('startDate=2026-10-01&endDate=2026-10-02&group=a%2Fb&page=');
  }
  const statuses: number[] = [];
  for (const range of ['page=100000&limit=1', 'page=100001&limit=1', 'page=5001', 'page=5000']) {
    statuses.push((await sandbox.send(`${line}&${range}`)).status);
  }
  expect(statuses).toEqual([200, 400, 400, 200]);
  const past = await sandbox.send(`${line}&page=500&limit=100`);
  expect([past.status, past.body.data, past.body.links.next]).toEqual([200, [], null]);
  expect(past.body.meta).toEqual(meta);
});
