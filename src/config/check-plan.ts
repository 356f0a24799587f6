import type { Problem } from '../formats/yaml/file-problem.ts';
import { addTo } from '../grouping.ts';
import type { Limit } from '../limit.ts';
import type { Entry } from './desired.ts';
import { isWorkspace } from './file-form.ts';
import { keyOf } from './managed-kinds.ts';
import type { Match } from './match.ts';
import type { Change, Workspace } from './planned-change.ts';
import type { ItemList } from './service-state.ts';

/** Two entries of one item, such as one by its id and one by its name. */
export function findShared(matches: readonly Match[]): Problem[] {
  const seen = new Map<string, Entry>();
  return matches.flatMap(({ entry, item, key, managed, workspace }) => {
    const name = entry.name === undefined ? undefined : keyOf(entry.kind, entry.name);
    const scope = [managed.kind.name, workspace?.id ?? workspace?.name];
    const place = item === undefined ? key : JSON.stringify([...scope, item.id]);
    const earlier = seen.get(place);
    if (earlier === undefined) {
      seen.set(place, entry);
      return [];
    }
    const { file, line, column } = earlier.place;
    const message = `the ${entry.kind.noun} ${name ?? item?.id} is described at ${file}:${line}:${column} already`;
    return [{ ...entry.place, path: entry.path, message }];
  });
}

/** Workspaces that the service does not have: nothing is known of their items, which a pull would remove. */
export function findUnknown(matches: readonly Match[]): Problem[] {
  return matches.flatMap(({ entry: { kind, name, path, place }, item }) =>
    isWorkspace(kind) && item === undefined
      ? [{ ...place, path, message: `there is no workspace ${name}` }]
      : [],
  );
}

/** New items that the service would reject, as far as that is known in advance. */
export async function checkNew(changes: readonly Change[], limit: Limit, problems: Problem[]) {
  const found = await Promise.all(
    changes.map(async ({ action, managed, entry }) => {
      const check = managed.access.checkNew;
      if (action !== 'create' || check === undefined || entry === undefined) return undefined;
      const message = await limit(() => check(entry.fields));
      return message === undefined ? undefined : { ...entry.place, path: entry.path, message };
    }),
  );
  for (const problem of found) if (problem !== undefined) problems.push(problem);
}

/** A name that differs from another one in case, spaces or the form of its letters only is often a mistake. */
export function warnNear(
  changes: readonly Change[],
  findList: (kind: string, scope: Workspace | undefined) => ItemList | undefined,
): string[] {
  const fold = (name: string) => name.normalize('NFKC').trim().toLowerCase();
  const created = new Map<string, string>();
  return changes.flatMap(({ action, managed: { kind }, name, workspace }) => {
    if (action !== 'create') return [];
    const place = JSON.stringify([kind.name, workspace?.id ?? workspace?.name, fold(name)]);
    const held = findList(kind.name, workspace)?.items.find(
      (item) => item.name !== undefined && item.name !== name && fold(item.name) === fold(name),
    );
    const near = held?.name ?? created.get(place);
    created.set(place, name);
    if (near === undefined) return [];
    const looks = near.normalize() === name.normalize() ? ', and they look the same' : '';
    return [
      `the ${kind.noun} ${name} will be created in addition to ${near}: names match exactly or not at all${looks}`,
    ];
  });
}

/** The service keeps one default: a file that names two would never be satisfied. */
export function warnExclusive(matches: readonly Match[]): string[] {
  const chosen = new Map<string, Match[]>();
  for (const match of matches) {
    const { exclusive, name } = match.entry.kind;
    if (exclusive === undefined || match.entry.fields[exclusive] !== true) continue;
    addTo(chosen, `${name}/${match.workspace?.id ?? match.workspace?.name}`, match);
  }
  return [...chosen.values()]
    .filter((some) => some.length > 1)
    .map((some) => {
      const names = some.map(({ entry }) => entry.name ?? entry.id).join(', ');
      const exclusive = some[0]?.entry.kind.exclusive ?? '';
      return `${exclusive} is true for ${names}: a service that allows one keeps the last`;
    });
}
