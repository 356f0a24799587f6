import { fetchAnswer } from '../../api/list-answer.ts';
import { firstQuery, readListItems } from '../../api/list-pages.ts';
import type { methods } from '../../api/methods.ts';
import { isRetryKey } from '../../api/operation.ts';
import { operations } from '../../api/operations.ts';
import { readAll } from '../../api/pages.ts';
import { CostctlError, hasCode, withHint } from '../../errors.ts';
import { statusError } from '../../http/faults.ts';
import type { Request, Response, ResponseHead } from '../../http/request.ts';
import { type Effect, uncertainty } from '../../http/retry.ts';
import type { JsonValue } from '../../json/number.ts';
import { stringifyJson } from '../../json/stringify.ts';
import { isJsonType } from '../../openapi/description.ts';
import { findPages, lookAt } from '../../openapi/find-pages.ts';
import { outlineOfValue } from '../../openapi/outline.ts';
import type { PageParameter } from '../../openapi/page-roles.ts';
import { formatOfPath } from '../../output/formats.ts';
import { isFile } from '../../output/sink.ts';
import { largestPage } from '../../rows/page-reader.ts';
import type { Session } from '../../session.ts';
import { isRedirect, requestFile } from '../openapi/follow-redirect.ts';
import { descriptionsFor } from '../openapi/stored-document.ts';
import {
  download,
  hasOutputOption,
  noteNoBody,
  readResult,
  showReceived,
} from '../receive-result.ts';

export interface WrittenRequest {
  readonly method: (typeof methods)[number];
  readonly path: string;
  readonly query: URLSearchParams;
  /** The same as it was written. */
  readonly rawQuery: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Request['body'];
}

export async function printPages(session: Session, written: WrittenRequest): Promise<void> {
  const items = readWritten(session, written);
  if (asksForFormat(session)) return session.output.list(items, { columns: [] });
  await session.output.text(`${stringifyJson(await readAll(items))}\n`);
}

/** Reads a list as the imported document describes it, or else as its first page shows. */
async function* readWritten(
  { http, settings }: Session,
  { path, query: given, rawQuery: written, headers }: WrittenRequest,
): AsyncGenerator<JsonValue> {
  const names = [...new Set(given.keys())];
  const paging = {
    parameters: Object.fromEntries(names.map((name) => [name, given.getAll(name)])),
  };
  const request = { path, headers, written, asSent: true };
  const known = descriptionsFor(settings)
    .flatMap((one) => one.operations)
    .find(
      (one) => one.method === 'GET' && one.pages !== undefined && patternOf(one.path).test(path),
    )?.pages;
  const parameters = assumedParameters(given, path === operations.getCosts.path);
  const assumed = findPages({ outline: { kind: 'list' }, path, parameters });
  const query = firstQuery(known ?? assumed, new URLSearchParams(), paging);
  const first = await fetchAnswer(http, request, query);
  const pages = known ?? findPages({ outline: outlineOfValue(first.body), path, parameters });
  if (pages === undefined) {
    throw new CostctlError('unexpected_response', `the response to GET ${path} is not a list`, {
      hint: 'without --paginate, the body is printed as received',
    });
  }
  const look = lookAt(pages, path, parameters);
  try {
    yield* readListItems(http, { ...request, query, pages, first, look });
  } catch (error) {
    if (!hasCode(error, 'incomplete')) throw error;
    throw withHint(error, 'without --paginate, the first page is printed');
  }
}

/** The parameters of the service that choose a page, and every parameter that was given. */
function assumedParameters(query: URLSearchParams, isCosts: boolean): PageParameter[] {
  const size = isCosts ? largestPage : 100;
  const assumed = { isText: false, required: true };
  return [
    { ...assumed, name: 'page', first: 1 },
    { ...assumed, name: 'limit', minimum: size, maximum: size },
    ...[...new Set(query.keys())]
      .filter((name) => name !== 'page' && name !== 'limit')
      .map((name) => ({ name, required: false, isText: !/^\d+$/.test(query.get(name) ?? '') })),
  ];
}

/** The body as received, byte for byte, or as the output options say. */
export async function printAnswer(session: Session, written: WrittenRequest, include: boolean) {
  const { http, output } = session;
  const { method, path } = written;
  const effect = effectOf(written);
  const isText = !hasOutputOption(session);
  const { response, isSaved } = await download(
    session,
    {
      accepts: (head) =>
        isText && (include || !(isRedirect(head) || (isJsonHead(head) && asksForFormat(session)))),
      prefix: include ? (head) => `${headOf(head)}\n` : undefined,
    },
    (receive) =>
      requestFile(session, {
        ...written,
        ...effect,
        // With the head of the response (--include), even an error is
        // a result; without it, an error is reported like any other.
        anyStatus: include,
        onReceived: showReceived(session),
        receive,
      }),
  );
  session.progress.stop();
  if (isSaved) return;
  if (include) return printWhole(session, { ...effect, ...written }, response);
  if (response.body.length === 0) return noteNoBody(session, method, path);
  if (isText && !(isJsonHead(response) && asksForFormat(session))) {
    return output.text(response.body);
  }
  const received = { client: http.client, operation: effect, path, response };
  const value = readResult(session, received);
  if (value instanceof Uint8Array) await output.text(value);
  else if (Array.isArray(value)) await output.list(value, { columns: [] });
  else await output.one(value);
}

async function printWhole(
  { http, output, outputFlags }: Session,
  { path, ...effect }: WrittenRequest & Effect,
  response: Response,
): Promise<void> {
  const isDone = response.status >= 200 && response.status < 300;
  // A failed command leaves an output file as it was; elsewhere the response shows what failed.
  if (isDone || !isFile(outputFlags.outFile)) {
    await output.text(Buffer.concat([Buffer.from(`${headOf(response)}\n`), response.body]));
  }
  if (isDone) return;
  const mask = http.client.mask ?? ((text) => text);
  const body = mask(response.body.toString());
  const hint = uncertainty(response, effect);
  throw statusError({ ...response, method: effect.method, path, body, hint });
}

function asksForFormat(session: Session): boolean {
  const { outFile = '' } = session.outputFlags;
  const { format = 'json' } = formatOfPath(outFile);
  return hasOutputOption(session) || format !== 'json';
}

function effectOf({ method, path, headers }: WrittenRequest): Effect {
  if (method !== 'POST' && method !== 'PATCH') return { method, idempotent: true };
  if (Object.keys(headers).some(isRetryKey)) return { method, idempotent: true };
  const known = Object.values(operations).find(
    (operation) => operation.method === method && patternOf(operation.path).test(path),
  );
  return { method, idempotent: known?.idempotent === true, changesNothing: known?.changesNothing };
}

/** `/v1/providers/{providerId}` as the expression that its filled paths match. */
function patternOf(template: string): RegExp {
  const plain = template.split(/\{[^}]+\}/).map((part) => part.replaceAll(/\W/g, '\\$&'));
  return new RegExp(`^${plain.join('[^/]+')}$`);
}

function isJsonHead({ headers }: ResponseHead): boolean {
  return isJsonType(String(headers['content-type'] ?? ''));
}

function headOf({ status, headers }: ResponseHead): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? ''].flat().map((one) => `${name}: ${one}`),
  );
  return [`HTTP ${status}`, ...lines, ''].join('\n');
}
