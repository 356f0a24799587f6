import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Days, type Row, serveCosts } from '../helpers/costs.ts';
import { expectChain, newFolder, runMirror } from '../helpers/mirror.ts';
import { run } from '../helpers/run.ts';

const period = ['--from', '2026-09-28', '--to', '2026-11-14'];
const someDays = ['2026-09-28', '2026-10-11', '2026-10-31', '2026-11-01', '2026-11-14'];

const amount = fc.oneof(
  fc.integer({ min: -1000, max: 100_000 }).map((units) => units / 100),
  fc.integer({ min: 0, max: 1000 }),
  fc.double({ min: -1e6, max: 1e6, noNaN: true, noDefaultInfinity: true }),
);

const row = (date: string) =>
  fc
    .record(
      {
        date: fc.constant(date),
        cost: amount,
        currency: fc.constantFrom('EUR', 'USD', 'JPY'),
        service: fc.constantFrom('a', 'b, "c"', 'später'),
        note: fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
        tags: fc.dictionary(fc.constantFrom('team', 'n.m'), fc.oneof(fc.string(), fc.integer())),
      },
      { requiredKeys: ['date', 'cost', 'currency'] },
    )
    .map((one): Row => one);

/** Days whose rows are other ones in the next run; other days stay unchanged. */
const restatement = fc
  .tuple(...someDays.map((day) => fc.option(fc.array(row(day), { maxLength: 4 }))))
  .map(
    (lists): Days =>
      Object.fromEntries(
        lists.flatMap((rows, at) => (rows === null ? [] : [[someDays[at], rows]])),
      ),
  );

test.each([
  ['another tag', { tags: { team: 'b' } }],
  ['another column', { note: 1 }],
  ['another text', { service: 'z' }],
])('a recent day with the same rows and money, and %s, is restated', async (_name, changed) => {
  const [old, recent] = ['2026-09-28', '2026-11-13'];
  const rowOf = (date: string) => ({
    ...{ date, cost: 1, currency: 'EUR', service: 'a', tags: { team: 'a' } },
  });
  const folder = newFolder();
  const days = { [old]: [rowOf(old)], [recent]: [rowOf(recent), rowOf(recent)] };
  expect((await runMirror(folder, days)).exitCode).toBe(0);
  const restated = { ...days, [recent]: [rowOf(recent), { ...rowOf(recent), ...changed }] };
  expect((await runMirror(folder, restated)).exitCode).toBe(0);
  await expectSameRows(folder, restated);
});

test('after any restatement the mirror matches the service and its history adds up', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(restatement, { minLength: 1, maxLength: 5 }),
      fc.constantFrom('month', 'day'),
      async (restatements, unit) => {
        const folder = newFolder();
        let days: Days = Object.fromEntries(someDays.map((day) => [day, []]));
        for (const [at, changed] of restatements.entries()) {
          days = { ...days, ...changed };
          // Older days may keep their count: only a deep run finds what else has changed in them.
          const words = at === 0 ? ['--from', '2026-09-28', '--partition-by', unit] : ['--deep'];
          const { exitCode, stderr } = await runMirror(folder, days, words);
          expect([stderr, exitCode]).toEqual([expect.not.stringContaining('error'), 0]);
          await expectSameRows(folder, days);
        }
        expectChain(folder);
      },
    ),
    { numRuns: 12 },
  );
}, 60_000);

async function expectSameRows(folder: string, days: Days): Promise<void> {
  const ask = async (words: readonly string[]) => {
    const line = ['costs', ...words, ...period, '-o', 'json', '--currency-column', 'currency'];
    const live = await run(line, { service: serveCosts(days) });
    const local = await run([...line, '--mirror', folder]);
    expect(local.exitCode).toBe(live.exitCode);
    return [live.stdout, local.stdout];
  };
  const [live = '', local = ''] = await ask(['list']);
  expect(normalize(local)).toEqual(normalize(live));
  const [sums, localSums] = await ask(['summary', '--by', 'service', '--date-column', 'date']);
  expect(localSums).toEqual(sums);
}

/** Rows as csv has them: a column of several kinds is text in a mirror. */
function normalize(text: string): string[] {
  const rows: Record<string, unknown>[] = JSON.parse(text);
  return rows.map((one) => {
    const cells = Object.entries(one).filter(([, value]) => value !== null);
    const texts = cells.map(([name, value]) => [name, textOf(value)]);
    return JSON.stringify(texts.sort());
  });
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
