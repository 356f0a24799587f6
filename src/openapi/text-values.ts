import { isOf } from '../declaration/check-value.ts';
import { propertiesOf, type Schema, type Schemas } from '../declaration/json-schema.ts';
import { usageError } from '../errors.ts';
import { ExactNumber, isObject, type JsonObject, type JsonValue } from '../json/number.ts';
import { tryJson } from '../json/parse.ts';
import { jsonText, stringifyJson } from '../json/stringify.ts';
import type { Serialization, Style } from './description.ts';
import { isTypedId, traitsOf } from './traits.ts';

/** To the kind of value that the document requires; a word that matches none stays text. */
export function convertText(schema: Schema, text: string, schemas: Schemas): JsonValue {
  if (isTypedId(schema, schemas)) return { Value: text };
  const { types, choices, nullable } = traitsOf(schema, schemas);
  const choice = choices.find((one) => jsonText(one) === text);
  if (isScalar(choice)) return choice;
  if (types.join() === 'string') return text;
  const json = tryJson(text);
  if (json === undefined || typeof json === 'string') return text;
  if (json === null) return nullable || types.length === 0 ? null : text;
  return types.length === 0 || types.some((type) => isOf(type, json)) ? json : text;
}

/** `key=value`, or a whole JSON object, as the properties of an object. */
export function convertPair(schema: Schema, text: string, schemas: Schemas) {
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
  const { items = {}, values = {} } = traitsOf(schema, schemas);
  if (Array.isArray(value)) return value.map((item: JsonValue) => wrapIds(items, item, schemas));
  if (!isObject(value)) return value;
  const properties = new Map(propertiesOf(schema, schemas).map((one) => [one.name, one.schema]));
  const entries = Object.entries(value).map(([name, inner]): [string, JsonValue] => [
    name,
    wrapIds(properties.get(name) ?? values, inner, schemas),
  ]);
  return Object.fromEntries(entries);
}

export function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** `name=value` pairs, percent-encoded, as in OpenAPI's table of styles. */
export function serializeQuery(name: string, value: JsonValue, form: Serialization): string[] {
  const encode = form.reserved === true ? encodeUnreserved : encodeText;
  if (form.json === true) return [`${encodeText(name)}=${encode(stringifyJson(value))}`];
  if (form.style === 'deepObject' && isCompound(value)) {
    return deepPairs(encodeText(name), value, encode);
  }
  // A comma within a text is encoded, so that it is not read as the one between two texts.
  const encodePart = (text: string) =>
    form.explode ? encode(text) : encode(text).replaceAll(',', '%2C');
  const parts = piecesOf(value, form.explode, encodePart);
  if (parts === undefined) return [`${encodeText(name)}=${encode(textOf(value))}`];
  if (form.explode && isObject(value)) {
    return Object.entries(value).map(([key, one]) => `${encodeText(key)}=${encode(textOf(one))}`);
  }
  if (form.explode) return parts.map((part) => `${encodeText(name)}=${part}`);
  return [`${encodeText(name)}=${parts.join(delimiters[form.style] ?? ',')}`];
}

/** A path parameter, percent-encoded: it can neither leave its segment nor climb out of it. */
export function serializePath(name: string, value: JsonValue, form: Serialization): string {
  const encoded =
    form.json === true
      ? [encodeText(stringifyJson(value))]
      : (piecesOf(value, form.explode, encodeText) ?? [encodeText(textOf(value))]);
  if (encoded.length === 0 || encoded.some((part) => part === '')) {
    throw usageError(`${name} must not be empty`);
  }
  const text = joinPath(name, value, encoded, form);
  // Proxies and servers resolve segments of dots, percent-encoded or not.
  if (text === '.' || text === '..') throw usageError(`${name} must not be "${text}"`);
  return text;
}

export function serializeHeader(value: JsonValue, form: Serialization): string {
  const text =
    form.json === true
      ? stringifyJson(value)
      : (piecesOf(value, form.explode, (text) => text)?.join(',') ?? textOf(value));
  if (!/^[\x20-\x7e\x80-\xff\t]*$/.test(text)) {
    throw usageError('a header has only letters, digits and signs on one line');
  }
  return text.trim();
}

export function fillTemplate(path: string, values: ReadonlyMap<string, string>): string {
  return path.replaceAll(/\{([^{}]+)\}/g, (_match, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw usageError(`${name} must not be empty`);
    return value;
  });
}

type Compound = JsonObject | readonly JsonValue[];

/** Whether a value may have parts that must be written separately. */
function isCompound(value: JsonValue): value is Compound {
  return Array.isArray(value) || isObject(value);
}

export function textOf(value: JsonValue): string {
  if (value === null) return '';
  if (value instanceof ExactNumber) return value.text;
  return typeof value === 'object' ? stringifyJson(value) : String(value);
}

const delimiters: Partial<Readonly<Record<Style, string>>> = {
  spaceDelimited: '%20',
  pipeDelimited: '%7C',
};

/**
 * The encoded texts of a list; for an object `key=value` if exploded, otherwise alternating keys and values.
 * An `=` within a text is encoded, so that it is not read as the one after a key (RFC 6570, 3.2.1).
 */
function piecesOf(value: JsonValue, explode: boolean, encode: (text: string) => string) {
  if (Array.isArray(value)) return value.map((item: JsonValue) => encode(textOf(item)));
  if (!isObject(value)) return undefined;
  return Object.entries(value).flatMap(([key, one]) => {
    const pair = [encode(key), encode(textOf(one))];
    return explode ? [pair.join('=')] : pair;
  });
}

function joinPath(
  name: string,
  value: JsonValue,
  encoded: readonly string[],
  { style, explode }: Serialization,
): string {
  const key = encodeText(name);
  if (style === 'label') return `.${encoded.join(explode && isCompound(value) ? '.' : ',')}`;
  if (style !== 'matrix') return encoded.join(',');
  if (!explode || !isCompound(value)) return `;${key}=${encoded.join(',')}`;
  return Array.isArray(value)
    ? encoded.map((part) => `;${key}=${part}`).join('')
    : encoded.map((part) => `;${part}`).join('');
}

/** `filter[price][gt]=5`; list items use their index as key. */
function deepPairs(prefix: string, value: Compound, encode: (text: string) => string): string[] {
  return Object.entries(value).flatMap(([key, one]) => {
    const name = `${prefix}[${encodeText(key)}]`;
    return isCompound(one) ? deepPairs(name, one, encode) : [`${name}=${encode(textOf(one))}`];
  });
}

function encodeText(text: string): string {
  if (/\p{Surrogate}/u.test(text)) throw usageError('a text has an incomplete character in it');
  return encodeURIComponent(text);
}

/** With `allowReserved`, encodes only what would end the value or change its meaning. */
function encodeUnreserved(text: string): string {
  return encodeText(text).replace(/%(3A|2F|3F|40|24|2C|3B|3D|5B|5D)/gi, decodeURIComponent);
}
