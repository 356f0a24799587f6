import type { CommandName, DescribedOperation, Description, Unusable } from './description.ts';
import { isTaken } from './taken-names.ts';
import { saysRemoval } from './verbs.ts';
import { kebab, wordsOf } from './words.ts';

/** What names are chosen from: operations that no built-in command calls. */
interface Fresh {
  readonly method: string;
  readonly path: string;
  readonly id: string | undefined;
  readonly suffix: string;
}

/** The words of an operationId in its group: `repos/get-release` is get-release in `repos`, and the whole. */
export function aliasesOf(id: string, group: string): string[] {
  const words = wordsOf(id);
  const prefix = group.split(/[ -]/);
  const isOwn = prefix.every((word, at) => words[at] === word);
  const short = isOwn ? words.slice(prefix.length) : words;
  return [...new Set([kebab(short), kebab(words)])].filter((name) => name !== '');
}

/**
 * A name that is the operationId of one operation is never that of another: its owner is called by it.
 * An operation that was imported before keeps its name.
 */
export function settleNames(
  operations: readonly Fresh[],
  names: readonly CommandName[],
  { before, beside }: { before: Description | undefined; beside: readonly Description[] },
): CommandName[] {
  const owners = new Map<string, number>();
  operations.forEach(({ id = '' }, place) => {
    const { group = '' } = names[place] ?? {};
    for (const alias of aliasesOf(id, group)) {
      if (!owners.has(`${group} ${alias}`)) owners.set(`${group} ${alias}`, place);
    }
  });
  const kept = keptNames(operations, before, beside);
  const taken = new Set([
    ...kept.map((name) => (name === undefined ? '' : textOf(name))),
    ...beside.flatMap((one) => [...commandsOf(one).values()].map(textOf)),
  ]);
  const chosen = [...kept];
  const order = operations.map((_, place) => place).filter((place) => kept[place] === undefined);
  for (const place of order) {
    const name = names[place] ?? { group: '', action: '' };
    const { id = '', method } = operations[place] ?? { method: '' };
    const own = aliasesOf(id, name.group).filter(
      (action) => method !== 'DELETE' || saysRemoval(action.split('-')),
    );
    const isFree = (action: string) => {
      const text = `${name.group} ${action}`;
      return (
        (owners.get(text) ?? place) === place && !taken.has(text) && !isTaken(name.group, action)
      );
    };
    const action = [name.action, ...own].find(isFree) ?? numbered(name.action, isFree);
    taken.add(`${name.group} ${action}`);
    chosen[place] = { group: name.group, action };
  }
  return chosen.map((name) => name ?? { group: '', action: '' });
}

function numbered(action: string, isFree: (action: string) => boolean): string {
  for (let number = 2; ; number += 1) {
    if (isFree(`${action}-${number}`)) return `${action}-${number}`;
  }
}

function keptNames(
  operations: readonly Fresh[],
  before: Description | undefined,
  beside: readonly Description[],
): (CommandName | undefined)[] {
  const byPlace = new Map<string, CommandName | undefined>();
  const byId = new Map<string, CommandName>();
  for (const one of [...beside, ...(before === undefined ? [] : [before])]) {
    for (const [operation, name] of commandsOf(one)) {
      const place = placeOf(operation);
      // Several operations of one path differ by what follows it, which only their ids say.
      byPlace.set(place, byPlace.has(place) && !beside.includes(one) ? undefined : name);
      if (one === before && 'id' in operation) byId.set(operation.id, name);
    }
  }
  const used = new Set<string>();
  return operations.map((operation) => {
    const name = byId.get(labelOf(operation)) ?? byPlace.get(placeOf(operation));
    const isFree = name !== undefined && !isTaken(name.group, name.action);
    if (!isFree || used.has(textOf(name))) return undefined;
    used.add(textOf(name));
    return name;
  });
}

function commandsOf({ operations, unusable }: Pick<Description, 'operations' | 'unusable'>) {
  return new Map<DescribedOperation | Unusable, CommandName>(
    [...operations, ...unusable].flatMap((one) =>
      one.command === undefined ? [] : [[one, one.command] as const],
    ),
  );
}

/** The id of an operation that has none in its document. */
export function labelOf({ id, method, path, suffix }: Fresh): string {
  return id ?? `${method} ${path}${suffix}`;
}

export function placeOf({
  method,
  path,
}: {
  readonly method: string;
  readonly path: string;
}): string {
  return `${method} ${withoutNames(path)}`;
}

/** Two paths that differ only in the names of their placeholders are the same. */
export function withoutNames(path: string): string {
  // No brace inside: with many unclosed ones, each would be scanned to the end of the path.
  return path.replace(/\{[^{}]*\}/g, '{}');
}

function textOf({ group, action }: CommandName): string {
  return `${group} ${action}`;
}

type Named = Pick<Description, 'version' | 'operations' | 'unusable'>;

/** The commands that a new version lacks; the same version imported again forgets none of them. */
export function removedSince(before: Description, now: Named): string[] {
  const current = new Set([...commandsOf(now).values()].map(textOf));
  const earlier = before.version === now.version ? before.removed : [];
  return [...earlier, ...compareNames(before, now).removed].filter((one) => !current.has(one));
}

/** What an import changed in the names of commands. */
export interface NameChanges {
  readonly added: readonly string[];
  /** `budgets list → budgets list-all` */
  readonly renamed: readonly string[];
  readonly removed: readonly string[];
}

export function compareNames(before: Named, now: Named): NameChanges {
  const identify = (one: DescribedOperation | Unusable) => ('id' in one ? one.id : placeOf(one));
  const held = [...commandsOf(before)];
  const fresh = [...commandsOf(now)];
  const old = new Set(held.map(([, name]) => textOf(name)));
  const current = new Set(fresh.map(([, name]) => textOf(name)));
  const byIdentity = new Map(fresh.map(([one, name]) => [identify(one), textOf(name)]));
  const gone = held.filter(([, name]) => !current.has(textOf(name)));
  const moved = gone.flatMap(([one, name]) => {
    const to = byIdentity.get(identify(one));
    return to === undefined || old.has(to) ? [] : [[textOf(name), to] as const];
  });
  const [from, to] = [new Set(moved.map(([one]) => one)), new Set(moved.map(([, one]) => one))];
  return {
    added: [...current].filter((name) => !old.has(name) && !to.has(name)),
    renamed: moved.map(([one, other]) => `${one} → ${other}`),
    removed: gone.map(([, name]) => textOf(name)).filter((name) => !from.has(name)),
  };
}
