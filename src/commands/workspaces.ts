import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DryRunStop } from '../api/dry-run.ts';
import { operations } from '../api/operations.ts';
import {
  createWorkspace,
  deleteWorkspace,
  getWorkspace,
  getWorkspaceAsSent,
  listWorkspaces,
  updateWorkspace,
} from '../api/workspace-calls.ts';
import { command, group } from '../command.ts';
import { text } from '../declaration/kind.ts';
import { argument, optional } from '../declaration/option.ts';
import { listOptions, pagingOf, withEmpty, workspaceId } from '../declaration/shared.ts';
import { CostctlError, toFileError, usageError, withHint } from '../errors.ts';
import { isObject, type JsonObject } from '../json/number.ts';
import { requireUnique } from '../json/parse.ts';
import { stringifyJson } from '../json/stringify.ts';
import type { Column, View } from '../output/view.ts';
import type { Session } from '../session.ts';
import { readTextFile } from '../storage/read-input.ts';
import { quote } from '../text.ts';
import { confirmById } from './confirm.ts';
import { mergeEdited } from './merge-edited.ts';
import {
  bodyFields,
  mergeBody,
  mergeOption,
  refuseMasked,
  requireBody,
} from './request-options.ts';
import { workspaceProviders } from './workspace-providers.ts';

const workspace = argument(workspaceId, 'workspace id or name', 'workspace');

type Row = Readonly<Record<string, unknown>>;

/** Its fields are not published: a table shows each, first those that people usually ask for. */
const view: View<Row> = { columns: [], suggest: suggestColumns };

function suggestColumns(rows: readonly Row[]): Column<Row>[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const currency = names.find((name) => name.toLowerCase().endsWith('currency'));
  const budgets = names.filter((name) => name.toLowerCase().endsWith('budget'));
  const first: Column<Row>[] = [
    { path: 'id', importance: 'answer' },
    // A name can be typed in place of the id.
    { path: 'name', importance: 'key', names: true },
    ...(currency === undefined ? [] : [{ path: currency, importance: 'key' } as const]),
    ...budgets.map((path) => ({
      ...({ path, kind: 'money', importance: 'key' } as const),
      ...(currency === undefined ? {} : { currency }),
    })),
  ];
  const others = names.filter((name) => !first.some(({ path }) => path === name));
  return [
    ...first,
    ...others.map((path) =>
      /[a-z]At$/.test(path)
        ? ({ path, kind: 'timestamp', importance: 'extra' } as const)
        : { path },
    ),
  ];
}

const list = command({
  words: 'workspaces list',
  purpose: "List the organization's workspaces",
  operation: operations.listWorkspaces,
  options: listOptions,
  view,
  examples: ['costctl workspaces list', 'costctl workspaces list -o csv'],
  run: ({ http, output }, input) => {
    const none = 'No workspaces yet; costctl workspaces create --help';
    return output.list(listWorkspaces(http, pagingOf(input)), withEmpty(view, input, none));
  },
});

const get = command({
  words: 'workspaces get',
  purpose: 'Show one workspace',
  operation: operations.getWorkspace,
  arguments: { id: workspace },
  view,
  examples: ['costctl workspaces get wsp_storefront -o json'],
  run: ({ http, output }, { id }) => output.one(getWorkspace(http, id)),
});

const create = command({
  words: 'workspaces create',
  purpose: 'Create a workspace',
  operation: operations.createWorkspace,
  changes: 'service',
  options: bodyFields,
  examples: ['costctl workspaces create --set name=Research --dry-run'],
  run: async ({ http, output, context }, input) =>
    output.one(createWorkspace(http, await requireBody(context, input))),
});

const update = command({
  words: 'workspaces update',
  purpose: 'Update a workspace',
  operation: operations.updateWorkspace,
  changes: 'service',
  arguments: { id: workspace },
  options: { ...mergeOption, ...bodyFields },
  examples: ['costctl workspaces update wsp_storefront --merge --set name=Research --dry-run'],
  run: async ({ http, output, context }, { id, merge, ...input }) => {
    const changes = await requireBody(context, input);
    const body = await mergeBody(merge, changes, () => getWorkspaceAsSent(http, id));
    await output.one(updateWorkspace(http, id, body));
  },
});

const edit = command({
  words: 'workspaces edit',
  purpose: 'Edit a workspace in your editor',
  operation: operations.updateWorkspace,
  changes: 'service',
  arguments: { id: workspace },
  examples: ['costctl workspaces edit wsp_storefront'],
  run: (session, { id }) => editWorkspace(session, id),
});

const remove = command({
  words: 'workspaces delete',
  purpose: 'Delete a workspace and everything in it, irrecoverably',
  operation: operations.deleteWorkspace,
  changes: 'service',
  arguments: { id: workspace },
  options: { confirm: optional(text('id'), 'the id again, instead of typing it at the prompt') },
  examples: ['costctl workspaces delete wsp_storefront --confirm wsp_storefront --dry-run'],
  run: async (session, { id, confirm }) => {
    const describe = (label: string) =>
      `This will delete the workspace ${label} with its reports, dashboards, budgets and everything else in it, irrecoverably; the provider connections it used belong to the organization and keep their cost data`;
    const readName = async () => (await getWorkspace(session.http, id))['name'];
    await confirmById(session, describe, { id, readName }, confirm);
    await deleteWorkspace(session.http, id);
    session.output.note(`deleted the workspace ${id}`);
  },
});

export const workspaces = [
  list,
  get,
  create,
  update,
  edit,
  remove,
  group('workspaces providers', 'Provider connections enabled in a workspace', workspaceProviders),
];

/** If the record cannot be written back, the edited file is kept and named: no work is lost. */
async function editWorkspace(session: Session, id: string): Promise<void> {
  const { http, output } = session;
  const editor = session.context.env['VISUAL'] || session.context.env['EDITOR'];
  if (!editor) throw usageError('no editor is set', 'set VISUAL or EDITOR');
  const found = await getWorkspaceAsSent(http, id);
  const before = stringifyJson(found, 2);
  const folder = await mkdtemp(join(tmpdir(), 'costctl-')).catch(
    toFileError(`cannot make a folder in ${tmpdir()}`),
  );
  const path = join(folder, `${id}.json`);
  let isWorthKeeping = false;
  try {
    await writeFile(path, `${before}\n`, { mode: 0o600 }).catch(
      toFileError(`cannot write ${path}`),
    );
    const failure = await runEditor(session, editor, path);
    const text = await readTextFile(path).catch((error: unknown) => {
      // A file that is there, but cannot be understood.
      isWorthKeeping = error instanceof CostctlError && error.code === 'usage';
      throw error;
    });
    isWorthKeeping = text.trim() !== before;
    if (failure !== undefined) throw failure;
    const body = parseEdited(text);
    if (stringifyJson(body, 2) === before) output.note('nothing was changed');
    else {
      const merged = mergeEdited(found, body, await getWorkspaceAsSent(http, id));
      await output.one(updateWorkspace(http, id, refuseMasked(merged)));
    }
    isWorthKeeping = false;
  } catch (error) {
    if (error instanceof DryRunStop) isWorthKeeping = false;
    throw isWorthKeeping ? naming(error, path) : error;
  } finally {
    if (!isWorthKeeping) await rm(folder, { recursive: true, force: true });
  }
}

async function runEditor(
  { context }: Session,
  editor: string,
  path: string,
): Promise<CostctlError | undefined> {
  const file = context.platform === 'win32' ? `"${path}"` : quote(path);
  const { status, failure } = await context.runProgram({
    // The variable may be a command line, such as `code --wait`: the shell splits it.
    command: `${editor} ${file}`,
    shell: true,
    output: 'terminal',
  });
  if (context.signal.aborted) return context.signal.reason;
  if (status === 0) return undefined;
  const words = failure ?? `it ended with status ${status}`;
  return new CostctlError('cancelled', `nothing was changed: the editor failed: ${words}`);
}

function parseEdited(text: string): JsonObject {
  const value = requireUnique(text, (words) => usageError(`the edited text ${words}`));
  if (!isObject(value)) throw usageError('the edited text must be a JSON object');
  return value;
}

function naming(error: unknown, path: string): unknown {
  if (!(error instanceof CostctlError)) return error;
  const kept = `the edited text is in ${path}`;
  const { hint } = error.details;
  return withHint(error, hint === undefined ? kept : `${hint}; ${kept}`);
}
