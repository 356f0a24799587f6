import { expect, test } from 'vitest';
import type { StoredEntry } from '../../src/metrics/ledger.ts';
import { countBatches, cutBatches } from '../../src/metrics/send-batches.ts';

const longest = 4 * 1024 * 1024;

function createEntry(length: number): StoredEntry {
  return { number: 0, text: 'x'.repeat(length) };
}

function lengthsOf(lengths: readonly number[], size = 1000): number[][] {
  const batches = cutBatches(lengths.map(createEntry), () => size);
  return [...batches].map((batch) => batch.map(({ text }) => text.length));
}

test.each([
  [[], []],
  [[longest * 2], [[longest * 2]]],
  [
    [longest, 1],
    [[longest], [1]],
  ],
  [
    [longest / 2, longest / 2, longest / 2, longest / 2, 1],
    [[longest / 2, longest / 2], [longest / 2, longest / 2], [1]],
  ],
  [
    [longest / 2, longest / 2 + 1],
    [[longest / 2], [longest / 2 + 1]],
  ],
  [
    [longest - 2, 1, 1, 1],
    [[longest - 2, 1, 1], [1]],
  ],
])('values of %j characters make batches of no more than 4 MB', (lengths, batches) => {
  expect(lengthsOf(lengths)).toEqual(batches);
});

test('a batch also ends at the batch size, which may shrink between batches', () => {
  expect(lengthsOf([1, 1, 1, 1, 1], 2)).toEqual([[1, 1], [1, 1], [1]]);
  expect(countBatches([1, 1, 1, 1, 1, 1].map(createEntry), 4)).toBe(2);
  let size = 3;
  const lengths: number[] = [];
  for (const batch of cutBatches(
    Array.from({ length: 6 }, () => createEntry(1)),
    () => size,
  )) {
    lengths.push(batch.length);
    size = 1;
  }
  expect(lengths).toEqual([3, 1, 1, 1]);
});
