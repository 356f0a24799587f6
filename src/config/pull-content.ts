import { checkValue } from '../declaration/check-value.ts';
import { addTo, compareTexts } from '../grouping.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/number.ts';
import { fileVersion, isWorkspace } from './file-form.ts';
import { InvalidConfig } from './file-problem.ts';
import type { SourceFile } from './located-reader.ts';
import type { Plan } from './make-plan.ts';
import { type Field, fieldOf, type Kind, keyOf } from './managed-kinds.ts';
import { parseFile, parseForEdits } from './parse-file.ts';
import { escapeVariables, toJson } from './read-value.ts';
import { hashFields } from './same-value.ts';
import { hasSecret, type IsSecretName } from './secret.ts';
import type { Item, ItemList } from './service-state.ts';
import { type FileEdit, spliceFile } from './splice.ts';

/** Whether a text holds an address with a signature, a token or a password. */
type IsSecretText = (text: string) => boolean;

export interface Pulling {
  /** The lists of one workspace and of the organization, in the order of a file. */
  readonly lists: readonly ItemList[];
  /** The workspace of the file; undefined for a file of what belongs to the organization. */
  readonly workspaceId?: string | undefined;
  readonly listOf: (kind: string) => ItemList | undefined;
  readonly isSecretName: IsSecretName;
  readonly isSecretText: IsSecretText;
}

/** What the service has, as the content of a file: in a fixed order, so that two pulls give the same. */
export function pullContent(pulling: Pulling) {
  /** What a file cannot contain. */
  const warnings: string[] = [];
  /** The content of a file: what the service has, without secrets and timestamps. */
  const content: Record<string, JsonValue> = { version: fileVersion };
  for (const list of pulling.lists) {
    const { kind } = list.managed;
    if (isWorkspace(kind)) {
      const item = list.byId.get(pulling.workspaceId ?? '');
      const { id, ...fields } = item === undefined ? {} : pullItem(list, item, pulling, warnings);
      // A workspace keeps its id: otherwise a new name in the file would be another workspace.
      if (item !== undefined) content[kind.name] = { id: id ?? item.id, ...fields };
      continue;
    }
    const items = [...list.items].sort(
      (one, other) =>
        compareTexts(nameOf(one, list, pulling), nameOf(other, list, pulling)) ||
        compareTexts(one.id, other.id),
    );
    content[kind.name] = items.map((item) => pullItem(list, item, pulling, warnings));
  }
  return { content, warnings };
}

/** One item as an entry of a file. */
function pullItem(
  list: ItemList,
  item: Item,
  pulling: Pick<Pulling, 'listOf' | 'isSecretName' | 'isSecretText'>,
  warnings: string[],
): JsonObject {
  const { kind } = list.managed;
  const known = Object.keys(kind.fields).filter((name) => Object.hasOwn(item.fields, name));
  const others = Object.keys(item.fields)
    .filter((name) => !Object.hasOwn(kind.fields, name) && !reserved.has(name))
    .sort(compareTexts);
  const fields: [string, JsonValue][] = [];
  for (const name of [...known, ...others]) {
    const value = pullField(kind, name, item.fields, pulling);
    if (value !== undefined) fields.push([name, value]);
    else warnings.push(describeLeftOut(kind, item, name));
  }
  const isNamed = fields.some(([name]) => name === kind.identity);
  const twins = list.byKey.get(keyOf(kind, item.name ?? ''))?.length ?? 0;
  return { ...(isNamed && twins === 1 ? {} : { id: item.id }), ...Object.fromEntries(fields) };
}

function describeLeftOut({ noun }: Kind, { name, id }: Item, field: string): string {
  return `the ${field} of the ${noun} ${name || id} is left out: a file cannot hold it`;
}

/** Names that mean something else in a file. */
const reserved: ReadonlySet<string> = new Set(['id', 'workspace']);

/** Undefined for values that no file may contain: secrets, and values that the file's form rejects. */
function pullField(
  kind: Kind,
  name: string,
  record: JsonObject,
  { listOf, isSecretName, isSecretText }: Pick<Pulling, 'listOf' | 'isSecretName' | 'isSecretText'>,
): JsonValue | undefined {
  const field = fieldOf(kind, name);
  const value = record[name] ?? null;
  const isSecret = hasSecret({ kind, isSecretName, record }, name, value);
  if (isSecret || !canHold(field, value, isSecretText)) return undefined;
  if (field?.refersTo === undefined || typeof value !== 'string') return escapeAll(value);
  return escapeAll(referTo(listOf(field.refersTo), value));
}

/** Whether a file may have the value: its form accepts it, and it lets nobody in. */
function canHold(field: Field | undefined, value: JsonValue, isSecretText: IsSecretText): boolean {
  const isFit = field === undefined || checkValue(field.form, value, []).length === 0;
  return isFit && !isSigned(value, isSecretText);
}

/** Whether any text of a value lets anyone in. */
function isSigned(value: JsonValue, isSecretText: IsSecretText): boolean {
  if (typeof value === 'string') return isSecretText(value);
  const inner = isObject(value) ? Object.values(value) : value;
  return Array.isArray(inner) && inner.some((one) => isSigned(one, isSecretText));
}

/** The name of an item, if that leads back to the same item; otherwise its id. */
function referTo(list: ItemList | undefined, id: string): string {
  const name = list?.byId.get(id)?.name;
  if (list === undefined || name === undefined || list.byId.has(name)) return id;
  return list.byKey.get(name)?.length === 1 ? name : id;
}

function nameOf({ name, id }: Item, { managed }: ItemList, { listOf }: Pulling): string {
  const refersTo = managed.kind.fields[managed.kind.identity]?.refersTo;
  if (name === undefined) return id;
  return refersTo === undefined ? name : referTo(listOf(refersTo), name);
}

/** Makes `${` literal in every text of a value. */
export function escapeAll(value: JsonValue): JsonValue {
  if (typeof value === 'string') return escapeVariables(value);
  if (Array.isArray(value)) return value.map(escapeAll);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, escapeAll(held)]));
}

export interface Updating {
  readonly source: SourceFile;
  /** The differences between the file and the service: an inverse plan. */
  readonly plan: Pick<Plan, 'changes'>;
  readonly listOf: (kind: string, workspaceId: string) => ItemList | undefined;
  readonly isSecretName: IsSecretName;
  readonly isSecretText: IsSecretText;
}

/** The text of the file with the values of the service. Comments and order do not change. */
export function updateFile(updating: Updating) {
  const { source } = updating;
  const warnings: string[] = [];
  const edits = findEdits(updating, warnings);
  const text = spliceFile(source.text, parseForEdits(source), edits);
  const expected = applyEdits(toJson(parseFile(source)), edits);
  if (!isWritten(source.path, text, expected)) {
    const message =
      'cannot be updated in place, since a value that differs is shared or written in an unusual way';
    throw new InvalidConfig([{ file: source.path, line: 0, column: 0, path: '', message }]);
  }
  const count = (kind: FileEdit['kind']) => edits.filter((edit) => edit.kind === kind).length;
  const added = edits.flatMap((edit) => (edit.kind === 'append' ? edit.items : [])).length;
  return { text, changed: count('set'), added, removed: count('remove'), warnings };
}

function findEdits(
  { plan, listOf, isSecretName, isSecretText }: Updating,
  warnings: string[],
): FileEdit[] {
  const edits: FileEdit[] = [];
  const isSecret = { isSecretName, isSecretText };
  const added = new Map<string, JsonObject[]>();
  for (const { action, managed, entry, fields, id, workspace } of plan.changes) {
    const { kind } = managed;
    const list = listOf(kind.name, workspace?.id ?? '');
    const item = list?.byId.get(id ?? '');
    const path = entry === undefined ? [] : partsOf(entry.path);
    if (action === 'create') {
      const [name, index] = path;
      if (typeof name === 'string' && typeof index === 'number') {
        edits.push({ kind: 'remove', list: name, index });
      }
      continue;
    }
    if (list === undefined || item === undefined) continue;
    const pulling = { ...isSecret, listOf: (name: string) => listOf(name, '') };
    const pulled = pullItem(list, item, pulling, action === 'delete' ? warnings : []);
    if (action === 'delete') {
      addTo(added, kind.name, pulled);
      continue;
    }
    for (const { field } of fields) {
      const held = item.fields[field] ?? null;
      const own = fieldOf(kind, field);
      if (!canHold(own, held, isSecretText)) {
        warnings.push(describeLeftOut(kind, item, field));
        continue;
      }
      const value = pulled[field] ?? escapeAll(held);
      const ordered = own?.unordered === true ? keepOrder(entry?.fields[field], value) : value;
      edits.push({ kind: 'set', path: [...path, field], value: ordered });
    }
  }
  for (const [list, items] of added) edits.push({ kind: 'append', list, items });
  return edits;
}

/** The items in the order of the file, for a list whose order means nothing. */
function keepOrder(held: JsonValue | undefined, value: JsonValue): JsonValue {
  if (!Array.isArray(held) || !Array.isArray(value)) return value;
  const [before, now] = [new Set(held), new Set(value)];
  return [...held.filter((one) => now.has(one)), ...value.filter((one) => !before.has(one))];
}

/** `metrics[0]` as its parts. */
function partsOf(path: string): (string | number)[] {
  const [, name = '', index] = /^([^[]+)(?:\[(\d+)\])?$/.exec(path) ?? [];
  return index === undefined ? [name] : [name, Number(index)];
}

/** Whether the new text has exactly the expected content; otherwise it is not written. */
function isWritten(path: string, text: string, expected: JsonValue): boolean {
  try {
    const written = toJson(parseFile({ path, text }));
    return hashFields(withoutEmpty(written)) === hashFields(withoutEmpty(expected));
  } catch (error) {
    if (error instanceof InvalidConfig) return false;
    throw error;
  }
}

/** An empty list may be null in the text, and vice versa. */
function withoutEmpty(content: JsonValue): JsonObject {
  if (!isObject(content)) return {};
  const entries = Object.entries(content).map(([name, value]): [string, JsonValue] => [
    name,
    Array.isArray(value) && value.length === 0 ? null : value,
  ]);
  return Object.fromEntries(entries);
}

function applyEdits(content: JsonValue, edits: readonly FileEdit[]): JsonValue {
  if (!isObject(content)) return content;
  const changed = setAll(
    content,
    edits.filter((edit) => edit.kind === 'set'),
  );
  const result: Record<string, JsonValue> = isObject(changed) ? { ...changed } : {};
  for (const [name, value] of Object.entries(result)) {
    const removed = new Set(
      edits.flatMap((edit) => (edit.kind === 'remove' && edit.list === name ? [edit.index] : [])),
    );
    const added = edits.flatMap((edit) =>
      edit.kind === 'append' && edit.list === name ? edit.items : [],
    );
    if (removed.size === 0 && added.length === 0) continue;
    const items = Array.isArray(value) ? value : [];
    result[name] = [...items.filter((_item, at) => !removed.has(at)), ...added];
  }
  return result;
}

type SetEdit = Extract<FileEdit, { readonly kind: 'set' }>;

/** Sets all values in one pass, since each copy of a list takes as long as the list. */
function setAll(held: JsonValue, edits: readonly SetEdit[], depth = 0): JsonValue {
  const whole = edits.findLast(({ path }) => path.length === depth);
  if (whole !== undefined) return whole.value;
  const inside = new Map<string | number | undefined, SetEdit[]>();
  for (const edit of edits) addTo(inside, edit.path[depth], edit);
  const change = (part: string | number, item: JsonValue) => {
    const own = inside.get(part);
    return own === undefined ? item : setAll(item, own, depth + 1);
  };
  if (Array.isArray(held)) return held.map((item, at) => change(at, item));
  if (!isObject(held)) return held;
  const entries = Object.keys(held).concat([...inside.keys()].map(String));
  return Object.fromEntries(entries.map((name) => [name, change(name, held[name] ?? null)]));
}
