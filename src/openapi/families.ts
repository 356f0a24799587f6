import { groupOf, tagKey } from './taken-names.ts';
import { singular, wordsOf } from './words.ts';

/** The static and variable parts of a path. */
export type Path = readonly string[];

/** The paths of one group. */
export interface Family {
  /** The shapes of the shortest collections whose last word is the group's; usually one. */
  readonly own: ReadonlySet<string>;
  /** The collection that contains all paths of the group. */
  readonly guessed: Path | undefined;
  /** Collections that have a path for one of their items. */
  readonly collections: ReadonlySet<string>;
  /** Paths of one item that take both PUT and PATCH. */
  readonly replaced: ReadonlySet<string>;
}

interface Located {
  readonly method: string;
  readonly path: string;
  readonly tag: string;
}

/** The operations of each group, by the common structure of their paths. */
export function findFamilies(operations: readonly Located[]): Map<string, Family> {
  const groups = new Map<string, { tag: string; paths: Path[]; changes: Set<string> }>();
  const replaced = new Set<string>();
  for (const { method, tag, path } of operations) {
    const name = groupOf(tag);
    const family = groups.get(name) ?? { tag, paths: [], changes: new Set() };
    const segments = segmentsOf(path);
    const other = method === 'PUT' ? 'PATCH' : method === 'PATCH' ? 'PUT' : undefined;
    const shape = shapeOf(segments);
    if (other !== undefined && family.changes.has(`${other} ${shape}`)) replaced.add(shape);
    family.changes.add(`${method} ${shape}`);
    family.paths.push(segments);
    groups.set(name, family);
  }
  return new Map(
    [...groups].map(([name, { tag, paths }]) => [name, findFamily(tag, paths, replaced)]),
  );
}

function findFamily(tag: string, unsorted: readonly Path[], replaced: ReadonlySet<string>): Family {
  const paths = unsorted.toSorted((a, b) => a.length - b.length);
  const last = (path: Path) => tagKey(path.at(-1) ?? '');
  const key = tagKey(tag);
  const [shortest = []] = paths;
  const guessed = collectionOf(shortest);
  const shape = shapeOf(guessed);
  const isAbove = paths.every((path) => shapeOf(path.slice(0, guessed.length)) === shape);
  const alike = paths.filter((path) => last(path) === key);
  const items = paths.filter((path) => isPlaceholder(path.at(-1)));
  return {
    own: new Set(alike.filter((path) => path.length === alike[0]?.length).map(shapeOf)),
    guessed: isAbove ? guessed : undefined,
    collections: new Set(items.map((path) => shapeOf(collectionOf(path)))),
    replaced,
  };
}

export function segmentsOf(path: string): Path {
  return path
    .replace(/\.json(?=$|[/?#])/g, '')
    .split('/')
    .filter((segment) => segment !== '');
}

export function isPlaceholder(segment: string | undefined): boolean {
  return segment !== undefined && /^\{[^{}]*\}$/.test(segment);
}

/** Without the placeholders at its end: `/files/{id}/metadata/{scope}/{key}` is an item of metadata. */
export function collectionOf(path: Path): Path {
  const end = path.findLastIndex((segment) => !isPlaceholder(segment));
  return path.slice(0, end + 1);
}

/** The words of what a collection is part of: `file` for `/files/{id}/comments` and one comment of it. */
export function ownerOf(path: Path): string[] {
  const above = collectionOf(path).slice(0, -1);
  const place = above.findLastIndex(isPlaceholder);
  const owner = above.slice(0, Math.max(place, 0)).findLast((segment) => !isPlaceholder(segment));
  return segmentWords(owner ?? '').map(singular);
}

/** The fixed words of a segment: `thumbnail.{extension}` gives thumbnail. */
export function segmentWords(segment: string): string[] {
  return wordsOf(segment.replace(/\{[^{}]*\}/g, ' ')).filter((word) => !/^v\d+$/.test(word));
}

/** The fixed words of a path, without the version that it may begin with. */
export function staticWords(path: Path): string[] {
  return withoutPrefix(path)
    .filter((segment) => !isPlaceholder(segment))
    .flatMap(segmentWords);
}

/** Without what comes before the subject, such as `rest/api/2`. */
export function withoutPrefix(path: Path): Path {
  const first = path.findIndex((segment) => !/^(api|rest|\d[\d.]*)$/i.test(segment));
  return path.slice(Math.max(first, 0));
}

/** Two paths that differ only in the names of their placeholders are the same. */
export function shapeOf(path: Path): string {
  return path.map((segment) => (isPlaceholder(segment) ? '{}' : segment)).join('/');
}
