import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reading, serve } from '../helpers/client.ts';
import { answer } from '../helpers/loopback.ts';

const start = Date.parse('2026-11-05T12:00:00Z');
const hour = 3_600_000;

test('however the system clock is set, a wait for the rate limit takes as long as the service asks', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: -48 * hour, max: 48 * hour }), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 200 }),
      async (errors, seconds) => {
        let steady = start;
        let readings = 0;
        const waits: number[] = [];
        const refused = answer(429, '', { 'retry-after': `${seconds}` });
        const { client } = await serve([refused, answer(200), refused, answer(200)], {
          maxWait: 200_000,
          clock: {
            now: () => steady + (errors[readings++ % errors.length] ?? 0),
            steady: () => steady,
            sleep: async (milliseconds) => {
              waits.push(milliseconds);
              steady += milliseconds;
            },
          },
        });
        expect(await client.request(reading)).toMatchObject({ status: 200 });
        expect(await client.request(reading)).toMatchObject({ status: 200 });
        expect(waits.slice(0, 2)).toEqual([seconds * 1000, seconds * 1000]);
      },
    ),
    { numRuns: 30 },
  );
});
