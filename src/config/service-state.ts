import { isObject } from '../json/bulk/merge.ts';
import type { JsonObject } from '../json/number.ts';
import type { Limit } from './limit.ts';
import { keyOf, type ManagedKind, textOf } from './managed-kinds.ts';
import { hashFields } from './same-value.ts';

/** What the service has of one kind, in one workspace or in the organization. */
export interface ItemList {
  readonly managed: ManagedKind;
  /** Empty for what belongs to the organization. */
  readonly workspaceId: string;
  readonly items: readonly Item[];
  readonly byId: ReadonlyMap<string, Item>;
  /** More than one item, if the service has two of one name. */
  readonly byKey: ReadonlyMap<string, readonly Item[]>;
}

export interface Item {
  readonly id: string;
  readonly name: string | undefined;
  /** In the form of a file, but references are ids. */
  readonly fields: JsonObject;
}

export interface State {
  /** Reads a list once a run. */
  readonly list: (managed: ManagedKind, workspaceId: string) => Promise<ItemList>;
  /** Every list that was read, in a stable order. */
  readonly read: () => Promise<readonly ItemList[]>;
}

export function createState(limit: Limit): State {
  const lists = new Map<string, Promise<ItemList>>();
  return {
    list(managed, workspaceId) {
      const key = `${managed.kind.name}/${workspaceId}`;
      const known = lists.get(key);
      if (known !== undefined) return known;
      const reading = limit(() => readList(managed, workspaceId));
      lists.set(key, reading);
      return reading;
    },
    read: async () => {
      const sorted = [...lists].sort(([one], [other]) => (one < other ? -1 : 1));
      return Promise.all(sorted.map(([, list]) => list));
    },
  };
}

export async function readList(managed: ManagedKind, workspaceId: string): Promise<ItemList> {
  const { kind, access } = managed;
  const items: Item[] = [];
  const byId = new Map<string, Item>();
  const byKey = new Map<string, Item[]>();
  for await (const record of access.list?.(workspaceId) ?? []) {
    const item = readItem(managed, record);
    // A list that changes while it is read can repeat an item.
    if (item === undefined || byId.has(item.id)) continue;
    items.push(item);
    byId.set(item.id, item);
    if (item.name === undefined) continue;
    const key = keyOf(kind, item.name);
    byKey.set(key, [...(byKey.get(key) ?? []), item]);
  }
  return { managed, workspaceId, items, byId, byKey };
}

/** An item without an id cannot be changed, so it is ignored. */
export function readItem({ kind, access }: ManagedKind, record: JsonObject): Item | undefined {
  const id = idOf(record);
  if (id === undefined) return undefined;
  const fields = access.toFields(record);
  return { id, name: textOf(fields[kind.identity]), fields };
}

/** The id of a record: plain, or as `{"Value": x}` if the record is stored as it was sent. */
export function idOf({ id }: JsonObject): string | undefined {
  const plain = id !== undefined && isObject(id) ? id['Value'] : id;
  return textOf(plain) === '' ? undefined : textOf(plain);
}

/** Hashes of everything that was read, by kind, workspace and id: a saved plan is valid only for these. */
export type Fingerprint = Readonly<Record<string, Readonly<Record<string, string>>>>;

export function fingerprint(lists: readonly ItemList[]): Fingerprint {
  return Object.fromEntries(
    lists.map(({ managed: { kind }, workspaceId, items }) => [
      workspaceId === '' ? kind.name : `${kind.name}/${workspaceId}`,
      Object.fromEntries(
        [...items]
          .sort((one, other) => (one.id < other.id ? -1 : 1))
          .map(({ id, fields }) => [id, hashFields(fields)]),
      ),
    ]),
  );
}
