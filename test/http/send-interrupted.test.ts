import { expect, test } from 'vitest';
import { CostctlError } from '../../src/errors.ts';
import { failureOf, reading, serve } from '../helpers/client.ts';
import { answer } from '../helpers/loopback.ts';

test('a signal ends the delay before a retry with its reason', async () => {
  const controller = new AbortController();
  let isReported = false;
  const reason = new CostctlError('interrupted', 'interrupted');
  const { client, server } = await serve([answer(503)], {
    signal: controller.signal,
    clock: {
      now: () => 0,
      sleep: async (_milliseconds, signal) => {
        controller.abort(reason);
        isReported = signal?.aborted === true;
        signal?.throwIfAborted();
      },
    },
    retries: 1,
  });
  expect(await failureOf(client.request(reading))).toBe(reason);
  expect(isReported).toBe(true);
  expect(server.requests).toHaveLength(1);
});
