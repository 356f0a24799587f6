import { isSecretName } from '../../api/secret-names.ts';
import { isObject, type JsonObject, type JsonValue } from '../../json/number.ts';

/** A record whose fields are not published: everything except ids, timestamps and secrets. */
export function openFields(record: JsonObject): JsonObject {
  const kept = Object.entries(record).filter(
    ([name]) => !/^(id|workspaceId)$|(At|_at)$/.test(name) && !isSecretName(name, record),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, unwrap(value)]));
}

/** `{"Value": x}` as x, in a copy: what is sent back keeps the object. */
function unwrap(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(unwrap);
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  const [only] = entries;
  if (entries.length === 1 && only?.[0] === 'Value') return unwrap(only[1]);
  return Object.fromEntries(entries.map(([name, held]) => [name, unwrap(held)]));
}

/** Values of a file in the form of the record that they replace: an id that came as `{"Value": x}` leaves as one. */
export function inFormOf(record: JsonObject, fields: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, wrapAs(record[name], value)]),
  );
}

function wrapAs(sent: JsonValue | undefined, value: JsonValue): JsonValue {
  if (Array.isArray(sent) && Array.isArray(value)) return value.map((one) => wrapAs(sent[0], one));
  if (sent === undefined || !isObject(sent) || value === null) return value;
  if (isObject(value)) return inFormOf(sent, value);
  return Object.keys(sent).join() === 'Value' ? { Value: value } : value;
}

export function pick(record: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => (record[name] === undefined ? [] : [[name, record[name]]])),
  );
}

export function pickPresent(record: JsonObject, name: string): JsonObject {
  return (record[name] ?? null) === null ? {} : pick(record, [name]);
}

export function textField<Name extends string>(name: Name, value: JsonValue | undefined) {
  const field: Partial<Record<Name, string>> = {};
  if (typeof value === 'string') field[name] = value;
  return field;
}

export function optionalText<Name extends string>(name: Name, value: JsonValue | undefined) {
  const field: Partial<Record<Name, string | null>> = {};
  if (typeof value === 'string' || value === null) field[name] = value;
  return field;
}

export function textMap(value: JsonValue | undefined): Record<string, string> {
  if (value === undefined || !isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]));
}

export async function* records(items: AsyncIterable<object>): AsyncGenerator<JsonObject> {
  for await (const item of items) yield asRecord(item);
}

/** The boundary: whatever a response is typed as, it was parsed from JSON. */
export function asRecord(record: object): JsonObject {
  return record as JsonObject;
}
