import { groupBy } from '../grouping.ts';
import type { CommandName, DescribedOperation, Description, Unusable } from './description.ts';
import type { Candidates } from './naming.ts';
import { isTaken } from './taken-names.ts';
import { kebab, wordsOf } from './words.ts';

/** An operation that needs a name, since no built-in command calls it. */
interface Fresh {
  readonly method: string;
  readonly path: string;
  readonly id: string | undefined;
  readonly suffix: string;
}

/**
 * The actions that an operationId may mean in its group: in `repos`, `repos/get-release` is `get-release`
 * or the whole, `repos-get-release`.
 */
export function aliasesOf(id: string, group: string): string[] {
  const words = wordsOf(id);
  const prefix = group.split(/[ -]/);
  const isOwn = prefix.every((word, at) => words[at] === word);
  const short = isOwn ? words.slice(prefix.length) : words;
  return [...new Set([kebab(short), kebab(words)])].filter((name) => name !== '');
}

/**
 * Gives each operation the shortest name that no other has. What was imported before keeps its name. If
 * several operations want one name, the one with the shortest path gets it; if two are equally short, neither
 * gets it, so that the order of the document does not matter. A name that is the operationId of one
 * operation is never that of another.
 */
export function settleNames(
  operations: readonly Fresh[],
  candidates: readonly Candidates[],
  { before, beside }: { before: Description | undefined; beside: readonly Description[] },
): CommandName[] {
  const chosen = keptNames(operations, before, beside);
  const used = new Set(
    [...chosen, ...beside.flatMap((one) => [...commandsOf(one).values()])].map(textOf),
  );
  const owners = new Map<string, number>();
  operations.forEach(({ id = '' }, place) => {
    const { group = '' } = candidates[place] ?? {};
    for (const action of aliasesOf(id, group)) {
      const text = textOf({ group, action });
      if (!owners.has(text)) owners.set(text, place);
    }
  });
  const isFree = (name: CommandName, place: number) =>
    !used.has(textOf(name)) &&
    (owners.get(textOf(name)) ?? place) === place &&
    !isTaken(name.group, name.action);
  const choose = (place: number, name: CommandName) => {
    chosen[place] = name;
    used.add(textOf(name));
  };
  const nameAt = (place: number, level: number): CommandName => {
    const { group = '', actions = [] } = candidates[place] ?? {};
    return { group, action: actions[Math.min(level, actions.length - 1)] ?? 'operation' };
  };
  const depthOf = (place: number) => operations[place]?.path.split('/').length ?? 0;
  const open = () =>
    operations.map((_, place) => place).filter((place) => chosen[place] === undefined);
  const longest = candidates.reduce((most, { actions }) => Math.max(most, actions.length), 0);
  for (let level = 0; level < longest; level += 1) {
    const wanted = groupBy(open(), (place) => textOf(nameAt(place, level)));
    for (const places of wanted.values()) {
      const depth = places.map(depthOf).reduce((least, one) => Math.min(least, one));
      const [place = 0, ...others] = places.filter((one) => depthOf(one) === depth);
      const name = nameAt(place, level);
      if (others.length === 0 && isFree(name, place)) choose(place, name);
    }
  }
  const numbers = new Map<string, number>();
  const byPath = (place: number) => `${operations[place]?.path} ${operations[place]?.method}`;
  for (const place of open().toSorted((a, b) => (byPath(a) < byPath(b) ? -1 : 1))) {
    const { group, action } = nameAt(place, longest);
    let number = numbers.get(textOf({ group, action })) ?? 2;
    while (!isFree({ group, action: `${action}-${number}` }, place)) number += 1;
    numbers.set(textOf({ group, action }), number + 1);
    choose(place, { group, action: `${action}-${number}` });
  }
  return chosen.map((name) => name ?? { group: '', action: '' });
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
      // Several operations of one path differ by what follows the path, which only their ids say.
      byPlace.set(place, byPlace.has(place) && !beside.includes(one) ? undefined : name);
      if (one === before && operation.id !== undefined) byId.set(operation.id, name);
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

/** The operationId; without one, the method and the path. */
export function labelOf({ id, method, path, suffix }: Fresh): string {
  return id ?? `${method} ${path}${suffix}`;
}

export function placeOf({ method, path }: Pick<Fresh, 'method' | 'path'>): string {
  return `${method} ${withoutNames(path)}`;
}

/** Two paths that differ only in the names of their placeholders are the same. */
export function withoutNames(path: string): string {
  // The pattern allows no brace inside: with many unclosed ones, each would be scanned to the end of the path.
  return path.replace(/\{[^{}]*\}/g, '{}');
}

function textOf(name: CommandName | undefined): string {
  return name === undefined ? '' : `${name.group} ${name.action}`;
}

type Named = Pick<Description, 'version' | 'operations' | 'unusable'>;

/** The commands that a new version lacks; the same version imported again forgets none of them. */
export function removedSince(before: Description, now: Named): string[] {
  const current = new Set([...commandsOf(now).values()].map(textOf));
  const earlier = before.version === now.version ? before.removed : [];
  return [...earlier, ...compareNames(before, now).removed].filter((one) => !current.has(one));
}

export function compareNames(before: Named, now: Named) {
  const identify = (one: DescribedOperation | Unusable) => one.id ?? placeOf(one);
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
    /** `budgets list → budgets list-all` */
    renamed: moved.map(([one, other]) => `${one} → ${other}`),
    removed: gone.map(([, name]) => textOf(name)).filter((name) => !from.has(name)),
  };
}
