import { CostctlError, type ErrorCode, usageError } from '../errors.ts';
import {
  describeProblem,
  InvalidFile,
  type Located,
  type LocatedMap,
  type Place,
} from '../formats/yaml/file-problem.ts';
import { parseFile } from '../formats/yaml/parse-file.ts';
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
  const root = readFile(path, text);

  function itemOf({ place, content: { members } }: WithMap): YamlItem {
    for (const [name, { key }] of members) {
      if (keys.includes(name)) continue;
      const meant = didYouMean(name, keys);
      throw fail(key, `unknown key ${name}${meant} (known: ${keys.join(', ')})`);
    }
    const get = (key: string) => members.get(key)?.value;
    const given =
      <Value>(read: (value: Located, key: string) => Value) =>
      (key: string) => {
        const value = get(key);
        return value && read(value, key);
      };
    const text = given((value, key) => placedOf(value, key).text);
    return {
      keys: [...members.keys()],
      text,
      required: (key) => {
        const found = text(key);
        if (found === undefined) throw fail(place, `${key} is missing`);
        return found;
      },
      texts: given(listOf),
      pairs: given((value, key) => {
        if (!isMap(value)) throw fail(value.place, `${key} must be a map`);
        const pairs = [...value.content.members];
        return pairs.map(([name, one]) => [name, placedOf(one.value, `a value in ${key}`)]);
      }),
      isList: (key) => get(key)?.content.kind === 'list',
      fail: (key, what) => fail(get(key)?.place ?? place, what),
    };
  }

  /** The members of the map at the top. */
  function members(what: string) {
    if (!isMap(root)) throw fail(root.place, `the file must be a map of columns and ${what}`);
    return [...root.content.members];
  }

  return {
    /** The items of the list at the top. */
    items: () => {
      const { place, content } = root;
      if (content.kind !== 'list') throw fail(place, 'the file must be a list');
      return content.items.map((item) => {
        if (isMap(item)) return itemOf(item);
        throw fail(item.place, `an item must be a map with the keys ${keys.join(', ')}`);
      });
    },
    lists: () =>
      members('their values').map(([name, { key, value }]) => ({
        ...{ text: name, place: describe(key) },
        values: listOf(value, 'a value').map((one) => one.text),
      })),
    /** The keys of the map at the top, each with a text, a map or null (nothing, `~` or `null`). */
    entries: () =>
      members('where they come from').map(([name, { key, value }]) => ({
        name,
        value: isMap(value) ? itemOf(value) : textOrNull(value, 'where it comes from'),
        fail: (what: string) => fail(key, what),
      })),
  };
}

function readFile(path: string, text: string): Located {
  try {
    return parseFile({ path, text }, true);
  } catch (error) {
    const [first] = error instanceof InvalidFile ? error.problems : [];
    throw first === undefined ? error : usageError(describeProblem({ ...first, path: '' }), hint);
  }
}

type WithMap = Located & { readonly content: LocatedMap };

function isMap(located: Located): located is WithMap {
  return located.content.kind === 'map';
}

function textOrNull(located: Located, name: string): string | null {
  const { content } = located;
  const isNull = content.kind === 'scalar' && content.value === null;
  return isNull ? null : placedOf(located, name).text;
}

function placedOf({ place, content }: Located, name: string): Placed {
  if (content.kind === 'scalar' && content.value !== null) {
    return { text: String(content.value), place: describe(place) };
  }
  throw fail(place, `${name} must be text or a number`);
}

function listOf(located: Located, name: string): readonly Placed[] {
  const { content } = located;
  const items = content.kind === 'list' ? content.items : [located];
  return items.map((one) => placedOf(one, name));
}

/** An empty file begins where a text would. */
function describe({ file, line, column }: Place): string {
  return `${file}:${Math.max(1, line)}:${Math.max(1, column)}`;
}

function fail(place: Place, what: string): CostctlError {
  return failAt(describe(place), what);
}

/** A text of a file with its position: `rules.yaml:3:12`. */
export interface Placed {
  readonly text: string;
  readonly place: string;
}

/** An error at a position in a file. */
export function failAt(place: string, what: string, code: ErrorCode = 'usage'): CostctlError {
  return new CostctlError(code, `${place}: ${what}`, { hint });
}

const hint = 'correct the file and run again';

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
