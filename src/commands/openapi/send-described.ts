import type { Answer } from '../../api/list-answer.ts';
import type { Pages } from '../../api/list-form.ts';
import { firstQuery, readListItems } from '../../api/list-pages.ts';
import { writeQuery } from '../../api/page-links.ts';
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
import {
  createTarget,
  type Definition,
  type Given,
  keyOf,
  type Target,
} from './operation-input.ts';
import { isSearch, pageAsked, pagePlaces, searchAgain, withFirstPage } from './page-body.ts';
import { viewResources } from './resource-view.ts';

interface DescribedRequest {
  readonly definition: Definition;
  readonly given: Given;
  readonly target: Target;
  readonly content: Awaited<ReturnType<typeof composeBody>>;
  readonly paging: ReturnType<typeof pagingOf>;
}

/** Sends the operation with the given input, and shows the response. */
export async function sendDescribed(
  session: Session,
  words: string,
  definition: Definition,
  given: Given,
  argumentKeys: readonly string[],
): Promise<void> {
  const { method, idempotent, pages, removes } = definition.operation;
  requireEnvelopeFormat(session, given);
  warnOfInput(session, words, definition, given);
  const target = createTarget(session, definition, given, argumentKeys);
  const paging = pages === undefined ? {} : pagingOf(given as Parameters<typeof pagingOf>[0]);
  const first = withFirstPage(given, definition, paging);
  const content = await composeBody(session, { words, definition, given: first, target });
  const { path } = target;
  if (removes === true) await confirm(session, () => `This will send ${method} ${path}`);
  const request = { definition, given, target, content, paging };
  const query = queryOf(request);
  const { response, isSaved } = await receive(session, request, query);
  session.progress.stop();
  if (isSaved) return;
  const { client } = session.http;
  const received = { client, operation: { method, idempotent }, path, response };
  const value = readResult(session, received);
  if (value === undefined) {
    if (needsBody(definition) && response.status !== 204) {
      throw unexpectedResponse(received, 'has no body');
    }
    if (pages !== undefined && !isUnknown(definition)) return showNothing(session, given, pages);
    session.output.note(`done: ${method} ${path}`);
    return noteNoBody(session, method, path);
  }
  if (value instanceof Uint8Array) return session.output.text(value);
  unwrapIds(value);
  return showValue(session, request, query, { body: value, headers: response.headers });
}

function requireEnvelopeFormat({ format }: Session, given: Given): void {
  if (given['envelope'] !== true || isDocumentFormat(format) || format === 'ndjson') return;
  throw usageError('--envelope is for json and yaml', 'add -o json');
}

function isUnknown({ operation }: Definition): boolean {
  return operation.undescribed === true && operation.method === 'GET';
}

function needsBody(definition: Definition): boolean {
  const { method, pages, fields } = definition.operation;
  const isDescribed = pages !== undefined || fields.length > 0;
  return method === 'GET' && isDescribed && !isUnknown(definition);
}

/** The query that is sent: a page may stand in the body instead. */
function queryOf({ definition, target, paging }: DescribedRequest): URLSearchParams {
  const { pages } = definition.operation;
  const stated = new URLSearchParams(target.query);
  const query = pages === undefined ? stated : firstQuery(pages, stated, paging);
  for (const name of pagePlaces(definition).keys()) query.delete(name);
  return query;
}

function receive(
  session: Session,
  { definition, target, content }: DescribedRequest,
  query: URLSearchParams,
) {
  const { method, idempotent } = definition.operation;
  const { path, headers, secrets } = target;
  return download(
    session,
    { accepts: (head) => !isRedirect(head) && isWrittenAsReceived(session, head) },
    (sink) =>
      requestFile(session, {
        method,
        path,
        idempotent,
        changesNothing: isSearch(definition),
        onReceived: showReceived(session),
        receive: sink,
        rawQuery: writeQuery(query, target.query),
        headers: { ...typeOf(content), ...headers },
        body: content?.body,
        secrets: [...secrets, ...(content?.secrets ?? [])],
      }),
  );
}

function typeOf(content: DescribedRequest['content']): Readonly<Record<string, string>> {
  return content === undefined ? {} : { 'content-type': content.type };
}

async function showValue(
  { http, output }: Session,
  { definition, given, target, content, paging }: DescribedRequest,
  sent: URLSearchParams,
  first: Answer,
): Promise<void> {
  const { method, pages, parameters: described, fields } = definition.operation;
  const { path, headers } = target;
  const { body } = first;
  const parameters = pageParametersOf(described, definition.description.schemas);
  const list = isUnknown(definition)
    ? findPages({ outline: outlineOfValue(body), path, parameters })
    : pages;
  if (list === undefined) {
    if (pages !== undefined) refusePaging(given, path);
    return Array.isArray(body) ? output.list<JsonValue>(body) : output.one<JsonValue>(body);
  }
  const places = pagePlaces(definition);
  const query = new URLSearchParams([...sent, ...pageAsked(content?.body, places)]);
  const written = target.query;
  const search = { path, headers: { ...typeOf(content), ...headers }, body: content?.body, places };
  const fetchPage = method === 'POST' ? searchAgain(http, { ...search, written }) : undefined;
  const look = lookAt(list, path, parameters);
  const request = { path, query, written, headers, pages: list, first, look, fetchPage };
  if (given['envelope'] !== true) {
    const isDescribed = fields.some((field) => field.startsWith('attributes.'));
    const view = isDescribed ? undefined : viewResources(itemsOf(body, list));
    return output.list<JsonValue>(readListItems(http, request, paging), view);
  }
  const all = await readAll(readListItems(http, request, paging));
  return output.one<JsonValue>(replaceAt(body, list.items, all), { columns: [] });
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

/** Shows a list that the service answered without a body. */
function showNothing({ output }: Session, given: Given, { items }: Pages): Promise<void> {
  if (given['envelope'] !== true) return output.list<JsonValue>([]);
  const envelope = items.reduceRight<JsonValue>((inner, name) => ({ [name]: inner }), []);
  return output.one<JsonValue>(envelope, { columns: [] });
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
