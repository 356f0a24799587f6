import { expect, test } from 'vitest';
import type { CostPageRequest } from '../../src/api/cost-calls.ts';
import { type RowPage, rowText } from '../../src/json/bulk/rows.ts';
import { createPageMemory, createServiceSource } from '../../src/rows/service-source.ts';

const range = { from: '2026-10-01', to: '2026-10-02' };
const pageSize = 30_000;

/** Two days of 60,000 rows, each row with the number of the request. */
function serve(concurrency: number, isMissing: (request: number) => boolean = () => false) {
  const requests: CostPageRequest[] = [];
  const source = createServiceSource({
    concurrency,
    pageSize,
    getPage: async (request) => {
      requests.push(request);
      const missing = isMissing(requests.length) ? 1 : 0;
      const total = (request.from === request.to ? 60_000 : 120_000) - missing;
      const rows = Array.from({ length: request.limit }, () => `{"request":${requests.length}}`);
      const body = `{"data":[${rows}],"meta":{"totalRecords":${total}}}`;
      return { body: Buffer.from(body), attempts: 1 };
    },
  });
  const read = async () => {
    const first: string[] = [];
    const { windows } = await source.plan(range);
    await source.read(windows, {
      add: (page) => void first.push(rowText(page, 0)),
      commit: () => undefined,
      rollback: () => undefined,
    });
    return first;
  };
  return {
    read,
    asked: () => requests.map(({ from, page, limit }) => [from.slice(8), page, limit]),
  };
}

test('the first pages of the parts are read once if all are asked for at once', async () => {
  const { read, asked } = serve(2);
  expect(await read()).toEqual([2, 4, 3, 5].map((request) => `{"request":${request}}`));
  expect(asked()).toEqual([
    ['01', 1, pageSize],
    ['01', 1, pageSize],
    ['02', 1, pageSize],
    ['01', 2, pageSize],
    ['02', 2, pageSize],
  ]);
});

test('a page that is looked at before it is read is opened once', async () => {
  const pages: RowPage[] = [];
  const body = '{"data":[{"cost":1}],"meta":{"totalRecords":1}}';
  const source = createServiceSource({
    concurrency: 1,
    getPage: async () => ({ body: Buffer.from(body), attempts: 1 }),
  });
  const add = (page: RowPage) => void pages.push(page);
  const plan = await source.plan(range);
  await source.sample(plan, add);
  await source.read(plan.windows, { add, commit: () => undefined, rollback: () => undefined });
  expect(pages).toHaveLength(2);
  expect(pages[1]).toBe(pages[0]);
});

test.each([
  ['before its first page is opened', '"meta":{"totalRecords":120000}}', 3],
  [
    'once its first page may be opened, if its count is elsewhere',
    '"meta":{"totalRecords":120000,"x":1}}',
    1,
  ],
])('the parts of a range are asked for %s', async (_name, end, early) => {
  let prepare = () => {};
  const prepared = new Promise<void>((resolve) => {
    prepare = resolve;
  });
  let requests = 0;
  const source = createServiceSource({
    concurrency: 2,
    pageSize: 1,
    getPage: async ({ from, to, isReadLater }) => {
      requests += 1;
      expect(isReadLater).toBe(true);
      const tail = from === to ? '"meta":{"totalRecords":60000}}' : end;
      return { body: Buffer.from(`{"data":[{"a":1}],${tail}`), attempts: 1, prepared };
    },
  });
  let isPlanned = false;
  const planned = source.plan(range).finally(() => {
    isPlanned = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([requests, isPlanned]).toEqual([early, false]);
  prepare();
  expect((await planned).windows.map(({ total }) => total)).toEqual([60_000, 60_000]);
  expect(requests).toBe(3);
});

test('the first page of a range that is divided is checked while its parts are asked for', async () => {
  const source = createServiceSource({
    concurrency: 2,
    pageSize: 1,
    getPage: async ({ from, to }) => {
      const [rows, total] = from === to ? ['{"a":1}', 60_000] : ['{"a":', 120_000];
      const body = `{"data":[${rows}],"meta":{"totalRecords":${total}}}`;
      return { body: Buffer.from(body), attempts: 1 };
    },
  });
  await expect(source.plan(range)).rejects.toThrow('the response is not a page of costs');
});

test('a page whose count is not what its end says is read as it says itself', async () => {
  const counts: number[] = [];
  const source = createServiceSource({
    concurrency: 2,
    pageSize: 5,
    getPage: async () => {
      // The quote before meta belongs to the name.
      const odd = String.raw`{"data":[{"a":1}],"meta":{"totalRecords":1},"\"meta":{"totalRecords":3}}`;
      return { body: Buffer.from(odd), attempts: 1 };
    },
  });
  const { windows } = await source.plan(range);
  await source.read(windows, {
    add: ({ count }) => void counts.push(count),
    commit: ({ total, rows }) => void counts.push(total, rows),
    rollback: () => undefined,
  });
  expect(counts).toEqual([1, 1, 1]);
});

test('more parts are counted, as their first pages would wait in memory', async () => {
  const { read, asked } = serve(1);
  expect(await read()).toHaveLength(4);
  expect(asked().slice(0, 4)).toEqual([
    ['01', 1, pageSize],
    ['01', 1, 1],
    ['02', 1, 1],
    ['01', 1, pageSize],
  ]);
});

test('parts that did not add up are read as they were when they did', async () => {
  const { read } = serve(2, (request) => request === 3);
  expect(await read()).toEqual([5, 7, 6, 8].map((request) => `{"request":${request}}`));
});

test('released memory is reused if the next page fits into it', () => {
  const { allocate, release } = createPageMemory();
  const first = allocate(1000);
  release(first);
  const second = allocate(1200);
  expect(second).toHaveLength(1200);
  expect(second.buffer).toBe(first.buffer);
  release(second);
  expect(allocate(1300).buffer).not.toBe(first.buffer);
});

test('memory in use is not lent again', () => {
  const { allocate, release } = createPageMemory();
  const [first, second] = [allocate(100), allocate(100)];
  expect(second.buffer).not.toBe(first.buffer);
  release(second);
  release(second);
  expect(allocate(100).buffer).toBe(second.buffer);
  expect(allocate(100).buffer).not.toBe(second.buffer);
});

test('memory that was not allocated here is not lent', () => {
  const { allocate, release } = createPageMemory();
  const own = Buffer.alloc(1000);
  release(own);
  expect(allocate(10).buffer).not.toBe(own.buffer);
});
