import { InvalidConfig } from './file-problem.ts';
import type { Change } from './planned-change.ts';

/**
 * Adds the order in which changes are made: an item comes after those it refers to, an item that refers to
 * an item is deleted before it, and nothing is deleted before the rest is done.
 */
export function orderChanges(changes: readonly Change[]): readonly Change[] {
  refuseCircles(changes);
  const deletions = changes.filter(({ action }) => action === 'delete');
  const others = changes.filter(({ action }) => action !== 'delete');
  const made = others.filter(({ action }) => action !== 'drift').map(({ key }) => key);
  return [
    ...others.map((change) => ({
      ...change,
      after: [...change.after, ...beforeChosen(change, others)],
    })),
    ...deletions.map((change) => ({
      ...change,
      needs: referring(change, deletions),
      after: made,
    })),
  ];
}

/** Of the items of which only one can be chosen, the chosen one is changed last. */
function beforeChosen(change: Change, others: readonly Change[]): string[] {
  const { exclusive, name } = change.managed.kind;
  if (exclusive === undefined || change.send[exclusive] !== true) return [];
  const place = others.indexOf(change);
  return others
    .filter((other, at) => {
      const sameList =
        other.managed.kind.name === name &&
        other.workspace?.id === change.workspace?.id &&
        other.workspace?.name === change.workspace?.name;
      const chosen = other.send[exclusive] === true;
      return sameList && other.action !== 'drift' && (chosen ? at < place : other !== change);
    })
    .map(({ key }) => key);
}

/** The deletions of items that refer to this one. */
function referring({ managed: { kind }, id }: Change, deletions: readonly Change[]): string[] {
  return deletions
    .filter(({ managed, before = {}, id: other }) =>
      Object.entries(managed.kind.fields).some(
        ([field, { refersTo }]) => refersTo === kind.name && before[field] === id && other !== id,
      ),
    )
    .map(({ key }) => key);
}

/** Items that refer to each other in a circle can never be created. */
function refuseCircles(changes: readonly Change[]): void {
  const byKey = new Map(changes.map((change) => [change.key, change]));
  const states = new Map<string, 'open' | 'done'>();
  const visit = (change: Change): void => {
    const state = states.get(change.key);
    if (state === 'done') return;
    if (state === 'open') throw refuseCircle(change);
    states.set(change.key, 'open');
    for (const key of change.needs) {
      const needed = byKey.get(key);
      if (needed !== undefined) visit(needed);
    }
    states.set(change.key, 'done');
  };
  for (const change of changes) visit(change);
}

function refuseCircle({ managed: { kind }, name, place, entry }: Change): InvalidConfig {
  const message = `the ${kind.noun} ${name} needs itself, by what it refers to`;
  const where = place ?? { file: '', line: 0, column: 0 };
  return new InvalidConfig([{ ...where, path: entry?.path ?? '', message }]);
}
