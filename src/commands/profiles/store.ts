import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import { CostctlError, usageError } from '../../errors.ts';
import {
  type Configuration,
  type Profile,
  profileNameForm,
  readConfiguration,
  sandboxProfile,
} from '../../profiles/read.ts';
import { changeConfiguration } from '../../profiles/write.ts';
import { type Invocation, openSession, type Session } from '../../session.ts';
import { requireConfigFolder, resolveLocalSettings } from '../../settings.ts';

export const ProfileName = z
  .string()
  .check(z.regex(profileNameForm, 'a profile name is 1 to 64 letters, digits, _ or -'));

/** A session that needs no profile: it is opened to make, mend and remove them. */
export async function openLocalSession(context: Context, invocation: Invocation): Promise<Session> {
  const settings = await resolveLocalSettings(invocation.global, context);
  return openSession(context, invocation, { ...settings, sandbox: false });
}

export function readProfiles({ settings }: Session): Promise<Configuration> {
  return readConfiguration(requireConfigFolder(settings));
}

/** Makes the change, or in a dry run only tries it; answers with what is, or would be, kept. */
export async function changeProfiles(
  session: Session,
  change: (configuration: Configuration) => Configuration,
): Promise<Configuration> {
  const { settings, context, dryRun } = session;
  if (dryRun) return change(await readProfiles(session));
  let kept: Configuration | undefined;
  const folder = {
    path: requireConfigFolder(settings),
    isUsual: settings.configFolder.source === 'default',
  };
  await changeConfiguration(folder, context, (configuration) => {
    kept = change(configuration);
    return kept;
  });
  return kept ?? readProfiles(session);
}

export function requireProfile({ profiles }: Configuration, name: string): Profile {
  refuseSandbox(name);
  const profile = profiles.get(name);
  if (profile !== undefined) return profile;
  const known =
    profiles.size === 0 ? 'there are none' : `known: ${[...profiles.keys()].join(', ')}`;
  throw usageError(`there is no profile ${name} (${known})`, 'costctl profiles list');
}

export function refuseExisting({ profiles }: Configuration, name: string): void {
  refuseSandbox(name);
  if (!profiles.has(name)) return;
  throw new CostctlError('conflict', `there is a profile ${name} already`, {
    hint: `costctl profiles set ${name} key=value, or costctl profiles remove ${name}`,
  });
}

function refuseSandbox(name: string): void {
  if (name !== sandboxProfile) return;
  throw usageError(`the profile ${name} is built in and stays as it is`, `costctl --sandbox`);
}
