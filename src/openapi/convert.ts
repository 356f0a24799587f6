import { type Document, isNode, type Node, own, refuse } from './document.ts';
import { never, type Schema, type SchemaType } from './schema.ts';
import { oneLine } from './words.ts';

/** Turns the document's schemas into the pruned form; what is referred to goes into one table. */
export interface Converter {
  readonly convert: (raw: unknown) => Schema;
  readonly schemas: readonly Schema[];
}

export function createConverter(document: Document): Converter {
  const schemas: Schema[] = [];
  const places = new Map<string, number>();

  function refer(pointer: string): number {
    const known = places.get(pointer);
    if (known !== undefined) return known;
    const place = schemas.length;
    // Its place is taken before it is read: it may refer to itself.
    places.set(pointer, place);
    schemas.push({});
    schemas[place] = convert(lookUp(document.root, pointer));
    return place;
  }

  function convert(raw: unknown): Schema {
    if (raw === false) return never;
    if (!isNode(raw)) return {};
    const pointer = own(raw, '$ref');
    if (typeof pointer !== 'string') return convertNode(raw, document.version, convert);
    const ref = refer(pointer);
    // In OpenAPI 3.0 nothing counts beside a `$ref`.
    return document.version === '3.0' ? { ref } : { ...convertNode(raw, '3.1', convert), ref };
  }

  return { convert, schemas };
}

/** What a pointer such as `#/components/schemas/Budget` leads to. */
function lookUp(root: Node, pointer: string): unknown {
  let found: unknown = root;
  for (const part of pointer.replace(/^#\/?/, '').split('/').filter(Boolean)) {
    const key = decodePointer(part);
    found = Array.isArray(found) ? found[Number(key)] : own(found, key);
  }
  if (!pointer.startsWith('#') || found === undefined) {
    throw refuse(`it refers to ${pointer}, which it does not contain`);
  }
  return found;
}

/** Follows references to something that is not a schema: a parameter, a body, a response. */
export function follow(root: Node, raw: unknown): Node {
  let found = raw;
  for (let steps = 0; steps < 50; steps += 1) {
    const pointer = own(found, '$ref');
    if (typeof pointer !== 'string') return isNode(found) ? found : {};
    found = lookUp(root, pointer);
  }
  throw refuse(`the reference ${String(own(raw, '$ref'))} leads round in a circle`);
}

function decodePointer(part: string): string {
  const decoded = /%[0-9a-f]{2}/i.test(part) ? safeDecode(part) : part;
  return decoded.replaceAll('~1', '/').replaceAll('~0', '~');
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

type Convert = (raw: unknown) => Schema;
type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

const numberKeys = [
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
] as const;
const textKeys = ['pattern', 'format'] as const;
const schemaKeys = [
  'items',
  'contains',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
  'additionalProperties',
] as const;
const listKeys = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const;
const mapKeys = ['properties', 'patternProperties'] as const;

function convertNode(raw: Node, version: Document['version'], convert: Convert): Schema {
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
    if (isNode(value) || value === false) schema[key] = convert(value);
  }
  for (const key of listKeys) {
    const value = own(raw, key);
    if (Array.isArray(value)) schema[key] = value.map(convert);
  }
  for (const key of mapKeys) {
    const value = own(raw, key);
    if (isNode(value)) schema[key] = mapValues(value, convert);
  }
  addLimits(schema, raw);
  addType(schema, raw, version);
  addNames(schema, raw);
  return schema;
}

function addLimits(schema: Mutable<Schema>, raw: Node): void {
  for (const [key, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    const bound = own(raw, key);
    const open = own(raw, exclusive);
    // OpenAPI 3.0 says with a flag whether the bound itself is out; 3.1 has a number of its own for that.
    if (typeof bound === 'number') schema[open === true ? exclusive : key] = bound;
    if (typeof open === 'number') schema[exclusive] = open;
  }
  if (own(raw, 'uniqueItems') === true) schema.uniqueItems = true;
}

const types: readonly string[] = [
  'null',
  'boolean',
  'integer',
  'number',
  'string',
  'array',
  'object',
];

function addType(schema: Mutable<Schema>, raw: Node, version: Document['version']): void {
  const said = own(raw, 'type');
  const list = (Array.isArray(said) ? said : [said]).filter(isType);
  const nullable = version === '3.0' && own(raw, 'nullable') === true;
  if (list.length > 0) schema.type = nullable ? [...new Set([...list, 'null' as const])] : list;
  else if (nullable) schema.nullable = true;
  const choices = own(raw, 'enum');
  if (Array.isArray(choices)) schema.enum = choices;
  if (Object.hasOwn(raw, 'const')) schema.enum = [raw['const']];
}

function isType(value: unknown): value is SchemaType {
  return typeof value === 'string' && types.includes(value);
}

function addNames(schema: Mutable<Schema>, raw: Node): void {
  // What only the service gives is not asked of a request.
  const required = textList(own(raw, 'required')).filter((name) => !isReadOnly(schema, name));
  if (required.length > 0) schema.required = required;
  const dependent = own(raw, 'dependentRequired');
  if (isNode(dependent)) schema.dependentRequired = mapValues(dependent, textList);
  const description = own(raw, 'description');
  if (typeof description === 'string' && description !== '')
    schema.description = oneLine(description);
  if (own(raw, 'readOnly') === true) schema.readOnly = true;
}

function isReadOnly({ properties = {} }: Schema, name: string): boolean {
  return Object.hasOwn(properties, name) && properties[name]?.readOnly === true;
}

function textList(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function mapValues<T>(node: Node, change: (value: unknown) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, change(value)]));
}
