import { checkValue } from '../declaration/check-value.ts';
import { compareTexts } from '../grouping.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/number.ts';
import { fileVersion, isWorkspace } from './file-form.ts';
import { type Field, fieldOf, type Kind, keyOf } from './managed-kinds.ts';
import { escapeVariables } from './read-value.ts';
import { hasSecret, type IsSecretName } from './secret.ts';
import type { Item, ItemList } from './service-state.ts';

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
export function pullItem(
  list: ItemList,
  item: Item,
  pulling: Pick<Pulling, 'listOf' | 'isSecretName' | 'isSecretText'>,
  warnings: string[],
): JsonObject {
  const { kind } = list.managed;
  const known = Object.keys(kind.fields).filter(
    (name) =>
      Object.hasOwn(item.fields, name) && (kind.fields[name]?.required || !ofService.test(name)),
  );
  const others = Object.keys(item.fields)
    .filter((name) => !Object.hasOwn(kind.fields, name) && !reserved.has(name))
    .sort(compareTexts);
  const fields: [string, JsonValue][] = [];
  for (const name of [...known, ...others]) {
    const value = pullField(kind, name, item.fields, pulling);
    if (value !== undefined) fields.push([name, value]);
    else if (item.fields[name] !== null) warnings.push(describeLeftOut(kind, item, name));
  }
  const isNamed = fields.some(([name]) => name === kind.identity);
  const twins = list.byKey.get(keyOf(kind, item.name ?? ''))?.length ?? 0;
  return { ...(isNamed && twins === 1 ? {} : { id: item.id }), ...Object.fromEntries(fields) };
}

export function describeLeftOut({ noun }: Kind, { name, id }: Item, field: string): string {
  return `the ${field} of the ${noun} ${name || id} is left out: a file cannot hold it`;
}

/** Set by the service, even if a document uses one schema for what it sends and what it takes. */
const ofService = /^(created|updated|(last_?)?modified)_?(at|on|date|time)$/i;

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
export function canHold(field: Field | undefined, value: JsonValue, isSecretText: IsSecretText) {
  if (field !== undefined && checkValue(field.form, value, []).length > 0) return false;
  // A name in place of an id has no rules of its own.
  const isFit = field?.refersTo !== undefined || field?.check?.(value) === undefined;
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
