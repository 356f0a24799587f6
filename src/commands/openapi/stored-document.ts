import type { Context } from '../../context.ts';
import type { Description } from '../../openapi/description.ts';
import { readDescriptions } from '../../openapi/store.ts';
import { nameAddress } from '../../settings/choose-settings.ts';
import {
  type GlobalFlags,
  requireBaseUrl,
  resolveSettings,
  type Settings,
} from '../../settings.ts';

/** The documents that were imported for the address of a command line, the newest first. */
export async function loadDescriptions(
  context: Context,
  { workspace: _mayBeName, ...flags }: GlobalFlags,
): Promise<readonly Description[]> {
  return descriptionsFor(await resolveSettings(flags, context));
}

export function descriptionsFor(settings: Settings): readonly Description[] {
  const [folder, address] = [settings.configFolder.value, addressIn(settings)];
  return folder === undefined || address === undefined ? [] : readDescriptions(folder, address);
}

/** The address that a document is stored for; undefined if none is set. */
export function addressIn({ sandbox, baseUrl }: Settings): string | undefined {
  return nameAddress(sandbox, baseUrl.value);
}

/** The address that a document is stored for; an error if none is set. */
export function addressOf(settings: Settings): string {
  return addressIn(settings) ?? requireBaseUrl(settings).href;
}
