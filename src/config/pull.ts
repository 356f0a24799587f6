import { isObject } from '../json/bulk/merge.ts';
import type { JsonObject, JsonValue } from '../json/number.ts';
import { fileVersion, isWorkspace } from './file-form.ts';
import { escapeVariables } from './fill.ts';
import { type Kind, keyOf } from './managed-kind.ts';
import { fitsForm } from './read-form.ts';
import { compareText } from './same-value.ts';
import { hasSecret, type IsSecretName } from './secret.ts';
import type { Item, ItemList } from './service-state.ts';

export interface Pulled {
  /** The content of a file: what the service has, without secrets and timestamps. */
  readonly content: JsonObject;
  /** What a file cannot contain. */
  readonly warnings: readonly string[];
}

export interface Pulling {
  /** The lists of one workspace and of the organization, in the order of a file. */
  readonly lists: readonly ItemList[];
  /** The workspace of the file; undefined for one that has only what belongs to the organization. */
  readonly workspaceId?: string | undefined;
  /** Finds the list of a kind that an item refers to. */
  readonly listOf: (kind: string) => ItemList | undefined;
  readonly isSecretName: IsSecretName;
}

/** What the service has, as the content of a file: in one order, so that two pulls give the same. */
export function pullContent(pulling: Pulling): Pulled {
  const warnings: string[] = [];
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
        compareText(nameOf(one, list, pulling), nameOf(other, list, pulling)) ||
        compareText(one.id, other.id),
    );
    content[kind.name] = items.map((item) => pullItem(list, item, pulling, warnings));
  }
  return { content, warnings };
}

/** One item as an entry of a file. */
export function pullItem(
  list: ItemList,
  item: Item,
  pulling: Pick<Pulling, 'listOf' | 'isSecretName'>,
  warnings: string[],
): JsonObject {
  const { kind } = list.managed;
  const known = Object.keys(kind.fields).filter((name) => Object.hasOwn(item.fields, name));
  const others = Object.keys(item.fields)
    .filter((name) => !Object.hasOwn(kind.fields, name) && !reserved.has(name))
    .sort(compareText);
  const fields: [string, JsonValue][] = [];
  for (const name of [...known, ...others]) {
    const value = pullField(kind, name, item.fields[name] ?? null, pulling);
    if (value !== undefined) fields.push([name, value]);
    else
      warnings.push(
        `the ${name} of ${kind.name} ${item.name ?? item.id} is left out: a file cannot hold it`,
      );
  }
  const isNamed = fields.some(([name]) => name === kind.identity);
  const twins = list.byKey.get(keyOf(kind, item.name ?? ''))?.length ?? 0;
  return { ...(isNamed && twins === 1 ? {} : { id: item.id }), ...Object.fromEntries(fields) };
}

/** These mean something else in a file. */
const reserved: ReadonlySet<string> = new Set(['id', 'workspace']);

/** Undefined for values that no file may contain: secrets, and values that the file's form rejects. */
function pullField(
  kind: Kind,
  name: string,
  value: JsonValue,
  { listOf, isSecretName }: Pick<Pulling, 'listOf' | 'isSecretName'>,
): JsonValue | undefined {
  const field = Object.hasOwn(kind.fields, name) ? kind.fields[name] : undefined;
  if (hasSecret({ kind, isSecretName }, name, value)) return undefined;
  if (field !== undefined && !fitsForm(field.form, value)) return undefined;
  if (field?.refersTo === undefined || typeof value !== 'string') return escapeAll(value);
  return escapeAll(referTo(listOf(field.refersTo), value));
}

/** By name, if that name leads back to the same item. */
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

/** `${` is literal. */
export function escapeAll(value: JsonValue): JsonValue {
  if (typeof value === 'string') return escapeVariables(value);
  if (Array.isArray(value)) return value.map(escapeAll);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, escapeAll(held)]));
}
