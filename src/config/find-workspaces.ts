import type { Desired, Entry, WorkspaceName } from './desired.ts';
import { isWorkspace } from './file-form.ts';
import { findNearest, type Problem } from './file-problem.ts';
import type { Workspace } from './planned-change.ts';
import type { ItemList } from './service-state.ts';

/** Finds the workspace of an entry or of a list. */
export interface Workspaces {
  readonly find: (name: WorkspaceName | undefined) => Workspace;
  readonly problems: readonly Problem[];
}

/** Whether the list of workspaces is needed to know what the files mean. */
export function namesWorkspaces({ entries, lists }: Desired): boolean {
  return [...entries, ...lists].some(
    ({ kind, workspace }) => isWorkspace(kind) || workspace !== undefined,
  );
}

/**
 * From a name or an id in a file to a workspace. `usual` is the workspace of the run, for files that
 * name none.
 */
export function findWorkspaces(
  { entries, lists }: Desired,
  list: ItemList | undefined,
  usual: () => string,
): Workspaces {
  const problems: Problem[] = [];
  const found = new Map<string, Workspace | undefined>();
  const described = entries.filter(({ kind }) => isWorkspace(kind));
  const find = (name: WorkspaceName): Workspace | undefined => {
    if (found.has(name.text)) return found.get(name.text);
    const workspace = findOne(name, list, described, problems);
    found.set(name.text, workspace);
    return workspace;
  };
  for (const { workspace } of [...entries, ...lists]) {
    if (workspace !== undefined) find(workspace);
  }
  let own: Workspace | undefined;
  return {
    problems,
    find: (name) => {
      const named = name === undefined ? undefined : find(name);
      if (named !== undefined) return named;
      if (name !== undefined) return { name: name.text };
      own ??= describe(usual(), list);
      return own;
    },
  };
}

function describe(id: string, list: ItemList | undefined): Workspace {
  return { id, name: list?.byId.get(id)?.name ?? id };
}

function findOne(
  { text, place }: WorkspaceName,
  list: ItemList | undefined,
  described: readonly Entry[],
  problems: Problem[],
): Workspace | undefined {
  const byId = list?.byId.get(text);
  if (byId !== undefined) return { id: byId.id, name: byId.name ?? byId.id };
  const named = list?.byKey.get(text) ?? [];
  const [first, second] = named;
  if (first !== undefined && second === undefined) return { id: first.id, name: text };
  const add = (message: string, nearest?: string) => {
    problems.push({ ...place, path: 'workspace', message, nearest });
  };
  if (first !== undefined) {
    const ids = named.map(({ id }) => id).join(', ');
    add(`the service has ${named.length} workspaces named ${text} (${ids}); write the id instead`);
    return undefined;
  }
  if (described.some(({ name, id }) => id === undefined && name === text)) {
    return { name: text, createdBy: keyOfNewWorkspace(text) };
  }
  const known = [...(list?.byKey.keys() ?? []), ...(list?.byId.keys() ?? [])];
  add(`there is no workspace ${text}`, findNearest(text, known));
  return undefined;
}

export function keyOfNewWorkspace(name: string): string {
  return JSON.stringify(['workspace', '', name]);
}
