import type { Context, Environment } from '../context.ts';
import { CostctlError, usageError } from '../errors.ts';
import {
  type Configuration,
  type Profile,
  type ProfileKey,
  readConfiguration,
  sandboxProfile,
} from '../profiles/configuration.ts';
import { type Form, formOfBaseUrl, formOfProfileName, formOfSwitch } from './forms.ts';

/** The flags that determine the profile and the address of a run. */
export interface AddressFlags {
  readonly profile?: string;
  readonly baseUrl?: string;
  readonly sandbox?: boolean;
}

interface ChosenName {
  readonly value: string | undefined;
  readonly source: 'flag' | 'environment' | 'profile' | 'default';
  readonly origin: string;
}

/** Which profile a run uses, and whether that is the sandbox. */
export function chooseProfile(
  flags: AddressFlags,
  env: Environment,
  configuration: Configuration,
): {
  readonly name: ChosenName;
  readonly profile: { readonly origin: string; readonly values: Profile };
  readonly sandbox: boolean;
} {
  const name = chooseName(flags, env, configuration);
  const values = findProfile(name, configuration);
  const profile = { origin: `profile ${name.value}`, values };
  if (flags.sandbox !== true && name.value !== sandboxProfile) {
    return { name, profile, sandbox: false };
  }
  refuseOtherAddress(flags, name);
  const shown: ChosenName = { value: sandboxProfile, source: 'flag', origin: '--sandbox' };
  return { name: flags.sandbox === true ? shown : name, profile, sandbox: true };
}

/** The value of an environment variable. An empty one counts as unset. */
export function readVariable(env: Environment, name: string): string | undefined {
  const text = env[name];
  return text === undefined || text === '' ? undefined : text;
}

export function checkSetting<Value>(origin: string, text: string, form: Form<Value>): Value {
  const checked = form(text);
  if ('problem' in checked) throw usageError(`${origin}: ${checked.problem}`);
  return checked.value;
}

function chooseName(
  { profile }: AddressFlags,
  env: Environment,
  { current }: Configuration,
): ChosenName {
  if (profile !== undefined) {
    const value = checkSetting('--profile', profile, formOfProfileName);
    return { value, source: 'flag', origin: '--profile' };
  }
  const variable = 'COSTCTL_PROFILE';
  const named = readVariable(env, variable);
  if (named !== undefined) {
    const value = checkSetting(variable, named, formOfProfileName);
    return { value, source: 'environment', origin: variable };
  }
  return current === undefined
    ? { value: undefined, source: 'default', origin: '' }
    : { value: current, source: 'profile', origin: 'the current profile' };
}

function findProfile(name: ChosenName, { profiles }: Configuration): Profile {
  if (name.value === undefined || name.value === sandboxProfile) return {};
  const profile = profiles.get(name.value);
  if (profile !== undefined) return profile;
  if (name.source === 'profile') {
    throw new CostctlError('not_configured', `${name.origin}, ${name.value}, does not exist`, {
      hint: 'costctl profiles use NAME',
    });
  }
  throw usageError(`${name.origin}: there is no profile ${name.value}`, 'costctl profiles list');
}

function refuseOtherAddress(flags: AddressFlags, name: ChosenName): void {
  const sandbox = flags.sandbox === true ? '--sandbox' : 'the profile sandbox';
  if (flags.baseUrl !== undefined) {
    throw usageError(`--base-url: ${sandbox} has its own address`, 'leave one of the two out');
  }
  if (name.source === 'flag' && name.value !== sandboxProfile) {
    throw usageError(`--profile: ${sandbox} needs no profile`, 'leave one of the two out');
  }
}

/** All sources of a setting. */
export interface Sources {
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  readonly env: Environment;
  readonly name: ChosenName;
  /** The profile that supplies the values: with --sandbox, not the one that is shown. */
  readonly profile: { readonly origin: string; readonly values: Profile };
  readonly sandbox: boolean;
}

interface Place {
  readonly flag?: { readonly name: string; readonly option: string };
  readonly variable?: string;
  readonly key?: Exclude<ProfileKey, 'where'>;
  /** Belongs to one account: a named profile or the sandbox uses only its own value. */
  readonly personal?: boolean;
}

interface Row<Value> extends Place {
  readonly form: Form<Value>;
}

export interface Picked<Value> {
  readonly value: Value;
  readonly source: 'flag' | 'environment' | 'profile' | 'default';
  readonly origin: string;
}

export function pick<Value, Fallback extends Value | undefined>(
  sources: Sources,
  row: Row<Value>,
  fallback: Fallback,
): Picked<Value | Fallback> {
  return (
    pickFlag(sources, row) ??
    pickVariable(sources, row) ??
    pickKept(sources, row) ?? { value: fallback, source: 'default', origin: '' }
  );
}

export function leavesEnvironmentAside({ name, sandbox }: Sources): boolean {
  return sandbox || name.source === 'flag';
}

function pickFlag<Value>({ flags }: Sources, row: Row<Value>): Picked<Value> | undefined {
  if (row.flag === undefined) return undefined;
  const { name, option } = row.flag;
  const text = flags[name];
  if (typeof text !== 'string') return undefined;
  return { value: checkSetting(option, text, row.form), source: 'flag', origin: option };
}

function pickVariable<Value>(sources: Sources, row: Row<Value>): Picked<Value> | undefined {
  const { variable, personal, form } = row;
  if (variable === undefined || (personal && leavesEnvironmentAside(sources))) return undefined;
  const text = readVariable(sources.env, variable);
  if (text === undefined) return undefined;
  return { value: checkSetting(variable, text, form), source: 'environment', origin: variable };
}

function pickKept<Value>(
  { profile, sandbox }: Sources,
  { key, personal, form }: Row<Value>,
): Picked<Value> | undefined {
  const saved = key === undefined || (personal && sandbox) ? undefined : profile.values[key];
  if (saved === undefined) return undefined;
  const value = checkSetting(`${profile.origin}: ${key}`, String(saved), form);
  return { value, source: 'profile', origin: profile.origin };
}

export const addressRow = {
  flag: { name: 'baseUrl', option: '--base-url' },
  variable: 'COSTCTL_BASE_URL',
  key: 'baseUrl',
  personal: true,
} as const;

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
