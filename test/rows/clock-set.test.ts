import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsOf, serveCosts } from '../helpers/costs.ts';
import { createFolder, run } from '../helpers/run.ts';

const hour = 3_600_000;
const days = Object.fromEntries(
  ['2026-10-01', '2026-10-02', '2026-10-03'].map((day) => [day, rowsOf(day, 4_000)]),
);
const line = ['costs', 'export', '--from', '2026-10-01', '--to', '2026-10-03'];

test('however the system clock is set during an export, the file is the same', async () => {
  const undisturbed = await exportRows({});
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: -400 * 24 * hour, max: 400 * 24 * hour }), { minLength: 1 }),
      fc.uniqueArray(fc.integer({ min: 0, max: 5 }), { maxLength: 4 }),
      async (errors, refused) => {
        let readings = 0;
        const { text, waits } = await exportRows({
          refused,
          clockError: () => errors[readings++ % errors.length] ?? 0,
        });
        expect(text === undisturbed.text).toBe(true);
        // A refusal without a time to wait is waited for a moment, and never for a jump of the clock.
        expect(Math.max(0, ...waits)).toBeLessThan(60_000);
      },
    ),
    { numRuns: 15 },
  );
});

interface Disturbance {
  /** The requests that the rate limit refuses, by their number. */
  readonly refused?: readonly number[];
  readonly clockError?: () => number;
}

async function exportRows({ refused = [], clockError = () => 0 }: Disturbance) {
  const file = join(createFolder(), 'costs.csv');
  const service = serveCosts(days, {
    answer: ({ number }, honest) =>
      refused.includes(number) ? { status: 429, body: { title: 'too many requests' } } : honest(),
  });
  const { exitCode, stderr, waits } = await run([...line, '-O', file], {
    service,
    // What to export is decided before the first request.
    clockError: () => (service.requests.length === 0 ? 0 : clockError()),
  });
  expect([stderr, exitCode]).toEqual([expect.not.stringContaining('error'), 0]);
  return { text: readFileSync(file, 'utf8'), waits };
}
