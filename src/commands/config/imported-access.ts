import { randomUUID } from 'node:crypto';
import type { Http } from '../../api/http.ts';
import { firstQuery, readListItems } from '../../api/list-pages.ts';
import { AnyResponse, OpenRecord } from '../../api/operation.ts';
import { listAvailableProviders } from '../../api/provider-calls.ts';
import type { Access, Kind } from '../../config/managed-kinds.ts';
import { idOf, recordIn } from '../../config/service-state.ts';
import { propertiesOf } from '../../declaration/json-schema.ts';
import { CostctlError, hasCode, usageError } from '../../errors.ts';
import { fillPath } from '../../http/request.ts';
import { isObject, type JsonObject } from '../../json/number.ts';
import type { DescribedOperation, Description } from '../../openapi/description.ts';
import { lookAt } from '../../openapi/find-pages.ts';
import { pageParametersOf } from '../../openapi/page-parameters.ts';
import { isPassword } from '../../openapi/passwords.ts';
import { convertText, wrapIds } from '../../openapi/text-values.ts';
import { refuseMasked } from '../request-options.ts';
import { hasWorkspace, type Resource } from './imported.ts';
import { writable } from './imported-values.ts';
import { pick } from './record-fields.ts';

/** The operations of an imported resource, called as the document describes. */
export function importedAccess(
  http: Http,
  { schemas }: Pick<Description, 'schemas'>,
  resource: Resource,
  kind: Kind,
): Access {
  const { list, create, update, remove, read } = resource;
  // Secrets in responses are ignored.
  const names = Object.keys(kind.fields).filter((name) => kind.fields[name]?.secret !== true);
  const known = ['id', kind.identity];

  async function* listRecords(workspaceId: string): AsyncGenerator<JsonObject> {
    const { path, query, headers } = addressOf(list, workspaceId);
    const { pages } = list;
    if (pages === undefined) throw unreadable(kind);
    if (kind.unproven !== undefined) throw refuseUnproven(kind, kind.unproven);
    const look = lookAt(pages, list.path, pageParametersOf(list.parameters, schemas));
    const request = {
      path: fillPath(list.path, path),
      headers,
      success: list.success,
      pages,
      look,
    };
    const first = firstQuery(pages, query, {});
    try {
      for await (const item of readListItems(http, { ...request, query: first })) {
        if (!isObject(item)) throw unreadable(kind);
        yield item;
      }
    } catch (error) {
      throw hasCode(error, 'incomplete') ? refuseUnproven(kind, error.message) : error;
    }
  }

  async function readRecord(workspaceId: string, id: string): Promise<JsonObject> {
    if (read !== undefined) {
      const address = addressOf(read, workspaceId, id);
      return recordIn(await http.send({ ...read, response: OpenRecord }, address), known);
    }
    for await (const record of listRecords(workspaceId)) if (idOf(record) === id) return record;
    throw new CostctlError('not_found', `there is no ${kind.noun} ${id}`);
  }

  const { schema = {} } = update.body ?? {};
  const taken = propertiesOf(schema, schemas).map(({ name }) => name);
  const isStated = (steps: readonly (string | number)[]) => isPassword(schema, steps, schemas);

  return {
    list: listRecords,
    read: readRecord,
    create: async (workspaceId, fields) =>
      recordIn(
        await http.send(
          { ...create, response: OpenRecord },
          { ...addressOf(create, workspaceId), body: bodyFor(create, fields, workspaceId) },
        ),
        known,
      ),
    update: ({ workspaceId, id, record }, fields) => {
      // A PUT sends the whole record, as far as the document lets it be written; a PATCH sends only what changes.
      const whole = { ...pick(writable(schema, record, schemas), taken), ...fields };
      const sent = update.method === 'PUT' ? refuseMasked(whole, isStated) : fields;
      return http.send(
        { ...update, response: AnyResponse },
        { ...addressOf(update, workspaceId, id), body: bodyFor(update, sent, workspaceId) },
      );
    },
    remove: (workspaceId, id) =>
      http.send({ ...remove, response: AnyResponse }, addressOf(remove, workspaceId, id)),
    toFields: (record) => pick(writable(create.body?.schema ?? {}, record, schemas), names),
  };

  function addressOf(operation: DescribedOperation, workspaceId: string, id = '') {
    const path: Record<string, string> = {};
    const query = new URLSearchParams();
    const headers: Record<string, string> = { accept: operation.accept };
    if (operation !== remove && operation.body !== undefined)
      headers['content-type'] = operation.body.type;
    for (const parameter of operation.parameters) {
      const { name, place, workspace, fallback, retryKey, required, schema } = parameter;
      const usual = fallback === undefined ? undefined : convertText(schema, fallback, schemas);
      const value = workspace && hasWorkspace(resource) ? workspaceId : usual;
      if (place === 'path') path[name] = workspace ? workspaceId : id;
      else if (place === 'query' && value !== undefined) query.set(name, String(value));
      // A path may declare the key for all its operations; the pages of a list would share one.
      else if (place === 'header' && retryKey === true && (required || operation.method !== 'GET'))
        headers[name] = randomUUID();
      else if (place === 'header' && value !== undefined) headers[name] = String(value);
    }
    return { path, query, headers };
  }

  function bodyFor({ body }: DescribedOperation, fields: JsonObject, workspaceId: string) {
    const accepted = new Set(propertiesOf(body?.schema ?? {}, schemas).map(({ name }) => name));
    const given = Object.entries(fields).filter(
      ([name]) => accepted.size === 0 || accepted.has(name),
    );
    const workspaces = (body?.workspaces ?? []).map((name) => [name, workspaceId]);
    return wrapIds(body?.schema ?? {}, Object.fromEntries([...given, ...workspaces]), schemas);
  }
}

function unreadable({ name }: Kind): CostctlError {
  return new CostctlError(
    'unexpected_response',
    `the response to the list of ${name} is not a list of records`,
  );
}

/** A plan made from a part of a list would create what is in the rest of it. */
function refuseUnproven({ name }: Kind, unproven: string): CostctlError {
  return usageError(`${name} cannot be managed: ${unproven}`, `leave ${name} out of the file`);
}

/** Checks a new provider against the definition of its key. The definitions are read once. */
export function createDefinitionCheck(http: Http): NonNullable<Access['checkNew']> {
  let reading: ReturnType<typeof listAvailableProviders> | undefined;
  return async ({ key, parent, credentials }) => {
    reading ??= listAvailableProviders(http);
    const definitions = await reading;
    const definition = definitions.find((one) => one.key === key);
    if (definition === undefined) {
      const known = definitions.map((one) => one.key).join(', ');
      return `unknown provider key ${String(key)}; known keys: ${known}`;
    }
    if (definition.requiresParentProvider === true && typeof parent !== 'string') {
      return `a provider of the key ${definition.key} needs a parent`;
    }
    const given = credentials !== undefined && isObject(credentials) ? credentials : {};
    const missing = (definition.requiredCredentialFields ?? []).filter(
      (name) => !Object.hasOwn(given, name),
    );
    if (missing.length === 0) return undefined;
    const example = missing.map((name) => `${name}: env:VARIABLE`).join(', ');
    return `a new provider of the key ${definition.key} needs credentials: {${example}}`;
  };
}
