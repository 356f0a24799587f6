import { checkValue, describeFault, type Fault } from '../../declaration/check-value.ts';
import type { Schema, Schemas } from '../../declaration/json-schema.ts';
import { type Kind, kind, text } from '../../declaration/kind.ts';
import {
  argument,
  flag,
  type Option,
  optional,
  repeated,
  repeatedAs,
  required,
  requireUnique,
} from '../../declaration/option.ts';
import { isObject, type JsonObject, type JsonValue } from '../../json/number.ts';
import { findRepeatedKey } from '../../json/parse.ts';
import type { OptionDefinition } from '../../openapi/define-options.ts';
import type { Parameter } from '../../openapi/description.ts';
import { convertPair, convertText } from '../../openapi/text-values.ts';
import { traitsOf, wordsForHelp } from '../../openapi/traits.ts';

/** Declares an option of the document, with the rules of the document. */
export function declareOption(definition: OptionDefinition, schemas: Schemas): Option {
  const { name, kind: form, description, schema, place } = definition;
  const placeholder = { placeholder: definition.placeholder };
  switch (form) {
    case 'switch':
      return flag(description, { negative: `the opposite of --${name}` });
    case 'file':
      return optional({ ...fileToSend, ...placeholder }, description);
    case 'files':
      return repeated({ ...fileToSend, ...placeholder }, description);
    case 'list': {
      const items: Schema = traitsOf(schema, schemas).items ?? { type: ['string'] };
      return repeated(valueKind(items, definition, schemas), description);
    }
    case 'map':
      return repeatedAs(
        pairKind(schema, definition, schemas),
        (pairs) => {
          requireUnique(`--${name}`)(pairs.flatMap(Object.keys));
          return mergePairs(pairs);
        },
        description,
      );
    default: {
      const one = valueKind(schema, definition, schemas);
      // A property of the body may be given in other ways too.
      const isMandatory = definition.required && place !== 'body';
      return isMandatory ? required(one, description) : optional(one, description);
    }
  }
}

export function declareArgument(parameter: Parameter, name: string, schemas: Schemas) {
  const { schema, description } = parameter;
  const parse = (given: string) => {
    const value = readPathValue(schema, given, schemas);
    return value === undefined
      ? { problem: 'must be key=value, separated by commas' }
      : (repeats(given, value) ?? check(schema, value, schemas));
  };
  return argument(kind(name, parse), description || wordsForHelp(parameter.name), name);
}

/** A file, which `@photo.png` names too, as in a form of `curl`. */
const fileToSend: Kind<string> = {
  ...text('file', { file: 'read' }),
  parse: (given) => {
    const path = given.replace(/^@/, '');
    return path === '' ? { problem: 'must name a file' } : { value: path };
  },
};

function valueKind(schema: Schema, { placeholder, choices }: OptionDefinition, schemas: Schemas) {
  const parse = (given: string) => {
    const value = convertText(schema, given, schemas);
    return repeats(given, value) ?? check(schema, value, schemas);
  };
  return kind(placeholder, parse, { ...(choices.length === 0 ? {} : { choices }) });
}

function pairKind(schema: Schema, { placeholder }: OptionDefinition, schemas: Schemas) {
  return kind(placeholder, (given) => {
    const value = convertPair(schema, given, schemas);
    if (value === undefined) {
      return { problem: 'must have the form key=value, or be a JSON object' };
    }
    const [[name, inner] = ['', value]] = Object.entries(value);
    const repeated = given.startsWith(`${name}=`)
      ? repeats(given.slice(name.length + 1), inner)
      : repeats(given, value);
    return repeated ?? { value };
  });
}

/** One of the values of a key that a person wrote twice would be lost. */
function repeats(given: string, value: JsonValue): { problem: string } | undefined {
  const isRead = isObject(value) || Array.isArray(value);
  const problem = isRead ? findRepeatedKey(given) : undefined;
  return problem === undefined ? undefined : { problem };
}

function mergePairs(pairs: readonly JsonObject[]): JsonObject {
  return Object.fromEntries(pairs.flatMap((one) => Object.entries(one)));
}

/** In a path a list is separated by commas, and an object is `key=value` separated by commas. */
function readPathValue(schema: Schema, given: string, schemas: Schemas): JsonValue | undefined {
  const { types, items = {} } = traitsOf(schema, schemas);
  if (types.join() === 'array') {
    return given.split(',').map((part) => convertText(items, part, schemas));
  }
  if (types.join() !== 'object') return convertText(schema, given, schemas);
  const pairs = given.split(',').map((part) => convertPair(schema, part, schemas));
  const known = pairs.filter((pair) => pair !== undefined);
  return known.length < pairs.length ? undefined : mergePairs(known);
}

function check(
  schema: Schema,
  value: JsonValue,
  schemas: Schemas,
): { value: JsonValue } | { problem: string } {
  const [fault] = checkValue(schema, value, schemas);
  return fault === undefined ? { value } : { problem: writeFault(fault) };
}

/** `item 2: must be text`; that an id is wrapped in an object does not concern people. */
export function writeFault(fault: Fault): string {
  const message = describeFault(fault);
  const place = fault.path
    .filter((step) => step !== 'Value')
    .map((step) => (typeof step === 'number' ? `item ${step + 1}` : step));
  return place.length === 0 ? message : `${place.join(' ')}: ${message}`;
}
