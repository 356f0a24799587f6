import { type Problem, throwProblems } from '../formats/yaml/file-problem.ts';
import { groupBy } from '../grouping.ts';
import type { Limit } from '../limit.ts';
import { checkNew, findShared, findUnknown, warnExclusive, warnNear } from './check-plan.ts';
import type { Desired, Entry, FileFacts, GivenList } from './desired.ts';
import { type DiffRules, deleteItem, diffMatch } from './diff-item.ts';
import { findUnfiled, withoutWorkspaces, workspacesOf } from './everywhere.ts';
import { isWorkspace } from './file-form.ts';
import type { ManagedKind } from './managed-kinds.ts';
import {
  createResolve,
  findItem,
  findWorkspaces,
  keyOfEntry,
  type Match,
  nameOfReference,
  namesWorkspaces,
} from './match.ts';
import { type Change, orderChanges, Pending, type Workspace } from './planned-change.ts';
import { type LeftOut, neededLists, readLists } from './read-lists.ts';
import type { IsSecretName } from './secret.ts';
import {
  createState,
  type Fingerprint,
  fingerprint,
  type ItemList,
  type State,
} from './service-state.ts';

/** What an apply would do. The same plan is shown to people and applied. */
export interface Plan {
  readonly files: readonly FileFacts[];
  readonly options: PlanOptions;
  /** In the order of the files; deletions last. */
  readonly changes: readonly Change[];
  readonly unchanged: number;
  /** Items that are not in the lists of the files and remain at the service. */
  readonly unmanaged: readonly {
    readonly kind: string;
    readonly workspace?: Workspace | undefined;
    readonly count: number;
  }[];
  readonly warnings: readonly string[];
  readonly leftOut: readonly LeftOut[];
  /** Hashes of what was read, by list and id. */
  readonly state: Fingerprint;
}

export interface PlanOptions {
  /** Kinds whose items are deleted if the given list lacks them. */
  readonly prune: readonly string[];
  /** Send fields again that the service does not return: credentials and settings. */
  readonly resend: boolean;
  /** Plan what can be read, and name the workspaces that cannot be read and those that have no file. */
  readonly allWorkspaces?: true;
}

export interface Planning {
  readonly desired: Desired;
  readonly kinds: readonly ManagedKind[];
  readonly options: PlanOptions;
  /** The workspace of the run, for files that name none. */
  readonly workspace: () => string;
  readonly limit: Limit;
  readonly isSecretName: IsSecretName;
  /** Stores the lists, for a caller that needs them afterwards. */
  readonly state?: State;
  /** Change the file, not the service: then the limits of the service do not apply. */
  readonly inverse?: boolean;
}

/** Compares the files with the service. Reads lists and nothing else: no request for each item. */
export async function makePlan(planning: Planning): Promise<Plan> {
  const { kinds, options, limit } = planning;
  const state = planning.state ?? createState(limit);
  const managedOf = (name: string) => kinds.find(({ kind }) => kind.name === name);
  const workspaceKind = kinds.find(({ kind }) => isWorkspace(kind));
  const isEverywhere = options.allWorkspaces === true;
  const workspaceList =
    workspaceKind !== undefined && (isEverywhere || namesWorkspaces(planning.desired))
      ? await state.list(workspaceKind, '')
      : undefined;
  const workspaces = findWorkspaces(
    planning.desired,
    workspaceList,
    planning.workspace,
    isEverywhere,
  );
  throwProblems(workspaces.problems);
  const scopeOf = ({ kind, workspace }: Entry | GivenList) =>
    kind.scope === 'workspace' ? workspaces.find(workspace) : undefined;
  const present = withoutWorkspaces(planning.desired, (text) => workspaces.gone.has(text));
  const {
    lists: read,
    leftOut,
    hidden,
  } = await readLists(neededLists(present, kinds, scopeOf), state, isEverywhere);
  const unread = new Set(leftOut.map(({ workspace }) => workspace.id));
  const desired = withoutWorkspaces(present, (text) => unread.has(idOfWorkspace(text)));
  const lists = new Map<string, ItemList>();
  const listKey = (kind: string, scope: Workspace | undefined) =>
    managedOf(kind)?.kind.scope === 'workspace' ? `${kind}/${scope?.id ?? ''}` : kind;
  for (const { managed, scope, list } of read) lists.set(listKey(managed.kind.name, scope), list);
  const findList = (kind: string, scope: Workspace | undefined) =>
    lists.get(listKey(kind, managedOf(kind)?.kind.scope === 'workspace' ? scope : undefined));

  const problems: Problem[] = [];
  const keyed = desired.entries.map((entry) => {
    const scope = scopeOf(entry);
    return { entry, scope, key: keyOfEntry(entry, scope) };
  });
  const resolve = createResolve(
    findList,
    groupBy(keyed, ({ entry }) => entry.kind.name),
    hidden,
  );
  const matches: Match[] = [];
  for (const { entry, scope, key } of keyed) {
    const managed = managedOf(entry.kind.name);
    if (managed === undefined) continue;
    const list = findList(entry.kind.name, scope);
    const found = findItem(entry, list, identityOf(entry, scope));
    if ('problem' in found) problems.push({ ...entry.place, ...found.problem });
    else matches.push({ entry, managed, workspace: scope, item: found.item, key });
  }
  const unknown = planning.inverse === true ? findUnknown(matches) : [];
  for (const problem of [...findShared(matches), ...unknown]) problems.push(problem);

  const rules: DiffRules = {
    resolve,
    listOf: (kind, match) => findList(kind, match.workspace),
    resend: options.resend,
    inverse: planning.inverse === true,
    isSecretName: planning.isSecretName,
    problems,
  };
  const changes = matches.flatMap((match) => diffMatch(match, rules) ?? []);
  if (planning.inverse !== true) await checkNew(changes, limit, problems);
  throwProblems(problems);

  const extras = findExtras(desired, matches, findList, scopeOf);
  const pruned = new Set(options.prune);
  const deletions = extras
    .filter(({ list }) => pruned.has(list.managed.kind.name))
    .flatMap(({ list, items, scope }) =>
      items.map((item) => deleteItem(list, item, scope, nameOf(item, list))),
    );
  return {
    files: desired.files,
    options,
    changes:
      planning.inverse === true
        ? [...changes, ...deletions]
        : orderChanges([...changes, ...deletions]),
    unchanged: matches.length - changes.length,
    unmanaged: [
      ...extras
        .filter(({ list, items }) => items.length > 0 && !pruned.has(list.managed.kind.name))
        .map(({ list, items, scope }) => ({
          kind: list.managed.kind.name,
          workspace: scope,
          count: items.length,
        })),
      ...(isEverywhere
        ? findUnfiled(workspaceList, workspacesOf(planning.desired).map(idOfWorkspace))
        : []
      ).map((workspace) => ({ kind: 'workspace', workspace, count: 1 })),
    ],
    leftOut: [
      ...[...workspaces.gone].sort().map((name) => ({
        workspace: { name },
        reason: 'there is no such workspace',
      })),
      ...leftOut,
    ],
    warnings: [...warnNear(changes, findList), ...warnExclusive(matches)],
    state: fingerprint((await state.read()).filter(({ workspaceId }) => !unread.has(workspaceId))),
  };

  function idOfWorkspace(text: string): string | undefined {
    return workspaceList?.byId.get(text)?.id ?? workspaceList?.byKey.get(text)?.[0]?.id;
  }

  function identityOf(entry: Entry, scope: Workspace | undefined) {
    const refersTo = entry.kind.fields[entry.kind.identity]?.refersTo;
    if (entry.name === undefined || refersTo === undefined) return entry.name;
    const resolved = resolve(refersTo, entry.name, scope);
    if (typeof resolved === 'string' || resolved instanceof Pending) return resolved;
    // An item may refer by id to what is not listed. Otherwise there is no item; the field itself reports why.
    return findList(entry.kind.name, scope)?.byKey.has(entry.name) === true
      ? entry.name
      : undefined;
  }

  function nameOf({ name, id }: ItemList['items'][number], { managed }: ItemList): string {
    const refersTo = managed.kind.fields[managed.kind.identity]?.refersTo;
    if (name === undefined) return id;
    return refersTo === undefined
      ? name
      : String(nameOfReference(findList(refersTo, undefined), name));
  }
}

interface Extras {
  readonly list: ItemList;
  readonly items: readonly ItemList['items'][number][];
  readonly scope: Workspace | undefined;
}

/** Items of the given lists that no entry describes. */
function findExtras(
  desired: Desired,
  matches: readonly Match[],
  findList: (kind: string, scope: Workspace | undefined) => ItemList | undefined,
  scopeOf: (one: GivenList) => Workspace | undefined,
): Extras[] {
  const described = new Set(matches.map(({ item }) => item));
  const found = new Map<ItemList, Extras>();
  for (const given of desired.lists) {
    const scope = scopeOf(given);
    const list = findList(given.kind.name, scope);
    if (list === undefined || found.has(list)) continue;
    const items = list.items.filter((item) => !described.has(item));
    found.set(list, { list, items, scope });
  }
  return [...found.values()];
}
