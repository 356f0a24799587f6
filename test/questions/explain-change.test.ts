import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addsUp, firstCause } from '../helpers/explained-rows.ts';
import { planted } from '../helpers/planted-changes.ts';
import '../seed.ts';
import { runs } from '../helpers/runs.ts';

test('causes, groups and answers of random periods add up to the last digit', () => {
  fc.assert(fc.property(fc.nat(), addsUp), { numRuns: runs(500) });
});

test.each(planted)('what was planted as %s is the first cause', (cause) => {
  const seeds = [1, 2, 3, 4];
  expect(seeds.map((seed) => firstCause(cause, seed))).toEqual(seeds.map(() => cause));
});
