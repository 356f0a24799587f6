import type { Schema, Schemas, SchemaType } from './json-schema.ts';
import { isTypedId, type Traits, traitsOf } from './traits.ts';
import { wordsOf } from './words.ts';

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

/** The requirements for a value, in a few words: `a whole number, 1 to 100`. */
export function describeValue(schema: Schema, schemas: Schemas): string {
  const traits = traitsOf(schema, schemas);
  const kind = isTypedId(schema, schemas) ? 'an id' : words(traits.types) || 'anything';
  const choices = traits.choices.map((choice) => String(choice)).join(', ');
  const said = [
    choices === '' ? kind : `one of ${choices}`,
    range(traits.minimum, traits.maximum),
    traits.above === undefined ? '' : `more than ${traits.above}`,
    traits.below === undefined ? '' : `less than ${traits.below}`,
    pluralize(range(traits.minLength || undefined, traits.maxLength), 'characters'),
    pluralize(range(traits.minItems || undefined, traits.maxItems), 'items'),
    traits.multipleOf === undefined ? '' : `a multiple of ${traits.multipleOf}`,
    traits.pattern === undefined ? '' : `of the form ${traits.pattern}`,
    formatOf(traits),
    traits.nullable ? 'or null' : '',
  ];
  return said.filter((one) => one !== '').join(', ');
}

/** Only the bounds, for a help text that already shows the kind. */
export function describeBounds(schema: Schema, schemas: Schemas): string {
  const traits = traitsOf(schema, schemas);
  const said = [
    range(traits.minimum, traits.maximum),
    traits.above === undefined ? '' : `more than ${traits.above}`,
    traits.below === undefined ? '' : `less than ${traits.below}`,
    pluralize(range(traits.minLength, traits.maxLength), 'characters'),
    traits.multipleOf === undefined ? '' : `a multiple of ${traits.multipleOf}`,
  ];
  return said.filter((one) => one !== '').join(', ');
}

function range(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (minimum !== undefined) return `at least ${minimum}`;
  return maximum === undefined ? '' : `at most ${maximum}`;
}

function pluralize(text: string, unit: string): string {
  if (text === '') return '';
  return / 1$/.test(text) ? `${text} ${unit.slice(0, -1)}` : `${text} ${unit}`;
}

const formatNames: Readonly<Record<string, string>> = {
  date: 'YYYY-MM-DD',
  'date-time': 'a time',
};

function formatOf({ format }: Traits): string {
  return format !== undefined && Object.hasOwn(formatNames, format)
    ? (formatNames[format] ?? '')
    : '';
}

/** A description made from the name if the document has none: `budgetId` becomes "budget id". */
export function wordsForHelp(name: string): string {
  return wordsOf(name).join(' ');
}
