import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, eachDay } from '../../src/days.ts';
import { type Days, rowsOf } from '../helpers/costs.ts';
import { expectChain, manifestOf, newFolder, runMirror } from '../helpers/mirror.ts';
import { run } from '../helpers/run.ts';

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
          if (exitCode !== 0) expect(stderr).toMatch(/and --from|by the clock of this machine/);
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

test('a clock before the first day of a mirror is named as such, not as a --from that was not given', async () => {
  const folder = newFolder();
  expect((await runMirror(folder, daysOn('2026-11-10', 1), [])).exitCode).toBe(0);
  const { exitCode, stderr } = await runMirror(folder, {}, [], { now: '2025-01-02T12:00:00Z' });
  expect(exitCode).toBe(2);
  expect(stderr).toContain(
    `costs begins on ${from}, and by the clock of this machine yesterday was 2025-01-01`,
  );
  expect(stderr).toContain('set the clock; costctl doctor compares it with that of the service');
  expect(stderr).not.toContain('--from');
});

test('--as-of answers from the last state that had begun by then, also if the clock was set back between runs', async () => {
  const first = '2026-11-01';
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 5, max: 12 }), { minLength: 2, maxLength: 5 }),
      async (dates) => {
        const folder = newFolder();
        const clocks = dates.map((date) => `2026-11-${String(date).padStart(2, '0')}`);
        for (const [number, clock] of clocks.entries()) {
          const days: Days = Object.fromEntries(
            [...eachDay({ from: first, to: clock })].map((day) => [
              day,
              rowsOf(day, 1, { cost: day === first ? number + 1 : 1, currency: 'EUR' }),
            ]),
          );
          const words = number === 0 ? ['--from', first, '--history', '13m'] : [];
          const now = `${clock}T06:15:00Z`;
          expect((await runMirror(folder, days, words, { now })).exitCode).toBe(0);
        }
        for (const asOf of new Set(clocks)) {
          const line = `costs summary --from ${first} --to ${first} --as-of ${asOf} -o json`;
          const { stdout } = await run([...line.split(' '), '--mirror', folder]);
          const last = clocks.findLastIndex((clock) => clock <= asOf);
          expect(JSON.parse(stdout)[0].total, `${clocks} as of ${asOf}`).toBe(String(last + 1));
        }
      },
    ),
    { numRuns: 5, examples: [[[5, 9, 6, 12]]] },
  );
});
