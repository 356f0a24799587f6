// Before each test file: the same cases each time, and a count of the turns that loops take.
import fc from 'fast-check';
import { afterEach, beforeEach, inject } from 'vitest';

// A mutant is noticed by the first failure: there is no need of the smallest one.
fc.configureGlobal({ seed: 1, endOnFailure: true });

globalThis.turns = 0;
globalThis.mostTurns = inject('mostTurns');

beforeEach(() => {
  globalThis.turns = 0;
});

afterEach(({ task }) => {
  task.meta.turns = globalThis.turns;
});
