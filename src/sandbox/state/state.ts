import { within } from '../../grouping.ts';
import {
  sampleFilters,
  sampleProviders,
  sampleUsers,
  sampleWorkspaceProviders,
  sampleWorkspaces,
} from '../sample/sample-organization.ts';
import { createValueTable, sampleMetrics, type Value, type ValueTable } from './metric-values.ts';
import type { Kind, Kinds } from './record-kinds.ts';

/** One change, as stored in the state file. */
export type Change =
  | { readonly put: Kind; readonly record: Kinds[Kind] }
  | { readonly remove: Kind; readonly id: string }
  | { readonly values: string; readonly entries: readonly Value[] };

export interface State {
  readonly get: <K extends Kind>(kind: K, id: string) => Kinds[K] | undefined;
  /** In the order of their creation. */
  readonly list: <K extends Kind>(kind: K) => readonly Kinds[K][];
  readonly valuesOf: (metricId: string) => ValueTable;
  readonly apply: (change: Change) => void;
}

export function put<K extends Kind>(kind: K, record: Kinds[K]): Change {
  return { put: kind, record };
}

export function remove(kind: Kind, id: string): Change {
  return { remove: kind, id };
}

/** `today` in days since 1970-01-01: the samples are dated from it. */
export function createState(today: number): State {
  const collections: { readonly [K in Kind]: Map<string, Kinds[K]> } = {
    workspaces: byId(sampleWorkspaces),
    workspaceProviders: byId(sampleWorkspaceProviders),
    virtualTags: new Map(),
    providers: byId(sampleProviders),
    runs: new Map(),
    metrics: byId(sampleMetrics),
    filters: byId(sampleFilters),
    users: byId(sampleUsers(today)),
  };
  const tables = new Map<string, ValueTable>();

  const valuesOf = (metricId: string) =>
    within(tables, metricId, () => createValueTable(metricId, today));

  function apply(change: Change): void {
    if ('values' in change) {
      const table = valuesOf(change.values);
      for (const entry of change.entries) table.set(entry);
    } else if ('remove' in change) {
      collections[change.remove].delete(change.id);
      if (change.remove === 'metrics') tables.delete(change.id);
    } else {
      // Kind and record belong together, because `put` made the pair.
      const collection = collections[change.put] as Map<string, Kinds[Kind]>;
      collection.set(change.record.id, change.record);
    }
  }

  return {
    get: (kind, id) => collections[kind].get(id),
    list: (kind) => [...collections[kind].values()],
    valuesOf,
    apply,
  };
}

function byId<T extends { readonly id: string }>(records: readonly T[]): Map<string, T> {
  return new Map(records.map((record) => [record.id, record]));
}

/** What a request decides to change, and its response. */
export interface Decision<Result> {
  readonly changes: readonly Change[];
  readonly result: Result;
}

export interface Store {
  /** The current state, including changes made by other processes. */
  readonly read: () => Promise<State>;
  /** One at a time, among all processes; stored completely, or not at all if it throws. */
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
