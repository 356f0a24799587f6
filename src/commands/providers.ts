import type { Command } from 'commander';
import * as z from 'zod/mini';
import {
  deleteProvider,
  getProvider,
  getSyncHistory,
  listAvailableProviders,
  listProviders,
} from '../api/providers.ts';
import { OpaqueId } from '../api/schemas/ids.ts';
import type { Context } from '../context.ts';
import { organizationAction } from './action.ts';
import { confirm } from './confirm.ts';
import { examples } from './examples.ts';
import {
  largestInt32,
  listInput,
  listOptions,
  pagingOf,
  removalOptions,
  wholeNumber,
} from './options.ts';
import { addConnect } from './providers/connect.ts';
import { addStatus } from './providers/status.ts';
import { addSync } from './providers/sync.ts';
import { addTest } from './providers/test.ts';
import { addUpdate } from './providers/update.ts';
import { definitionView, historyView, providerView } from './providers/views.ts';

const ListInput = z.strictObject({ ...listInput, type: z.optional(z.string()) });
const GetInput = z.strictObject({ provider: OpaqueId });
const HistoryInput = z.strictObject({
  provider: OpaqueId,
  limit: z.optional(wholeNumber(1, largestInt32)),
});
const AvailableInput = z.strictObject({});

export function addProviders(program: Command, context: Context): void {
  const providers = program
    .command('providers')
    .description('Connected cloud platforms and integrations');

  listOptions(providers.command('list').alias('ls'))
    .description('List the connected providers')
    .option('--type <type>', 'only this type')
    .addHelpText('after', examples('costctl providers list', 'costctl providers list --type cloud'))
    .action(
      organizationAction(context, ListInput, ({ http, output }, { type, ...input }) =>
        output.list(listProviders(http, type, pagingOf(input)), providerView),
      ),
    );

  providers
    .command('get')
    .description('Show one provider')
    .argument('<provider>', 'provider id')
    .addHelpText('after', examples('costctl providers get prv_aws_main'))
    .action(
      organizationAction(context, GetInput, ({ http, output }, { provider }) =>
        output.one(getProvider(http, provider), providerView),
      ),
    );

  addConnect(providers, context);
  addUpdate(providers, context);

  removalOptions(providers.command('delete').alias('rm'))
    .description('Disconnect and remove a provider')
    .argument('<provider>', 'provider id')
    .addHelpText('after', examples('costctl providers delete prv_aws_main --dry-run'))
    .action(
      organizationAction(context, GetInput, async (session, { provider }) => {
        const what = `the provider ${provider} is disconnected and removed; its cost data may be retained by the service`;
        await confirm(session, what);
        await deleteProvider(session.http, provider);
        session.output.note(`removed the provider ${provider}`);
      }),
    );

  providers
    .command('available')
    .description('List the kinds of provider that can be connected')
    .addHelpText('after', examples('costctl providers available'))
    .action(
      organizationAction(context, AvailableInput, async ({ http, output }) =>
        output.list(await listAvailableProviders(http), definitionView),
      ),
    );

  providers
    .command('history')
    .description("Show a provider's sync runs")
    .argument('<provider>', 'provider id')
    .option('--limit <n>', 'at most this many runs')
    .addHelpText('after', examples('costctl providers history prv_aws_main --limit 5'))
    .action(
      organizationAction(context, HistoryInput, async ({ http, output }, { provider, limit }) => {
        const { entries } = await getSyncHistory(http, provider, limit);
        await output.list(entries, historyView);
      }),
    );

  addTest(providers, context);
  addSync(providers, context);
  addStatus(providers, context);
}
