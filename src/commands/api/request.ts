import type { Command } from 'commander';
import * as z from 'zod/mini';
import { methods } from '../../api/methods.ts';
import { addParameters } from '../../api/pages.ts';
import type { Context } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { stringifyJson } from '../../json/stringify.ts';
import type { Session } from '../../session.ts';
import { organizationAction } from '../action.ts';
import { bodyInput, bodyOptions, readAnyBody } from '../body.ts';
import { confirm } from '../confirm.ts';
import { examples } from '../examples.ts';
import { collect, parameters, removalOptions } from '../options.ts';
import { type Asked, hasOutputOption, printAnswer, printPages } from './print.ts';

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
        (path) => /^\/?[^/:?]/.test(path) && !/^[a-z]+:/i.test(path),
        'must be a path below the base address, such as /v1/providers',
      ),
    ),
  param: z.optional(parameters()),
  paginate: z.optional(z.boolean()),
  include: z.optional(z.boolean()),
  ...bodyInput,
});
type RequestInput = z.infer<typeof RequestInput>;

export function addRequest(api: Command, context: Context): void {
  const command = api
    .command('request', { isDefault: true })
    .description('Send a request and print the body as it came; the word request may be left out')
    .argument('<method>', methods.join(', '))
    .argument('<path>', 'path below the base address, such as /v1/providers')
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
      organizationAction(
        context,
        RequestInput,
        async (session, input) => {
          refuseContradiction(session, input);
          const asked = await readRequest(session, input);
          if (asked.method === 'DELETE') await confirm(session, `DELETE ${asked.path} is sent`);
          if (input.paginate === true) return printPages(session, asked);
          await printAnswer(session, asked, input.include === true);
        },
        { extensions: ['*'] },
      ),
    );
}

function refuseContradiction(session: Session, { method, paginate, include }: RequestInput): void {
  if (paginate === true && method !== 'GET') throw usageError('--paginate goes with GET alone');
  if (include !== true) return;
  if (paginate === true) {
    throw usageError('--include cannot stand beside --paginate: each page has headers of its own');
  }
  if (hasOutputOption(session)) {
    throw usageError('--include prints the answer as it came: no output option goes with it');
  }
}

async function readRequest({ context }: Session, input: RequestInput): Promise<Asked> {
  const { method } = input;
  const body = await readAnyBody(context, input);
  if (body !== undefined && (method === 'GET' || method === 'HEAD')) {
    throw usageError(`a ${method} request carries no body`, 'use --param for its query');
  }
  return {
    method,
    ...readTarget(input),
    body: body === undefined ? undefined : stringifyJson(body),
  };
}

/** A parameter that --param names replaces what the path says of it. */
function readTarget({ path: text, param = {} }: RequestInput): Pick<Asked, 'path' | 'query'> {
  const [, path = '', search = ''] = /^([^?]*)\??(.*)$/s.exec(text) ?? [];
  const query = addParameters(new URLSearchParams(search), param);
  return { path: path.startsWith('/') ? path : `/${path}`, query };
}
