import { isObject } from '../json/bulk/merge.ts';
import type { JsonObject, JsonValue } from '../json/number.ts';
import { parseJson } from '../json/parse.ts';
import type { OptionDefinition } from './options.ts';
import { partsOf, type Schema, type Schemas } from './schema.ts';
import { isTypedId, traitsOf } from './traits.ts';

/** What was given for an option, as the value that is sent. It is not checked yet. */
export function readValue(
  { kind, schema }: Pick<OptionDefinition, 'kind' | 'schema'>,
  given: unknown,
  schemas: Schemas,
): JsonValue {
  if (typeof given === 'boolean') return given;
  const texts = Array.isArray(given) ? given.map(String) : [String(given)];
  if (kind === 'list') {
    const items = traitsOf(schema, schemas).items ?? { type: ['string'] as const };
    return texts.map((text) => convertText(items, text, schemas));
  }
  if (kind === 'map') return Object.fromEntries(texts.map(splitPair));
  return convertText(schema, texts.at(-1) ?? '', schemas);
}

/** A word of the command line as the kind of value that the document asks for. */
export function convertText(schema: Schema, text: string, schemas: Schemas): JsonValue {
  if (isTypedId(schema, schemas)) return { Value: text };
  const { types, choices } = traitsOf(schema, schemas);
  const choice = choices.find((one) => String(one) === text);
  if (isScalar(choice)) return choice;
  const json = tryJson(text);
  if (json === undefined) return text;
  const isText = typeof json === 'string' || types.join() === 'string';
  const fits = types.length === 0 || types.some((type) => isOf(type, json));
  return fits && !isText ? json : text;
}

/** Wraps what stands as a plain id where the document shows an object with one property `Value`. */
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

function splitPair(text: string): [string, string] {
  const at = text.indexOf('=');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
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
  if (type === 'null') return value === null;
  if (type === 'boolean') return typeof value === 'boolean';
  // An ExactNumber is neither text nor any of the above.
  return (
    type !== 'string' &&
    value !== null &&
    !isObject(value) &&
    !Array.isArray(value) &&
    typeof value !== 'boolean'
  );
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
