import { canonicalText } from '../json/canonical-text.ts';
import { isNumber, isObject, type JsonValue } from '../json/number.ts';
import { suggest } from '../suggest.ts';
import { nameFirst, pluralize } from '../text.ts';
import { checkNumber, checkText, isInteger } from './check-scalar.ts';
import {
  alternativesOf,
  isNullable,
  isReadOnly,
  nameChoice,
  partsOf,
  type Schema,
  type Schemas,
  type SchemaType,
  words,
} from './json-schema.ts';

/** Why a schema forbids a value, and where. */
export interface Fault {
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** What it must be, if a few words can say it. */
  readonly expected?: string;
  readonly nearest?: string | undefined;
  /** It is the last name of the path that is wrong, not its value. */
  readonly isName?: true;
  /** The value is not text, although text would be allowed. */
  readonly takesText?: boolean;
}

type Said = Omit<Fault, 'path'>;

/**
 * What is certainly wrong with a value, in words that follow its name. This is not a JSON Schema engine: for
 * an imported document, the service checks the rest (alternatives, conditions, uniqueness). A value that the
 * schema allows is never rejected.
 */
export function checkValue(schema: Schema, value: JsonValue, schemas: Schemas): Fault[] {
  const alternatives = alternativesOf(schema, schemas);
  const [only = []] = alternatives;
  if (value === null && isNullable(schema, schemas)) return [];
  if (alternatives.length === 1) return checkParts(only, value, schemas);
  // Every alternative includes the keywords beside `anyOf` or `oneOf`.
  const ownParts = partsOf(schema, schemas);
  const shared = checkParts(ownParts, value, schemas);
  if (shared.length > 0) return shared;
  const [fitting, ...others] = alternatives.filter((parts) =>
    parts.every((part) => checkType(part, value).length === 0),
  );
  if (fitting === undefined) {
    const takesText = alternatives.some((parts) =>
      parts.every(
        ({ type, enum: choices }) => choices === undefined && (type?.includes('string') ?? true),
      ),
    );
    return here([mustBe(words(typesOf(alternatives)), { takesText })]);
  }
  if (others.length > 0) return [];
  const faults = checkParts(fitting.slice(ownParts.length), value, schemas, fitting);
  // The choices of this alternative are not all: those of the others are allowed too.
  const isOther = faults[0]?.path.length === 0 && faults[0].expected !== undefined;
  return isOther ? here([mustBe(alternatives.map(expectedOf).join(' or '))]) : faults;
}

function expectedOf(parts: readonly Schema[]): string {
  const choices = parts.find((part) => part.enum !== undefined)?.enum;
  return choices === undefined ? words(typesOf([[...parts]])) : listed(choices);
}

/** `unknown key; did you mean name?` */
export function describeFault({ message, nearest }: Fault): string {
  return nearest === undefined ? message : `${message}; did you mean ${nearest}?`;
}

/** Parts that apply at once. `all` also has those that were checked before. */
function checkParts(parts: readonly Schema[], value: JsonValue, schemas: Schemas, all = parts) {
  const faults: Fault[] = [];
  if (isObject(value)) addAll(faults, checkRequired(parts, value, all, schemas));
  for (const part of parts) addAll(faults, checkPart(part, value, schemas));
  if (isObject(value)) addAll(faults, checkNames(parts, value));
  return faults;
}

/** Most values are right, and even an empty list takes time to spread or to map. */
function addAll(faults: Fault[], more: readonly Fault[], step?: string | number): void {
  for (const fault of more) {
    faults.push(step === undefined ? fault : { ...fault, path: [step, ...fault.path] });
  }
}

function checkPart(part: Schema, value: JsonValue, schemas: Schemas): Fault[] {
  const wrong = checkType(part, value);
  if (wrong.length > 0) return here(wrong);
  const faults = here(checkChoice(part, value));
  addAll(faults, checkByType(part, value, schemas));
  return faults;
}

function checkByType(part: Schema, value: JsonValue, schemas: Schemas): Fault[] {
  if (typeof value === 'string') return here(toSaid(checkText(part, value)));
  if (isNumber(value)) return here(toSaid(checkNumber(part, value)));
  if (Array.isArray(value)) return checkList(part, value, schemas);
  return isObject(value) ? checkProperties(part, value, schemas) : [];
}

function here(said: readonly Said[]): Fault[] {
  return said.map((one) => ({ path: [], ...one }));
}

function toSaid(messages: readonly string[]): Said[] {
  return messages.map((message) => ({ message }));
}

function mustBe(expected: string, more: Partial<Said> = {}): Said {
  return { message: `must be ${expected}`, expected, ...more };
}

function checkType({ type, nullable, expected }: Schema, value: JsonValue): Said[] {
  if (type === undefined || (nullable === true && value === null)) return [];
  if (type.some((one) => isOf(one, value))) return [];
  const takesText = expected === undefined && type.includes('string');
  return [mustBe(expected ?? words(type), { takesText })];
}

export function isOf(type: SchemaType, value: JsonValue): boolean {
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

function typesOf(alternatives: readonly Schema[][]): SchemaType[] {
  return [...new Set(alternatives.flat().flatMap((part) => part.type ?? []))];
}

function checkChoice({ enum: choices, nullable, type }: Schema, value: JsonValue): Said[] {
  if (choices === undefined) return [];
  if (value === null && (nullable === true || type?.includes('null') === true)) return [];
  const text = canonicalText(value);
  if (choices.some((choice) => canonicalText(choice) === text)) return [];
  const texts = choices.filter((choice) => typeof choice === 'string');
  const nearest = typeof value === 'string' ? suggest(value, texts) : undefined;
  return [mustBe(listed(choices), { nearest })];
}

/** `one of all, none` */
function listed(choices: readonly unknown[]): string {
  const shown = choices.map(nameChoice);
  return `${shown.length === 1 ? '' : 'one of '}${nameFirst(shown, 10)}`;
}

function checkList(schema: Schema, list: readonly JsonValue[], schemas: Schemas): Fault[] {
  const { minItems = 0, maxItems = Infinity, items, uniqueItems } = schema;
  const faults: Fault[] = [];
  const add = (message: string) => faults.push({ path: [], message });
  if (list.length < minItems) add(`must have at least ${pluralize(minItems, 'item')}`);
  if (list.length > maxItems) add(`must have at most ${pluralize(maxItems, 'item')}`);
  const seen = new Set<string>();
  for (const [place, item] of list.entries()) {
    if (items !== undefined) addAll(faults, checkValue(items, item, schemas), place);
    if (uniqueItems !== true) continue;
    const text = canonicalText(item);
    if (seen.has(text)) faults.push({ path: [place], message: 'is given twice' });
    seen.add(text);
  }
  return faults;
}

/** Faults for required properties. No request has those that only the service sets. */
function checkRequired(
  parts: readonly Schema[],
  object: object,
  all: readonly Schema[],
  schemas: Schemas,
): Fault[] {
  const missing = parts.flatMap(({ required = [] }) =>
    required.filter((name) => !Object.hasOwn(object, name)),
  );
  if (missing.length === 0) return [];
  const ofService = new Set(all.flatMap((part) => readOnlyNames(part, schemas)));
  return [...new Set(missing)]
    .filter((name) => !ofService.has(name))
    .map((name) => ({ path: [name], message: 'is required' }));
}

function readOnlyNames({ properties = {} }: Schema, schemas: Schemas): string[] {
  return Object.entries(properties).flatMap(([name, one]) =>
    isReadOnly(one, schemas) ? name : [],
  );
}

function checkProperties(
  { properties = {}, additionalProperties, patterned }: Schema,
  object: Readonly<Record<string, JsonValue>>,
  schemas: Schemas,
): Fault[] {
  const faults: Fault[] = [];
  for (const name of Object.keys(object)) {
    const stated = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const part = stated ?? (patterned === true ? undefined : additionalProperties);
    if (part === undefined) continue;
    addAll(faults, checkValue(part, object[name] ?? null, schemas), name);
  }
  return faults;
}

/** Faults for names that no part declares, if a part allows no others: they are probably misspelt. */
function checkNames(parts: readonly Schema[], object: object): Fault[] {
  if (!parts.some((part) => part.closed === true)) return [];
  if (parts.some(({ patterned, anyOf, oneOf }) => patterned || (anyOf ?? oneOf) !== undefined))
    return [];
  const isKnown = (name: string) =>
    parts.some(({ properties }) => properties !== undefined && Object.hasOwn(properties, name));
  const unknown = Object.keys(object).filter((name) => !isKnown(name));
  if (unknown.length === 0) return [];
  const known = parts.flatMap((part) => Object.keys(part.properties ?? {}));
  return unknown.map((name) => ({
    path: [name],
    message: 'unknown key',
    expected: `one of ${nameFirst(known, 10)}`,
    nearest: suggest(name, known),
    isName: true,
  }));
}
