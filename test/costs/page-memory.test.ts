import { expect, test } from 'vitest';
import { createPageMemory } from '../../src/costs/page-memory.ts';

test('memory that was given back is lent again, where the next page fits into it', () => {
  const { lend, giveBack } = createPageMemory();
  const first = lend(1000);
  giveBack(first);
  const second = lend(1200);
  expect(second).toHaveLength(1200);
  expect(second.buffer).toBe(first.buffer);
  giveBack(second);
  expect(lend(1300).buffer).not.toBe(first.buffer);
});

test('memory that is still looked at is lent to nobody', () => {
  const { lend, giveBack } = createPageMemory();
  const [first, second] = [lend(100), lend(100)];
  expect(second.buffer).not.toBe(first.buffer);
  giveBack(second);
  giveBack(second);
  expect(lend(100).buffer).toBe(second.buffer);
  expect(lend(100).buffer).not.toBe(second.buffer);
});

test('a page that came in memory of its own is not lent', () => {
  const { lend, giveBack } = createPageMemory();
  const own = Buffer.alloc(1000);
  giveBack(own);
  expect(lend(10).buffer).not.toBe(own.buffer);
});
