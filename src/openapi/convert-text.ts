import { isObject } from '../json/bulk/merge.ts';
import { ExactNumber, type JsonObject, type JsonValue } from '../json/number.ts';
import { parseJson } from '../json/parse.ts';
import { isInteger } from './check-scalar.ts';
import { partsOf, propertiesOf, type Schema, type Schemas } from './json-schema.ts';
import { isTypedId, traitsOf } from './traits.ts';

/**
 * Converts a word of the command line to the kind of value that the document requires. If it matches none
 * of these kinds it is text, if text is allowed.
 */
export function convertText(schema: Schema, text: string, schemas: Schemas): JsonValue {
  if (isTypedId(schema, schemas)) return { Value: text };
  const { types, choices, nullable } = traitsOf(schema, schemas);
  const choice = choices.find((one) => String(one) === text);
  if (isScalar(choice)) return choice;
  if (types.join() === 'string') return text;
  const json = tryJson(text);
  if (json === undefined || typeof json === 'string') return text;
  if (json === null) return nullable || types.length === 0 ? null : text;
  return types.length === 0 || types.some((type) => isOf(type, json)) ? json : text;
}

/** `key=value`, or a whole JSON object, as the properties of an object. */
export function convertPair(
  schema: Schema,
  text: string,
  schemas: Schemas,
): JsonObject | undefined {
  const json = text.trimStart().startsWith('{') ? tryJson(text) : undefined;
  if (isObject(json)) return json;
  const at = text.indexOf('=');
  if (at < 1) return undefined;
  const [name, value] = [text.slice(0, at), text.slice(at + 1)];
  const property = propertiesOf(schema, schemas).find((one) => one.name === name)?.schema;
  const stated = property ?? traitsOf(schema, schemas).values;
  // Without a schema a value is text; numbers and other kinds are given as JSON.
  return { [name]: stated === undefined ? value : convertText(stated, value, schemas) };
}

/** Wraps a plain id if the document requires an object with one property `Value`. */
export function wrapIds(schema: Schema, value: JsonValue, schemas: Schemas): JsonValue {
  if (typeof value === 'string') return isTypedId(schema, schemas) ? { Value: value } : value;
  const parts = partsOf(schema, schemas);
  if (Array.isArray(value)) {
    const items = parts.find((part) => part.items !== undefined)?.items;
    return items === undefined
      ? value
      : value.map((item: JsonValue) => wrapIds(items, item, schemas));
  }
  if (!isObject(value)) return value;
  return wrapProperties(parts, value, schemas);
}

function wrapProperties(
  parts: readonly Schema[],
  object: JsonObject,
  schemas: Schemas,
): JsonObject {
  const entries = Object.entries(object).map(([name, inner]): [string, JsonValue] => {
    const holder = parts.find((part) => part.properties && Object.hasOwn(part.properties, name));
    const property = holder?.properties?.[name];
    return [name, property === undefined ? inner : wrapIds(property, inner, schemas)];
  });
  return Object.fromEntries(entries);
}

function tryJson(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function isOf(type: string, value: JsonValue): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'boolean') return typeof value === 'boolean';
  if (typeof value !== 'number' && !(value instanceof ExactNumber)) return false;
  return type === 'number' || (type === 'integer' && isInteger(value));
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
