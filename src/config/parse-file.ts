import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  visit,
  type YAMLMap,
} from 'yaml';
import { readYaml } from '../formats/yaml/read-yaml.ts';
import { ExactNumber, losesDigits } from '../json/number.ts';
import {
  type Located,
  type Place,
  type Problem,
  type Scalar,
  throwProblems,
} from './file-problem.ts';

/** The text of a settings file. */
export interface SourceFile {
  /** The path shown to people. */
  readonly path: string;
  readonly text: string;
}

export interface Parsed {
  readonly document: Document;
  readonly root: Located;
}

/** More than people write: aliases of aliases grow without end. */
const mostExpanded = 100_000;
const deepest = 100;

/**
 * Reads YAML 1.2 with the core schema, or JSON, and keeps the place of every value. In every
 * file `no` is text, duplicate keys are refused, and numbers keep their digits. With `tokens` the
 * document can be edited in its text.
 */
export function parseFile(
  { path: file, text }: SourceFile,
  { tokens = false }: { readonly tokens?: boolean } = {},
): Parsed {
  const { document, problems, placeAt: find } = readYaml(text, { tokens });
  const placeAt = (offset: number | undefined): Place =>
    offset === undefined ? { file, line: 0, column: 0 } : { file, ...find(offset) };
  throwProblems([
    ...problems.map(({ offset, message, key = '' }) => ({
      ...placeAt(offset),
      path: key,
      message,
    })),
    ...refuseVersion(document, file),
  ]);
  const reader = new Reader(document, placeAt);
  const root = reader.read(document.contents, 0, '');
  throwProblems(reader.problems);
  return { document, root };
}

/** Under YAML 1.1 `no` would be false and `0123` octal. */
function refuseVersion({ directives }: Document, file: string): Problem[] {
  const version = directives?.yaml.explicit === true ? directives.yaml.version : '1.2';
  if (version === '1.2') return [];
  const message = `the file says YAML ${version}`;
  return [{ file, line: 1, column: 1, path: '', message, expected: 'YAML 1.2' }];
}

class Reader {
  readonly problems: Problem[] = [];
  #expanded = 0;
  readonly #targets: ReadonlyMap<Alias, Node>;
  readonly #placeAt: (offset: number | undefined) => Place;

  constructor(document: Document, placeAt: (offset: number | undefined) => Place) {
    this.#targets = findTargets(document);
    this.#placeAt = placeAt;
  }

  /** `at` is the place of an alias: the values it inserts are placed there. */
  read(node: unknown, depth: number, path: string, at?: Place): Located {
    const place = at ?? this.#placeOf(node);
    if (at !== undefined) this.#expanded += 1;
    if (depth > deepest || this.#expanded > mostExpanded) {
      const message =
        depth > deepest ? 'is nested too deeply' : 'the aliases of the file insert too much';
      throwProblems([{ ...place, path, message }]);
    }
    if (isAlias(node)) {
      const target = this.#targets.get(node);
      if (target === undefined) return this.#refuse(place, path, `unknown alias ${node.source}`);
      return this.read(target, depth + 1, path, place);
    }
    if (isMap(node)) return this.#readMap(node, depth, path, place, at);
    if (isSeq(node)) {
      const items = node.items.map((item, index) =>
        this.read(item, depth + 1, `${path}[${index}]`, at),
      );
      return { place, content: { kind: 'list', items } };
    }
    if (isScalar(node)) return this.#readScalar(node, place, path);
    return { place, content: { kind: 'scalar', value: null } };
  }

  #readMap(node: YAMLMap, depth: number, path: string, place: Place, at?: Place): Located {
    const members = new Map<string, { key: Place; value: Located }>();
    for (const pair of node.items) {
      const name = nameOf(pair);
      const key = at ?? this.#placeOf(pair.key, place);
      if (name === undefined) {
        this.problems.push({ ...key, path, message: 'a key must be text', expected: 'quotes' });
        continue;
      }
      const inner = path === '' ? name : `${path}.${name}`;
      const refused = refuseKey(name, pair);
      if (refused !== undefined) {
        this.problems.push({ ...key, path: inner, ...refused });
        continue;
      }
      // An anchored key and an alias of it are the same key to people.
      if (members.has(name)) {
        this.problems.push({ ...key, path: inner, message: 'a key is given twice' });
      }
      const value =
        pair.value === null
          ? { place: key, content: { kind: 'scalar', value: null } as const }
          : this.read(pair.value, depth + 1, inner, at);
      members.set(name, { key, value });
    }
    return { place, content: { kind: 'map', members } };
  }

  #readScalar(node: { value: unknown; source?: string }, place: Place, path: string): Located {
    const value = scalarOf(node.value, node.source);
    if (value === undefined) {
      return this.#refuse(place, path, `${node.source ?? 'this'} is not a value of JSON`);
    }
    const source = typeof node.value === 'string' ? undefined : node.source;
    return { place, content: { kind: 'scalar', value }, source };
  }

  #refuse(place: Place, path: string, message: string): Located {
    this.problems.push({ ...place, path, message });
    return { place, content: { kind: 'scalar', value: null } };
  }

  #placeOf(node: unknown, otherwise?: Place): Place {
    const offset = isNode(node) ? (node as Node).range?.[0] : undefined;
    return offset === undefined && otherwise !== undefined ? otherwise : this.#placeAt(offset);
  }
}

/** The node of each alias: the last one before it that has its anchor. */
function findTargets(document: Document): ReadonlyMap<Alias, Node> {
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  visit(document, {
    Node: (_key, node) => {
      if (!isAlias(node)) {
        if (node.anchor !== undefined) anchors.set(node.anchor, node);
        return;
      }
      const target = anchors.get(node.source);
      if (target !== undefined) targets.set(node, target);
    },
  });
  return targets;
}

function nameOf({ key }: Pair): string | undefined {
  if (!isScalar(key)) return undefined;
  return typeof key.value === 'string' ? key.value : undefined;
}

/** Neither is a property of a record: what they would do is not what their writer means. */
function refuseKey(name: string, { key }: Pair): Pick<Problem, 'message' | 'expected'> | undefined {
  if (name === '__proto__') return { message: 'is not a key that a record can have' };
  if (name !== '<<' || !isScalar(key) || key.type !== 'PLAIN') return undefined;
  return {
    message: 'is a merge key, which YAML 1.2 does not have',
    expected: 'the keys themselves',
  };
}

const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

function scalarOf(value: unknown, source: string | undefined): Scalar | undefined {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  if (source === undefined || !jsonNumber.test(source)) return value;
  return losesDigits(source) ? new ExactNumber(source) : value;
}
