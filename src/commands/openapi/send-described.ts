import { AnyJson } from '../../api/operation.ts';
import { type Paging, readItems } from '../../api/pages.ts';
import { unwrapIds } from '../../api/response.ts';
import { pageOf } from '../../api/schemas/shared-fields.ts';
import { pagingOf } from '../../declaration/shared.ts';
import type { JsonValue } from '../../json/number.ts';
import { traitsOf } from '../../openapi/traits.ts';
import type { Session } from '../../session.ts';
import { confirm } from '../confirm.ts';
import { download, isWrittenAsReceived, readResult, showReceived } from '../receive-result.ts';
import { composeBody } from './compose-body.ts';
import { createTarget, type Definition, type Given } from './operation-input.ts';

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
  const target = createTarget(session, definition, given, argumentKeys);
  if (operation.paged) {
    const list = { ...operation, path: target.path, response: pageOf(AnyJson) };
    const call = { query: new URLSearchParams(target.query), headers: target.headers };
    return output.list(readItems(http, list, call, choosePaging(definition, given)));
  }
  const content = await composeBody(session, { words, definition, given, target });
  const { method, idempotent } = operation;
  if (method === 'DELETE') await confirm(session, `This will send DELETE ${target.path}`);
  const { path, query } = target;
  const type = content === undefined ? {} : { 'content-type': content.type };
  const { response, isSaved } = await download(
    session,
    { accepts: (head) => isWrittenAsReceived(session, head) },
    (receive) =>
      http.client.request({
        method,
        path,
        rawQuery: query,
        headers: { ...type, ...target.headers },
        body: content?.body,
        idempotent,
        onReceived: showReceived(session),
        receive,
      }),
  );
  session.progress.stop();
  if (isSaved) return;
  const received = { client: http.client, operation: { method, idempotent }, path, response };
  const value = readResult(session, received);
  if (value === undefined) return output.note(`done: ${method} ${path}`);
  if (value instanceof Uint8Array) return output.text(value);
  unwrapIds(value);
  if (Array.isArray(value)) await output.list<JsonValue>(value);
  else await output.one<JsonValue>(value);
}

const usualLimit = 100;

/** Asks for no larger pages than the document allows. */
function choosePaging({ operation, description }: Definition, given: Given): Paging {
  // The values were made by the kinds of `listOptions`.
  const paging = pagingOf(given as Parameters<typeof pagingOf>[0]);
  const limit = operation.parameters.find((one) => one.name === 'limit');
  if (limit === undefined || paging.limit !== undefined) return paging;
  const { minimum = 1, maximum = usualLimit } = traitsOf(limit.schema, description.schemas);
  return { ...paging, limit: Math.max(minimum, Math.min(usualLimit, maximum)) };
}
