import { operations } from '../../api/operations.ts';
import { connectProvider, getKeyedProvider, updateProvider } from '../../api/provider-calls.ts';
import {
  ProviderConnected,
  ProviderDescription,
  ProviderName,
  type UpdateProviderRequest,
} from '../../api/schemas/provider.ts';
import { command } from '../../command.ts';
import { checkedBy, keyValue, oneOf, text, wholeNumber } from '../../declaration/kind.ts';
import {
  argument,
  flag,
  type Input,
  objectOfPairs,
  optional,
  repeated,
  repeatedAs,
  required,
} from '../../declaration/option.ts';
import { providerId } from '../../declaration/shared.ts';
import { usageError } from '../../errors.ts';
import type { View } from '../../output/view.ts';
import type { Session } from '../../session.ts';
import {
  type Credentials,
  completeCredentials,
  credentialOptions,
  findDefinition,
  missingCredentials,
  nameOf,
  readCredentials,
  refuseMissing,
  requireDefinition,
} from './credentials.ts';
import { testProviders } from './test.ts';
import { providerView } from './views.ts';

const providerOptions = {
  description: optional(
    checkedBy(ProviderDescription, 'text'),
    'description, at most 1000 characters',
  ),
  externalId: optional(text('id', { empty: true }), 'id at the cloud platform'),
  setting: repeatedAs(keyValue(), objectOfPairs('--setting'), 'a setting (repeatable)'),
  syncEvery: optional(
    wholeNumber(60, 1440, 'minutes'),
    'minutes from one sync to the next, 60 to 1440',
  ),
};

const view: View<ProviderConnected> = {
  columns: [{ path: 'id' }, { path: 'name' }, { path: 'type' }, { path: 'key' }],
  fields: Object.keys(ProviderConnected.shape),
};

export const connect = command({
  words: 'providers connect',
  purpose: 'Connect a cloud platform or integration',
  operation: operations.connectProvider,
  changes: 'service',
  options: {
    key: required(text('key'), 'kind of provider; costctl providers available lists them'),
    ...credentialOptions,
    name: optional(checkedBy(ProviderName, 'name'), 'name, at most 255 characters'),
    ...providerOptions,
    parent: optional(providerId, 'provider that this one belongs to'),
  },
  view,
  examples: [
    'costctl providers connect --key datadog --credential apiKey=env:DATADOG_KEY --credential applicationKey=env:DATADOG_APP_KEY --dry-run',
  ],
  run: async (session, input) => {
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
      ...(input.parent === undefined ? {} : { parentProviderId: { Value: input.parent } }),
      ...changesOf(input),
    };
    await session.output.one(connectProvider(session.http, body));
  },
});

/** What --clear can set to null, by the words of the command line. */
const clearable = {
  description: 'description',
  'external-id': 'externalId',
  credentials: 'credentials',
  settings: 'settings',
  'sync-every': 'syncFrequencyMinutes',
} as const;
const clearableNames = Object.keys(clearable) as (keyof typeof clearable)[];

const options = {
  ...providerOptions,
  ...credentialOptions,
  clear: repeated(
    oneOf(clearableNames, 'field'),
    `set to null: ${clearableNames.join(', ')} (repeatable)`,
  ),
  partial: flag('send credentials even if a required one is missing'),
  test: flag('test the provider afterwards; exit 11 if that fails'),
};
type Changes = Input<typeof options>;

export const update = command({
  words: 'providers update',
  purpose: 'Change a provider; only what is given is sent',
  operation: operations.updateProvider,
  changes: 'service',
  check: 'test',
  arguments: { provider: argument(providerId, 'provider id or name') },
  options,
  view: providerView,
  // The provider, or with --test the result of the test.
  result: () => ({ type: ['object', 'array'] }),
  examples: ['costctl providers update prv_aws_main --sync-every 120 --dry-run'],
  run: async (session, { provider, ...input }) => {
    refuseBoth(input);
    const credentials = await readCredentials(session, input);
    const cleared = (input.clear ?? []).map((name) => [clearable[name], null] as const);
    const body = { ...changesOf(input, credentials), ...Object.fromEntries(cleared) };
    if (Object.keys(body).length === 0) {
      throw usageError('nothing to change', 'costctl providers update --help');
    }
    if (credentials !== undefined && input.partial !== true) {
      await requireWhole(session, provider, credentials);
    }
    if (input.setting !== undefined) {
      session.output.note(
        'the service does not say whether it keeps settings that are not given here: it may drop them',
      );
    }
    const updated = await updateProvider(session.http, provider, body);
    if (input.test !== true) return session.output.one(updated);
    session.output.note(`updated the provider ${provider}`);
    await testProviders(session, [{ id: provider, name: updated.name ?? null }]);
  },
});

/** A field can be given or cleared, not both. */
function refuseBoth(input: Changes): void {
  const given = changesOf(input);
  const twice = input.clear?.find(
    (name) =>
      Object.hasOwn(given, clearable[name]) ||
      (name === 'credentials' && (input.credential ?? input.credentials) !== undefined),
  );
  if (twice !== undefined)
    throw usageError(`--clear: ${twice} cannot be used together with a value for it`);
}

function changesOf(input: Input<typeof providerOptions>, credentials?: Credentials) {
  return {
    ...(input.description === undefined ? {} : { description: input.description }),
    ...(input.externalId === undefined ? {} : { externalId: input.externalId }),
    ...(credentials === undefined ? {} : { credentials }),
    ...(input.setting === undefined ? {} : { settings: input.setting }),
    ...(input.syncEvery === undefined ? {} : { syncFrequencyMinutes: input.syncEvery }),
  } satisfies UpdateProviderRequest;
}

/** The service may replace all credentials by those sent: a required one must not get lost. */
async function requireWhole(session: Session, id: string, credentials: Credentials): Promise<void> {
  const { key } = await getKeyedProvider(session.http, id);
  const definition = await findDefinition(session, key);
  if (definition === undefined) return;
  const missing = missingCredentials(definition, credentials);
  if (missing.length === 0) return;
  const { message, details } = refuseMissing(definition, missing);
  throw usageError(
    `${message}, since the service may replace everything that it has stored`,
    `${details.hint}, or add --partial`,
  );
}
