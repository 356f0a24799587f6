import { within } from '../grouping.ts';
import { stringifyJson } from '../json/stringify.ts';

export type SchemaType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

/** What a value must be: the part of JSON Schema that this program uses. All of it applies at once. */
export interface Schema {
  /** Index in the table of shared schemas. */
  readonly ref?: number;
  readonly type?: readonly SchemaType[];
  /** Null is valid, whatever the rest says. */
  readonly nullable?: true;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  /** What the pattern means, in words. */
  readonly expected?: string;
  readonly format?: string;
  readonly items?: Schema;
  readonly uniqueItems?: true;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  /** A pattern allows further names. */
  readonly patterned?: true;
  readonly additionalProperties?: Schema;
  /** No other properties are allowed. */
  readonly closed?: true;
  readonly required?: readonly string[];
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  /** The property whose value selects the alternative of an object. */
  readonly discriminator?: { readonly name: string; readonly values: readonly string[] };
  readonly description?: string;
  readonly deprecated?: true;
  /** Set by the service, and never sent to it. */
  readonly readOnly?: true;
}

export type Schemas = readonly Schema[];

/** A choice in words: a blank text in quotes, and anything but text as JSON. */
export function nameChoice(choice: unknown): string {
  return typeof choice === 'string' && choice.trim() !== '' ? choice : stringifyJson(choice);
}

const names: Readonly<Record<SchemaType, string>> = {
  null: 'null',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  string: 'text',
  array: 'a list',
  object: 'an object',
};

/** `text or null` */
export function words(types: readonly SchemaType[]): string {
  return types.map((type) => names[type]).join(' or ');
}

export interface Property {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
}

/** The schema and everything that `$ref` and `allOf` add to it. */
export function partsOf(schema: Schema, schemas: Schemas): Schema[] {
  if (schema.ref === undefined && schema.allOf === undefined) return [schema];
  const parts: Schema[] = [];
  const seen = new Set<number>();
  const queue = [schema];
  for (let place = 0; place < queue.length; place += 1) {
    const part = queue[place];
    if (part === undefined) continue;
    parts.push(part);
    if (part.ref !== undefined && !seen.has(part.ref)) {
      seen.add(part.ref);
      queue.push(schemas[part.ref] ?? {});
    }
    queue.push(...(part.allOf ?? []));
  }
  return parts;
}

/** Whether a schema, or one that it refers to, is of a value that only the service sets. */
export function isReadOnly(schema: Schema, schemas: Schemas): boolean {
  return partsOf(schema, schemas).some((part) => part.readOnly === true);
}

/** Whether null is valid, as far as a schema, its parts or one of their alternatives say so. */
export function isNullable(schema: Schema, schemas: Schemas): boolean {
  const takesNull = ({ nullable, type }: Schema) => nullable === true || type?.includes('null');
  const isOfNull = (branch: Schema) => partsOf(branch, schemas).some(takesNull);
  return partsOf(schema, schemas).some(
    (part) => takesNull(part) || part.anyOf?.some(isOfNull) || part.oneOf?.some(isOfNull),
  );
}

/** Whether a schema consists of itself alone. Most do, and need no cache for their alternatives. */
export function isPlain({ ref, allOf, anyOf, oneOf }: Schema): boolean {
  return (ref ?? allOf ?? anyOf ?? oneOf) === undefined;
}

const alternativesKnown = new WeakMap<Schema, Schema[][]>();

/** The alternatives of a schema except null; without any, the schema itself is the only one. */
export function alternativesOf(schema: Schema, schemas: Schemas): Schema[][] {
  if (isPlain(schema)) return [[schema]];
  const known = alternativesKnown.get(schema);
  if (known !== undefined) return known;
  const parts = partsOf(schema, schemas);
  const chosen = parts.find((part) => part.anyOf !== undefined || part.oneOf !== undefined);
  const branches = (chosen?.anyOf ?? chosen?.oneOf ?? [])
    .map((branch) => partsOf(branch, schemas))
    .filter((branch) => !branch.some((part) => part.type?.join() === 'null'));
  const alternatives =
    branches.length === 0 ? [parts] : branches.map((branch) => [...parts, ...branch]);
  alternativesKnown.set(schema, alternatives);
  return alternatives;
}

const propertiesKnown = new WeakMap<Schema, readonly Property[]>();

/** First-level properties in document order; those that an alternative lacks are optional. */
export function propertiesOf(schema: Schema, schemas: Schemas): readonly Property[] {
  if (isPlain(schema) && schema.properties === undefined) return [];
  const origin = originOf(schema, schemas);
  const known = propertiesKnown.get(origin);
  if (known !== undefined) return known;
  const alternatives = alternativesOf(schema, schemas);
  const found = new Map<string, { all: Set<Schema>; required: number }>();
  for (const parts of alternatives) {
    for (const [name, one] of propertiesTogether(parts)) {
      const held = within(found, name, () => ({ all: new Set(), required: 0 }));
      held.all.add(one.schema);
      if (one.required) held.required += 1;
    }
  }
  const values = discriminated(alternatives);
  const properties = [...found].map(([name, { all, required }]) => {
    const choices = values.get(name);
    const merged =
      choices === undefined ? either([...all]) : { type: ['string' as const], enum: choices };
    return { name, schema: merged, required: required === alternatives.length };
  });
  propertiesKnown.set(origin, properties);
  return properties;
}

/** The schema behind a mere reference: thousands of bodies may refer to the same one. */
function originOf(schema: Schema, schemas: Schemas): Schema {
  if (schema.ref === undefined || Object.keys(schema).length > 1) return schema;
  return schemas[schema.ref] ?? schema;
}

/** The properties of one alternative, whose parts all apply at once. */
function propertiesTogether(parts: readonly Schema[]) {
  const required = new Set(parts.flatMap((part) => part.required ?? []));
  const found = new Map<string, Schema[]>();
  for (const part of parts) {
    for (const [name, schema] of Object.entries(part.properties ?? {})) {
      const all = within(found, name, () => []);
      if (!all.includes(schema)) all.push(schema);
    }
  }
  return new Map(
    [...found].map(([name, all]) => [
      name,
      { schema: together(all), required: required.has(name) },
    ]),
  );
}

/** One object for each list of schemas, so that the caches above know it again. */
const joined = new WeakMap<Schema, { all: readonly Schema[]; schema: Schema }>();

function together(all: readonly Schema[]): Schema {
  const [first = {}] = all;
  if (all.length <= 1) return first;
  const held = joined.get(first);
  if (held !== undefined && sameItems(held.all, all)) return held.schema;
  const schema = { allOf: all };
  joined.set(first, { all, schema });
  return schema;
}

function either(all: readonly Schema[]): Schema {
  const [first = {}] = all;
  return all.length <= 1 ? first : { anyOf: all };
}

function sameItems(one: readonly Schema[], other: readonly Schema[]): boolean {
  return one.length === other.length && one.every((schema, place) => schema === other[place]);
}

function discriminated(alternatives: readonly Schema[][]): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const part of alternatives.flat()) {
    if (part.discriminator !== undefined && alternatives.length > 1)
      found.set(part.discriminator.name, part.discriminator.values);
  }
  return found;
}
