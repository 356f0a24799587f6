import { expect, test } from 'vitest';
import { floods } from './floods.ts';
import { fuzzers } from './fuzzers.ts';

// A share of the cases; `npm run fuzz` plays more than a million.
const share = 0.005;

test.each(fuzzers)(
  '$name',
  async ({ cases, play }) => {
    await expect(Promise.resolve(play(Math.ceil(cases * share), 1))).resolves.toBeUndefined();
  },
  120_000,
);

const quickFloods = ['a million columns, import', '20,000 columns of cost rows, csv'];

test.each(floods.filter(({ name }) => quickFloods.includes(name)))(
  '$name: refused with a limit, or read in little memory',
  async ({ play }) => {
    expect((await play()).problem).toBeUndefined();
  },
  120_000,
);
