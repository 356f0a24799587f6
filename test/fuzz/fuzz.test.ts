import { expect, test } from 'vitest';
import { expressionFuzzer } from './expressions.ts';
import { floods } from './floods.ts';
import { hostileFuzzers } from './hostile.ts';
import { jsonFuzzers } from './json.ts';
import { tableFuzzers } from './tables.ts';

// A share of the cases; `npm run fuzz` plays more than a million.
const share = 0.005;

test.each([...jsonFuzzers, ...tableFuzzers, ...hostileFuzzers, expressionFuzzer])(
  '$name',
  async ({ cases, play }) => {
    await play(Math.ceil(cases * share), 1);
    expect.assertions(0);
  },
  120_000,
);

test.each(floods.filter(({ name }) => name.includes('columns')))(
  '$name: refused with a limit, or read in little memory',
  async ({ play }) => {
    expect((await play()).problem).toBeUndefined();
  },
  120_000,
);
