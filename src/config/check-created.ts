import { CostctlError } from '../errors.ts';
import { keyOf } from './managed-kinds.ts';
import type { Change, Outcome } from './planned-change.ts';
import type { Item, ItemList } from './service-state.ts';

/** What the run that made the changes knows. */
interface Created {
  readonly reread: (change: Change) => Promise<ItemList>;
  readonly workspaceId: (change: Change) => string;
  readonly onOutcome: (outcome: Outcome) => void;
}

/**
 * Reads the lists again in which items were created. This finds an item whose response was lost, and an
 * item of the same name that someone else created at the same moment.
 */
export async function checkCreated(
  outcomes: readonly Outcome[],
  { reread, workspaceId, onOutcome }: Created,
): Promise<readonly Outcome[]> {
  const lists = new Map<string, Promise<ItemList | undefined>>();
  const listOf = (change: Change) => {
    const place = `${change.managed.kind.name}/${workspaceId(change)}`;
    // If the list cannot be read now, the outcome stays unknown.
    const list = lists.get(place) ?? reread(change).catch(() => undefined);
    lists.set(place, list);
    return list;
  };
  return Promise.all(
    outcomes.map(async (outcome) => {
      const { change, fate, id } = outcome;
      const { kind, access } = change.managed;
      const isCreated = change.action === 'create' && (fate === 'done' || fate === 'unknown');
      if (!isCreated || access.list === undefined) return outcome;
      const list = await listOf(change);
      const items = list?.items.filter((item) => isNamed(item, change)) ?? [];
      const [first] = items;
      if (items.length > 1) {
        const others = items.map((item) => item.id).filter((other) => other !== id);
        const message = `two ${kind.name} are named ${change.name} now: this run created ${id ?? 'one of them'}, and there is ${others.join(', ')}`;
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

function isNamed(item: Item, change: Change): boolean {
  const { kind } = change.managed;
  const refersTo = kind.fields[kind.identity]?.refersTo;
  const value = change.send[kind.identity];
  if (refersTo !== undefined) return typeof value === 'string' && item.name === value;
  return item.name !== undefined && keyOf(kind, item.name) === keyOf(kind, change.name);
}
