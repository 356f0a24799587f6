/** What properties and walks draw from; `SEED=$RANDOM npm test` draws other cases. */
export const seed = Number(process.env['SEED'] ?? 20_261_105);

/** `cases`: every case of a walk, as in `.ci/run`; `all`: every draw of a property too. */
const drawn = process.env['RUNS'];

/** Whether walks try everything. */
export const isWhole = drawn === 'cases' || drawn === 'all';

/**
 * How many cases a property draws: of more than twenty, three in ten but no fewer than twenty, so that
 * tests are quick. All of them with `RUNS=all`.
 */
export function runs(all: number): number {
  return drawn === 'all' ? all : Math.max(Math.min(all, 20), Math.ceil(all * 0.3));
}

/**
 * The cases that a row of a table, such as an action, is tried with: every third one, and in the next row those
 * next to them. So each row has a case, and three rows have them all. All of them if walks are whole.
 */
export function drawCases<Case>(cases: readonly Case[], row: number): readonly Case[] {
  if (isWhole) return cases;
  const step = Math.min(3, cases.length);
  return cases.filter((_case, place) => place % step === (seed + row) % step);
}
