import { InvalidFile } from '../formats/yaml/file-problem.ts';
import type { SourceFile } from '../formats/yaml/located-reader.ts';
import { parseFile, parseForEdits } from '../formats/yaml/parse-file.ts';
import { addTo } from '../grouping.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/number.ts';
import type { Plan } from './make-plan.ts';
import { fieldOf } from './managed-kinds.ts';
import { canHold, describeLeftOut, escapeAll, type Pulling, pullItem } from './pull-content.ts';
import { toJson } from './read-value.ts';
import { hashFields } from './same-value.ts';
import type { ItemList } from './service-state.ts';
import { type FileEdit, spliceFile } from './splice.ts';

interface Updating extends Pick<Pulling, 'isSecretName' | 'isSecretText'> {
  readonly source: SourceFile;
  /** The differences between the file and the service: an inverse plan. */
  readonly plan: Pick<Plan, 'changes'>;
  readonly listOf: (kind: string, workspaceId: string) => ItemList | undefined;
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
    throw new InvalidFile([{ file: source.path, line: 0, column: 0, path: '', message }]);
  }
  const count = (kind: FileEdit['kind']) => edits.filter((edit) => edit.kind === kind).length;
  const added = edits.flatMap((edit) => (edit.kind === 'append' ? edit.items : [])).length;
  return { text, changed: count('set'), added, removed: count('remove'), warnings };
}

function findEdits({ plan, listOf, isSecretName, isSecretText }: Updating, warnings: string[]) {
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
    if (error instanceof InvalidFile) return false;
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
