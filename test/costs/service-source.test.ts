import { expect, test } from 'vitest';
import { createPageMemory } from '../../src/costs/service-source.ts';

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
