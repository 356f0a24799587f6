import type { Command } from 'commander';
import { AnyResponse } from '../../api/operation.ts';
import { type CostctlError, usageError } from '../../errors.ts';
import { isObject, mergeObjects } from '../../json/bulk/merge.ts';
import type { JsonObject, JsonValue } from '../../json/number.ts';
import { checkValue, type Fault } from '../../openapi/check.ts';
import { propertiesOf } from '../../openapi/schema.ts';
import { traitsOf } from '../../openapi/traits.ts';
import { wrapIds } from '../../openapi/values.ts';
import type { Session } from '../../session.ts';
import { commandLine } from '../action.ts';
import { readAnyBody, readBody } from '../body.ts';
import type { Definition } from './definition.ts';
import type { DescribedInput } from './input.ts';

interface Address {
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

/** The body that is sent, checked against the document; undefined where there is none. */
export async function composeBody(
  session: Session,
  command: Command,
  definition: Definition,
  input: DescribedInput,
  address: Address,
): Promise<JsonValue | undefined> {
  const { body: expected } = definition.operation;
  if (expected === undefined) return undefined;
  const { schemas } = definition.description;
  const given = await readGiven(session, definition, input);
  if (given === undefined && isUpdate(definition)) throw nothingGiven(command);
  const whole =
    isObject(given) || given === undefined
      ? await complete(session, definition, input, address, given ?? {})
      : given;
  if (given === undefined && !expected.required && isEmpty(whole)) return undefined;
  const body = wrapIds(expected.schema, whole, schemas);
  const [fault] = checkValue(expected.schema, body, schemas);
  if (fault !== undefined) throw refuse(command, definition, fault);
  return body;
}

/** Of `--data`, `--set` and the options, what stands later wins. */
async function readGiven(
  { context }: Session,
  { operation, description }: Definition,
  { fields, body }: DescribedInput,
): Promise<JsonValue | undefined> {
  const { types } = traitsOf(operation.body?.schema ?? {}, description.schemas);
  if (types.length > 0 && !types.includes('object')) return readAnyBody(context, body);
  const data = await readBody(context, body);
  if (data === undefined && fields.length === 0) return undefined;
  return Object.fromEntries([...Object.entries(data ?? {}), ...fields]);
}

/** Lays the changes over the record, and adds the workspace where the document has one. */
async function complete(
  session: Session,
  definition: Definition,
  input: DescribedInput,
  { path, query }: Address,
  given: JsonObject,
): Promise<JsonObject> {
  const { operation, description, reading } = definition;
  const properties = propertiesOf(operation.body?.schema ?? {}, description.schemas);
  const added: [string, JsonValue][] = [];
  for (const name of operation.body?.workspaces ?? []) {
    if (Object.hasOwn(given, name)) continue;
    const required = properties.some((property) => property.name === name && property.required);
    const workspace = required ? session.workspace() : session.settings.workspace.value;
    if (workspace !== undefined) added.push([name, workspace]);
  }
  const changes = Object.fromEntries([...added, ...Object.entries(given)]);
  if (!input.merge || reading === undefined) return changes;
  const record = await session.http.send(
    { ...reading, response: AnyResponse },
    {
      path,
      query: readingQuery(session, definition, query),
      asSent: true,
    },
  );
  return mergeObjects(isObject(record) ? record : {}, changes);
}

/** What reading the record asks for besides: its workspace. */
function readingQuery(
  session: Session,
  { reading }: Definition,
  query: URLSearchParams,
): URLSearchParams {
  const all = new URLSearchParams(query);
  for (const { name, place, workspace } of reading?.parameters ?? []) {
    if (workspace && place === 'query') all.set(name, session.workspace());
  }
  return all;
}

function isUpdate({ operation }: Definition): boolean {
  return operation.method === 'PUT' || operation.method === 'PATCH';
}

function isEmpty(value: JsonValue): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

function nothingGiven(command: Command): CostctlError {
  return usageError('nothing was given to send', `${commandLine(command)} --help`);
}

/** Names the option where there is one, else the place in the body. */
function refuse(
  command: Command,
  { options, operation }: Definition,
  { path, message }: Fault,
): CostctlError {
  const [first, ...rest] = path;
  const option = options.find((one) => one.place === 'body' && one.property === first);
  const isWorkspace = operation.body?.workspaces.includes(String(first)) === true;
  const name = isWorkspace ? 'workspace' : option?.name;
  const place = name !== undefined && rest.length === 0 ? `--${name}` : path.join('.');
  const what = place === '' ? `the body ${message}` : `${place}: ${message}`;
  return usageError(what, `${commandLine(command)} --help`);
}
