import type { Problem } from '../formats/yaml/file-problem.ts';
import type { JsonValue } from '../json/number.ts';
import { suggest } from '../suggest.ts';
import type { Desired, Entry, WorkspaceName } from './desired.ts';
import { isWorkspace } from './file-form.ts';
import { keyOf, type ManagedKind } from './managed-kinds.ts';
import { Pending, type Workspace } from './planned-change.ts';
import type { Item, ItemList } from './service-state.ts';

export interface Match {
  readonly entry: Entry;
  readonly managed: ManagedKind;
  readonly workspace?: Workspace | undefined;
  /** Undefined if the item will be created. */
  readonly item?: Item | undefined;
  readonly key: string;
}

/** What a reference by name resolves to: an id, or the item that will have one. */
export type Resolve = (
  kind: string,
  text: string,
  workspace: Workspace | undefined,
) => string | Pending | Unresolved;

interface Unresolved {
  readonly problem: string;
  readonly nearest?: string | undefined;
  /** The token may not list the items, so it is not known whether there is one. */
  readonly isHidden?: true;
}

/** An entry of a file, the workspace of its item, and the key of its change. */
export interface KeyedEntry {
  readonly entry: Entry;
  readonly scope: Workspace | undefined;
  readonly key: string;
}

/** Unique for each item: an id, if the entry has one, because two items can have the same name. */
export function keyOfEntry({ kind, id, name = '' }: Entry, scope: Workspace | undefined): string {
  const place = textOfScope(scope);
  if (id !== undefined) return JSON.stringify([kind.name, place, 'id', id]);
  return isWorkspace(kind) ? keyOfNewWorkspace(name) : JSON.stringify([kind.name, place, name]);
}

function textOfScope(scope: Workspace | undefined): string {
  return scope?.id ?? scope?.name ?? '';
}

/** Finds the item of an entry by its id, or otherwise by its exact name. */
export function findItem(
  entry: Entry,
  list: ItemList | undefined,
  identity: string | Pending | undefined,
):
  | { readonly item?: Item | undefined }
  | { readonly problem: Omit<Problem, keyof Entry['place']> } {
  const { kind, id, name, path } = entry;
  if (id !== undefined) {
    const item = list?.byId.get(id);
    if (item !== undefined) return { item };
    const nearest = suggest(id, [...(list?.byId.keys() ?? [])]);
    return { problem: { path: `${path}.id`, message: `there is no ${kind.noun} ${id}`, nearest } };
  }
  if (identity === undefined || identity instanceof Pending) return {};
  const items = list?.byKey.get(keyOf(kind, identity)) ?? [];
  if (items.length < 2) return { item: items[0] };
  const ids = items.map((one) => one.id).join(', ');
  const message = `the service has ${items.length} ${kind.name} for ${name} (${ids}); add the id of the one that is meant`;
  return { problem: { path, message } };
}

export function createResolve(
  findList: (kind: string, workspace: Workspace | undefined) => ItemList | undefined,
  entries: ReadonlyMap<string, readonly KeyedEntry[]>,
  hidden: ReadonlySet<string>,
): Resolve {
  return (kind, text, workspace) => {
    const list = findList(kind, workspace);
    if (list?.byId.has(text) === true) return text;
    const items = list?.byKey.get(keyOf(list.managed.kind, text)) ?? [];
    const [first] = items;
    if (items.length === 1 && first !== undefined) return first.id;
    if (items.length > 1) {
      const ids = items.map(({ id }) => id).join(', ');
      return {
        problem: `the service has ${items.length} ${kind} named ${text} (${ids}); write the id`,
      };
    }
    const created = entries.get(kind)?.find(({ entry: { kind: own, id, name }, scope }) => {
      const isInside =
        own.scope === 'organization' || textOfScope(scope) === textOfScope(workspace);
      const isNew = id === undefined && name !== undefined;
      return isInside && isNew && keyOf(own, name) === keyOf(own, text);
    });
    if (created !== undefined) return new Pending(created.key);
    if (hidden.has(kind)) {
      const problem = `${text} cannot be looked up: this token may not list ${kind}`;
      return { problem, isHidden: true };
    }
    const names = [...(list?.byKey.keys() ?? []), ...(list?.byId.keys() ?? [])];
    const noun = list?.managed.kind.noun ?? kind;
    return { problem: `there is no ${noun} named ${text}`, nearest: suggest(text, names) };
  };
}

/** The name of a referenced item, for people; its id if it has none. */
export function nameOfReference(list: ItemList | undefined, id: JsonValue): JsonValue {
  return typeof id === 'string' ? (list?.byId.get(id)?.name ?? id) : id;
}

/** Whether the list of workspaces is needed to know what the files mean. */
export function namesWorkspaces({ entries, lists }: Desired): boolean {
  return [...entries, ...lists].some(
    ({ kind, workspace }) => isWorkspace(kind) || workspace !== undefined,
  );
}

/** By name or id. `usual` is the workspace of the run, for files that name none. */
export function findWorkspaces(
  { entries, lists }: Desired,
  list: ItemList | undefined,
  usual: () => string,
  isEverywhere = false,
) {
  const problems: Problem[] = [];
  const found = new Map<string, Workspace | undefined>();
  const described = entries.filter(({ kind }) => isWorkspace(kind));
  /** In a plan of all workspaces, names without a workspace; in other plans each of them is a problem. */
  const gone = new Set(
    isEverywhere
      ? described.flatMap(({ id }) => (id === undefined || list?.byId.has(id) ? [] : id))
      : [],
  );
  const find = (name: WorkspaceName): Workspace | undefined => {
    if (found.has(name.text)) return found.get(name.text);
    const workspace = findOne(name, list, described, problems, isEverywhere ? gone : undefined);
    found.set(name.text, workspace);
    return workspace;
  };
  for (const { workspace } of [...entries, ...lists]) if (workspace !== undefined) find(workspace);
  let own: Workspace | undefined;
  return {
    problems,
    gone,
    find: (name: WorkspaceName | undefined) => {
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
  gone: Set<string> | undefined,
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
  if (gone !== undefined) {
    gone.add(text);
    return undefined;
  }
  const known = [...(list?.byKey.keys() ?? []), ...(list?.byId.keys() ?? [])];
  add(`there is no workspace ${text}`, suggest(text, known));
  return undefined;
}

function keyOfNewWorkspace(name: string): string {
  return JSON.stringify(['workspace', '', name]);
}
