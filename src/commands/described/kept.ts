import type { Context } from '../../context.ts';
import type { Description } from '../../described/description.ts';
import { readDescription } from '../../described/store.ts';
import {
  type GlobalFlags,
  requireBaseUrl,
  resolveSettings,
  type Settings,
} from '../../settings.ts';

/** The name that the sandbox has where others have a base address. */
const sandboxAddress = 'sandbox';

/** What was imported for the address that a line is for; undefined where nothing was. */
export async function loadDescription(
  context: Context,
  flags: GlobalFlags,
): Promise<Description | undefined> {
  return descriptionFor(await resolveSettings(flags, context));
}

export function descriptionFor(settings: Settings): Description | undefined {
  const { configFolder, baseUrl, sandbox } = settings;
  if (configFolder.value === undefined) return undefined;
  if (!sandbox && baseUrl.value === undefined) return undefined;
  return readDescription(configFolder.value, addressOf(settings));
}

/** The address that a document is kept for; an error where none is set. */
export function addressOf(settings: Settings): string {
  return settings.sandbox ? sandboxAddress : requireBaseUrl(settings).href.replace(/\/$/, '');
}
