import { expect, test } from 'vitest';
import { pull } from '../../src/commands/costs/export/row-target.ts';

async function collect<Item>(items: AsyncIterable<Item>, most = Number.POSITIVE_INFINITY) {
  const taken: Item[] = [];
  for await (const item of items) {
    taken.push(item);
    if (taken.length >= most) break;
  }
  return taken;
}

test('items arrive in order, and a push waits until its item is used', async () => {
  const events: string[] = [];
  const items = pull<number>(async (push) => {
    for (const item of [1, 2, 3]) {
      await push(item);
      events.push(`pushed ${item}`);
    }
  });
  for await (const item of items) {
    await Promise.resolve();
    events.push(`used ${item}`);
  }
  expect(events).toEqual(['used 1', 'pushed 1', 'used 2', 'pushed 2', 'used 3', 'pushed 3']);
});

test('the reader gets earlier items before a failure of the work', async () => {
  const items = pull<number>(async (push) => {
    await push(1);
    throw new Error('broken');
  });
  const taken: number[] = [];
  await expect(async () => {
    for await (const item of items) taken.push(item);
  }).rejects.toThrow('broken');
  expect(taken).toEqual([1]);
});

test('work without a push yields no items', async () => {
  expect(await collect(pull(async () => undefined))).toEqual([]);
});

test('a reader that stops early stops the work at its next push', async () => {
  const pushed: number[] = [];
  const items = pull<number>(async (push) => {
    for (let item = 1; item < 10; item += 1) {
      await push(item);
      pushed.push(item);
    }
  });
  expect(await collect(items, 2)).toEqual([1, 2]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(pushed.length).toBeLessThan(3);
});
