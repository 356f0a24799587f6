import type { Fields } from '../../declaration/result.ts';
import { CostctlError, usageError } from '../../errors.ts';
import {
  type Configuration,
  type Profile,
  profileKeys,
  readConfiguration,
  sandboxProfile,
} from '../../profiles/configuration.ts';
import { maskToken } from '../../profiles/token.ts';
import { changeConfiguration } from '../../profiles/write-profiles.ts';
import type { Session } from '../../session.ts';
import { requireConfigFolder } from '../../settings.ts';

export function readProfiles({ settings, context }: Session): Promise<Configuration> {
  return readConfiguration(requireConfigFolder(settings), context);
}

/** Makes the change, or in a dry run only tries it; returns what is, or would be, stored. */
export async function changeProfiles(
  session: Session,
  change: (configuration: Configuration) => Configuration,
): Promise<Configuration> {
  const { settings, context, dryRun } = session;
  if (dryRun) return change(await readProfiles(session));
  let stored: Configuration | undefined;
  const folder = {
    path: requireConfigFolder(settings),
    isUsual: settings.configFolder.source === 'default',
  };
  await changeConfiguration(folder, context, (configuration) => {
    stored = change(configuration);
    return stored;
  });
  return stored ?? readProfiles(session);
}

export function requireProfile({ profiles }: Configuration, name: string): Profile {
  refuseSandbox(name);
  const profile = profiles.get(name);
  if (profile !== undefined) return profile;
  const known =
    profiles.size === 0 ? 'there are no profiles' : `known: ${[...profiles.keys()].join(', ')}`;
  throw usageError(`there is no profile ${name} (${known})`, 'costctl profiles list');
}

export function refuseExisting({ profiles }: Configuration, name: string): void {
  refuseSandbox(name);
  if (!profiles.has(name)) return;
  throw new CostctlError('conflict', `the profile ${name} already exists`, {
    hint: `costctl profiles set ${name} key=value, or costctl profiles remove ${name}`,
  });
}

function refuseSandbox(name: string): void {
  if (name !== sandboxProfile) return;
  throw usageError(`the profile ${name} is built in and cannot be changed`, 'costctl --sandbox');
}

export function withDryRun<Result extends object>(session: Session, result: Result): Result {
  return session.dryRun ? { ...result, dryRun: true } : result;
}

export const profileFields: Fields = {
  name: ['text', {}],
  current: ['yes or no', { cell: (value) => (value === true ? 'yes' : '') }],
  baseUrl: ['text or null', { header: 'address' }],
  workspace: ['text or null', {}],
  token: ['text or null', {}],
};

export function describeProfile(name: string, profile: Profile, current: string | undefined) {
  return {
    name,
    current: name === current,
    baseUrl: textOf(profile.baseUrl),
    workspace: textOf(profile.workspace),
    token: describeToken(profile),
  };
}

/** Everything that a profile keeps, the token masked. */
export function describeWhole(name: string, profile: Profile, current: string | undefined) {
  const others = profileKeys.filter((key) => key !== 'token' && key !== 'tokenCommand');
  const kept = others.filter((key) => profile[key] !== undefined);
  return {
    ...describeProfile(name, profile, current),
    ...Object.fromEntries(kept.map((key) => [key, profile[key]])),
  };
}

function describeToken({ token, tokenCommand }: Profile): string | null {
  if (token !== undefined) return maskToken(String(token));
  return tokenCommand === undefined ? null : 'command';
}

function textOf(value: string | number | undefined): string | null {
  return value === undefined ? null : String(value);
}
