import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import type { BatchCounts } from '../../src/api/metric-calls.ts';
import { mayBeStored } from '../../src/api/problem.ts';
import { CostctlError } from '../../src/errors.ts';
import { createLedger } from '../../src/metrics/ledger.ts';
import { sendValues } from '../../src/metrics/send-batches.ts';

type Answer = Partial<BatchCounts> | CostctlError;

const failure = (code: ConstructorParameters<typeof CostctlError>[0], status?: number) =>
  new CostctlError(code, `it was ${code}`, status === undefined ? {} : { status });

/** Sends this many values two at a time, one request after the other, each with the given response. */
async function send(count: number, answers: readonly Answer[], signal?: AbortSignal) {
  const ledger = createLedger({ folder: tmpdir(), random: Math.random });
  for (let at = 0; at < count; at += 1) {
    ledger.add({ line: at, date: '2026-01-01', amount: String(at), labels: `{"at":"${at}"}` });
  }
  const bodies: string[] = [];
  const progress: number[] = [];
  const failed: string[] = [];
  const sent = await sendValues({
    cut: ledger.batches,
    batchSize: 2,
    concurrency: 1,
    signal: signal ?? new AbortController().signal,
    async send(body) {
      const amounts = JSON.parse(body).values.map(({ amount }: { amount: string }) => amount);
      const answer = answers[bodies.push(amounts.join()) - 1] ?? {};
      if (answer instanceof CostctlError) throw answer;
      return { created: 0, updated: 0, unchanged: 0, resent: false, ...answer };
    },
    describe: ({ message }) => message,
    mayBeStored,
    failed: (batch, reason) => {
      const amounts = [...ledger.entries(batch)].map(({ amount }) => amount);
      failed.push(`${amounts.join()}: ${reason}`);
    },
    progress: (values) => progress.push(values),
  });
  ledger.close();
  return { sent, bodies, progress, failed };
}

test('adds up the counts of the responses, each kind separately', async () => {
  const { sent, progress } = await send(9, [
    { created: 2 },
    { updated: 1, unchanged: 1 },
    failure('invalid_request', 400),
    { updated: 2, resent: true },
    { unchanged: 1, resent: true },
  ]);
  expect(sent).toEqual({
    created: 2,
    updated: 3,
    unchanged: 2,
    failed: 2,
    unsure: 0,
    resent: 2,
    batches: 5,
    stopped: undefined,
  });
  expect(progress).toEqual([2, 4, 6, 8, 9]);
});

test('sends all values one by one after a batch of two is too large', async () => {
  const { sent, bodies } = await send(4, [failure('unexpected_response', 413), { created: 1 }]);
  expect(bodies).toEqual(['0,1', '0', '1', '2', '3']);
  expect(sent.batches).toBe(4);
});

test('sends nothing after a stop, not even the other half of a split batch', async () => {
  const answers = [failure('unexpected_response', 413), failure('forbidden', 403)];
  const { sent, bodies, failed } = await send(5, answers);
  expect(bodies).toEqual(['0,1', '0']);
  expect(failed).toEqual([
    '0: it was forbidden',
    '1: not sent, because of an earlier error: it was forbidden',
    '2: not sent, because of an earlier error: it was forbidden',
    '3: not sent, because of an earlier error: it was forbidden',
    '4: not sent, because of an earlier error: it was forbidden',
  ]);
  expect(sent).toMatchObject({ failed: 5, unsure: 0, batches: 1 });
});

test('counts values in progress at an interruption, with any failure code', async () => {
  const interrupted = failure('interrupted');
  const signal = AbortSignal.abort(interrupted);
  const { sent, bodies } = await send(5, [{ created: 2 }, failure('network')], signal);
  expect(bodies).toHaveLength(2);
  expect(sent).toMatchObject({ created: 2, failed: 3, unsure: 2, stopped: interrupted });
});

test.each([
  ['a response that cannot be read', failure('unexpected_response'), 2],
  ['a success that the service does not promise', failure('unexpected_response', 202), 2],
  ['an error of the service', failure('server_error', 500), 2],
  ['a redirect', failure('unexpected_response', 302), 0],
  ['a refusal', failure('invalid_request', 400), 0],
  ['no connection', failure('network'), 0],
])('counts values that may be stored all the same after %s', async (_what, fault, unsure) => {
  const { sent } = await send(2, [fault]);
  expect(sent).toMatchObject({ failed: 2, unsure });
});

test.each(['unauthenticated', 'forbidden', 'not_found', 'not_configured'] as const)(
  'sends no later values after %s',
  async (code) => {
    const { sent, bodies } = await send(6, [failure(code)]);
    expect(bodies).toHaveLength(1);
    expect(sent).toMatchObject({ failed: 6, unsure: 0, stopped: { code } });
  },
);

test.each(['invalid_request', 'server_error', 'network', 'rate_limited'] as const)(
  'sends later values after %s',
  async (code) => {
    const { sent, bodies } = await send(6, [failure(code), { created: 2 }, { created: 2 }]);
    expect(bodies).toHaveLength(3);
    expect(sent).toMatchObject({ created: 4, failed: 2, stopped: undefined });
  },
);
