import { isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import { CostctlError, type ErrorCode } from '../errors.ts';
import { readYaml } from '../formats/yaml/read-yaml.ts';
import { didYouMean, suggest } from '../suggest.ts';
import { missingColumn } from './missing-columns.ts';
import type { KnownNames } from './row-source.ts';
import { type Condition, parseCondition } from './where-language.ts';

export interface YamlItem {
  readonly keys: readonly string[];
  readonly text: (key: string) => string | undefined;
  readonly required: (key: string) => string;
  readonly texts: (key: string) => readonly Placed[] | undefined;
  /** The keys and texts of a map, such as weights; undefined if the key has none. */
  readonly pairs: (key: string) => readonly (readonly [name: string, value: Placed])[] | undefined;
  readonly isList: (key: string) => boolean;
  readonly fail: (key: string, what: string) => CostctlError;
}

/** Errors name line and column, also of a duplicate key. Numbers keep the text that they were written as. */
export function openYaml(path: string, text: string, keys: readonly string[]) {
  const { document, problems, placeAt: find } = readYaml(text, { intAsBigInt: true });
  const placeAt = (offset: number): string => {
    const { line, column } = find(offset);
    return `${path}:${line}:${column}`;
  };
  const placeOf = (node: unknown): string =>
    placeAt((hasRange(node) ? node.range?.[0] : undefined) ?? 0);
  const fail = (node: unknown, what: string) => failAt(placeOf(node), what);
  const [broken] = problems;
  if (broken !== undefined) throw failAt(placeAt(broken.offset), broken.message);
  const top = document.contents;

  function textOf(node: unknown, name: string, near: unknown = node): string {
    if (isScalar(node) && node.value !== null) return node.source ?? String(node.value);
    throw fail(hasRange(node) ? node : near, `${name} must be text or a number`);
  }

  function placedOf(node: unknown, name: string, near?: unknown): Placed {
    return { text: textOf(node, name, near), place: placeOf(node) };
  }

  function listOf(node: unknown, name: string, near?: unknown): readonly Placed[] {
    if (isSeq(node)) return node.items.map((one) => placedOf(one, name, node));
    return [placedOf(node, name, near)];
  }

  /** For YAML, 1 and "1" are two names: as text they are one. */
  function refuseTwins(map: YAMLMap, what: string): void {
    const known = new Set<string>();
    for (const { key } of map.items) {
      const name = textOf(key, what, map);
      if (known.has(name)) throw fail(key, `${name} is named twice: leave one out`);
      known.add(name);
    }
  }

  function itemOf(map: YAMLMap): YamlItem {
    for (const { key } of map.items) {
      const name = textOf(key, 'a key', map);
      if (keys.includes(name)) continue;
      const meant = didYouMean(name, keys);
      throw fail(key, `unknown key ${name}${meant} (known: ${keys.join(', ')})`);
    }
    const get = (key: string): unknown => map.get(key, true);
    const has = (key: string) => map.has(key);
    return {
      keys: map.items.map(({ key }) => textOf(key, 'a key', map)),
      text: (key) => (has(key) ? textOf(get(key), key, map) : undefined),
      required: (key) => {
        if (!has(key)) throw fail(map, `${key} is missing`);
        return textOf(get(key), key, map);
      },
      texts: (key) => (has(key) ? listOf(get(key), key, map) : undefined),
      pairs: (key) => {
        if (!has(key)) return undefined;
        const node = get(key);
        if (!isMap(node)) throw fail(hasRange(node) ? node : map, `${key} must be a map`);
        refuseTwins(node, `a name in ${key}`);
        return node.items.map(({ key: name, value }) => [
          textOf(name, `a name in ${key}`, node),
          placedOf(value, `a value in ${key}`, node),
        ]);
      },
      isList: (key) => isSeq(get(key)),
      fail: (key, what) => fail(has(key) && hasRange(get(key)) ? get(key) : map, what),
    };
  }

  return {
    /** The items of the list at the top. */
    items: () => {
      if (!isSeq(top)) throw fail(top, 'the file must be a list');
      return top.items.map((item) => {
        if (!isMap(item))
          throw fail(item, `an item must be a map with the keys ${keys.join(', ')}`);
        return itemOf(item);
      });
    },
    /** The keys of the map at the top, each with its list of texts. */
    lists: () => {
      if (!isMap(top)) throw fail(top, 'the file must be a map of columns and their values');
      refuseTwins(top, 'a column');
      return top.items.map(({ key, value }) => ({
        ...placedOf(key, 'a column', top),
        values: listOf(value, 'a value', key).map((one) => one.text),
      }));
    },
    /** The keys of the map at the top, each with a text, a map or null (nothing, `~` or `null`). */
    entries: () => {
      if (!isMap(top))
        throw fail(top, 'the file must be a map of columns and where they come from');
      refuseTwins(top, 'a column');
      return top.items.map(({ key, value }) => ({
        name: textOf(key, 'a column'),
        value: isMap(value)
          ? itemOf(value)
          : value === null || (isScalar(value) && value.value === null)
            ? null
            : textOf(value, 'where it comes from'),
        fail: (what: string) => fail(key, what),
      }));
    },
  };
}

function hasRange(node: unknown): node is Pick<Node, 'range'> {
  return typeof node === 'object' && node !== null && 'range' in node;
}

/** A text of a file with its position: `rules.yaml:3:12`. */
export interface Placed {
  readonly text: string;
  readonly place: string;
}

/** An error at a position in a file. */
export function failAt(place: string, what: string, code: ErrorCode = 'usage'): CostctlError {
  return new CostctlError(code, `${place}: ${what}`, { hint: 'correct the file and run again' });
}

/** A condition in a file, with its position. */
export interface PlacedCondition extends Condition {
  readonly place: string;
}

export function parseConditions(
  texts: readonly Placed[],
  key: string,
  currency?: string,
): PlacedCondition[] {
  return texts.map(({ text, place }) => {
    try {
      return { ...parseCondition(text, key, currency), place };
    } catch (error) {
      if (!(error instanceof CostctlError)) throw error;
      throw failAt(place, error.message);
    }
  });
}

/** A column that no row has is a mistake in the file; `known` are columns of the rows. */
export async function refuseUnknownColumn(
  conditions: readonly PlacedCondition[],
  missing: readonly string[],
  known: KnownNames,
): Promise<void> {
  const found = conditions.filter(({ column }) => missing.includes(column));
  const names = found.length === 0 ? [] : await known(found.map(({ column }) => column));
  const wrong = found.find(({ column }) => !names.includes(column));
  if (wrong !== undefined) throw missingColumn(wrong.place, wrong.column, names);
}

/** The values that are allowed for each column: a map of columns and lists. */
export function parseAllowed(
  path: string,
  text: string,
  required: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const lists = openYaml(path, text, []).lists();
  const found = new Map(lists.map(({ text: column, values }) => [column, values]));
  const open = required.filter((column) => !found.has(column));
  for (const { text: column, place } of lists) {
    // One file may have the values of more columns than a run requires.
    const meant = required.includes(column) ? undefined : suggest(column, open);
    if (meant === undefined) continue;
    throw failAt(place, `${column} is not a column of --require; did you mean ${meant}?`);
  }
  if (open.length === required.length) {
    const place = lists[0]?.place ?? `${path}:1:1`;
    throw failAt(place, `the file has no values for ${required.join(' or ')} of --require`);
  }
  return found;
}
