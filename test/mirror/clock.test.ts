import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, eachDay } from '../../src/days.ts';
import { type Days, rowsOf } from '../helpers/costs.ts';
import { expectChain, manifestOf, newFolder, runMirror } from '../helpers/mirror.ts';

const hour = 3_600_000;
const from = '2026-09-01';

/** On each day the service knows the days before and half of today; it changes days of the last week. */
function daysOn(today: string, version: number): Days {
  const known = [...eachDay({ from, to: today })];
  return Object.fromEntries(
    known.map((day, at) => [
      day,
      rowsOf(day, known.length - at > 7 ? 3 : 1 + ((at + version) % 5), {
        cost: known.length - at > 7 ? 1 : version,
        currency: 'EUR',
      }),
    ]),
  );
}

test('however wrong the system clock is, the mirror is as the service is once the clock is right', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.array(fc.integer({ min: -100 * 24 * hour, max: 100 * 24 * hour }), {
          minLength: 1,
          maxLength: 4,
        }),
        { minLength: 1, maxLength: 5 },
      ),
      async (errors) => {
        const folder = newFolder();
        let version = 1;
        let today = '2026-11-10';
        for (const wrong of errors) {
          let readings = 0;
          const { exitCode, stderr } = await runMirror(folder, daysOn(today, version), [], {
            now: `${today}T06:15:00Z`,
            clockError: () => wrong[readings++ % wrong.length] ?? 0,
          });
          // A clock that is set to before the first day is the one thing that is refused.
          if (exitCode !== 0) expect(stderr).toContain('a mirror ends yesterday, and --from');
          version += 1;
          today = addDays(today, 1);
        }
        const days = daysOn(today, version);
        const now = `${today}T06:15:00Z`;
        const last = await runMirror(folder, days, ['--deep'], { now });
        expect(last.exitCode).toBe(0);
        const held = manifestOf(folder).days.map(({ date, rows }) => [date, rows]);
        expect(held).toEqual(held.map(([date = '']) => [date, days[date]?.length ?? 0]));
        expect(held.map(([date]) => date)).toEqual(
          expect.arrayContaining([...eachDay({ from, to: addDays(today, -1) })]),
        );
        expectChain(folder);
      },
    ),
    { numRuns: 15 },
  );
}, 60_000);
