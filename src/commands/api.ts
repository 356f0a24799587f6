import { isReading, methods } from '../api/methods.ts';
import { addParameters, writeQuery } from '../api/page-links.ts';
import { type Command, command } from '../command.ts';
import { keyValue, kind, oneOf, text } from '../declaration/kind.ts';
import { argument, flag, type Input, optional, repeated } from '../declaration/option.ts';
import { parameterOption } from '../declaration/shared.ts';
import { usageError } from '../errors.ts';
import type { Session } from '../session.ts';
import type { Settings } from '../settings.ts';
import { readContent } from './api/content.ts';
import { diff } from './api/diff-document.ts';
import { createDocuments, type StoreTree } from './api/documents.ts';
import { createImport } from './api/import-document.ts';
import { listOperations } from './api/list-operations.ts';
import { printAnswer, printPages, type WrittenRequest } from './api/print.ts';
import { confirm } from './confirm.ts';
import { hasOutputOption } from './receive-result.ts';
import { bodyFields, headerOption, headersOf, mediaType } from './request-options.ts';

/** The commands. `storeTree` writes the command tree of an imported document, for help and completion. */
export function createApi(storeTree: StoreTree): readonly Command[] {
  return [request, listOperations, createImport(storeTree), createDocuments(storeTree), diff];
}

const target = kind('path', parseTarget, { example: '/v1/providers' });

const options = {
  ...parameterOption,
  requestHeader: headerOption,
  ...bodyFields,
  form: repeated(
    keyValue('key=value'),
    'send a field of a form; key=@file sends a file (repeatable)',
    { excludes: ['data', 'set', 'setJson', 'input'] },
  ),
  input: optional(
    text('file', { file: 'read' }),
    'send the bytes of a file as the body; - for stdin',
    { excludes: ['data', 'set', 'setJson', 'form'] },
  ),
  contentType: optional(mediaType(), 'media type of the body'),
  paginate: flag('read every page of a list and merge them into one array'),
  include: flag('print status and headers too', { short: '-i' }),
};

type Given = Input<{ method: typeof method; path: typeof path } & typeof options>;

const method = argument(oneOf(methods, 'method'), methods.join(', '), 'method');
const path = argument(
  target,
  'path below the base address, such as /v1/providers, or a full URL of the same origin',
  'path',
);

const request = command({
  words: 'api request',
  purpose: 'Send a request and print the body as received; the word request may be left out',
  isDefault: true,
  changes: 'service',
  irreversible: true,
  // What the service sends goes into a file as it is.
  extensions: ['*'],
  arguments: { method, path },
  options,
  examples: [
    'costctl api GET /v1/providers --param limit=2 --param page=1',
    "costctl api GET /v1/workspaces --paginate --query '[].id'",
    'costctl api POST /v1/virtual-tags --set name=team --dry-run',
    "costctl api POST /v1/virtual-tags --form name=team -H 'Idempotency-Key: 1' --dry-run",
  ],
  run: async (session, input) => {
    rejectContradiction(session, input);
    const written = await readRequest(session, input);
    if (written.method === 'DELETE')
      await confirm(session, () => `This will send DELETE ${written.path}`);
    if (input.paginate === true) return printPages(session, written);
    await printAnswer(session, written, input.include === true);
  },
});

function parseTarget(given: string): { value: string } | { problem: string } {
  const isUrl = /^https?:\/\//i.test(given) && URL.canParse(given);
  const isPath = /^\/?[^/:?]/.test(given) && !/^[a-z]+:/i.test(given);
  return isUrl || isPath
    ? { value: given }
    : { problem: 'must be a path below the base address, such as /v1/providers, or a full URL' };
}

function rejectContradiction(session: Session, { method, paginate, include }: Given): void {
  if (paginate === true && method !== 'GET') throw usageError('--paginate is only for GET');
  if (include !== true) return;
  if (paginate === true) {
    throw usageError(
      '--include and --paginate cannot be used together: each page has its own headers',
    );
  }
  if (hasOutputOption(session)) {
    throw usageError('--include prints the response as received, without output options');
  }
}

async function readRequest(session: Session, input: Given): Promise<WrittenRequest> {
  const { method, param = {} } = input;
  const content = await readContent(session, input);
  if (content !== undefined && isReading(method)) {
    throw usageError(`a ${method} request has no body`, 'use --param for its query');
  }
  const { path, search } = readTarget(session.settings, input.path);
  // A parameter that --param names replaces the one in the path.
  const query = addParameters(new URLSearchParams(search), param);
  const type = content === undefined ? {} : { 'content-type': content.type };
  return {
    method,
    path,
    query,
    rawQuery: writeQuery(query, search),
    headers: { ...type, ...headersOf(input.requestHeader) },
    body: content?.body,
  };
}

interface Target {
  readonly path: string;
  readonly search: string;
}

/** Reads a path, or a full URL that leads to the base address, such as a `links.next`. */
function readTarget({ baseUrl, sandbox }: Settings, given: string): Target {
  if (!/^https?:\/\//i.test(given)) return split(given.startsWith('/') ? given : `/${given}`);
  const url = new URL(given);
  const inner = `${url.pathname}${url.search}`;
  if (sandbox || baseUrl.value === undefined) return split(inner);
  const base = new URL(baseUrl.value);
  if (url.origin !== base.origin) {
    throw usageError(
      `<path>: ${url.origin} is not the base address ${base.origin}`,
      'the token is sent only to the base address; give a path, or another --base-url',
    );
  }
  const prefix = base.pathname.replace(/\/+$/, '');
  const isBelow = url.pathname === prefix || url.pathname.startsWith(`${prefix}/`);
  return split(isBelow ? inner.slice(prefix.length) || '/' : inner);
}

function split(text: string): Target {
  const [, path = '', search = ''] = /^([^?#]*)\??([^#]*)/s.exec(text) ?? [];
  return { path, search };
}
