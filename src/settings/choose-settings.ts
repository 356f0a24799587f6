import type { Context, Environment } from '../context.ts';
import type { Kind } from '../declaration/kind.ts';
import { flagOf } from '../declaration/line.ts';
import { CostctlError, usageError } from '../errors.ts';
import {
  type Configuration,
  type Profile,
  profileKeys,
  readConfiguration,
  sandboxProfile,
} from '../profiles/configuration.ts';
import { baseUrlKind, onOrOff, settingKinds } from './setting-kinds.ts';

/** The flags that determine the profile and the address of a run. */
export interface AddressFlags {
  readonly profile?: string;
  readonly baseUrl?: string;
  readonly sandbox?: boolean;
}

export interface Setting<Value> {
  readonly value: Value;
  readonly source: 'flag' | 'environment' | 'profile' | 'default';
  /** `--base-url`, `COSTCTL_BASE_URL`, `profile work`, or empty for a default. */
  readonly origin: string;
}

export const unset = { value: undefined, source: 'default', origin: '' } as const;

/** Which profile a run uses, and whether that is the sandbox. */
export function chooseProfile(
  flags: AddressFlags,
  env: Environment,
  configuration: Configuration,
): {
  readonly name: Setting<string | undefined>;
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
  const shown: Setting<string | undefined> = {
    value: sandboxProfile,
    source: 'flag',
    origin: '--sandbox',
  };
  return { name: flags.sandbox === true ? shown : name, profile, sandbox: true };
}

/** The value of an environment variable. An empty one counts as unset. */
export function readVariable(env: Environment, name: string): string | undefined {
  const text = env[name];
  return text === undefined || text === '' ? undefined : text;
}

export function checkSetting<Value>(origin: string, text: string, kind: Kind<Value>): Value {
  const checked = kind.parse(text);
  if ('problem' in checked) throw usageError(`${origin}: ${checked.problem}`);
  return checked.value;
}

function chooseName(
  { profile }: AddressFlags,
  env: Environment,
  { current }: Configuration,
): Setting<string | undefined> {
  if (profile !== undefined) {
    const value = checkSetting('--profile', profile, settingKinds.profile);
    return { value, source: 'flag', origin: '--profile' };
  }
  const variable = 'COSTCTL_PROFILE';
  const named = readVariable(env, variable);
  if (named !== undefined) {
    const value = checkSetting(variable, named, settingKinds.profile);
    return { value, source: 'environment', origin: variable };
  }
  return current === undefined
    ? unset
    : { value: current, source: 'profile', origin: 'the current profile' };
}

function findProfile(name: Setting<string | undefined>, { profiles }: Configuration): Profile {
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

function refuseOtherAddress(flags: AddressFlags, name: Setting<string | undefined>): void {
  const sandbox = flags.sandbox === true ? '--sandbox' : 'the profile sandbox';
  if (flags.baseUrl !== undefined) {
    throw usageError(`--base-url: ${sandbox} has its own address`, 'leave one of the two out');
  }
  if (name.source === 'flag' && name.value !== sandboxProfile) {
    throw usageError(`--profile: ${sandbox} needs no profile`, 'leave one of the two out');
  }
}

export interface Sources {
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  readonly env: Environment;
  readonly name: Setting<string | undefined>;
  /** The profile whose values count: with --sandbox still the user's own, and not `name`. */
  readonly profile: { readonly origin: string; readonly values: Profile };
  readonly sandbox: boolean;
}

/** The settings that an environment variable can set too. Without a call, the build leaves it out of `--version`. */
const variables: ReadonlySet<string> = new Set([
  'baseUrl',
  'workspace',
  'output',
  'maxWait',
  'timeout',
  'retries',
  'concurrency',
  'convertTo',
  'journal',
]);

/** Settings that belong to one account: a named profile or the sandbox uses only its own value. */
const personal: ReadonlySet<string> = new Set(['baseUrl', 'workspace']);

/** A setting from the first place that sets it: flag, environment, profile. */
export function pick<Key extends keyof typeof settingKinds>(sources: Sources, key: Key) {
  return pickAs(sources, key, settingKinds[key]);
}

export function pickAddress(sources: Sources): Setting<string | undefined> {
  return pickAs(sources, 'baseUrl', baseUrlKind(allowsHttp(sources.env)));
}

function pickAs<Value>(
  sources: Sources,
  key: string,
  kind: Kind<Value>,
): Setting<Value | undefined> {
  const { flags, env, profile, sandbox } = sources;
  const flag = flags[key];
  if (typeof flag === 'string') {
    const origin = flagOf(key);
    return { value: checkSetting(origin, flag, kind), source: 'flag', origin };
  }
  const isPersonal = personal.has(key);
  const origin = `COSTCTL_${key.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
  const mayBeStated = variables.has(key) && !(isPersonal && leavesEnvironmentAside(sources));
  const stated = mayBeStated ? readVariable(env, origin) : undefined;
  if (stated !== undefined) {
    return { value: checkSetting(origin, stated, kind), source: 'environment', origin };
  }
  const kept = profileKeys.find((one) => one === key && !(isPersonal && sandbox));
  const saved = kept === undefined ? undefined : profile.values[kept];
  if (saved === undefined) return unset;
  const value = checkSetting(`${profile.origin}: ${key}`, String(saved), kind);
  return { value, source: 'profile', origin: profile.origin };
}

export function leavesEnvironmentAside({ name, sandbox }: Sources): boolean {
  return sandbox || name.source === 'flag';
}

/** The part of a hint that names variables. With --profile they do not count. */
export function hintAtVariables({ source }: Sources['name'], variable: string, others = '') {
  return source === 'flag'
    ? `; with --profile, ${variable} does not count`
    : `, or set ${variable}${others}`;
}

/** The name under which data about an address is stored; undefined if no address is set. */
export function nameAddress(sandbox: boolean, baseUrl: string | undefined): string | undefined {
  if (sandbox) return 'sandbox';
  return baseUrl === undefined ? undefined : new URL(baseUrl).href.replace(/\/+$/, '');
}

/** What `findAddress` reads of the environment. */
export const addressVariables = [
  'COSTCTL_PROFILE',
  'COSTCTL_BASE_URL',
  'COSTCTL_ALLOW_HTTP',
] as const;

/** The address that `resolveSettings` would find, but faster: for help and completion. */
export async function findAddress(flags: AddressFlags, context: Context, folder: string) {
  const { env } = context;
  const chosen = chooseProfile(flags, env, await readConfiguration(folder, context));
  if (chosen.sandbox) return nameAddress(true, undefined);
  return nameAddress(false, pickAddress({ flags: { ...flags }, env, ...chosen }).value);
}

/** Whether plain http:// is allowed for every host. */
export function allowsHttp(env: Environment): boolean {
  return isOn(env, 'COSTCTL_ALLOW_HTTP');
}

/** Whether a variable that is 1 or 0 is 1. */
export function isOn(env: Environment, variable: string): boolean {
  const text = readVariable(env, variable);
  return text !== undefined && checkSetting(variable, text, onOrOff);
}
