import {
  alternativesOf,
  propertiesOf,
  type Schema,
  type Schemas,
  type SchemaType,
} from './schema.ts';

/** What a person must know of a value to give it in one word, put together from all that is said of it. */
export interface Traits {
  /** Empty where every type will do. `null` is told by `nullable`. */
  readonly types: readonly SchemaType[];
  readonly nullable: boolean;
  readonly choices: readonly unknown[];
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly above?: number | undefined;
  readonly below?: number | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly multipleOf?: number | undefined;
  readonly pattern?: string | undefined;
  readonly format?: string | undefined;
  readonly items?: Schema | undefined;
  /** Of an object, what stands under names that are not told. */
  readonly values?: Schema | undefined;
  readonly description: string;
}

export function traitsOf(schema: Schema, schemas: Schemas): Traits {
  const alternatives = alternativesOf(schema, schemas);
  // Bounds are told where they hold for every alternative, which is sure where there is one.
  const parts = alternatives.length === 1 ? (alternatives[0] ?? []) : [schema];
  const types = typesOf(alternatives);
  return {
    types: types.filter((type) => type !== 'null'),
    nullable: isNullable(schema, schemas),
    choices: choicesOf(alternatives),
    minimum: highest(parts.map((part) => part.minimum)),
    maximum: lowest(parts.map((part) => part.maximum)),
    above: highest(parts.map((part) => part.exclusiveMinimum)),
    below: lowest(parts.map((part) => part.exclusiveMaximum)),
    minLength: highest(parts.map((part) => part.minLength)),
    maxLength: lowest(parts.map((part) => part.maxLength)),
    minItems: highest(parts.map((part) => part.minItems)),
    maxItems: lowest(parts.map((part) => part.maxItems)),
    multipleOf: parts.find((part) => part.multipleOf !== undefined)?.multipleOf,
    pattern: parts.find((part) => part.pattern !== undefined)?.pattern,
    format: parts.find((part) => part.format !== undefined)?.format,
    items: parts.find((part) => part.items !== undefined)?.items,
    values: parts.find((part) => part.additionalProperties !== undefined)?.additionalProperties,
    description: parts.find((part) => part.description)?.description ?? '',
  };
}

/** Whether a body shows this value as an object with one property `Value`, a typed id. */
export function isTypedId(schema: Schema, schemas: Schemas): boolean {
  const { types } = traitsOf(schema, schemas);
  if (types.length > 0 && types.join() !== 'object') return false;
  const [property, ...others] = propertiesOf(schema, schemas);
  return (
    property?.name === 'Value' &&
    others.length === 0 &&
    traitsOf(property.schema, schemas).types.join() === 'string'
  );
}

function typesOf(alternatives: readonly Schema[][]): SchemaType[] {
  const union = new Set<SchemaType>();
  for (const parts of alternatives) {
    const said = parts.flatMap((part) => (part.type === undefined ? [] : [part.type]));
    const [first, ...others] = said;
    if (first === undefined) return [];
    for (const type of first) if (others.every((other) => allows(other, type))) union.add(type);
  }
  return [...union];
}

function allows(types: readonly SchemaType[], type: SchemaType): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

function isNullable(schema: Schema, schemas: Schemas): boolean {
  const parts = alternativesOf(schema, schemas)[0] ?? [];
  return (
    parts.some((part) => part.nullable === true) ||
    parts.some((part) => part.type?.includes('null')) ||
    [schema.anyOf, schema.oneOf].some((branches) =>
      branches?.some((one) => one.type?.join() === 'null'),
    )
  );
}

function choicesOf(alternatives: readonly Schema[][]): unknown[] {
  const lists = alternatives.map((parts) => parts.find((part) => part.enum !== undefined)?.enum);
  if (lists.some((list) => list === undefined)) return [];
  return [...new Set(lists.flatMap((list) => list ?? []))].filter((choice) => choice !== null);
}

function highest(numbers: readonly (number | undefined)[]): number | undefined {
  const said = numbers.filter((number) => number !== undefined);
  return said.length === 0 ? undefined : Math.max(...said);
}

function lowest(numbers: readonly (number | undefined)[]): number | undefined {
  const said = numbers.filter((number) => number !== undefined);
  return said.length === 0 ? undefined : Math.min(...said);
}
