import { randomUUID } from 'node:crypto';
import { isSecretParameter, secretsIn } from '../../api/secret-names.ts';
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
import { usageError } from '../../errors.ts';
import { isObject, type JsonObject, type JsonValue } from '../../json/number.ts';
import { findRepeatedKey } from '../../json/parse.ts';
import type { OptionDefinition } from '../../openapi/define-options.ts';
import type { DescribedOperation, Description, Parameter } from '../../openapi/description.ts';
import { passwordsIn } from '../../openapi/passwords.ts';
import {
  convertPair,
  convertText,
  fillTemplate,
  serializeHeader,
  serializePath,
  serializeQuery,
} from '../../openapi/text-values.ts';
import { traitsOf, wordsForHelp } from '../../openapi/traits.ts';
import type { Session } from '../../session.ts';
import { type Header, headersOf } from '../request-options.ts';

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
function writeFault(fault: Fault): string {
  const message = describeFault(fault);
  const place = fault.path
    .filter((step) => step !== 'Value')
    .map((step) => (typeof step === 'number' ? `item ${step + 1}` : step));
  return place.length === 0 ? message : `${place.join(' ')}: ${message}`;
}

/** An operation of the document and everything that its command is made from. */
export interface Definition {
  readonly operation: DescribedOperation;
  readonly description: Description;
  readonly options: readonly OptionDefinition[];
  /** The placeholders of the path that arguments fill, in order. */
  readonly arguments: readonly Parameter[];
  readonly reading: DescribedOperation | undefined;
  readonly nullable: readonly string[];
}

export type Given = Readonly<Record<string, unknown>>;

/** `start-date` → `startDate` */
export function keyOf(name: string): string {
  return name.replace(/-(.)/g, (_match, letter: string) => letter.toUpperCase());
}

/** Where a request goes: path, query and headers, each as the document asks for it. */
export interface Target {
  readonly path: string;
  /** Percent-encoded, as the path is. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What must not be shown. */
  readonly secrets: readonly string[];
}

export function createTarget(
  session: Session,
  definition: Definition,
  given: Given,
  argumentKeys: readonly string[],
): Target {
  const { operation, description, arguments: placeholders } = definition;
  const { schemas } = description;
  const filled = new Map<string, string>();
  const secrets: string[] = [];
  placeholders.forEach((parameter, place) => {
    const value = given[argumentKeys[place] ?? ''] as JsonValue;
    secrets.push(...secretsOf(parameter, value, schemas));
    filled.set(parameter.name, serializePath(parameter.name, value, parameter));
  });
  const query: string[] = [];
  const headers: Record<string, string> = { accept: operation.accept };
  for (const parameter of operation.parameters) {
    if (placeholders.includes(parameter)) continue;
    const value = findValue(session, definition, parameter, given);
    if (value === undefined) continue;
    if (parameter.workspace) checkWorkspace(parameter, value, schemas);
    secrets.push(...secretsOf(parameter, value, schemas));
    const { name, place } = parameter;
    if (place === 'path') filled.set(name, serializePath(name, value, parameter));
    else if (place === 'query') query.push(...serializeQuery(name, value, parameter));
    else headers[name.toLowerCase()] = serializeHeader(value, parameter);
  }
  // Checked by the kind of the option.
  const added = (given['requestHeader'] ?? []) as readonly Header[];
  return {
    path: fillTemplate(operation.path, filled),
    query: withParameters(query, given).join('&'),
    headers: { ...headers, ...headersOf(added) },
    secrets,
  };
}

/** What the document calls a password, and in a path what has the name of a secret: a path is sent without names. */
function secretsOf({ name, place, schema }: Parameter, value: JsonValue, schemas: Schemas) {
  const isSecret = place === 'path' && isSecretParameter(name);
  return [...passwordsIn(schema, value, schemas), ...(isSecret ? secretsIn(value, true) : [])];
}

/** What the person gave, or else what the document or the run has for it. */
function findValue(
  session: Session,
  { options, description }: Definition,
  parameter: Parameter,
  given: Given,
): JsonValue | undefined {
  const { schema, fallback } = parameter;
  if (parameter.workspace) {
    return parameter.required ? session.workspace() : session.settings.workspace.value;
  }
  const option = options.find((one) => one.parameter === parameter);
  const value = option === undefined ? undefined : given[keyOf(option.name)];
  if (option !== undefined && value !== undefined) {
    const [fault] = checkValue(schema, value as JsonValue, description.schemas);
    if (fault !== undefined) throw usageError(`--${option.name}: ${writeFault(fault)}`);
    if (parameter.retryKey === true && String(value).trim() === '') {
      throw usageError(
        `--${option.name}: must not be empty`,
        'leave it out: a key is then made up',
      );
    }
    return value as JsonValue;
  }
  if (fallback !== undefined) return convertText(schema, fallback, description.schemas);
  if (parameter.retryKey === true) return randomUUID();
  if (parameter.required && option !== undefined) throw usageError(`--${option.name}: is required`);
  return undefined;
}

/** A parameter that --param names replaces what is there already. */
function withParameters(query: readonly string[], given: Given): string[] {
  const parameters = Object.entries((given['param'] ?? {}) as Record<string, readonly string[]>);
  const names = new Set(parameters.map(([name]) => encodeURIComponent(name)));
  const kept = query.filter((pair) => !names.has(pair.split('=')[0] ?? ''));
  const added = parameters.flatMap(([name, texts]) =>
    texts.map((text) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`),
  );
  return [...kept, ...added];
}

function checkWorkspace(
  { schema }: Parameter,
  workspace: JsonValue,
  schemas: Definition['description']['schemas'],
): void {
  const [fault] = checkValue(schema, workspace, schemas);
  if (fault !== undefined) throw usageError(`--workspace: ${fault.message}`);
}
