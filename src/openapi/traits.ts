import {
  alternativesOf,
  isNullable,
  nameChoice,
  propertiesOf,
  type Schema,
  type Schemas,
  type SchemaType,
  words,
} from '../declaration/json-schema.ts';
import { wordsOf } from './words.ts';

/** What a user must know about a value to write it in one word, combined from all its schemas. */
export interface Traits {
  /** Empty if every type is valid. Null is in `nullable`. */
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
  /** For an object, the schema of properties that are not named. */
  readonly values?: Schema | undefined;
  /** Whether an object may have properties that are not named. */
  readonly open: boolean;
  readonly description: string;
}

const traitsKnown = new WeakMap<Schema, Traits>();

export function traitsOf(schema: Schema, schemas: Schemas): Traits {
  const known = traitsKnown.get(schema);
  if (known !== undefined) return known;
  const traits = readTraits(schema, schemas);
  traitsKnown.set(schema, traits);
  return traits;
}

function readTraits(schema: Schema, schemas: Schemas): Traits {
  const alternatives = alternativesOf(schema, schemas);
  // Bounds apply only if they are valid for every alternative, which is certain if there is only one.
  const parts = alternatives.length === 1 ? (alternatives[0] ?? []) : [schema];
  return {
    types: typesOf(alternatives).filter((type) => type !== 'null'),
    nullable: isNullable(schema, schemas),
    choices: choicesOf(alternatives),
    // Most schemas have one part, and making lists of its bounds takes as long as all the rest.
    ...(parts.length === 1 ? boundsOfOne(parts[0] ?? {}) : boundsOfAll(parts)),
  };
}

type Bounds = Omit<Traits, 'types' | 'nullable' | 'choices'>;

function boundsOfOne(part: Schema): Bounds {
  return {
    minimum: part.minimum,
    maximum: part.maximum,
    above: part.exclusiveMinimum,
    below: part.exclusiveMaximum,
    minLength: part.minLength,
    maxLength: part.maxLength,
    minItems: part.minItems,
    maxItems: part.maxItems,
    multipleOf: part.multipleOf,
    pattern: part.pattern,
    format: part.format,
    items: part.items,
    values: part.additionalProperties,
    open: part.closed !== true || part.patterned === true,
    description: part.description ?? '',
  };
}

function boundsOfAll(parts: readonly Schema[]): Bounds {
  return {
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
    open: !parts.some((part) => part.closed === true) || parts.some((part) => part.patterned),
    description: parts.find((part) => part.description)?.description ?? '',
  };
}

/** Whether a body represents this value as an object with one property `Value`, a typed id. */
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

function typesOf(alternatives: readonly Schema[][]): readonly SchemaType[] {
  const [only = []] = alternatives;
  if (alternatives.length === 1 && only.length === 1) {
    const stated = only[0]?.type ?? impliedTypes(only) ?? [];
    return stated.length > 1 ? [...new Set(stated)] : stated;
  }
  const union = new Set<SchemaType>();
  for (const parts of alternatives) {
    const stated = parts.flatMap((part) => (part.type === undefined ? [] : [part.type]));
    const [first = impliedTypes(parts), ...others] = stated;
    if (first === undefined) return [];
    for (const type of first) if (others.every((other) => allows(other, type))) union.add(type);
  }
  return [...union];
}

/** Many documents omit the type of what is obviously an object or a list. */
function impliedTypes(parts: readonly Schema[]): readonly SchemaType[] | undefined {
  if (parts.some((part) => part.properties !== undefined)) return ['object'];
  return parts.some((part) => part.items !== undefined) ? ['array'] : undefined;
}

function allows(types: readonly SchemaType[], type: SchemaType): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

function choicesOf(alternatives: readonly Schema[][]): unknown[] {
  const lists = alternatives.map((parts) => parts.find((part) => part.enum !== undefined)?.enum);
  if (lists.some((list) => list === undefined)) return [];
  return [...new Set(lists.flatMap((list) => list ?? []))].filter((choice) => choice !== null);
}

const highest = boundBy(Math.max);
const lowest = boundBy(Math.min);

function boundBy(choose: (...numbers: number[]) => number) {
  return (numbers: readonly (number | undefined)[]): number | undefined => {
    const stated = numbers.filter((number) => number !== undefined);
    return stated.length === 0 ? undefined : choose(...stated);
  };
}

/** The requirements for a value, in a few words: `a whole number, 1 to 100`. */
export function describeValue(schema: Schema, schemas: Schemas): string {
  const traits = traitsOf(schema, schemas);
  const kind = isTypedId(schema, schemas) ? 'an id' : words(traits.types) || 'anything';
  const choices = traits.choices.map(nameChoice).join(', ');
  const said = [
    choices === '' ? kind : `one of ${choices}`,
    ...boundsOf(traits),
    pluralize(range(traits.minItems || undefined, traits.maxItems), 'items'),
    traits.multipleOf === undefined ? '' : `a multiple of ${traits.multipleOf}`,
    traits.pattern === undefined ? '' : `of the form ${traits.pattern}`,
    traits.format !== undefined && Object.hasOwn(formatNames, traits.format)
      ? (formatNames[traits.format] ?? '')
      : '',
    traits.nullable ? 'or null' : '',
  ];
  return said.filter((one) => one !== '').join(', ');
}

/** Only the bounds, for a help text that already shows the kind. */
export function describeBounds(schema: Schema, schemas: Schemas): string {
  const traits = traitsOf(schema, schemas);
  const said = [
    ...boundsOf(traits),
    traits.multipleOf === undefined ? '' : `a multiple of ${traits.multipleOf}`,
  ];
  return said.filter((one) => one !== '').join(', ');
}

function boundsOf({ minimum, maximum, above, below, minLength, maxLength }: Traits): string[] {
  return [
    range(minimum, maximum),
    above === undefined ? '' : `more than ${above}`,
    below === undefined ? '' : `less than ${below}`,
    pluralize(range(minLength || undefined, maxLength), 'characters'),
  ];
}

function range(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum !== undefined && minimum === maximum) return `exactly ${minimum}`;
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (minimum !== undefined) return `at least ${minimum}`;
  return maximum === undefined ? '' : `at most ${maximum}`;
}

function pluralize(text: string, unit: string): string {
  if (text === '') return '';
  return / 1$/.test(text) ? `${text} ${unit.slice(0, -1)}` : `${text} ${unit}`;
}

const formatNames: Readonly<Record<string, string>> = { date: 'YYYY-MM-DD', 'date-time': 'a time' };

/** A description made from the name if the document has none: `budgetId` becomes "budget id". */
export function wordsForHelp(name: string): string {
  return wordsOf(name).join(' ');
}
