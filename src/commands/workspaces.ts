import { operations } from '../api/operations.ts';
import {
  createWorkspace,
  deleteWorkspace,
  getWorkspace,
  getWorkspaceAsSent,
  listWorkspaces,
  updateWorkspace,
} from '../api/workspace-calls.ts';
import { command, group } from '../declaration/command.ts';
import { text } from '../declaration/kind.ts';
import { argument, flag, optional } from '../declaration/option.ts';
import { listOptions, pagingOf, workspaceId } from '../declaration/shared.ts';
import { confirmById } from './confirm.ts';
import { editRecord } from './edit.ts';
import { bodyFields, mergeBody, requireBody } from './request-options.ts';
import { workspaceProviders } from './workspace-providers.ts';

// The fields of a workspace are not published: a table shows every one.

const workspace = argument(workspaceId, 'workspace id or name', 'workspace');

const list = command({
  words: 'workspaces list',
  purpose: "List the organization's workspaces",
  operation: operations.listWorkspaces,
  options: listOptions,
  examples: ['costctl workspaces list', 'costctl workspaces list -o csv'],
  run: ({ http, output }, input) => output.list(listWorkspaces(http, pagingOf(input))),
});

const get = command({
  words: 'workspaces get',
  purpose: 'Show one workspace',
  operation: operations.getWorkspace,
  arguments: { id: workspace },
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
  options: {
    merge: flag('read the record, apply the changes, send all of it'),
    ...bodyFields,
  },
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
  run: (session, { id }) =>
    editRecord(session, id, {
      read: () => getWorkspaceAsSent(session.http, id),
      write: (body) => session.output.one(updateWorkspace(session.http, id, body)),
    }),
});

const remove = command({
  words: 'workspaces delete',
  purpose: 'Delete a workspace and everything in it, irrecoverably',
  operation: operations.deleteWorkspace,
  changes: 'service',
  arguments: { id: workspace },
  options: {
    confirm: optional(text('id'), 'the id again, instead of typing it at the prompt'),
  },
  examples: ['costctl workspaces delete wsp_storefront --confirm wsp_storefront --dry-run'],
  run: async (session, { id, confirm }) => {
    const what = `This will delete the workspace ${id} with its reports, dashboards, budgets and everything else in it, irrecoverably; the provider connections it used belong to the organization and keep their cost data`;
    const readName = async () => (await getWorkspace(session.http, id))['name'];
    await confirmById(session, what, { id, readName }, confirm);
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
