import { describe, expect, test } from 'vitest';
import { needs } from '../helpers/needs.ts';
import { runs } from '../helpers/runs.ts';
import { floods } from './floods.ts';
import { fuzzers } from './fuzzers.ts';

// A share of the cases; `npm run fuzz` plays more than a million.
const share = 0.005;

describe.each(fuzzers)('$name', ({ cases, play, needs: tool }) => {
  if (tool !== undefined) needs(tool);

  test('passes with random input', { timeout: 120_000 }, async () => {
    await expect(Promise.resolve(play(runs(Math.ceil(cases * share)), 1))).resolves.toBeUndefined();
  });
});

const quickFloods = ['a million columns, import', '20,000 columns of cost rows, csv'];

test.each(floods.filter(({ name }) => quickFloods.includes(name)))(
  '$name: rejected by a limit or read in little memory',
  async ({ play }) => {
    expect((await play()).problem).toBeUndefined();
  },
  120_000,
);
