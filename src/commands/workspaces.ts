import type { Command } from 'commander';
import * as z from 'zod/mini';
import type { OpenRecord } from '../api/record.ts';
import { WorkspaceId } from '../api/schemas/ids.ts';
import {
  createWorkspace,
  deleteWorkspace,
  getWorkspace,
  getWorkspaceAsSent,
  listWorkspaces,
  updateWorkspace,
} from '../api/workspaces.ts';
import type { Context } from '../context.ts';
import type { View } from '../output/output.ts';
import { organizationAction } from './action.ts';
import { bodyInput, bodyOptions, mergeBody, requireBody } from './body.ts';
import { confirmById } from './confirm.ts';
import { editRecord } from './edit.ts';
import { examples } from './examples.ts';
import { changeOptions, listInput, listOptions, pagingOf } from './options.ts';
import { addWorkspaceProviders } from './workspace-providers.ts';

/** The fields of a workspace are not published: a table shows what comes. */
const view: View<OpenRecord> = { columns: [] };

const ListInput = z.strictObject(listInput);
const GetInput = z.strictObject({ workspace: WorkspaceId });
const CreateInput = z.strictObject(bodyInput);
const UpdateInput = z.strictObject({
  workspace: WorkspaceId,
  merge: z.optional(z.boolean()),
  ...bodyInput,
});
const DeleteInput = z.strictObject({
  workspace: WorkspaceId,
  confirm: z.optional(z.string()),
});

export function addWorkspaces(program: Command, context: Context): void {
  const workspaces = program
    .command('workspaces')
    .description('Workspaces and the provider connections in them');

  listOptions(workspaces.command('list').alias('ls'))
    .description("List the organization's workspaces")
    .addHelpText('after', examples('costctl workspaces list', 'costctl workspaces list -o csv'))
    .action(
      organizationAction(context, ListInput, ({ http, output }, input) =>
        output.list(listWorkspaces(http, pagingOf(input)), view),
      ),
    );

  workspaces
    .command('get')
    .description('Show one workspace')
    .argument('<workspace>', 'workspace id')
    .addHelpText('after', examples('costctl workspaces get wsp_storefront -o json'))
    .action(
      organizationAction(context, GetInput, ({ http, output }, { workspace }) =>
        output.one(getWorkspace(http, workspace), view),
      ),
    );

  changeOptions(bodyOptions(workspaces.command('create')))
    .description('Create a workspace')
    .addHelpText('after', examples('costctl workspaces create --set name=Research --dry-run'))
    .action(
      organizationAction(context, CreateInput, async ({ http, output }, input) =>
        output.one(createWorkspace(http, await requireBody(context, input)), view),
      ),
    );

  changeOptions(bodyOptions(workspaces.command('update')))
    .description('Update a workspace')
    .argument('<workspace>', 'workspace id')
    .option('--merge', 'read the record, apply the changes, send it whole')
    .addHelpText(
      'after',
      examples('costctl workspaces update wsp_storefront --merge --set name=Research --dry-run'),
    )
    .action(
      organizationAction(
        context,
        UpdateInput,
        async ({ http, output }, { workspace, merge, ...input }) => {
          const changes = await requireBody(context, input);
          const body = await mergeBody(merge, changes, () => getWorkspaceAsSent(http, workspace));
          await output.one(updateWorkspace(http, workspace, body), view);
        },
      ),
    );

  changeOptions(workspaces.command('edit'))
    .description('Edit a workspace in your editor')
    .argument('<workspace>', 'workspace id')
    .addHelpText('after', examples('costctl workspaces edit wsp_storefront'))
    .action(
      organizationAction(context, GetInput, (session, { workspace }) =>
        editRecord(session, workspace, {
          read: () => getWorkspaceAsSent(session.http, workspace),
          write: (body) => session.output.one(updateWorkspace(session.http, workspace, body), view),
        }),
      ),
    );

  changeOptions(workspaces.command('delete').alias('rm'))
    .description('Delete a workspace and everything in it, irrecoverably')
    .argument('<workspace>', 'workspace id')
    .option('--confirm <id>', 'the id again, instead of typing it at the prompt')
    .addHelpText(
      'after',
      examples('costctl workspaces delete wsp_storefront --confirm wsp_storefront --dry-run'),
    )
    .action(
      organizationAction(context, DeleteInput, async (session, { workspace, confirm }) => {
        const what = `deleting the workspace ${workspace} removes its reports, dashboards, budgets and everything else in it irrecoverably; the provider connections it used belong to the organization and keep their cost data`;
        await confirmById(session, what, workspace, confirm);
        await deleteWorkspace(session.http, workspace);
        session.output.note(`deleted the workspace ${workspace}`);
      }),
    );

  addWorkspaceProviders(workspaces, context);
}
