import type { Command } from 'commander';
import * as z from 'zod/mini';
import { connectProvider } from '../../api/providers.ts';
import { OpaqueId } from '../../api/schemas/ids.ts';
import {
  ProviderConnected,
  ProviderDescription,
  ProviderName,
} from '../../api/schemas/provider.ts';
import type { Context } from '../../context.ts';
import { usageError } from '../../errors.ts';
import type { View } from '../../output/output.ts';
import { organizationAction } from '../action.ts';
import { examples } from '../examples.ts';
import { changeOptions, collect, pairs, wholeNumber } from '../options.ts';
import {
  completeCredentials,
  credentialInput,
  credentialOptions,
  nameOf,
  readCredentials,
  requireDefinition,
} from './credentials.ts';

const view: View<ProviderConnected> = {
  columns: [{ path: 'id' }, { path: 'name' }, { path: 'type' }, { path: 'key' }],
  fields: Object.keys(ProviderConnected.shape),
};

const ConnectInput = z.strictObject({
  key: z.string().check(z.minLength(1, 'must not be empty')),
  ...credentialInput,
  name: z.optional(ProviderName),
  description: z.optional(ProviderDescription),
  parent: z.optional(OpaqueId),
  externalId: z.optional(z.string()),
  setting: z.optional(pairs()),
  syncEvery: z.optional(wholeNumber(60, 1440)),
});

export function addConnect(providers: Command, context: Context): void {
  const command = providers
    .command('connect')
    .description('Connect a cloud platform or integration')
    .requiredOption('--key <key>', 'kind of provider; costctl providers available lists them');
  changeOptions(credentialOptions(command))
    .option('--name <name>', 'name, at most 255 characters')
    .option('--description <text>', 'description, at most 1000 characters')
    .option('--parent <id>', 'provider that this one belongs to')
    .option('--external-id <id>', 'id at the cloud platform')
    .option('--setting <key=value>', 'a setting (repeatable)', collect)
    .option('--sync-every <minutes>', 'sync frequency, 60 to 1440')
    .addHelpText(
      'after',
      examples(
        'costctl providers connect --key datadog --credential apiKey=env:DATADOG_KEY --credential applicationKey=env:DATADOG_APP_KEY --dry-run',
      ),
    )
    .action(
      organizationAction(context, ConnectInput, async (session, input) => {
        const definition = await requireDefinition(session, input.key);
        if (definition.requiresParentProvider === true && input.parent === undefined) {
          throw usageError(`${nameOf(definition)} needs a parent provider`, 'give --parent ID');
        }
        const given = (await readCredentials(session, input)) ?? {};
        const credentials = await completeCredentials(session, definition, given);
        const body = {
          key: input.key,
          credentials,
          ...(input.name === undefined ? {} : { name: input.name }),
          ...(input.description === undefined ? {} : { description: input.description }),
          ...(input.parent === undefined ? {} : { parentProviderId: { Value: input.parent } }),
          ...(input.externalId === undefined ? {} : { externalId: input.externalId }),
          ...(input.setting === undefined ? {} : { settings: input.setting }),
          ...(input.syncEvery === undefined ? {} : { syncFrequencyMinutes: input.syncEvery }),
        };
        await session.output.one(connectProvider(session.http, body), view);
      }),
    );
}
