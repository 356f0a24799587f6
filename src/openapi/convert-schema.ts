import { isOf } from '../declaration/check-value.ts';
import type { Schema, SchemaType } from '../declaration/json-schema.ts';
import { within } from '../grouping.ts';
import type { JsonValue } from '../json/number.ts';
import { wordsIn } from '../text.ts';
import {
  BrokenPart,
  type Document,
  isNode,
  lookUp,
  mapValues,
  type Node,
  own,
} from './document.ts';
import { longestDescription, oneLine } from './words.ts';

/** Converts the schemas of a document to the pruned form; referenced schemas go into one table. */
export interface Converter {
  readonly convert: (raw: unknown) => Schema;
  readonly schemas: readonly Schema[];
  /** Why a schema cannot be used: it refers, directly or indirectly, to something unreadable. */
  readonly problemOf: (schema: Schema) => string | undefined;
}

/** Without `texts`, descriptions are left out: those of responses are not shown. */
export function createConverter(document: Document, { texts = true } = {}): Converter {
  const schemas: Schema[] = [];
  const places = new Map<string, number>();
  const pending: [place: number, pointer: string][] = [];
  const references = new Map<number, Schema>();
  const broken = new Map<number, string>();
  const reading: Reading = { convert: convertOne, texts };

  function refer(pointer: string): number {
    const known = places.get(pointer);
    if (known !== undefined) return known;
    const place = schemas.length;
    places.set(pointer, place);
    schemas.push({});
    // Read later, since it may refer to itself, and a chain of references may be long.
    pending.push([place, pointer]);
    return place;
  }

  function convert(raw: unknown): Schema {
    const schema = convertOne(raw);
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const [place, pointer] = next;
      try {
        schemas[place] = convertOne(lookUp(document.root, pointer));
      } catch (error) {
        if (!(error instanceof BrokenPart)) throw error;
        broken.set(place, error.message);
      }
    }
    return schema;
  }

  function convertOne(raw: unknown): Schema {
    if (!isNode(raw)) return {};
    const pointer = own(raw, '$ref');
    if (typeof pointer !== 'string') return convertNode(raw, document.version, reading);
    const ref = refer(pointer);
    // In OpenAPI 3.0 a `$ref` overrides everything next to it.
    if (document.version === '3.0' || Object.keys(raw).length === 1) return referenceTo(ref);
    return { ...convertNode(raw, '3.1', reading), ref };
  }

  /** One object per index, so that what is kept about a schema is found again. */
  function referenceTo(ref: number): Schema {
    return within(references, ref, () => ({ ref }));
  }

  function problemOf(schema: Schema): string | undefined {
    if (broken.size === 0) return undefined;
    const seen = new Set<number>();
    const queue: unknown[] = [schema];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (typeof next !== 'object' || next === null) continue;
      const ref = own(next, 'ref');
      if (typeof ref === 'number' && !seen.has(ref)) {
        seen.add(ref);
        const problem = broken.get(ref);
        if (problem !== undefined) return problem;
        queue.push(schemas[ref]);
      }
      for (const inner of Object.values(next)) queue.push(inner);
    }
    return undefined;
  }

  return { convert, schemas, problemOf };
}

interface Reading {
  readonly convert: (raw: unknown) => Schema;
  readonly texts: boolean;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

const numberKeys = ['multipleOf', 'minLength', 'maxLength', 'minItems', 'maxItems'] as const;
const textKeys = ['pattern', 'format'] as const;
const schemaKeys = ['items', 'additionalProperties'] as const;
const listKeys = ['allOf', 'anyOf', 'oneOf'] as const;

function convertNode(raw: Node, version: Document['version'], { convert, texts }: Reading): Schema {
  const schema: Mutable<Schema> = {};
  for (const key of numberKeys) {
    const value = own(raw, key);
    if (typeof value === 'number') schema[key] = value;
  }
  for (const key of textKeys) {
    const value = own(raw, key);
    if (typeof value === 'string') schema[key] = value;
  }
  for (const key of schemaKeys) {
    const value = own(raw, key);
    if (isNode(value)) schema[key] = convert(value);
  }
  // For a list with a schema for each position, `items` covers only the rest.
  if (Array.isArray(own(raw, 'prefixItems'))) delete schema.items;
  for (const key of listKeys) {
    const value = own(raw, key);
    if (Array.isArray(value) && value.length > 0) schema[key] = value.map(convert);
  }
  const properties = own(raw, 'properties');
  if (isNode(properties)) schema.properties = mapValues(properties, convert);
  if (isNode(own(raw, 'patternProperties'))) schema.patterned = true;
  if (own(raw, 'additionalProperties') === false) schema.closed = true;
  addLimits(schema, raw);
  addType(schema, raw, version);
  addNames(schema, raw, texts);
  addDiscriminator(schema, raw);
  return schema;
}

function addLimits(schema: Mutable<Schema>, raw: Node): void {
  for (const [key, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    const bound = own(raw, key);
    const open = own(raw, exclusive);
    // OpenAPI 3.0 uses a flag to exclude the bound itself; 3.1 uses a separate number.
    if (isExactNumber(bound)) schema[open === true ? exclusive : key] = bound;
    if (isExactNumber(open)) schema[exclusive] = open;
  }
}

const types: readonly string[] = wordsIn('null, boolean, integer, number, string, array, object');

/** One list for each type, since a large document states types a hundred thousand times. */
const listOfOne = new Map<unknown, readonly SchemaType[]>(
  types.filter(isType).map((type) => [type, [type]]),
);

function addType(schema: Mutable<Schema>, raw: Node, version: Document['version']): void {
  const said = own(raw, 'type');
  const list = Array.isArray(said) ? said.filter(isType) : (listOfOne.get(said) ?? []);
  // In Swagger 2.0, which was converted, only an extension says so.
  const isNullable = own(raw, 'nullable') === true || own(raw, 'x-nullable') === true;
  const nullable = version === '3.0' && isNullable;
  if (list.length > 0) schema.type = nullable ? [...new Set([...list, 'null' as const])] : list;
  else if (nullable) schema.nullable = true;
  // In OpenAPI 3.1 bytes have a media type instead of the format `binary`.
  if (typeof own(raw, 'contentMediaType') === 'string' && own(raw, 'contentEncoding') === undefined)
    schema.format ??= 'binary';
  const listed = own(raw, 'enum');
  const choices: unknown = Object.hasOwn(raw, 'const') ? [raw['const']] : listed;
  if (!Array.isArray(choices) || choices.length === 0 || !choices.every(isExact)) return;
  // `{enum: [null]}` among alternatives says the same as `{type: null}`.
  if (schema.type === undefined && choices.every((choice) => choice === null)) {
    schema.type = ['null'];
    return;
  }
  // YAML reads `1.10` without quotes as a number: which text was meant is lost.
  const { type = [] } = schema;
  const isMeant = (choice: JsonValue) => choice === null || type.some((one) => isOf(one, choice));
  if (type.length === 0 || choices.every(isMeant)) schema.enum = choices;
}

function isExactNumber(value: unknown): value is number {
  return typeof value === 'number' && isExact(value);
}

/** A larger whole number lost digits when the document was read: it would refuse the right value. */
function isExact(choice: unknown): boolean {
  return !Number.isInteger(choice) || Number.isSafeInteger(choice);
}

/** `discriminator` names the property whose value selects the alternative: as it is mapped, or else by its name. */
function addDiscriminator(schema: Mutable<Schema>, raw: Node): void {
  const discriminator = own(raw, 'discriminator');
  const name = own(discriminator, 'propertyName');
  if (typeof name !== 'string') return;
  const mapping = mapValues(own(discriminator, 'mapping'), nameOf);
  const alternatives = [own(raw, 'oneOf'), own(raw, 'anyOf')]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .filter((one: unknown) => own(one, 'type') !== 'null')
    .map((one: unknown) => nameOf(own(one, '$ref')));
  const mapped = new Set(Object.values(mapping));
  const values = [...Object.keys(mapping), ...alternatives.filter((one) => !mapped.has(one))];
  // The value of an alternative without a name is not known.
  if (values.length > 0 && !alternatives.includes('')) schema.discriminator = { name, values };
}

/** `Cat` for `#/components/schemas/Cat`. */
function nameOf(reference: unknown): string {
  return typeof reference === 'string' ? (reference.split('/').at(-1) ?? '') : '';
}

function isType(value: unknown): value is SchemaType {
  return typeof value === 'string' && types.includes(value);
}

function addNames(schema: Mutable<Schema>, raw: Node, texts: boolean): void {
  const required = textList(own(raw, 'required'));
  if (required.length > 0) schema.required = required;
  const description = own(raw, 'description');
  if (texts && typeof description === 'string' && description !== '')
    schema.description = oneLine(description, longestDescription);
  if (own(raw, 'deprecated') === true) schema.deprecated = true;
  if (own(raw, 'readOnly') === true) schema.readOnly = true;
}

function textList(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
