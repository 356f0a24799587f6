import { tmpdir } from 'node:os';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BatchCounts } from '../../src/api/metric-calls.ts';
import { CostctlError } from '../../src/errors.ts';
import { createLedger } from '../../src/metrics/ledger.ts';
import { sendValues } from '../../src/metrics/send-batches.ts';

interface Sending {
  readonly count: number;
  readonly batchSize?: number;
  readonly concurrency?: number;
  readonly answer?: (numbers: readonly number[]) => Promise<BatchCounts>;
}

/** Sends values numbered from 0; answers what came and what failed. */
async function send({ count, batchSize = 10, concurrency = 3, answer = accept }: Sending) {
  const ledger = createLedger({ folder: tmpdir(), random: Math.random });
  for (let at = 0; at < count; at += 1) {
    ledger.add({ line: at, date: '2026-01-01', amount: String(at), labels: `{"at":"${at}"}` });
  }
  const stored: number[] = [];
  const failed: number[] = [];
  let most = 0;
  let running = 0;
  const sent = await sendValues({
    cut: ledger.batches,
    batchSize,
    concurrency,
    signal: new AbortController().signal,
    async send(body) {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      const numbers = JSON.parse(body).values.map(({ amount }: { amount: string }) =>
        Number(amount),
      );
      const answered = await answer(numbers);
      stored.push(...numbers);
      return answered;
    },
    describe: ({ message }) => message,
    mayBeStored: () => false,
    async failed(batch) {
      failed.push(...[...ledger.entries(batch)].map(({ line }) => line));
    },
    progress: () => undefined,
  });
  ledger.close();
  const sorted = (numbers: number[]) => numbers.sort((a, b) => a - b);
  return { sent, stored: sorted(stored), failed: sorted(failed), most };
}

async function accept(numbers: readonly number[]): Promise<BatchCounts> {
  return { created: numbers.length, updated: 0, unchanged: 0, resent: false };
}

const range = (count: number) => Array.from({ length: count }, (_, at) => at);
const refusal = (code: ConstructorParameters<typeof CostctlError>[0], status: number) =>
  new CostctlError(code, `the service answered ${status}`, { status });

test('sends every value once, with all allowed parallel requests and no more', async () => {
  const { sent, stored, most } = await send({ count: 95 });
  expect(stored).toEqual(range(95));
  expect(sent).toMatchObject({ created: 95, failed: 0, batches: 10, resent: 0 });
  expect(most).toBe(3);
});

test('a stop lets running requests finish and reports the unsent values as failed', async () => {
  const { sent, stored, failed } = await send({
    count: 100,
    answer: async (numbers) => {
      if (numbers.includes(25)) throw refusal('forbidden', 403);
      return accept(numbers);
    },
  });
  expect(sent.stopped?.code).toBe('forbidden');
  expect([...stored, ...failed].sort((a, b) => a - b)).toEqual(range(100));
  expect(stored.length).toBeLessThan(60);
  expect(sent.failed).toBe(failed.length);
});

test('a single value that is too large fails alone', async () => {
  const { sent, failed } = await send({
    count: 40,
    answer: async (numbers) => {
      if (numbers.includes(7)) throw refusal('unexpected_response', 413);
      return accept(numbers);
    },
  });
  expect(failed).toEqual([7]);
  expect(sent).toMatchObject({ created: 39, failed: 1 });
});

test('a defect in this program is thrown, not counted as a failed batch', async () => {
  const broken = send({ count: 5, answer: () => Promise.reject(new TypeError('a fault')) });
  await expect(broken).rejects.toThrow('a fault');
});

test('each value is stored or reported as failed exactly once, for any failures', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 120 }),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 40 }),
      fc.array(fc.integer({ min: 0, max: 119 }), { maxLength: 4 }),
      fc.option(fc.integer({ min: 0, max: 119 })),
      async (count, batchSize, concurrency, largest, poison, stop) => {
        const { sent, stored, failed } = await send({
          count,
          batchSize,
          concurrency,
          answer: async (numbers) => {
            if (numbers.length > largest) throw refusal('unexpected_response', 413);
            if (stop !== null && numbers.includes(stop)) throw refusal('unauthenticated', 401);
            if (poison.some((number) => numbers.includes(number)))
              throw refusal('server_error', 503);
            return accept(numbers);
          },
        });
        expect([...stored, ...failed].sort((a, b) => a - b)).toEqual(range(count));
        expect(sent.created).toBe(stored.length);
        expect(sent.failed).toBe(failed.length);
      },
    ),
    { numRuns: 150 },
  );
});
