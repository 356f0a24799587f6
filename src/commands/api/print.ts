import type { methods } from '../../api/methods.ts';
import { AnyJson } from '../../api/operation.ts';
import { operations } from '../../api/operations.ts';
import { readItems } from '../../api/pages.ts';
import { type Received, unexpectedResponse } from '../../api/response.ts';
import { pageOf } from '../../api/schemas/page.ts';
import { largestPage } from '../../costs/reader.ts';
import type { Response } from '../../http/request.ts';
import { uncertainty } from '../../http/retry.ts';
import { statusError } from '../../http/statuses.ts';
import type { JsonValue } from '../../json/number.ts';
import { parseJson } from '../../json/parse.ts';
import { stringifyJson } from '../../json/stringify.ts';
import { isFile } from '../../output/sink.ts';
import type { OutputFlags, Session } from '../../session.ts';

type Method = (typeof methods)[number];

/** A request that a person wrote themselves. */
export interface Asked {
  readonly method: Method;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string | undefined;
}

/** Every page of a list as one array. */
export async function printPages(session: Session, asked: Asked): Promise<void> {
  // A brace would be read as the beginning of a path parameter.
  const path = asked.path.replaceAll('{', '%7B');
  const operation = { ...operations.listWorkspaces, path, response: pageOf(AnyJson) };
  const limit = path === operations.getCosts.path ? { limit: largestPage } : {};
  const names = [...new Set(asked.query.keys())];
  const parameters = Object.fromEntries(names.map((name) => [name, asked.query.getAll(name)]));
  const items = readItems(session.http, operation, { asSent: true }, { ...limit, parameters });
  if (hasOutputOption(session)) return session.output.list(items, { columns: [] });
  const all: JsonValue[] = [];
  for await (const item of items) all.push(item);
  await session.output.text(`${stringifyJson(all)}\n`);
}

/** The body as it came, byte for byte, or as the output options say. */
export async function printAnswer(session: Session, asked: Asked, include: boolean): Promise<void> {
  const { http, output } = session;
  const idempotent = isIdempotent(asked);
  const response = await http.client.request({
    ...asked,
    idempotent,
    // With its head even an error is a result; without, it is told as every error is.
    anyStatus: include,
  });
  if (include) return printWhole(session, { ...asked, idempotent }, response);
  if (response.body.length === 0) return;
  if (!hasOutputOption(session)) return output.text(response.body);
  const value = readBody({
    client: http.client,
    operation: { method: asked.method, idempotent },
    path: asked.path,
    response,
  });
  if (Array.isArray(value)) await output.list(value, { columns: [] });
  else await output.one(value);
}

async function printWhole(
  { http, output, outputFlags }: Session,
  { method, path, idempotent }: Asked & { readonly idempotent: boolean },
  response: Response,
): Promise<void> {
  const isDone = response.status >= 200 && response.status < 300;
  // A failed command leaves a file as it was; a person may look at what failed.
  if (isDone || !isFile(outputFlags.outFile)) {
    await output.text(Buffer.concat([Buffer.from(`${headOf(response)}\n`), response.body]));
  }
  if (isDone) return;
  const mask = http.client.mask ?? ((text) => text);
  const body = mask(response.body.toString());
  throw statusError({ ...response, method, path, body, hint: uncertainty(response, idempotent) });
}

function readBody(received: Received): JsonValue {
  const { body, headers } = received.response;
  try {
    return parseJson(body.toString());
  } catch {
    const kind = headers['content-type'] ?? 'of an unnamed kind';
    const hint = 'without an output option it is printed as it came';
    throw unexpectedResponse(received, `is ${kind}, not JSON`, hint);
  }
}

export function hasOutputOption({ flags, outputFlags }: Session): boolean {
  const shaping: (keyof OutputFlags)[] = ['columns', 'query', 'raw', 'spreadsheetSafe'];
  return (
    flags.output !== undefined ||
    outputFlags.header === false ||
    shaping.some((name) => outputFlags[name] !== undefined) ||
    // A file of another ending than .json asks for another format.
    /\.(csv|tsv|ndjson|jsonl|ya?ml|md)(\.gz)?$/i.test(outputFlags.outFile ?? '')
  );
}

function isIdempotent({ method, path }: Asked): boolean {
  if (method !== 'POST' && method !== 'PATCH') return true;
  const known = Object.values(operations).find(
    (operation) => operation.method === method && formOf(operation.path).test(path),
  );
  return known?.idempotent ?? false;
}

/** `/v1/providers/{providerId}` as the expression that its filled paths match. */
function formOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`);
}

function headOf({ status, headers }: Response): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? ''].flat().map((one) => `${name}: ${one}`),
  );
  return [`HTTP ${status}`, ...lines, ''].join('\n');
}
