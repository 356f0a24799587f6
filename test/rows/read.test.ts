import { expect, test } from 'vitest';
import { readRange } from '../../src/rows/read.ts';
import { createServiceSource } from '../../src/rows/service-source.ts';
import { createFilter } from '../../src/rows/where.ts';

test('rows that are read again count once', async () => {
  let requests = 0;
  const source = createServiceSource({
    concurrency: 1,
    pageSize: 2,
    getPage: async ({ page }) => {
      requests += 1;
      // The first page promises a row less than the others: the window is read again.
      const total = requests === 1 ? 3 : 4;
      const rows = Array.from({ length: page === 1 || total === 4 ? 2 : 1 }, () => '{"a":1}');
      const body = `{"data":[${rows}],"meta":{"totalRecords":${total}}}`;
      return { body: Buffer.from(body), attempts: 1 };
    },
  });
  let [shown, most] = [0, 0];
  await readRange(
    { from: '2026-10-01', to: '2026-10-01' },
    {
      source,
      filter: createFilter([]),
      steps: [],
      onRows: (rows) => {
        shown += rows;
        most = Math.max(most, shown);
      },
    },
  );
  expect([shown, most, requests > 3]).toEqual([4, 4, true]);
});
