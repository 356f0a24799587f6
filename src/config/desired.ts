import { createHash } from 'node:crypto';
import {
  InvalidFile,
  type Located,
  type Place,
  type Problem,
  throwProblems,
} from '../formats/yaml/file-problem.ts';
import type { SourceFile } from '../formats/yaml/located-reader.ts';
import { parseFile } from '../formats/yaml/parse-file.ts';
import { within } from '../grouping.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/number.ts';
import { fileForm, isWorkspace, itemForm } from './file-form.ts';
import { fieldOf, type Kind, keyOf, secretForm } from './managed-kinds.ts';
import { checkLocated, fillVariables, toJson } from './read-value.ts';
import { type IsSecretName, mapSecrets } from './secret.ts';
import { findSecretProblem, type ReadVariable } from './variables.ts';

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
      if (!(error instanceof InvalidFile)) throw error;
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
  const form = fileForm(reading.kinds);
  const file = toJson(root, form);
  for (const problem of checkLocated(form, root, file)) problems.push(problem);
  // A broken file cannot be split into entries.
  if (problems.length > before) return { entries: [], lists: [] };
  const { members } = root.content;
  const entries: Entry[] = [];
  const lists: GivenList[] = [];
  const own = reading.kinds.find(isWorkspace);
  const home = members.get('workspace')?.value;
  const workspace = home === undefined ? undefined : nameWorkspace(home);
  if (own !== undefined && home?.content.kind === 'map') {
    const item = { located: home, value: toJson(home, itemForm(own)), path: 'workspace' };
    entries.push(readEntry(own, item, undefined, reading, problems));
  }
  for (const kind of reading.kinds) {
    const list = isWorkspace(kind) ? undefined : members.get(kind.name);
    if (list === undefined) continue;
    const scope = kind.scope === 'workspace' ? { workspace } : {};
    lists.push({ kind, ...scope });
    const { content } = list.value;
    const values = isObject(file) ? file[kind.name] : undefined;
    if (content.kind !== 'list' || !Array.isArray(values)) continue;
    content.items.forEach((located, at) => {
      const item = { located, value: values[at] ?? null, path: `${kind.name}[${at}]` };
      entries.push(readEntry(kind, item, workspace, reading, problems));
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

interface Item {
  readonly located: Located;
  readonly value: JsonValue;
  readonly path: string;
}

function readEntry(
  kind: Kind,
  { located, value, path }: Item,
  home: WorkspaceName | undefined,
  reading: Reading,
  problems: Problem[],
): Entry {
  const { content } = located;
  const record = isObject(value) ? value : {};
  const { id, workspace } = record;
  const scoped = kind.scope === 'workspace';
  const fields: Record<string, JsonValue> = {};
  const places = new Map<string, Place>();
  for (const [name, member] of content.kind === 'map' ? content.members : []) {
    places.set(name, member.value.place);
    if (name !== 'id' && !(scoped && name === 'workspace')) fields[name] = record[name] ?? null;
  }
  const name = fields[kind.identity];
  const given = places.get('workspace');
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
  held?: JsonObject,
): void {
  const { kind, fields, places, path } = entry;
  const record = held === undefined ? fields : { ...held, ...fields };
  const secrets = { kind, isSecretName, record };
  for (const field of Object.keys(fields)) {
    mapSecrets(secrets, field, fields[field] ?? null, (source, inner) => {
      const isSource = secretSource.test(source);
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

const secretSource = new RegExp(secretForm.pattern ?? '', 'u');

function checkFields({ kind, fields, places, place, path }: Entry, problems: Problem[]): void {
  for (const name of Object.keys(fields)) {
    const field = fieldOf(kind, name);
    // A name in place of an id has no rules of its own.
    const message =
      field?.refersTo === undefined ? field?.check?.(fields[name] ?? null) : undefined;
    if (message === undefined) continue;
    problems.push({ ...(places.get(name) ?? place), path: `${path}.${name}`, message });
  }
}

/** An item may be described only once in all files, and items of one name each need an id. */
function findRepeated(entries: readonly Entry[]): Problem[] {
  const seen = new Map<string, Entry>();
  return entries.flatMap((entry) => {
    const { kind, name, id, workspace, place, path } = entry;
    // What belongs to the organization is the same item in the files of all workspaces.
    const scope = kind.scope === 'workspace' ? workspace?.text : undefined;
    const named = name === undefined ? undefined : keyOf(kind, name);
    const keys = Object.entries({ id, named })
      .filter(([, text]) => text !== undefined)
      .map((own) => JSON.stringify([kind.name, scope, ...own]));
    const earlier = keys
      .flatMap((key) => seen.get(key) ?? [])
      .find((one) => id === undefined || one.id === undefined || one.id === id);
    for (const key of keys) within(seen, key, () => entry);
    if (earlier === undefined) return [];
    const { file, line, column } = earlier.place;
    const message = `the ${kind.noun} ${name ?? id} is described at ${file}:${line}:${column} already`;
    return [{ ...place, path, message }];
  });
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
