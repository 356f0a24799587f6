import { isObject } from '../json/bulk/merge.ts';
import type { JsonObject, JsonValue } from '../json/number.ts';
import { InvalidConfig } from './file-problem.ts';
import { parseFile, type SourceFile } from './parse-file.ts';
import type { Plan } from './plan.ts';
import { escapeAll, pullItem } from './pull.ts';
import { toJson } from './read-form.ts';
import { hashFields } from './same-value.ts';
import type { IsSecretName } from './secret.ts';
import type { ItemList } from './service-state.ts';
import { type FileEdit, spliceFile } from './splice.ts';

export interface Updated {
  readonly text: string;
  readonly changed: number;
  readonly added: number;
  readonly removed: number;
}

export interface Updating {
  readonly source: SourceFile;
  /** The differences between the file and the service: an inverse plan. */
  readonly plan: Pick<Plan, 'changes'>;
  readonly listOf: (kind: string, workspaceId: string) => ItemList | undefined;
  readonly isSecretName: IsSecretName;
}

/** The text of the file with the values of the service. Comments and order do not change. */
export function updateFile(updating: Updating): Updated {
  const { source } = updating;
  const edits = findEdits(updating);
  const { document, root } = parseFile(source, { tokens: true });
  const text = spliceFile(source.text, document, edits);
  const expected = applyEdits(toJson(root), edits);
  if (!isWritten(source.path, text, expected)) {
    const message =
      'cannot be updated in place, since a value that differs is shared or written in an unusual way';
    throw new InvalidConfig([{ file: source.path, line: 0, column: 0, path: '', message }]);
  }
  const count = (kind: FileEdit['kind']) => edits.filter((edit) => edit.kind === kind).length;
  const added = edits.flatMap((edit) => (edit.kind === 'append' ? edit.items : [])).length;
  return { text, changed: count('set'), added, removed: count('remove') };
}

function findEdits({ plan, listOf, isSecretName }: Updating): FileEdit[] {
  const edits: FileEdit[] = [];
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
    const pulled = pullItem(list, item, { listOf: (name) => listOf(name, ''), isSecretName }, []);
    if (action === 'delete') {
      added.set(kind.name, [...(added.get(kind.name) ?? []), pulled]);
      continue;
    }
    for (const { field } of fields) {
      const value = pulled[field] ?? escapeAll(item.fields[field] ?? null);
      const isUnordered = Object.hasOwn(kind.fields, field) && kind.fields[field]?.unordered;
      const ordered = isUnordered === true ? keepOrder(entry?.fields[field], value) : value;
      edits.push({ kind: 'set', path: [...path, field], value: ordered });
    }
  }
  for (const [list, items] of added) edits.push({ kind: 'append', list, items });
  return edits;
}

/** In the order of the file, if the order means nothing. */
function keepOrder(held: JsonValue | undefined, value: JsonValue): JsonValue {
  if (!Array.isArray(held) || !Array.isArray(value)) return value;
  const known = held.filter((one) => value.includes(one));
  return [...known, ...value.filter((one) => !held.includes(one))];
}

/** `metrics[0]` as its parts. */
function partsOf(path: string): (string | number)[] {
  const [, name = '', index] = /^([^[]+)(?:\[(\d+)\])?$/.exec(path) ?? [];
  return index === undefined ? [name] : [name, Number(index)];
}

/** Whether the new text has exactly the expected content; otherwise it is not written. */
function isWritten(path: string, text: string, expected: JsonValue): boolean {
  try {
    const written = toJson(parseFile({ path, text }).root);
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
  const result: Record<string, JsonValue> = { ...content };
  for (const edit of edits) {
    if (edit.kind === 'set') Object.assign(result, setIn(result, edit.path, edit.value));
  }
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

function setIn(
  held: JsonValue,
  [first, ...rest]: readonly (string | number)[],
  value: JsonValue,
): JsonValue {
  if (first === undefined) return value;
  if (Array.isArray(held)) {
    return held.map((item, at) => (at === first ? setIn(item, rest, value) : item));
  }
  if (!isObject(held)) return held;
  const inner = setIn(held[first] ?? null, rest, value);
  return Object.fromEntries([...Object.entries(held), [String(first), inner]]);
}
