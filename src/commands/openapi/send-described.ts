import type { Pages } from '../../api/list-form.ts';
import { firstQuery, readListItems } from '../../api/list-pages.ts';
import { readAll } from '../../api/pages.ts';
import { unexpectedResponse, unwrapIds } from '../../api/response.ts';
import { isTime } from '../../declaration/check-scalar.ts';
import { pagingOf } from '../../declaration/shared.ts';
import { usageError } from '../../errors.ts';
import { isDocumentFormat } from '../../formats/registry.ts';
import { isObject, type JsonValue } from '../../json/number.ts';
import { findPages, lookAt } from '../../openapi/find-pages.ts';
import { outlineOfValue } from '../../openapi/outline.ts';
import { pageParametersOf } from '../../openapi/page-parameters.ts';
import type { Session } from '../../session.ts';
import { confirm } from '../confirm.ts';
import {
  download,
  isWrittenAsReceived,
  noteNoBody,
  readResult,
  showReceived,
} from '../receive-result.ts';
import { composeBody } from './compose-body.ts';
import { isRedirect, requestFile } from './follow-redirect.ts';
import { createTarget, type Definition, type Given, keyOf } from './operation-input.ts';
import { pageAsked, pagePlaces, searchAgain, withFirstPage } from './page-body.ts';
import { viewResources } from './resource-view.ts';

/** Sends the operation with the given input, and shows the response. */
export async function sendDescribed(
  session: Session,
  words: string,
  definition: Definition,
  given: Given,
  argumentKeys: readonly string[],
): Promise<void> {
  const { operation } = definition;
  const { http, output } = session;
  if (
    given['envelope'] === true &&
    !isDocumentFormat(session.format) &&
    session.format !== 'ndjson'
  ) {
    throw usageError('--envelope is for json and yaml', 'add -o json');
  }
  warnOfInput(session, words, definition, given);
  const target = createTarget(session, definition, given, argumentKeys);
  const { method, idempotent, pages } = operation;
  const isUnknown = operation.undescribed === true && method === 'GET';
  const paging = pages === undefined ? {} : pagingOf(given as Parameters<typeof pagingOf>[0]);
  const first = withFirstPage(given, definition, paging);
  const content = await composeBody(session, { words, definition, given: first, target });
  const places = pagePlaces(definition);
  if (operation.removes === true) {
    await confirm(session, () => `This will send ${method} ${target.path}`);
  }
  const { path, headers } = target;
  const stated = new URLSearchParams(target.query);
  const asked = pages === undefined ? stated : firstQuery(pages, stated, paging);
  for (const name of places.keys()) asked.delete(name);
  const sent = new URLSearchParams(asked);
  for (const [name, value] of pageAsked(content?.body, places)) asked.append(name, value);
  const type = content === undefined ? {} : { 'content-type': content.type };
  const { response, isSaved } = await download(
    session,
    { accepts: (head) => !isRedirect(head) && isWrittenAsReceived(session, head) },
    (receive) =>
      requestFile(session, {
        method,
        path,
        idempotent,
        onReceived: showReceived(session),
        receive,
        // The query is as the document writes its parameters, unless a page is added to them.
        ...(`${sent}` === `${stated}` ? { rawQuery: target.query } : { query: sent }),
        headers: { ...type, ...headers },
        body: content?.body,
        secrets: [...target.secrets, ...(content?.secrets ?? [])],
      }),
  );
  session.progress.stop();
  if (isSaved) return;
  const received = { client: http.client, operation: { method, idempotent }, path, response };
  const value = readResult(session, received);
  if (value === undefined) {
    const isExpected = !isUnknown && (pages !== undefined || operation.fields.length > 0);
    if (isExpected && method === 'GET' && response.status !== 204) {
      throw unexpectedResponse(received, 'has no body');
    }
    output.note(`done: ${method} ${path}`);
    return noteNoBody(session, method, path);
  }
  if (value instanceof Uint8Array) return output.text(value);
  unwrapIds(value);
  const parameters = pageParametersOf(operation.parameters, definition.description.schemas);
  const list = isUnknown ? findPages({ outline: outlineOfValue(value), path, parameters }) : pages;
  if (list === undefined) {
    if (pages !== undefined) refusePaging(given, path);
    return Array.isArray(value) ? output.list<JsonValue>(value) : output.one<JsonValue>(value);
  }
  const answer = { body: value, headers: response.headers };
  const look = lookAt(list, path, parameters);
  const search = { path, headers: { ...type, ...headers }, body: content?.body, places };
  const fetchPage = method === 'POST' ? searchAgain(http, search) : undefined;
  const request = { path, query: asked, headers, pages: list, first: answer, look, fetchPage };
  if (given['envelope'] !== true) {
    const isDescribed = operation.fields.some((field) => field.startsWith('attributes.'));
    const view = isDescribed ? undefined : viewResources(itemsOf(value, list));
    return output.list<JsonValue>(readListItems(http, request, paging), view);
  }
  const all = await readAll(readListItems(http, request, paging));
  await output.one<JsonValue>(replaceAt(value, list.items, all), { columns: [] });
}

/** Refuses options for lists: the response, which the document does not describe, turned out to be one record. */
function refusePaging(given: Given, path: string): void {
  const name = ['max', 'page', 'envelope'].find((one) => given[one] !== undefined);
  if (name === undefined) return;
  throw usageError(`--${name}: the response to GET ${path} is not a list`, 'leave it out');
}

function itemsOf(value: JsonValue, { items }: Pages): readonly JsonValue[] {
  const found = items.reduce<JsonValue>(
    (one, name) => (isObject(one) ? (one[name] ?? null) : null),
    value,
  );
  return Array.isArray(found) ? found : [];
}

/** The first response with all items in place of its own. */
function replaceAt(body: JsonValue, path: readonly string[], items: JsonValue): JsonValue {
  const [name, ...rest] = path;
  if (name === undefined) return items;
  if (!isObject(body)) return body;
  return { ...body, [name]: replaceAt(body[name] ?? null, rest, items) };
}

/** Warns of what the document advises against, and of a value that may not be what is meant. */
function warnOfInput(
  { output }: Session,
  words: string,
  { operation, options }: Definition,
  given: Given,
): void {
  if (operation.deprecated === true) output.warn(`${words} is deprecated by the imported document`);
  for (const { name, deprecated, schema } of options) {
    const value = given[keyOf(name)];
    if (value === undefined) continue;
    if (deprecated) output.warn(`--${name} is deprecated by the imported document`);
    if (schema.format !== 'date-time' || typeof value !== 'string' || isTime(value)) continue;
    output.warn(`--${name}: ${value} is not a time such as 2026-10-01T12:00:00Z; sent as it is`);
  }
}
