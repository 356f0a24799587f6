import { checkValue, describeFault, type Fault } from '../../declaration/check-value.ts';
import { type CostctlError, usageError } from '../../errors.ts';
import { isObject, type JsonObject, type JsonValue } from '../../json/number.ts';
import { stringifyJson } from '../../json/stringify.ts';
import { type Body, isJsonType } from '../../openapi/description.ts';
import { type UploadFile, writeForm, writeMultipart } from '../../openapi/multipart.ts';
import { passwordsIn } from '../../openapi/passwords.ts';
import { wrapIds } from '../../openapi/text-values.ts';
import { traitsOf } from '../../openapi/traits.ts';
import type { Session } from '../../session.ts';
import { type Content, describeUpload, openUpload, sendFile, sendText } from '../api/content.ts';
import { type BodyInput, readAnyBody, readBody } from '../request-options.ts';
import { addWorkspaces, type Completing, completeObject } from './complete-body.ts';
import { type Definition, type Given, keyOf } from './operation-input.ts';

interface Call extends Completing {
  readonly words: string;
}

/** The body of the request in the media type of the document; undefined for a request without a body. */
export async function composeBody(session: Session, call: Call): Promise<Content | undefined> {
  const { definition, given } = call;
  const { body: expected } = definition.operation;
  if (expected === undefined) return undefined;
  const stated = given['contentType'];
  const type = typeof stated === 'string' ? stated : expected.type;
  const input = given['input'];
  if (typeof input === 'string') {
    if (!type.includes('*')) return sendFile(session, input, type);
    const hint = 'add --content-type, such as text/plain or image/png';
    throw usageError(`the body may be any ${type}, and nothing says which`, hint);
  }
  if (expected.kind === 'bytes') {
    if (!expected.required) return undefined;
    throw usageError('--input: is required', `costctl ${call.words} --help`);
  }
  const isForm = expected.kind === 'multipart' || expected.kind === 'form';
  if (isForm && isSameType(type, expected.type)) return writeFields(session, call, expected);
  if (isForm || !isJsonType(type)) {
    throw usageError(`a body of type ${type} is read from a file`, 'give it with --input');
  }
  const value = await composeValue(session, call, expected);
  if (value === undefined) return undefined;
  const secrets = passwordsIn(expected.schema, value, definition.description.schemas);
  return { type, body: stringifyJson(value), secrets };
}

/** Without parameters, such as the boundary of a form. */
function isSameType(one: string, other: string): boolean {
  const [first, second] = [one, other].map((type) => type.split(';', 1)[0]?.trim().toLowerCase());
  return first === second;
}

async function writeFields(
  session: Session,
  { words, definition, given }: Call,
  expected: Body,
): Promise<Content | undefined> {
  const files = await openFiles(session, definition, given);
  const fields = addWorkspaces(session, definition, await readFields(session, definition, given));
  if (Object.keys(fields).length === 0 && files.size === 0 && !expected.required) return undefined;
  const value = { ...fields, ...Object.fromEntries([...files].map(([name]) => [name, ''])) };
  checkFields(words, definition, value, files);
  const summary = { ...fields, ...summaryOf(files) };
  const secrets = passwordsIn(expected.schema, fields, definition.description.schemas);
  if (expected.kind === 'form') {
    return { ...sendText(expected.type, writeForm(fields, expected), summary), secrets };
  }
  const { random } = session.context;
  const { type, length, open } = writeMultipart(fields, files, expected.encoding ?? {}, random);
  return { type, body: { length, open, summary }, secrets };
}

function summaryOf(files: ReadonlyMap<string, readonly UploadFile[]>): JsonObject {
  return Object.fromEntries(
    [...files].map(([name, list]): [string, JsonValue] => {
      const all = list.map(describeUpload);
      return [name, all.length === 1 ? (all[0] ?? null) : all];
    }),
  );
}

async function openFiles(session: Session, { options }: Definition, given: Given) {
  const files = new Map<string, UploadFile[]>();
  for (const { kind, name, property } of options) {
    const value = given[keyOf(name)];
    if ((kind !== 'file' && kind !== 'files') || value === undefined) continue;
    const paths = [value].flat().map(String);
    const opened = await Promise.all(paths.map((path) => openUpload(session, `--${name}`, path)));
    files.set(property, opened);
  }
  return files;
}

/** Of `--data`, `--set` and the options, each takes precedence over those before it. */
async function readFields(
  { context }: Session,
  definition: Definition,
  given: Given,
): Promise<JsonObject> {
  const data = await readBody(context, bodyInputOf(given));
  return { ...data, ...fieldsOf(definition, given) };
}

function fieldsOf({ options, nullable }: Definition, given: Given): JsonObject {
  const cleared = new Set(((given['clear'] ?? []) as readonly string[]).map(String));
  const entries = options
    .filter(({ place, kind }) => place === 'body' && kind !== 'file' && kind !== 'files')
    .flatMap(({ name, property }): [string, JsonValue][] => {
      const value = given[keyOf(name)];
      if (value === undefined) return [];
      if (cleared.has(property)) {
        throw usageError(`--clear ${property} and --${name} cannot be used together`);
      }
      return [[property, value as JsonValue]];
    });
  const nulls = nullable.filter((name) => cleared.has(name)).map((name) => [name, null] as const);
  return Object.fromEntries([...entries, ...nulls]);
}

/** The values were made by the kinds of `bodyFields`. */
function bodyInputOf({ data, set, setJson }: Given): BodyInput {
  return {
    data: data as BodyInput['data'],
    set: set as BodyInput['set'],
    setJson: setJson as BodyInput['setJson'],
  };
}

/** The JSON that is sent, checked against the document. */
async function composeValue(session: Session, call: Call, expected: Body) {
  const { words, definition, given } = call;
  const { schemas } = definition.description;
  const { types } = traitsOf(expected.schema, schemas);
  const isWhole = types.length > 0 && !types.includes('object');
  const data = bodyInputOf(given);
  const isGiven = data.data !== undefined || data.set !== undefined || data.setJson !== undefined;
  const fields = fieldsOf(definition, given);
  const hasFields = Object.keys(fields).length > 0;
  if (!isGiven && !hasFields && isUpdate(definition) && expected.required) {
    throw usageError('there is nothing to send', `costctl ${words} --help`);
  }
  // A body that may be something else than an object is known only once it is read.
  const mayBeOther = isWhole || (isGiven && !hasFields && types.join() !== 'object');
  const read = mayBeOther
    ? await readAnyBody(session.context, data)
    : await readFields(session, definition, given);
  const value = !isWhole && isObject(read) ? await completeObject(session, call, read) : read;
  if (value === undefined || (!isGiven && !hasFields && !expected.required && isEmpty(value))) {
    if (!expected.required) return undefined;
    throw usageError('there is nothing to send', `costctl ${words} --help`);
  }
  const body = wrapIds(expected.schema, value, schemas);
  // What the service has sent may be sent back, whatever the document says of it.
  const isOwn = ({ path: [first] }: Fault) =>
    given['merge'] !== true || !isObject(read) || !isHeld(value, first) || isHeld(read, first);
  const fault = checkValue(expected.schema, body, schemas).find(isOwn);
  if (fault !== undefined) throw refuse(words, definition, fault);
  return body;
}

function isHeld(value: JsonValue, name: string | number | undefined): boolean {
  return isObject(value) && name !== undefined && Object.hasOwn(value, name);
}

function isUpdate({ operation }: Definition): boolean {
  return operation.method === 'PUT' || operation.method === 'PATCH';
}

function isEmpty(value: JsonValue): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

/** Checks of a form only what is missing and what is surely wrong. A file is not checked. */
function checkFields(
  words: string,
  definition: Definition,
  value: JsonObject,
  files: ReadonlyMap<string, unknown>,
): void {
  const { operation, description } = definition;
  const faults = checkValue(operation.body?.schema ?? {}, value, description.schemas);
  const fault = faults.find(({ path: [first] }) => !files.has(String(first)));
  if (fault !== undefined) throw refuse(words, definition, fault);
}

/** Names the option if there is one, otherwise the place in the body. */
function refuse(words: string, { options, operation }: Definition, fault: Fault): CostctlError {
  const { path } = fault;
  const message = describeFault(fault);
  const [first, ...rest] = path;
  const option = options.find((one) => one.place === 'body' && one.property === first);
  const isWorkspace = operation.body?.workspaces.includes(String(first)) === true;
  const name = isWorkspace ? 'workspace' : option?.name;
  const place = name !== undefined && rest.length === 0 ? `--${name}` : path.join('.');
  const what = place === '' ? `the body ${message}` : `${place}: ${message}`;
  return usageError(what, `costctl ${words} --help`);
}
