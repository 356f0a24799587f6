import { ExactNumber, isObject, type JsonValue } from '../json/number.ts';
import { checkNumber, checkText, isInteger } from './check-scalar.ts';
import {
  alternativesOf,
  partsOf,
  type Schema,
  type Schemas,
  type SchemaType,
} from './json-schema.ts';
import { words } from './traits.ts';

/** Why the document forbids a value, and where. */
export interface Fault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/**
 * What is certainly wrong with a value, in words that name the option. This is not a JSON Schema engine:
 * the service checks the rest (alternatives, conditions, uniqueness). A value that the document allows is
 * never rejected.
 */
export function checkValue(schema: Schema, value: JsonValue, schemas: Schemas): Fault[] {
  const alternatives = alternativesOf(schema, schemas);
  const [only = []] = alternatives;
  if (value === null && isNullable(schema, schemas)) return [];
  if (alternatives.length === 1) return checkParts(only, value, schemas);
  // Every alternative includes the keywords next to them.
  const shared = checkParts(partsOf(schema, schemas), value, schemas);
  if (shared.length > 0) return shared;
  const fits = alternatives.some((parts) => parts.every((part) => checkType(part, value) === ''));
  return fits ? [] : here([`must be ${words(typesOf(alternatives))}`]);
}

function checkParts(parts: readonly Schema[], value: JsonValue, schemas: Schemas): Fault[] {
  const faults = parts.flatMap((part) => [
    ...here([checkType(part, value), checkChoice(part, value)]),
    ...(isNumber(value) ? here(checkNumber(part, value)) : []),
    ...(typeof value === 'string' ? here(checkText(part, value)) : []),
    ...(Array.isArray(value) ? checkList(part, value, schemas) : []),
    ...(isObject(value) ? checkProperties(part, value, schemas) : []),
  ]);
  if (!isObject(value)) return faults;
  return [...faults, ...checkNames(parts, Object.keys(value))];
}

function here(messages: readonly string[]): Fault[] {
  return messages.filter((message) => message !== '').map((message) => ({ path: [], message }));
}

function checkType({ type, nullable }: Schema, value: JsonValue): string {
  if (type === undefined || (nullable === true && value === null)) return '';
  return type.some((one) => isOf(one, value)) ? '' : `must be ${words(type)}`;
}

function isOf(type: SchemaType, value: JsonValue): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return isNumber(value) && isInteger(value);
    case 'number':
      return isNumber(value);
    default:
      return typeof value === type;
  }
}

function isNullable(schema: Schema, schemas: Schemas): boolean {
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return (
    partsOf(schema, schemas).some((part) => part.nullable === true) ||
    branches.some((branch) => partsOf(branch, schemas).some((part) => part.type?.includes('null')))
  );
}

function typesOf(alternatives: readonly Schema[][]): SchemaType[] {
  return [...new Set(alternatives.flat().flatMap((part) => part.type ?? []))];
}

function checkChoice({ enum: choices, nullable, type }: Schema, value: JsonValue): string {
  if (choices === undefined) return '';
  if (value === null && (nullable === true || type?.includes('null') === true)) return '';
  const text = canonical(value);
  if (choices.some((choice) => canonical(choice) === text)) return '';
  const shown = choices.map((choice) =>
    typeof choice === 'string' ? choice : JSON.stringify(choice),
  );
  return `must be ${shown.length === 1 ? '' : 'one of '}${shown.join(', ')}`;
}

function checkList(schema: Schema, list: readonly JsonValue[], schemas: Schemas): Fault[] {
  const { minItems = 0, maxItems = Infinity, items } = schema;
  const count = here([
    list.length < minItems ? `must have at least ${minItems} ${plural('item', minItems)}` : '',
    list.length > maxItems ? `must have at most ${maxItems} ${plural('item', maxItems)}` : '',
  ]);
  if (items === undefined) return count;
  return [
    ...count,
    ...list.flatMap((item, place) => below(place, checkValue(items, item, schemas))),
  ];
}

function checkProperties(
  { properties = {}, required = [], additionalProperties, patterned }: Schema,
  object: Readonly<Record<string, JsonValue>>,
  schemas: Schemas,
): Fault[] {
  const faults: Fault[] = required
    .filter((name) => !Object.hasOwn(object, name))
    .map((name) => ({ path: [name], message: 'is required' }));
  for (const [name, value] of Object.entries(object)) {
    const stated = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const part = stated ?? (patterned === true ? undefined : additionalProperties);
    if (part !== undefined) faults.push(...below(name, checkValue(part, value, schemas)));
  }
  return faults;
}

/** A name that no part declares, if a part allows no others: probably misspelt. */
function checkNames(parts: readonly Schema[], names: readonly string[]): Fault[] {
  if (!parts.some((part) => part.closed === true)) return [];
  if (parts.some(({ patterned, anyOf, oneOf }) => patterned || (anyOf ?? oneOf) !== undefined))
    return [];
  return names
    .filter((name) => !parts.some((part) => Object.hasOwn(part.properties ?? {}, name)))
    .map((name) => ({ path: [name], message: 'is not a property in the document' }));
}

function below(step: string | number, faults: readonly Fault[]): Fault[] {
  return faults.map(({ path, message }) => ({ path: [step, ...path], message }));
}

function plural(noun: string, count: number): string {
  return count === 1 ? noun : `${noun}s`;
}

function isNumber(value: JsonValue): value is number | ExactNumber {
  return typeof value === 'number' || value instanceof ExactNumber;
}

/**
 * The same text for equal values, whatever the order of their properties or the spelling of their
 * numbers.
 */
function canonical(value: unknown): string {
  if (value instanceof ExactNumber) return String(Number(value.text));
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join()}}`;
}
