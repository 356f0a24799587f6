import type { Command } from 'commander';
import * as z from 'zod/mini';
import { getProvider, updateProvider } from '../../api/providers.ts';
import { OpaqueId } from '../../api/schemas/ids.ts';
import { ProviderDescription, type UpdateProviderRequest } from '../../api/schemas/provider.ts';
import type { Context } from '../../context.ts';
import { usageError } from '../../errors.ts';
import type { Session } from '../../session.ts';
import { organizationAction } from '../action.ts';
import { examples } from '../examples.ts';
import { changeOptions, collect, pairs, wholeNumber } from '../options.ts';
import {
  type Credentials,
  credentialInput,
  credentialOptions,
  findDefinition,
  missingCredentials,
  readCredentials,
  refuseMissing,
} from './credentials.ts';
import { testProviders } from './test.ts';
import { providerView } from './views.ts';

/** What --clear can set to null, by the words of the command line. */
const clearable = {
  description: 'description',
  'external-id': 'externalId',
  credentials: 'credentials',
  settings: 'settings',
  'sync-every': 'syncFrequencyMinutes',
} as const;
const clearableNames = Object.keys(clearable) as (keyof typeof clearable)[];

const UpdateInput = z.strictObject({
  provider: OpaqueId,
  ...credentialInput,
  description: z.optional(ProviderDescription),
  externalId: z.optional(z.string()),
  setting: z.optional(pairs()),
  syncEvery: z.optional(wholeNumber(60, 1440)),
  clear: z.optional(z.array(z.enum(clearableNames, `must be one of ${clearableNames.join(', ')}`))),
  partial: z.optional(z.boolean()),
  test: z.optional(z.boolean()),
});
type UpdateInput = z.infer<typeof UpdateInput>;

export function addUpdate(providers: Command, context: Context): void {
  const command = providers
    .command('update')
    .description('Change a provider; only what is given is sent')
    .argument('<provider>', 'provider id')
    .option('--description <text>', 'description, at most 1000 characters')
    .option('--external-id <id>', 'id at the cloud platform');
  changeOptions(credentialOptions(command))
    .option('--setting <key=value>', 'a setting (repeatable)', collect)
    .option('--sync-every <minutes>', 'sync frequency, 60 to 1440')
    .option('--clear <field>', `set to null: ${clearableNames.join(', ')} (repeatable)`, collect)
    .option('--partial', 'send credentials even if a required one is missing')
    .option('--test', 'test the provider afterwards; exit 11 if that fails')
    .addHelpText(
      'after',
      examples('costctl providers update prv_aws_main --sync-every 120 --dry-run'),
    )
    .action(
      organizationAction(context, UpdateInput, async (session, input) => {
        refuseBoth(input);
        const credentials = await readCredentials(session, input);
        const body = { ...changesOf(input, credentials), ...clearedBy(input.clear ?? []) };
        if (Object.keys(body).length === 0) {
          throw usageError('nothing to change', 'costctl providers update --help');
        }
        if (credentials !== undefined && input.partial !== true) {
          await requireWhole(session, input.provider, credentials);
        }
        if (input.setting !== undefined) {
          session.output.note(
            'the service does not say whether settings that are not given here stay: it may drop them',
          );
        }
        const updated = await updateProvider(session.http, input.provider, body);
        if (input.test !== true) return session.output.one(updated, providerView);
        session.output.note(`updated the provider ${input.provider}`);
        await testProviders(session, [{ id: input.provider, name: updated.name }]);
      }),
    );
}

/** A field can be given or cleared, not both. */
function refuseBoth(input: UpdateInput): void {
  const given = changesOf(input, undefined);
  const twice = input.clear?.find(
    (name) =>
      Object.hasOwn(given, clearable[name]) ||
      (name === 'credentials' && (input.credential ?? input.credentials) !== undefined),
  );
  if (twice !== undefined) throw usageError(`--clear: ${twice} is given a value beside it`);
}

function changesOf(input: UpdateInput, credentials: Credentials | undefined) {
  return {
    ...(input.description === undefined ? {} : { description: input.description }),
    ...(input.externalId === undefined ? {} : { externalId: input.externalId }),
    ...(credentials === undefined ? {} : { credentials }),
    ...(input.setting === undefined ? {} : { settings: input.setting }),
    ...(input.syncEvery === undefined ? {} : { syncFrequencyMinutes: input.syncEvery }),
  } satisfies UpdateProviderRequest;
}

function clearedBy(names: readonly (keyof typeof clearable)[]): Record<string, null> {
  return Object.fromEntries(names.map((name) => [clearable[name], null]));
}

/** The service may replace all credentials by those sent: a required one must not get lost. */
async function requireWhole(session: Session, id: string, credentials: Credentials): Promise<void> {
  const { key } = await getProvider(session.http, id);
  const definition = await findDefinition(session, key);
  if (definition === undefined) return;
  const missing = missingCredentials(definition, credentials);
  if (missing.length === 0) return;
  const { message, details } = refuseMissing(definition, missing);
  throw usageError(
    `${message}, since the service may replace all that it holds`,
    `${details.hint}, or add --partial`,
  );
}
