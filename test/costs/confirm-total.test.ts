import { expect, test } from 'vitest';
import { confirmTotal } from '../../src/costs/export.ts';

const range = { from: '2026-10-01', to: '2026-10-02' };
const day = (date: string, total: number) => ({ from: date, to: date, total });
const windows = [day('2026-10-01', 3), day('2026-10-02', 4)];

function sourceOf(total: number) {
  const asked: unknown[] = [];
  const refuse = () => Promise.reject(new Error('no page is read'));
  const source = {
    askTotal: async (days: unknown) => {
      asked.push(days);
      return total;
    },
    fetchPage: refuse,
    release: () => undefined,
    requests: () => 0,
    concurrency: 1,
    pageSize: 5000,
  };
  return { asked, source };
}

test('windows that add up to the plan are not asked about again', async () => {
  const { asked, source } = sourceOf(0);
  await confirmTotal(range, 7, windows, source);
  expect(asked).toEqual([]);
});

test('windows that moved since the plan must add up to what the whole is now', async () => {
  const { asked, source } = sourceOf(7);
  await confirmTotal(range, 6, windows, source);
  expect(asked).toEqual([range]);
  await expect(confirmTotal(range, 6, windows, sourceOf(8).source)).rejects.toMatchObject({
    code: 'incomplete',
    message: expect.stringContaining('8 for the whole, 7 for its parts'),
  });
});
