import type { Change, State } from './state.ts';

/** What a request decides to change, and its response. */
export interface Decision<Result> {
  readonly changes: readonly Change[];
  readonly result: Result;
}

/** Where the state is stored. */
export interface Store {
  /** The current state, including changes made by other processes. */
  readonly read: () => Promise<State>;
  /**
   * Makes one decision at a time, among processes too. It is stored completely, or not at all if it
   * throws.
   */
  readonly change: <Result>(decide: (state: State) => Decision<Result>) => Promise<Result>;
}

/** Lost when the process ends. */
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
