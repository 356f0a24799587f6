import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addDays, eachDay } from '../../src/days.ts';
import type { Days, Row } from '../helpers/costs.ts';
import { expectChain, manifestOf, newFolder, runMirror } from '../helpers/mirror.ts';
import { run } from '../helpers/run.ts';
import { createRandom } from '../oracle/random.ts';

const restate = 7;
const first = '2027-12-20';

/** Two year ends, a leap day and the ends of a restatement window in each of them; or every day of the year. */
const stretches = process.env['COSTCTL_WHOLE_YEAR']
  ? [{ from: '2027-12-25', to: '2029-01-02' }]
  : [
      { from: '2027-12-25', to: '2028-01-12' },
      { from: '2028-02-24', to: '2028-03-09' },
      { from: '2028-12-28', to: '2029-01-02' },
    ];

test('daily runs over a year end and a leap day follow a service that restates its days', async () => {
  const random = createRandom(20280229);
  const folder = newFolder();
  const days: Record<string, Row[]> = {};
  const end = stretches.at(-1)?.to ?? first;
  for (const day of eachDay({ from: first, to: addDays(end, -1) })) days[day] = [];

  /** What is known of a day on the next one, and is corrected for as long as days are restated. */
  function restateDays(today: string): void {
    for (const day of eachDay({ from: addDays(today, -restate), to: addDays(today, -1) })) {
      if (day >= first && (days[day]?.length === 0 || random.chance(0.3))) days[day] = rowsFor(day);
    }
    // An older day gets a late row: only its count shows it.
    const late = addDays(today, -restate - 1 - random.below(40));
    if (random.chance(0.2) && late >= first) days[late] = [...(days[late] ?? []), ...rowsFor(late)];
  }

  function rowsFor(day: string): Row[] {
    return Array.from({ length: 1 + random.below(4) }, () => ({
      date: day,
      cost: random.below(100_000) / 100 - 50,
      currency: random.chance(0.5) ? 'EUR' : 'USD',
    }));
  }

  let runs = 0;
  for (const { from, to } of stretches) {
    for (const today of eachDay({ from, to })) {
      restateDays(today);
      const words =
        runs === 0 ? ['--from', first, '--restate', `${restate}d`, '--date-column', 'date'] : [];
      const now = `${today}T06:15:00Z`;
      const { exitCode, stderr } = await runMirror(folder, { ...days }, words, { now });
      expect([today, stderr, exitCode]).toEqual([today, expect.not.stringContaining('error'), 0]);
      runs += 1;
      expect(storedIn(folder)).toEqual(sumsOf(days, addDays(today, -1)));
    }
  }
  expectChain(folder);
  expect((await run(['costs', 'verify', join(folder, '_manifest.json')])).exitCode).toBe(0);
}, 600_000);

/** Rows and sums in hundredths, by day and currency. */
function sumsOf(days: Days, to: string): Record<string, number[]> {
  const sums: Record<string, number[]> = {};
  for (const day of eachDay({ from: first, to })) {
    for (const { currency, cost } of days[day] ?? []) {
      const sum = sums[`${day} ${currency}`] ?? [0, 0];
      sums[`${day} ${currency}`] = [
        (sum[0] ?? 0) + 1,
        (sum[1] ?? 0) + Math.round(Number(cost) * 100),
      ];
    }
  }
  return sums;
}

function storedIn(folder: string): Record<string, number[]> {
  return Object.fromEntries(
    manifestOf(folder).days.flatMap(({ date, sums }) =>
      sums.map(({ currency, rows, sum }) => [
        `${date} ${currency}`,
        [rows, Math.round(Number(sum) * 100)],
      ]),
    ),
  );
}
