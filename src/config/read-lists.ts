import { CostctlError, hasCode, repeatedByAll } from '../errors.ts';
import { type Desired, type Entry, type GivenList, isEntry } from './desired.ts';
import type { ManagedKind } from './managed-kinds.ts';
import type { Workspace } from './planned-change.ts';
import type { State } from './service-state.ts';

/** A workspace that a plan of all workspaces leaves out: it is gone, or it could not be read. */
export interface LeftOut {
  readonly workspace: Workspace;
  readonly reason: string;
}

/** A list that the files need. */
interface Needed {
  readonly managed: ManagedKind;
  readonly scope: Workspace | undefined;
  /** The files only refer to its items. */
  readonly isReferredTo: boolean;
}

/** A workspace that cannot be read does not stop a plan of all; a list of the organization does, as all need it. */
export async function readLists(needed: readonly Needed[], state: State, isEverywhere: boolean) {
  const leftOut = new Map<string, LeftOut>();
  /** Kinds that the token may not list: to keep what an item refers to, their names are not needed. */
  const hidden = new Set<string>();
  const lists = await Promise.all(
    needed.map(async ({ managed, scope, isReferredTo }) => {
      const isScoped = managed.kind.scope === 'workspace';
      if (isScoped && scope?.id === undefined) return [];
      try {
        return [{ managed, scope, list: await state.list(managed, scope?.id ?? '') }];
      } catch (error) {
        if (isReferredTo && !isScoped && hasCode(error, 'forbidden')) {
          hidden.add(managed.kind.name);
          return [];
        }
        const isTolerated = isEverywhere && isScoped && scope?.id !== undefined;
        if (!isTolerated || !(error instanceof CostctlError) || repeatedByAll.has(error.code)) {
          throw error;
        }
        const { message: reason } = error;
        if (!leftOut.has(scope.id)) leftOut.set(scope.id, { workspace: scope, reason });
        return [];
      }
    }),
  );
  // One failed list of a workspace leaves out the whole workspace.
  const isRead = ({ scope }: Pick<Needed, 'scope'>) =>
    scope?.id === undefined || !leftOut.has(scope.id);
  const ordered = [...leftOut.values()].sort((one, other) =>
    (one.workspace.id ?? '') < (other.workspace.id ?? '') ? -1 : 1,
  );
  return { lists: lists.flat().filter(isRead), leftOut: ordered, hidden };
}

/** The lists of the kinds that the files have, and of those that they refer to. */
export function neededLists(
  { entries, lists }: Desired,
  kinds: readonly ManagedKind[],
  scopeOf: (one: Entry | GivenList) => Workspace | undefined,
): Needed[] {
  const managedOf = new Map(kinds.map((managed) => [managed.kind.name, managed]));
  const needed = new Map<string, Needed>();
  const need = (name: string, scope: Workspace | undefined, isReferredTo: boolean) => {
    const managed = managedOf.get(name);
    if (managed === undefined) return;
    const inScope = managed.kind.scope === 'workspace' ? scope : undefined;
    const key = `${name}/${inScope?.id ?? inScope?.createdBy ?? ''}`;
    const isOnly = isReferredTo && needed.get(key)?.isReferredTo !== false;
    needed.set(key, { managed, scope: inScope, isReferredTo: isOnly });
  };
  for (const one of [...entries, ...lists]) {
    const scope = scopeOf(one);
    need(one.kind.name, scope, false);
    for (const [name, { refersTo }] of Object.entries(one.kind.fields)) {
      const isUsed = isEntry(one) && typeof one.fields[name] === 'string';
      if (refersTo !== undefined && (isUsed || name === one.kind.identity))
        need(refersTo, scope, true);
    }
  }
  return [...needed.values()];
}
