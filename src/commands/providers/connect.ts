import { operations } from '../../api/operations.ts';
import { connectProvider } from '../../api/provider-calls.ts';
import {
  ProviderConnected,
  ProviderDescription,
  ProviderName,
} from '../../api/schemas/provider.ts';
import { command } from '../../declaration/command.ts';
import { checkedBy, keyValue, text, wholeNumber } from '../../declaration/kind.ts';
import { optional, repeatedAs, required } from '../../declaration/option.ts';
import { providerId } from '../../declaration/shared.ts';
import { usageError } from '../../errors.ts';
import type { View } from '../../output/view.ts';
import {
  completeCredentials,
  credentialOptions,
  nameOf,
  readCredentials,
  requireDefinition,
} from './credentials.ts';

/** What both connecting and updating a provider can say of it. */
export const providerOptions = {
  description: optional(
    checkedBy(ProviderDescription, 'text'),
    'description, at most 1000 characters',
  ),
  externalId: optional(text('id', { empty: true }), 'id at the cloud platform'),
  setting: repeatedAs(keyValue(), settingsOf, 'a setting (repeatable)'),
  syncEvery: optional(wholeNumber(60, 1440, 'minutes'), 'sync frequency, 60 to 1440'),
};

function settingsOf(pairs: readonly (readonly [string, string])[]): Record<string, string> {
  const keys = pairs.map(([key]) => key);
  const twice = keys.find((key, place) => keys.indexOf(key) !== place);
  if (twice !== undefined) throw usageError(`--setting: names ${twice} twice`);
  return Object.fromEntries(pairs);
}

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
      ...(input.description === undefined ? {} : { description: input.description }),
      ...(input.parent === undefined ? {} : { parentProviderId: { Value: input.parent } }),
      ...(input.externalId === undefined ? {} : { externalId: input.externalId }),
      ...(input.setting === undefined ? {} : { settings: input.setting }),
      ...(input.syncEvery === undefined ? {} : { syncFrequencyMinutes: input.syncEvery }),
    };
    await session.output.one(connectProvider(session.http, body));
  },
});
