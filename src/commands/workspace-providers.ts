import type { Command } from 'commander';
import * as z from 'zod/mini';
import type { OpenRecord } from '../api/record.ts';
import { OpaqueId } from '../api/schemas/ids.ts';
import {
  enableWorkspaceProvider,
  getWorkspaceProvider,
  getWorkspaceProviderAsSent,
  listWorkspaceProviders,
  removeWorkspaceProvider,
  updateWorkspaceProvider,
} from '../api/workspace-providers.ts';
import type { Context } from '../context.ts';
import { usageError } from '../errors.ts';
import type { View } from '../output/output.ts';
import { action, organizationAction } from './action.ts';
import { bodyInput, bodyOptions, mergeBody, requireBody } from './body.ts';
import { confirm } from './confirm.ts';
import { examples } from './examples.ts';
import { changeOptions, listInput, listOptions, pagingOf, removalOptions } from './options.ts';

/** The fields of a workspace provider are not published: a table shows what comes. */
const view: View<OpenRecord> = { columns: [] };

const ListInput = z.strictObject(listInput);
const GetInput = z.strictObject({ connection: OpaqueId });
const EnableInput = z.strictObject(bodyInput);
const UpdateInput = z.strictObject({
  connection: OpaqueId,
  merge: z.optional(z.boolean()),
  ...bodyInput,
});

export function addWorkspaceProviders(workspaces: Command, context: Context): void {
  const providers = workspaces
    .command('providers')
    .description('Provider connections enabled in a workspace');

  listOptions(providers.command('list').alias('ls'))
    .description('List the connections of a workspace')
    .addHelpText('after', examples('costctl workspaces providers list'))
    .action(
      action(context, ListInput, ({ http, output, workspace }, input) =>
        output.list(listWorkspaceProviders(http, workspace(), pagingOf(input)), view),
      ),
    );

  providers
    .command('get')
    .description('Show one connection and the accounts the workspace reads')
    .argument('<connection>', 'workspace provider id')
    .addHelpText('after', examples('costctl workspaces providers get wpr_storefront_aws'))
    .action(
      action(context, GetInput, ({ http, output, workspace }, { connection }) =>
        output.one(getWorkspaceProvider(http, workspace(), connection), view),
      ),
    );

  changeOptions(bodyOptions(providers.command('enable')))
    .description('Enable a connection in a workspace; sends exactly the body given')
    .addHelpText(
      'after',
      examples('costctl workspaces providers enable --data @connection.json --dry-run'),
    )
    .action(
      organizationAction(context, EnableInput, async ({ http, output }, input) =>
        output.one(enableWorkspaceProvider(http, await requireBody(context, input)), view),
      ),
    );

  changeOptions(bodyOptions(providers.command('update')))
    .description('Turn a connection on or off, or replace the accounts it reads')
    .argument('<connection>', 'workspace provider id')
    .option('--merge', 'read the record, apply the changes, send it whole')
    .addHelpText(
      'after',
      examples(
        'costctl workspaces providers update wpr_storefront_aws --set-json enabled=false --dry-run',
      ),
    )
    .action(
      action(context, UpdateInput, async (session, { connection, merge, ...input }) => {
        const { http, output, workspace, flags } = session;
        if (merge !== true && flags.workspace !== undefined) {
          throw usageError(
            '--workspace has no effect without --merge: exactly the body given is sent',
            'give --merge, or leave --workspace out',
          );
        }
        const changes = await requireBody(context, input);
        const body = await mergeBody(merge, changes, () =>
          getWorkspaceProviderAsSent(http, workspace(), connection),
        );
        await output.one(updateWorkspaceProvider(http, connection, body), view);
      }),
    );

  removalOptions(providers.command('remove').alias('rm'))
    .description('Stop reading a connection in a workspace')
    .argument('<connection>', 'workspace provider id')
    .addHelpText(
      'after',
      examples('costctl workspaces providers remove wpr_storefront_aws --dry-run'),
    )
    .action(
      action(context, GetInput, async (session, { connection }) => {
        const workspaceId = session.workspace();
        const what = `the workspace ${workspaceId} stops reading the connection ${connection}; the connection, its cost and other workspaces are unaffected`;
        await confirm(session, what);
        await removeWorkspaceProvider(session.http, workspaceId, connection);
        session.output.note(`removed the connection ${connection} from ${workspaceId}`);
      }),
    );
}
