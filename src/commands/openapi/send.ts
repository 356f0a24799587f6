import type { Command } from 'commander';
import type { Call } from '../../api/http.ts';
import { AnyJson, AnyResponse } from '../../api/operation.ts';
import { type Paging, readItems } from '../../api/pages.ts';
import { pageOf } from '../../api/schemas/page.ts';
import { usageError } from '../../errors.ts';
import { fillPath } from '../../http/path.ts';
import type { JsonValue } from '../../json/number.ts';
import { checkValue } from '../../openapi/check.ts';
import { traitsOf } from '../../openapi/traits.ts';
import type { View } from '../../output/output.ts';
import type { Session } from '../../session.ts';
import { confirm } from '../confirm.ts';
import { pagingOf } from '../options.ts';
import { composeBody } from './body.ts';
import type { Definition } from './definition.ts';
import type { DescribedInput } from './input.ts';

/** Sends the operation with the given input, and shows the response. */
export async function sendDescribed(
  session: Session,
  command: Command,
  definition: Definition,
  input: DescribedInput,
): Promise<void> {
  const { operation } = definition;
  const { http, output } = session;
  const call = addressOf(session, definition, input);
  const view = viewOf(definition);
  if (operation.paged) {
    const list = { ...operation, response: pageOf(AnyJson) };
    return output.list(readItems(http, list, call, choosePaging(definition, input)), view);
  }
  const body = await composeBody(session, command, definition, input, call);
  if (operation.method === 'DELETE') {
    const path = fillPath(operation.path, call.path);
    await confirm(session, `Sending DELETE ${path}.`);
  }
  const response = await http.send({ ...operation, response: AnyResponse }, { ...call, body });
  if (response === undefined)
    output.note(`done: ${operation.method} ${fillPath(operation.path, call.path)}`);
  else if (Array.isArray(response)) await output.list<JsonValue>(response, view);
  else await output.one<JsonValue>(response, view);
}

/** The path and the query, with the workspace where the document has one. */
function addressOf(
  session: Session,
  { operation, description, arguments: holes }: Definition,
  input: DescribedInput,
): Call & { path: Readonly<Record<string, string>>; query: URLSearchParams } {
  const query = new URLSearchParams();
  for (const [name, value] of input.query) query.append(name, value);
  const path = new Map(Object.entries(input.path));
  for (const parameter of operation.parameters) {
    if (!parameter.workspace || holes.includes(parameter)) continue;
    const workspace = parameter.required ? session.workspace() : session.settings.workspace.value;
    if (workspace === undefined) continue;
    const [fault] = checkValue(parameter.schema, workspace, description.schemas);
    if (fault !== undefined) throw usageError(`--workspace: ${fault.message}`);
    if (parameter.place === 'path') path.set(parameter.name, workspace);
    else query.set(parameter.name, workspace);
  }
  return { path: Object.fromEntries(path), query };
}

const usualLimit = 100;

/** Asks for no larger pages than the document allows. */
function choosePaging({ operation, description }: Definition, input: DescribedInput): Paging {
  const paging = pagingOf(input.list);
  const limit = operation.parameters.find((one) => one.name === 'limit');
  if (limit === undefined || paging.limit !== undefined) return paging;
  const { minimum = 1, maximum = usualLimit } = traitsOf(limit.schema, description.schemas);
  return { ...paging, limit: Math.max(minimum, Math.min(usualLimit, maximum)) };
}

function viewOf({ operation }: Definition): View<JsonValue> {
  return { columns: operation.columns.map((path) => ({ path })), fields: operation.fields };
}
