import type { Command } from 'commander';
import * as z from 'zod/mini';
import { type Operation, operations } from '../../api/operations.ts';
import { readItems } from '../../api/pages.ts';
import type { Context } from '../../context.ts';
import { usageError } from '../../errors.ts';
import type { Response } from '../../http/request.ts';
import { statusError } from '../../http/statuses.ts';
import type { JsonValue } from '../../json/number.ts';
import { parseJson } from '../../json/parse.ts';
import { stringifyJson } from '../../json/stringify.ts';
import type { OutputFlags, Session } from '../../session.ts';
import { action } from '../action.ts';
import { bodyInput, bodyOptions, readAnyBody } from '../body.ts';
import { confirm } from '../confirm.ts';
import { examples } from '../examples.ts';
import { collect, pairs, removalOptions } from '../options.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
type Method = (typeof methods)[number];

const RequestInput = z.strictObject({
  method: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => text.toUpperCase()),
    ),
    z.enum(methods, `must be one of ${methods.join(', ')}`),
  ),
  path: z
    .string()
    .check(
      z.refine(
        (path) => /^\/?[^/:]/.test(path) && !/^[a-z]+:/i.test(path),
        'must be a path below the base address, as /v1/providers',
      ),
    ),
  param: z.optional(pairs()),
  paginate: z.optional(z.boolean()),
  include: z.optional(z.boolean()),
  ...bodyInput,
});

interface Asked {
  readonly method: Method;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string | undefined;
}

export function addRequest(api: Command, context: Context): void {
  const command = api
    .command('request', { isDefault: true })
    .description('Send a request and print the body as it came; the word request may be left out')
    .argument('<method>', methods.join(', '))
    .argument('<path>', 'path below the base address, as /v1/providers')
    .option('--param <key=value>', 'add a query parameter (repeatable)', collect);
  removalOptions(bodyOptions(command))
    .option('--paginate', 'read every page of a list and merge them into one array')
    .option('-i, --include', 'print status and headers too')
    .addHelpText(
      'after',
      examples(
        'costctl api GET /v1/providers --param limit=2 --param page=1',
        "costctl api GET /v1/workspaces --paginate --query '[].id'",
        'costctl api POST /v1/virtual-tags --set name=team --dry-run',
      ),
    )
    .action(
      action(context, RequestInput, async (session, { paginate, include, ...input }) => {
        const { method } = input;
        const asked = await readRequest(session, input);
        if (method === 'DELETE') await confirm(session, `Sending DELETE ${asked.path}.`);
        if (paginate === true) return printPages(session, asked);
        await printAnswer(session, asked, include === true);
      }),
    );
}

async function readRequest(
  { context }: Session,
  input: z.infer<typeof RequestInput>,
): Promise<Asked> {
  const [path = '', search = ''] = input.path.split('?', 2);
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(input.param ?? {})) query.set(name, value);
  const body = await readAnyBody(context, input);
  if (body !== undefined && (input.method === 'GET' || input.method === 'HEAD')) {
    throw usageError(`a ${input.method} request carries no body`, 'use --param for its query');
  }
  return {
    method: input.method,
    path: path.startsWith('/') ? path : `/${path}`,
    query,
    body: body === undefined ? undefined : stringifyJson(body),
  };
}

async function printPages(session: Session, asked: Asked): Promise<void> {
  if (asked.method !== 'GET') throw usageError('--paginate goes with GET alone');
  const operation: Operation = {
    ...operations.listWorkspaces,
    path: asked.path.replaceAll('{', '%7B'),
  };
  const parameters = Object.fromEntries(asked.query);
  const items = readItems<JsonValue>(session.http, operation, { asSent: true }, { parameters });
  if (hasOutputOption(session)) return session.output.list(items, { columns: [] });
  const all: JsonValue[] = [];
  for await (const item of items) all.push(item);
  await session.output.text(`${stringifyJson(all)}\n`);
}

async function printAnswer(session: Session, asked: Asked, include: boolean): Promise<void> {
  const { method, path, query, body } = asked;
  const response = await session.http.client.request({
    method,
    path,
    query,
    body,
    idempotent: isIdempotent(method, path),
    anyStatus: true,
  });
  const done = response.status >= 200 && response.status < 300;
  const text = response.body.toString('utf8');
  if (include) await session.output.text(`${headOf(response)}\n${text}`);
  if (!done) throw statusError({ ...response, method, path, body: text });
  if (include || response.body.length === 0) return;
  if (!hasOutputOption(session)) return session.output.text(response.body);
  const value = readBody(text, response);
  if (Array.isArray(value)) await session.output.list(value, { columns: [] });
  else await session.output.one(value);
}

function readBody(text: string, { headers }: Response): JsonValue {
  try {
    return parseJson(text);
  } catch {
    throw usageError(
      `the answer is ${headers['content-type'] ?? 'not JSON'}, which no output option applies to`,
      'leave out the output options to print it as it came',
    );
  }
}

function hasOutputOption({ flags, outputFlags }: Session): boolean {
  const shaping: (keyof OutputFlags)[] = ['columns', 'query', 'raw', 'header', 'spreadsheetSafe'];
  const { outFile } = outputFlags;
  const shaped = shaping.some(
    (name) =>
      outputFlags[name] !== undefined && !(name === 'header' && outputFlags.header === true),
  );
  return (
    shaped ||
    flags.output !== undefined ||
    /\.(csv|tsv|ndjson|jsonl|ya?ml|md)(\.gz)?$/i.test(outFile ?? '')
  );
}

function isIdempotent(method: Method, path: string): boolean {
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
    (Array.isArray(value) ? value : [value]).map((one) => `${name}: ${one}`),
  );
  return [`HTTP ${status}`, ...lines, ''].join('\n');
}
