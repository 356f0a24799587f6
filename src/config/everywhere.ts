import { type Desired, type Entry, type GivenList, isEntry } from './desired.ts';
import { isWorkspace } from './file-form.ts';
import type { Workspace } from './planned-change.ts';
import type { ItemList } from './service-state.ts';

/** The files without what they say about some workspaces. */
export function withoutWorkspaces(
  desired: Desired,
  isLeftOut: (workspace: string) => boolean,
): Desired {
  const isKept = (one: Entry | GivenList) => {
    // Providers and users stay, whatever happens to the workspace of their file.
    const text =
      one.kind.scope === 'organization' && !isWorkspace(one.kind) ? undefined : workspaceIn(one);
    return text === undefined || !isLeftOut(text);
  };
  const { entries, lists } = desired;
  return { ...desired, entries: entries.filter(isKept), lists: lists.filter(isKept) };
}

/** The workspaces of the files, each by its id or name. */
export function workspacesOf({ entries, lists }: Desired): string[] {
  return [...entries, ...lists].flatMap((one) => workspaceIn(one) ?? []);
}

function workspaceIn(one: Entry | GivenList): string | undefined {
  return isEntry(one) && isWorkspace(one.kind) ? (one.id ?? one.name) : one.workspace?.text;
}

export function findUnfiled(
  list: ItemList | undefined,
  filed: readonly (string | undefined)[],
): Workspace[] {
  const named = new Set(filed);
  return (list?.items ?? [])
    .filter(({ id }) => !named.has(id))
    .map(({ id, name }) => ({ id, name: name ?? id }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}
