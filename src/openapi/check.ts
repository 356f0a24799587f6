import { isObject } from '../json/bulk/merge.ts';
import { ExactNumber, type JsonValue } from '../json/number.ts';
import { checkNumber, isInteger } from './check-number.ts';
import { checkText } from './check-text.ts';
import { fitsPattern } from './pattern.ts';
import type { Schema, Schemas, SchemaType } from './schema.ts';
import { words } from './wording.ts';

/** Why the document forbids a value, and where in it. */
export interface Fault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/**
 * Checks a value against a pruned schema. By hand, since the library for it (ajv) takes half as long
 * to load and compile as the whole of Node to start; the tests hold the two against each other.
 */
export function checkValue(schema: Schema, value: JsonValue, schemas: Schemas): Fault[] {
  return check(schema, value, { schemas, entered: [], steps: { left: mostSteps } });
}

/** References can double at each of a few levels: then this many are enough. */
const mostSteps = 1_000_000;

interface Rules {
  readonly schemas: Schemas;
  /** The references followed without going into the value: a circle of them says nothing more. */
  readonly entered: readonly number[];
  readonly steps: { left: number };
}

function check(schema: Schema, value: JsonValue, rules: Rules): Fault[] {
  if (schema.nullable === true && value === null) return [];
  rules.steps.left -= 1;
  if (rules.steps.left < 0) return here(['has more rules in the document than can be checked']);
  const inside: Rules = { ...rules, entered: [] };
  return [
    ...checkType(schema, value),
    ...checkChoice(schema, value),
    ...(isNumber(value) ? here(checkNumber(schema, value)) : []),
    ...(typeof value === 'string' ? here(checkText(schema, value)) : []),
    ...(isList(value) ? checkList(schema, value, inside) : []),
    ...(isObject(value) ? checkObject(schema, value, inside) : []),
    ...checkReference(schema, value, rules),
    ...checkAlternatives(schema, value, rules),
  ];
}

function here(messages: readonly string[]): Fault[] {
  return messages.map((message) => ({ path: [], message }));
}

function checkType({ type }: Schema, value: JsonValue): Fault[] {
  if (type === undefined || type.some((one) => isOf(one, value))) return [];
  return here([`must be ${words(type)}`]);
}

function isOf(type: SchemaType, value: JsonValue): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return isList(value);
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

function checkChoice({ enum: choices }: Schema, value: JsonValue): Fault[] {
  if (choices === undefined) return [];
  const text = canonical(value);
  if (choices.some((choice) => canonical(choice) === text)) return [];
  const shown = choices.map((choice) =>
    typeof choice === 'string' ? choice : JSON.stringify(choice),
  );
  return here([`must be ${shown.length === 1 ? '' : 'one of '}${shown.join(', ')}`]);
}

function checkReference({ ref }: Schema, value: JsonValue, rules: Rules): Fault[] {
  const target = ref === undefined ? undefined : rules.schemas[ref];
  if (ref === undefined || target === undefined || rules.entered.includes(ref)) return [];
  return check(target, value, { ...rules, entered: [...rules.entered, ref] });
}

function checkAlternatives(schema: Schema, value: JsonValue, rules: Rules): Fault[] {
  const faults = (schema.allOf ?? []).flatMap((part) => check(part, value, rules));
  const fits = (part: Schema) => check(part, value, rules).length === 0;
  if (schema.anyOf !== undefined && !schema.anyOf.some(fits)) {
    faults.push(...closest(schema.anyOf, value, rules));
  }
  if (schema.oneOf !== undefined) {
    const fitting = schema.oneOf.filter(fits).length;
    if (fitting === 0) faults.push(...closest(schema.oneOf, value, rules));
    if (fitting > 1)
      faults.push(...here(['fits more than one of the alternatives of the document']));
  }
  if (schema.not !== undefined && fits(schema.not))
    faults.push(...here(['is ruled out by the document']));
  if (schema.if !== undefined) {
    const then = fits(schema.if) ? schema.then : schema.else;
    if (then !== undefined) faults.push(...check(then, value, rules));
  }
  return faults;
}

/** Of alternatives that all fail, what the one says that the value comes closest to. */
function closest(alternatives: readonly Schema[], value: JsonValue, rules: Rules): Fault[] {
  const tries = alternatives
    .map((part) => check(part, value, rules))
    .sort((a, b) => misses(a) - misses(b) || a.length - b.length);
  return tries[0] ?? here(['fits none of the alternatives of the document']);
}

function misses(faults: readonly Fault[]): number {
  return faults.filter((fault) => fault.path.length === 0 && fault.message.startsWith('must be '))
    .length;
}

function checkList(schema: Schema, list: readonly JsonValue[], rules: Rules): Fault[] {
  const { minItems = 0, maxItems = Infinity, prefixItems = [], items, contains } = schema;
  const faults: Fault[] = [];
  if (list.length < minItems)
    faults.push(...here([`must have at least ${minItems} ${plural('item', minItems)}`]));
  if (list.length > maxItems)
    faults.push(...here([`must have at most ${maxItems} ${plural('item', maxItems)}`]));
  if (schema.uniqueItems === true && new Set(list.map(canonical)).size < list.length) {
    faults.push(...here(['must not have the same item twice']));
  }
  if (contains !== undefined && !list.some((item) => check(contains, item, rules).length === 0)) {
    faults.push(...here(['lacks an item that the document asks for']));
  }
  list.forEach((item, place) => {
    const part = prefixItems[place] ?? items;
    if (part !== undefined) faults.push(...below(place, check(part, item, rules)));
  });
  return faults;
}

function checkObject(
  schema: Schema,
  object: Readonly<Record<string, JsonValue>>,
  rules: Rules,
): Fault[] {
  const names = Object.keys(object);
  const { minProperties = 0, maxProperties = Infinity, propertyNames } = schema;
  const faults = missing(schema.required ?? [], object);
  for (const [name, needed] of Object.entries(schema.dependentRequired ?? {})) {
    if (Object.hasOwn(object, name)) faults.push(...missing(needed, object));
  }
  if (names.length < minProperties)
    faults.push(
      ...here([`must have at least ${minProperties} ${plural('property', minProperties)}`]),
    );
  if (names.length > maxProperties)
    faults.push(
      ...here([`must have at most ${maxProperties} ${plural('property', maxProperties)}`]),
    );
  for (const [name, value] of Object.entries(object)) {
    if (propertyNames !== undefined) faults.push(...below(name, check(propertyNames, name, rules)));
    faults.push(...below(name, checkProperty(schema, name, value, rules)));
  }
  return faults;
}

function checkProperty(schema: Schema, name: string, value: JsonValue, rules: Rules): Fault[] {
  const { properties = {}, patternProperties = {}, additionalProperties } = schema;
  const named = Object.hasOwn(properties, name) ? properties[name] : undefined;
  const matching = Object.entries(patternProperties)
    .filter(([pattern]) => fitsPattern(pattern, name) !== false)
    .map(([, part]) => part);
  const parts = named === undefined ? matching : [named, ...matching];
  if (parts.length > 0) return parts.flatMap((part) => check(part, value, rules));
  if (additionalProperties === undefined) return [];
  const faults = check(additionalProperties, value, rules);
  return faults.length > 0 && isEmpty(additionalProperties.not)
    ? here(['is not a property that the document knows'])
    : faults;
}

function isEmpty(schema: Schema | undefined): boolean {
  return schema !== undefined && Object.keys(schema).length === 0;
}

function missing(names: readonly string[], object: Readonly<Record<string, JsonValue>>): Fault[] {
  return names
    .filter((name) => !Object.hasOwn(object, name))
    .map((name) => ({ path: [name], message: 'is required' }));
}

function below(step: string | number, faults: readonly Fault[]): Fault[] {
  return faults.map(({ path, message }) => ({ path: [step, ...path], message }));
}

function plural(noun: string, count: number): string {
  if (count === 1) return noun;
  return noun === 'property' ? 'properties' : `${noun}s`;
}

function isNumber(value: JsonValue): value is number | ExactNumber {
  return typeof value === 'number' || value instanceof ExactNumber;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** One text for equal values, whatever the order of their properties or the spelling of their numbers. */
function canonical(value: unknown): string {
  if (value instanceof ExactNumber) return String(Number(value.text));
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join()}}`;
}
