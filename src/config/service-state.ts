import { CostctlError } from '../errors.ts';
import { addTo, within } from '../grouping.ts';
import { isNumber, isObject, type JsonObject } from '../json/number.ts';
import type { Limit } from '../limit.ts';
import { keyOf, type ManagedKind, textOf } from './managed-kinds.ts';
import type { Change, Outcome } from './planned-change.ts';
import { hashFields } from './same-value.ts';

export interface ItemList {
  readonly managed: ManagedKind;
  /** Empty for what belongs to the organization. */
  readonly workspaceId: string;
  readonly items: readonly Item[];
  readonly byId: ReadonlyMap<string, Item>;
  /** A list has more than one item if the service has several of one name. */
  readonly byKey: ReadonlyMap<string, readonly Item[]>;
}

export interface Item {
  readonly id: string;
  readonly name: string | undefined;
  /** In the form of a file, but references are ids. */
  readonly fields: JsonObject;
}

export type State = ReturnType<typeof createState>;

export function createState(limit: Limit) {
  const lists = new Map<string, Promise<ItemList>>();
  return {
    /** Reads a list once a run. */
    list: (managed: ManagedKind, workspaceId: string) =>
      within(lists, `${managed.kind.name}/${workspaceId}`, () =>
        limit(() => readList(managed, workspaceId)),
      ),
    /** Every list that could be read, in a stable order. */
    read: async (): Promise<readonly ItemList[]> => {
      const sorted = [...lists].sort(([one], [other]) => (one < other ? -1 : 1));
      const settled = await Promise.allSettled(sorted.map(([, list]) => list));
      return settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    },
  };
}

export async function readList(managed: ManagedKind, workspaceId: string): Promise<ItemList> {
  const { kind, access } = managed;
  const items: Item[] = [];
  const byId = new Map<string, Item>();
  const byKey = new Map<string, Item[]>();
  for await (const record of access.list(workspaceId)) {
    const item = readItem(managed, record);
    if (item === undefined) throw withoutId(managed, record);
    // A list that changes while it is read can repeat an item.
    if (byId.has(item.id)) continue;
    items.push(item);
    byId.set(item.id, item);
    if (item.name === undefined) continue;
    addTo(byKey, keyOf(kind, item.name), item);
  }
  return { managed, workspaceId, items, byId, byKey };
}

/** Without this item a file would lack what the service has, and a plan would create it a second time. */
function withoutId({ kind, access }: ManagedKind, record: JsonObject): CostctlError {
  const name = textOf(access.toFields(record)[kind.identity]);
  const what = name === undefined ? kind.noun : `${kind.noun} ${name}`;
  return new CostctlError('unexpected_response', `the service sent the ${what} without an id`);
}

/** Undefined if the record has no id. */
export function readItem({ kind, access }: ManagedKind, record: JsonObject): Item | undefined {
  const id = idOf(record);
  if (id === undefined) return undefined;
  const fields = access.toFields(record);
  return { id, name: textOf(fields[kind.identity]), fields };
}

/** The id of a record as text: plain, or from `{"Value": x}` if the record is stored as it was sent. */
export function idOf({ id }: JsonObject): string | undefined {
  const plain = id !== undefined && isObject(id) ? id['Value'] : id;
  const text = isNumber(plain) ? String(plain) : textOf(plain);
  return text === '' ? undefined : text;
}

/** The record that has one of these names: a response itself, or what it has in an envelope: `{"budget": {"id": …}}`. */
export function recordIn(response: JsonObject, names: readonly string[]): JsonObject {
  const isRecord = (one: JsonObject) => names.some((name) => Object.hasOwn(one, name));
  if (Object.hasOwn(response, 'id') || isRecord(response)) return response;
  const [inner = response, ...others] = Object.values(response).filter(isObject).filter(isRecord);
  return others.length === 0 ? inner : response;
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

/** What the run that made the changes knows. */
interface Created {
  readonly reread: (change: Change) => Promise<ItemList>;
  readonly workspaceId: (change: Change) => string;
  /** The name of the item at the service, or the id of what it names. */
  readonly identity: (change: Change) => string | undefined;
  readonly onOutcome: (outcome: Outcome) => void;
}

/**
 * Reads again the lists in which items were created: for one whose response was lost, one that got another
 * name, and one of the same name that someone else created at the same moment.
 */
export async function checkCreated(
  outcomes: readonly Outcome[],
  { reread, workspaceId, identity, onOutcome }: Created,
): Promise<readonly Outcome[]> {
  const lists = new Map<string, Promise<ItemList | undefined>>();
  const listOf = (change: Change) =>
    // If the list cannot be read now, the outcome stays unknown.
    within(lists, `${change.managed.kind.name}/${workspaceId(change)}`, () =>
      reread(change).catch(() => undefined),
    );
  return Promise.all(
    outcomes.map(async (outcome) => {
      const { change, fate, id } = outcome;
      const { kind } = change.managed;
      const isCreated = change.action === 'create' && (fate === 'done' || fate === 'unknown');
      if (!isCreated) return outcome;
      const list = await listOf(change);
      const items = list?.byKey.get(keyOf(kind, identity(change) ?? '')) ?? [];
      const [first] = items;
      if (items.length > 1) {
        const others = items.map((item) => item.id).filter((other) => other !== id);
        const created = id === undefined ? 'one of' : `${id}, and the service also has`;
        const message = `${items.length} ${kind.name} are now named ${change.name}: this run created ${created} ${others.join(', ')}`;
        return { ...outcome, fate: 'failed', error: new CostctlError('conflict', message) };
      }
      const own = id === undefined ? undefined : list?.byId.get(id);
      if (first === undefined && own?.name !== undefined) {
        const message = `the ${kind.noun} ${change.name} was created (${own.id}), but the service changed its ${kind.identity} to ${JSON.stringify(own.name)}: write that in the file, or each apply creates another`;
        return { ...outcome, fate: 'failed', error: new CostctlError('conflict', message) };
      }
      if (fate !== 'unknown' || list === undefined) return outcome;
      const settled: Outcome =
        first === undefined
          ? { ...outcome, fate: 'failed' }
          : { change, fate: 'done', id: first.id };
      onOutcome(settled);
      return settled;
    }),
  );
}
