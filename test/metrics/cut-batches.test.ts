import { tmpdir } from 'node:os';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLedger, type Ledger } from '../../src/metrics/ledger.ts';
import { countBatches } from '../../src/metrics/send-batches.ts';
import { runs } from '../helpers/runs.ts';

const MB = 1024 * 1024;

/** A ledger of values with labels of these lengths; each line is its number. */
function ledgerOf(lengths: readonly number[]): Ledger {
  const ledger = createLedger({ folder: tmpdir(), random: Math.random });
  for (const [line, length] of lengths.entries()) {
    const labels = `{"region":"${line}é${'x'.repeat(length)}"}`;
    ledger.add({ line, date: '2026-01-01', amount: String(line), labels });
  }
  return ledger;
}

const amountsOf = (body: string): number[] =>
  JSON.parse(body).values.map(({ amount }: { amount: string }) => Number(amount));

test.each([
  [[], []],
  [[9], [1]],
  [
    [9, 1],
    [1, 1],
  ],
  [
    [1, 1, 1, 1, 1],
    [3, 2],
  ],
  [
    [3, 2],
    [1, 1],
  ],
  [
    [3, 0.5, 0.25, 1],
    [3, 1],
  ],
])('values of %j MB make batches of %j, so that no body is larger than 4 MB', (sizes, batches) => {
  const ledger = ledgerOf(sizes.map((size) => size * MB));
  expect([...ledger.batches(() => 1000)].map(({ count }) => count)).toEqual(batches);
  ledger.close();
});

test('a batch also ends at the batch size, which may shrink between batches', () => {
  const ledger = ledgerOf([1, 1, 1, 1, 1, 1]);
  expect(countBatches(ledger, 4)).toBe(2);
  let size = 3;
  const counts: number[] = [];
  for (const { count } of ledger.batches(() => size)) {
    counts.push(count);
    size = 1;
  }
  expect(counts).toEqual([3, 1, 1, 1]);
  ledger.close();
});

test('batches, and the smaller ones of each, have every current value once, in order', () => {
  const length = fc.constantFrom(0, 10, 300_000);
  const values = fc.array(fc.record({ length, isExcluded: fc.boolean() }), { maxLength: 60 });
  const size = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(values, size, size, (all, most, fewer) => {
      const ledger = ledgerOf(all.map((one) => one.length));
      all.forEach(({ isExcluded }, number) => {
        if (isExcluded) ledger.exclude({ number });
      });
      const current = all.flatMap(({ isExcluded }, number) => (isExcluded ? [] : [number]));
      const batches = [...ledger.batches(() => most)];
      expect(batches.flatMap(({ body }) => amountsOf(body))).toEqual(current);
      for (const batch of batches) {
        const amounts = amountsOf(batch.body);
        expect(batch.count).toBe(amounts.length);
        expect([...ledger.entries(batch)].map(({ line }) => line)).toEqual(amounts);
        const parts = [...ledger.batches(() => fewer, batch)];
        expect(parts.flatMap(({ body }) => amountsOf(body))).toEqual(amounts);
        expect(Math.max(...parts.map(({ count }) => count))).toBeLessThanOrEqual(fewer);
        expect(parts.flatMap((part) => [...ledger.entries(part)].map(({ line }) => line))).toEqual(
          amounts,
        );
      }
      ledger.close();
    }),
    { numRuns: runs(30) },
  );
});
