import type { Change, State } from './state.ts';

/** What a request decides to change, and its response. */
export interface Decision<Result> {
  readonly changes: readonly Change[];
  readonly result: Result;
}

/** Where the state is stored. */
export interface Store {
  /** The current state, also if another process changed it. */
  readonly read: () => Promise<State>;
  /** Only one decision is made at a time, among processes too. It is stored completely; if it throws, nothing is. */
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
