import type { Change, State } from './state.ts';

/** What a request decides to change, and what it answers. */
export interface Decision<Result> {
  readonly changes: readonly Change[];
  readonly result: Result;
}

/** Where the state lives. */
export interface Store {
  /** As it is now, whoever changed it. */
  readonly read: () => Promise<State>;
  /** Decides alone, also among processes. What it decides is kept whole; where it throws, nothing is. */
  readonly change: <Result>(decide: (state: State) => Decision<Result>) => Promise<Result>;
}

/** Forgotten when the process ends. */
export function createMemoryStore(state: State): Store {
  return {
    read: async () => state,
    change: async (decide) => {
      const { changes, result } = decide(state);
      for (const change of changes) state.apply(change);
      return result;
    },
  };
}
