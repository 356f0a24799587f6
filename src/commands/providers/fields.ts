import { ProviderDescription } from '../../api/schemas/provider.ts';
import { checkedBy, keyValue, text, wholeNumber } from '../../declaration/kind.ts';
import { optional, repeatedAs } from '../../declaration/option.ts';
import { usageError } from '../../errors.ts';

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
