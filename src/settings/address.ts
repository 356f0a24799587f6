import type { Context } from '../context.ts';
import { readConfiguration } from '../profiles/configuration.ts';
import { formOfBaseUrl, formOfSwitch } from './forms.ts';
import { checkSetting, chooseProfile, pick, readVariable } from './profile.ts';

export const addressRow = {
  flag: { name: 'baseUrl', option: '--base-url' },
  variable: 'COSTCTL_BASE_URL',
  key: 'baseUrl',
  personal: true,
} as const;

/** The flags that determine the address of a run. */
export interface AddressFlags {
  readonly profile?: string;
  readonly baseUrl?: string;
  readonly sandbox?: boolean;
}

/** The name under which data about an address is stored; undefined if no address is set. */
export function nameAddress(sandbox: boolean, baseUrl: string | undefined): string | undefined {
  if (sandbox) return 'sandbox';
  return baseUrl === undefined ? undefined : new URL(baseUrl).href.replace(/\/+$/, '');
}

/** The address that `resolveSettings` would find, but faster: for help and completion. */
export async function findAddress(
  flags: AddressFlags,
  context: Context,
  folder: string,
): Promise<string | undefined> {
  const { env } = context;
  const chosen = chooseProfile(flags, env, await readConfiguration(folder, context));
  if (chosen.sandbox) return nameAddress(true, undefined);
  const sources = { flags: { ...flags }, env, ...chosen };
  const form = formOfBaseUrl(allowsHttp(env));
  return nameAddress(false, pick(sources, { ...addressRow, form }, undefined).value);
}

/** Whether plain http:// is allowed for every host. */
export function allowsHttp(env: Context['env']): boolean {
  const variable = 'COSTCTL_ALLOW_HTTP';
  const text = readVariable(env, variable);
  return text !== undefined && checkSetting(variable, text, formOfSwitch);
}
