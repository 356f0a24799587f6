import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLMap } from 'yaml';
import { CostctlError } from '../../errors.ts';
import { suggest } from '../../suggest.ts';

/** A file of rules, budgets or values, whose errors name line and column. */
export interface YamlFile {
  /** The items of the list at the top. */
  readonly items: () => readonly YamlItem[];
  /** The keys of the map at the top, each with its list of texts. */
  readonly lists: () => ReadonlyMap<string, readonly string[]>;
}

interface YamlItem {
  readonly text: (key: string) => string | undefined;
  readonly required: (key: string) => string;
  readonly texts: (key: string) => readonly string[] | undefined;
  /** The keys and texts of a map, such as weights. */
  readonly pairs: (key: string) => readonly (readonly [string, string])[] | undefined;
  /** Whether the value of a key is a list. */
  readonly isList: (key: string) => boolean;
  readonly fail: (key: string, what: string) => CostctlError;
}

/** Reads YAML 1.2; a duplicate key is an error. Numbers keep the text that they were written as. */
export function openYaml(path: string, text: string, keys: readonly string[]): YamlFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, intAsBigInt: true });
  const place = (node: unknown): string => {
    const range = hasRange(node) ? node.range : undefined;
    const { line, col } = lines.linePos(range?.[0] ?? 0);
    return `${path}:${line}:${col}`;
  };
  const fail = (node: unknown, what: string) =>
    new CostctlError('usage', `${place(node)}: ${what}`, {
      hint: 'correct the file and run again',
    });
  const [broken] = document.errors;
  if (broken !== undefined) {
    const { line, col } = lines.linePos(broken.pos[0]);
    const [what = ''] = broken.message.split('\n');
    throw new CostctlError('usage', `${path}:${line}:${col}: ${what}`);
  }
  const top = document.contents;

  function textOf(node: unknown, name: string): string {
    if (!isScalar(node) || node.value === null)
      throw fail(node, `${name} must be a text or a number`);
    return node.source ?? String(node.value);
  }

  function listOf(node: unknown, name: string): readonly string[] {
    if (isSeq(node)) return node.items.map((one) => textOf(one, name));
    return [textOf(node, name)];
  }

  function itemOf(map: YAMLMap): YamlItem {
    for (const { key } of map.items) {
      const name = textOf(key, 'a key');
      if (keys.includes(name)) continue;
      const meant = suggest(name, keys);
      throw fail(
        key,
        `unknown key ${name}${meant === undefined ? '' : `; did you mean ${meant}?`} (known: ${keys.join(', ')})`,
      );
    }
    const get = (key: string): unknown => map.get(key, true);
    const has = (key: string) => map.has(key);
    return {
      text: (key) => (has(key) ? textOf(get(key), key) : undefined),
      required: (key) => {
        if (!has(key)) throw fail(map, `${key} is missing`);
        return textOf(get(key), key);
      },
      texts: (key) => (has(key) ? listOf(get(key), key) : undefined),
      pairs: (key) => {
        const node = get(key);
        if (!isMap(node)) return undefined;
        return node.items.map(({ key: name, value }) => [textOf(name, key), textOf(value, key)]);
      },
      isList: (key) => isSeq(get(key)),
      fail: (key, what) => fail(has(key) ? get(key) : map, what),
    };
  }

  return {
    items: () => {
      if (!isSeq(top)) throw fail(top, 'the file must be a list');
      return top.items.map((item) => {
        if (!isMap(item))
          throw fail(item, `an item must be a map with the keys ${keys.join(', ')}`);
        return itemOf(item);
      });
    },
    lists: () => {
      if (!isMap(top)) throw fail(top, 'the file must be a map of columns and their values');
      return new Map(
        top.items.map(({ key, value }) => [textOf(key, 'a column'), listOf(value, 'a value')]),
      );
    },
  };
}

function hasRange(node: unknown): node is Pick<Node, 'range'> {
  return typeof node === 'object' && node !== null && 'range' in node;
}
