import { createHash } from 'node:crypto';
import { isObject, type JsonObject } from '../json/number.ts';
import { fileForm, isWorkspace, itemForm } from './file-form.ts';
import {
  InvalidConfig,
  type Located,
  type Place,
  type Problem,
  throwProblems,
} from './file-problem.ts';
import type { SourceFile } from './located-reader.ts';
import { fieldOf, type Kind, keyOf, secretForm } from './managed-kinds.ts';
import { parseFile } from './parse-file.ts';
import { checkLocated, fillVariables, toJson } from './read-value.ts';
import { type IsSecretName, mapSecrets } from './secret.ts';
import { findSecretProblem, type ReadVariable } from './variables.ts';

/** What the files say should exist. */
export interface Desired {
  readonly files: readonly FileFacts[];
  readonly entries: readonly Entry[];
  /** The lists in the files: items missing from them can be deleted with --prune. */
  readonly lists: readonly GivenList[];
}

export interface FileFacts {
  readonly path: string;
  readonly sha256: string;
}

/** One item of a file. */
export interface Entry {
  readonly kind: Kind;
  readonly place: Place;
  /** `metrics[0]` */
  readonly path: string;
  readonly id?: string | undefined;
  /** Undefined if the item is identified by its id alone. */
  readonly name?: string | undefined;
  /** Undefined means the workspace of the run. */
  readonly workspace?: WorkspaceName | undefined;
  /** The fields in the file. Fields that are missing are not changed. */
  readonly fields: JsonObject;
  readonly places: ReadonlyMap<string, Place>;
}

/** A workspace as a file refers to it: by name or id. */
export interface WorkspaceName {
  readonly text: string;
  readonly place: Place;
}

export interface GivenList {
  readonly kind: Kind;
  readonly workspace?: WorkspaceName | undefined;
}

export function isEntry(one: Entry | GivenList): one is Entry {
  return 'fields' in one;
}

export interface Reading {
  readonly kinds: readonly Kind[];
  readonly readVariable: ReadVariable;
  readonly isSecretName: IsSecretName;
}

/** Reads files, checks everything that does not need the service, and throws all problems at once. */
export function readDesired(sources: readonly SourceFile[], reading: Reading): Desired {
  const found: (readonly Problem[])[] = [];
  const read = sources.flatMap((source) => {
    try {
      const own: Problem[] = [];
      found.push(own);
      return readFile(source, reading, own);
    } catch (error) {
      if (!(error instanceof InvalidConfig)) throw error;
      found.push(error.problems);
      return [];
    }
  });
  const entries = read.flatMap((one) => one.entries);
  const lists = read.flatMap((one) => one.lists);
  throwProblems([...found.flat(), ...findRepeated(entries)]);
  const files = sources.map(({ path, text }) => ({ path, sha256: sha256(text) }));
  return { files, entries, lists };
}

function readFile(
  source: SourceFile,
  reading: Reading,
  problems: Problem[],
): Pick<Desired, 'entries' | 'lists'> {
  const { filled: root, problems: unset } = fillVariables(parseFile(source), reading.readVariable);
  for (const problem of unset) problems.push(problem);
  const before = problems.length;
  if (root.content.kind !== 'map') {
    const expected = 'version: 1 and lists of settings; see costctl config schema';
    problems.push({ ...root.place, path: '', message: 'the file has no keys', expected });
    return { entries: [], lists: [] };
  }
  for (const problem of checkLocated(fileForm(reading.kinds), root)) problems.push(problem);
  // A broken file cannot be split into entries.
  if (problems.length > before) return { entries: [], lists: [] };
  const { members } = root.content;
  const entries: Entry[] = [];
  const lists: GivenList[] = [];
  const own = reading.kinds.find(isWorkspace);
  const home = members.get('workspace')?.value;
  const workspace = home === undefined ? undefined : nameWorkspace(home);
  if (own !== undefined && home?.content.kind === 'map') {
    entries.push(readEntry(own, home, 'workspace', undefined, reading, problems));
  }
  for (const kind of reading.kinds) {
    const list = isWorkspace(kind) ? undefined : members.get(kind.name);
    if (list === undefined) continue;
    const scope = kind.scope === 'workspace' ? { workspace } : {};
    lists.push({ kind, ...scope });
    const { content } = list.value;
    if (content.kind !== 'list') continue;
    content.items.forEach((item, at) => {
      const path = `${kind.name}[${at}]`;
      entries.push(readEntry(kind, item, path, workspace, reading, problems));
    });
  }
  return { entries, lists };
}

/** The workspace of a file. If both its id and its name are given, the id identifies it: the name may be new. */
function nameWorkspace({ content, place }: Located): WorkspaceName | undefined {
  if (content.kind === 'scalar') {
    return typeof content.value === 'string' ? { text: content.value, place } : undefined;
  }
  if (content.kind !== 'map') return undefined;
  const named = content.members.get('id') ?? content.members.get('name');
  return named === undefined ? undefined : { text: String(toJson(named.value)), place };
}

function readEntry(
  kind: Kind,
  located: Located,
  path: string,
  home: WorkspaceName | undefined,
  reading: Reading,
  problems: Problem[],
): Entry {
  const members = located.content.kind === 'map' ? located.content.members : new Map();
  const value = toJson(located, itemForm(kind));
  const { id, workspace, ...rest } = isObject(value) ? value : {};
  const scoped = kind.scope === 'workspace';
  const fields: JsonObject = scoped || workspace === undefined ? rest : { ...rest, workspace };
  const places = new Map<string, Place>(
    [...members].map(([name, { value }]) => [name, value.place]),
  );
  const name = fields[kind.identity];
  const given = members.get('workspace')?.value.place;
  const entry: Entry = {
    kind,
    place: located.place,
    path,
    ...(typeof id === 'string' ? { id } : {}),
    ...(typeof name === 'string' ? { name } : {}),
    workspace:
      scoped && typeof workspace === 'string' && given !== undefined
        ? { text: workspace, place: given }
        : home,
    fields,
    places,
  };
  if (entry.id === undefined && entry.name === undefined) {
    problems.push({ ...entry.place, path, message: `has no ${kind.identity}` });
  }
  checkSecrets(entry, reading, problems);
  checkFields(entry, problems);
  return entry;
}

/** A file names the source of a secret and never contains the secret itself. */
export function checkSecrets(
  entry: Entry,
  { isSecretName }: Pick<Reading, 'isSecretName'>,
  problems: Problem[],
  held: JsonObject = {},
): void {
  const { kind, fields, places, path } = entry;
  const secrets = { kind, isSecretName, record: { ...held, ...fields } };
  const form = new RegExp(secretForm.pattern ?? '', 'u');
  for (const [field, value] of Object.entries(fields)) {
    mapSecrets(secrets, field, value, (source, inner) => {
      const isSource = form.test(source);
      const message = isSource ? findSecretProblem(source.replace('env:', '')) : 'is a secret';
      if (message !== undefined) {
        const place = places.get(field) ?? entry.place;
        const expected = isSource ? undefined : secretForm.expected;
        problems.push({ ...place, path: `${path}.${inner}`, message, expected });
      }
      return source;
    });
  }
}

function checkFields({ kind, fields, places, place, path }: Entry, problems: Problem[]): void {
  for (const [name, value] of Object.entries(fields)) {
    const field = fieldOf(kind, name);
    // A name in place of an id has no rules of its own.
    const message = field?.refersTo === undefined ? field?.check?.(value) : undefined;
    if (message === undefined) continue;
    problems.push({ ...(places.get(name) ?? place), path: `${path}.${name}`, message });
  }
}

/** An item may be described only once in all files. */
function findRepeated(entries: readonly Entry[]): Problem[] {
  const seen = new Map<string, Place>();
  return entries.flatMap(({ kind, name, id, workspace, place, path }) => {
    const keys = [
      ...(id === undefined ? [] : [['id', id]]),
      ...(name === undefined || id !== undefined ? [] : [['name', keyOf(kind, name)]]),
    ].map((key) => JSON.stringify([kind.name, workspace?.text, ...key]));
    const earlier = keys.map((key) => seen.get(key)).find((found) => found !== undefined);
    for (const key of keys) if (!seen.has(key)) seen.set(key, place);
    if (earlier === undefined) return [];
    const before = `${earlier.file}:${earlier.line}:${earlier.column}`;
    const message = `the ${kind.noun} ${name ?? id} is described at ${before} already`;
    return [{ ...place, path, message }];
  });
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
