import type { Problem } from '../formats/yaml/file-problem.ts';
import type { JsonObject, JsonValue } from '../json/number.ts';
import { checkSecrets } from './desired.ts';
import { type Field, fieldOf, keyOf } from './managed-kinds.ts';
import { type Match, nameOfReference, type Resolve } from './match.ts';
import { type Change, type FieldChange, Pending } from './planned-change.ts';
import { isSame } from './same-value.ts';
import { hasSecret, type IsSecretName, isUnseen, mapSecrets } from './secret.ts';
import type { ItemList } from './service-state.ts';

export interface DiffRules {
  readonly resolve: Resolve;
  readonly listOf: (kind: string, match: Match) => ItemList | undefined;
  /** Fields that the service does not return are sent again. */
  readonly resend: boolean;
  /** The file will be changed, not the service: every difference is a change. */
  readonly inverse: boolean;
  readonly isSecretName: IsSecretName;
  readonly problems: Problem[];
}

/** The change that makes an item match its entry; undefined if it already does. */
export function diffMatch(match: Match, rules: DiffRules): Change | undefined {
  return match.item === undefined ? createItem(match, rules) : updateItem(match, rules);
}

function createItem(match: Match, rules: DiffRules): Change {
  const { entry, managed, workspace, key } = match;
  const { kind } = managed;
  const send: Record<string, JsonValue | Pending> = {};
  const fields: FieldChange[] = [];
  for (const [name, value] of Object.entries(entry.fields)) {
    if (value === null && kind.fields[name]?.required !== true) continue;
    const sent = resolveField(match, rules, name, value);
    if (sent === undefined) continue;
    send[name] = sent;
    fields.push({ field: name, after: value });
  }
  for (const [name, { required }] of Object.entries(kind.fields)) {
    if (required !== true || rules.inverse || Object.hasOwn(send, name)) continue;
    if (rules.problems.some(({ path }) => path === `${entry.path}.${name}`)) continue;
    const message = `${name} is missing, and the ${kind.noun} ${entry.name ?? ''} does not exist yet`;
    rules.problems.push({ ...entry.place, path: entry.path, message });
  }
  return {
    key,
    action: 'create',
    managed,
    workspace,
    name: entry.name ?? '',
    fields,
    send,
    needs: [...keysOf(send), ...creatorOf(match)],
    after: [],
    place: entry.place,
    entry,
  };
}

function updateItem(match: Match, rules: DiffRules): Change | undefined {
  const { entry, managed, workspace, item, key } = match;
  const { kind } = managed;
  if (item === undefined) return undefined;
  const send: Record<string, JsonValue | Pending> = {};
  const fields: FieldChange[] = [];
  // A field that the service has beside a value may say that the value is a secret.
  if (!rules.inverse) checkSecrets(entry, rules, rules.problems, item.fields);
  const record = { ...item.fields, ...entry.fields };
  const wants = { kind, isSecretName: rules.isSecretName, record };
  const has = { ...wants, record: item.fields };
  const unseen: [string, JsonValue][] = [];
  for (const [name, value] of Object.entries(entry.fields)) {
    const field = fieldOf(kind, name);
    const there = item.fields[name] ?? null;
    // A file keeps the sources of its secrets, and receives no secret of the service.
    if (rules.inverse && (hasSecret(wants, name, value) || hasSecret(has, name, there))) continue;
    if (isUnseen(wants, name, value, item.fields)) {
      if (value !== null && field?.fixed === undefined) unseen.push([name, value]);
      continue;
    }
    const wanted = resolveField(match, rules, name, value);
    if (wanted === undefined && !rules.inverse) continue;
    const held = item.fields[name];
    const isKnown = wanted !== undefined && !(wanted instanceof Pending);
    if (isKnown && isEqual(match, name, field, wanted, held)) continue;
    const change = { field: name, ...beforeOf(match, rules, name, held), after: value };
    if (rules.inverse || wanted === undefined) {
      fields.push(change);
    } else if (field?.fixed === 'drift') {
      fields.push({ ...change, fixed: true });
    } else if (field?.fixed === 'error') {
      refuseFixed(match, name, rules.problems);
    } else {
      send[name] = wanted;
      fields.push(change);
    }
  }
  const isReplaced = kind.replaced === true && Object.keys(send).length > 0;
  for (const [name, value] of rules.resend || isReplaced ? unseen : []) {
    send[name] = value;
    fields.push({ field: name, after: value });
  }
  if (fields.length === 0) return undefined;
  return {
    key,
    action: Object.keys(send).length === 0 ? 'drift' : 'update',
    managed,
    workspace,
    name: entry.name ?? item.name ?? item.id,
    id: item.id,
    fields,
    before: item.fields,
    send,
    needs: keysOf(send),
    after: [],
    place: entry.place,
    entry,
  };
}

/** The deletion of an item that no file has. */
export function deleteItem(
  list: ItemList,
  item: ItemList['items'][number],
  workspace: Change['workspace'],
  name: string,
): Change {
  const { managed, workspaceId } = list;
  return {
    key: JSON.stringify([managed.kind.name, workspaceId, 'delete', item.id]),
    action: 'delete',
    managed,
    workspace,
    name,
    id: item.id,
    fields: [],
    before: item.fields,
    send: {},
    needs: [],
    after: [],
  };
}

/**
 * The id in place of a name; undefined if no record has the name, which is a problem unless the file is changed.
 */
function resolveField(
  { entry, managed, workspace, item }: Match,
  { resolve, inverse, problems }: DiffRules,
  name: string,
  value: JsonValue,
): JsonValue | Pending | undefined {
  const kind = fieldOf(managed.kind, name)?.refersTo;
  if (kind === undefined || typeof value !== 'string') return value;
  const resolved = resolve(kind, value, workspace);
  if (typeof resolved === 'string' || resolved instanceof Pending) return resolved;
  // The token may not see what the item refers to already, or it is gone.
  if (item?.fields[name] === value) return value;
  const { problem: message, nearest, isHidden = false } = resolved;
  if (inverse && !isHidden) return undefined;
  const place = entry.places.get(name) ?? entry.place;
  problems.push({ ...place, path: `${entry.path}.${name}`, message, nearest });
  return undefined;
}

function isEqual(
  { managed: { kind } }: Match,
  name: string,
  field: Field | undefined,
  wanted: JsonValue,
  held: JsonValue | undefined,
): boolean {
  if (name === kind.identity && typeof wanted === 'string' && typeof held === 'string') {
    return keyOf(kind, wanted) === keyOf(kind, held);
  }
  return isSame(field, wanted, held);
}

function beforeOf(match: Match, rules: DiffRules, name: string, held: JsonValue | undefined) {
  const { managed, entry, item } = match;
  if (held === undefined || held === null) return { before: null };
  const kind = fieldOf(managed.kind, name)?.refersTo;
  if (kind !== undefined) return { before: nameOfReference(rules.listOf(kind, match), held) };
  const { isSecretName } = rules;
  const mask = (record: JsonObject, value: JsonValue) =>
    mapSecrets({ kind: managed.kind, isSecretName, record }, name, value, () => '****');
  const { fields = {} } = item ?? {};
  return { before: mask(fields, mask({ ...fields, ...entry.fields }, held)) };
}

function refuseFixed({ entry, managed: { kind } }: Match, name: string, problems: Problem[]): void {
  const place = entry.places.get(name) ?? entry.place;
  const what =
    name === kind.identity && entry.id === undefined
      ? name
      : `${name} of the ${kind.noun} ${entry.name ?? entry.id}`;
  const message = `the service cannot change the ${what}; write the current value into the file, or use another name`;
  problems.push({ ...place, path: `${entry.path}.${name}`, message });
}

function keysOf(send: Readonly<Record<string, JsonValue | Pending>>): string[] {
  return Object.values(send).flatMap((value) => (value instanceof Pending ? [value.key] : []));
}

function creatorOf({ workspace }: Match): string[] {
  return workspace?.createdBy === undefined ? [] : [workspace.createdBy];
}
