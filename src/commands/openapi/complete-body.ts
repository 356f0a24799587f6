import { AnyResponse, isRetryKey } from '../../api/operation.ts';
import { recordIn } from '../../config/service-state.ts';
import { propertiesOf } from '../../declaration/json-schema.ts';
import { mergeObjects } from '../../json/merge.ts';
import { isObject, type JsonObject, type JsonValue } from '../../json/number.ts';
import { isPassword } from '../../openapi/passwords.ts';
import type { Session } from '../../session.ts';
import { refuseMasked } from '../request-options.ts';
import type { Definition, Given, Target } from './operation-input.ts';

/** The body with the workspace of the run, if the document has one in it. */
export function addWorkspaces(
  session: Session,
  { operation, description }: Definition,
  given: JsonObject,
) {
  const properties = propertiesOf(operation.body?.schema ?? {}, description.schemas);
  const added: [string, JsonValue][] = [];
  for (const name of operation.body?.workspaces ?? []) {
    if (Object.hasOwn(given, name)) continue;
    const required = properties.some((property) => property.name === name && property.required);
    const workspace = required ? session.workspace() : session.settings.workspace.value;
    if (workspace !== undefined) added.push([name, workspace]);
  }
  return Object.fromEntries([...added, ...Object.entries(given)]);
}

export interface Completing {
  readonly definition: Definition;
  readonly given: Given;
  readonly target: Target;
}

/** Adds the workspace if the document has one, and merges the changes into the record. */
export async function completeObject(
  session: Session,
  { definition, given, target }: Completing,
  fields: JsonObject,
): Promise<JsonObject> {
  const { reading } = definition;
  const changes = addWorkspaces(session, definition, fields);
  if (given['merge'] !== true || reading === undefined) return changes;
  const query = new URLSearchParams(target.query);
  for (const { name, place, workspace } of reading.parameters) {
    if (workspace && place === 'query') query.set(name, session.workspace());
  }
  const record = await session.http.send(
    { ...reading, path: target.path, response: AnyResponse },
    {
      query,
      headers: { ...headersFor(target), accept: reading.accept },
      secrets: target.secrets,
      asSent: true,
    },
  );
  const { schemas } = definition.description;
  const { schema = {} } = definition.operation.body ?? {};
  const names = propertiesOf(schema, schemas).map(({ name }) => name);
  // A record may come in an envelope, and leave without it.
  const whole = isObject(record) ? recordIn(record, names) : {};
  return refuseMasked(mergeObjects(whole, changes), (steps) => isPassword(schema, steps, schemas));
}

/** A key makes attempts of the change one request, of which the reading is no part. */
function headersFor({ headers }: Target): Target['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isRetryKey(name)));
}
