import { expect, test } from 'vitest';
import { serveCosts } from '../helpers/costs.ts';
import { run } from '../helpers/run.ts';

test.each([
  [3, 'x'],
  [4, 'x, and 1 more row'],
  [5, 'x, and 2 more rows'],
])(
  'of %i rows that cannot be added up, three are named and the others counted',
  async (count, end) => {
    const date = '2026-11-01';
    const rows = Array.from({ length: count }, () => ({ date, cost: 'x' }));
    const { stderr, exitCode } = await run(`costs summary --from ${date} --to ${date}`, {
      service: serveCosts({ [date]: [...rows, { date, cost: 1 }] }),
    });
    expect(exitCode).toBe(9);
    expect(stderr.split('\n')[0]).toMatch(new RegExp(`row 3 of .* is not a number: ${end}$`));
  },
);
