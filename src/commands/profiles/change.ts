import { command, record, text, yesOrNo } from '../../declaration/command.ts';
import { argument } from '../../declaration/option.ts';
import { type Configuration, type Profile, sandboxProfile } from '../../profiles/configuration.ts';
import type { Session } from '../../session.ts';
import { confirm } from '../confirm.ts';
import {
  changeProfiles,
  profileName,
  readProfiles,
  refuseExisting,
  requireProfile,
  withDryRun,
} from './profile-store.ts';
import { describeProfile, profileSchema, profileView } from './record.ts';

const name = argument(profileName, 'profile');

export const use = command({
  words: 'profiles use',
  purpose: 'Make a profile the current one; sandbox is built in',
  changes: 'machine',
  local: true,
  arguments: { name },
  view: profileView,
  result: profileSchema,
  examples: ['costctl profiles use work', 'costctl profiles use sandbox'],
  run: async (session, input) => {
    const changed = await changeProfiles(session, (configuration) => {
      if (input.name !== sandboxProfile) requireProfile(configuration, input.name);
      return { ...configuration, current: input.name };
    });
    await showChanged(session, input.name, changed);
    noteOverridden(session, input.name);
  },
});

export const rename = command({
  words: 'profiles rename',
  purpose: 'Give a profile another name',
  changes: 'machine',
  local: true,
  arguments: { old: name, new: argument(profileName, 'its new name') },
  view: profileView,
  result: profileSchema,
  examples: ['costctl profiles rename work finance'],
  run: async (session, { old, new: renamedTo }) => {
    const changed = await changeProfiles(session, (configuration) => {
      requireProfile(configuration, old);
      refuseExisting(configuration, renamedTo);
      return renamed(configuration, old, renamedTo);
    });
    await showChanged(session, renamedTo, changed);
  },
});

export const remove = command({
  words: 'profiles remove',
  purpose: 'Remove a profile and its stored token',
  changes: 'machine',
  irreversible: true,
  local: true,
  arguments: { name },
  result: () => record({ name: text, removed: yesOrNo }),
  examples: ['costctl profiles remove work --yes'],
  run: async (session, input) => {
    const profile = requireProfile(await readProfiles(session), input.name);
    await confirm(
      aimedAt(session, input.name, profile),
      `This will remove the profile ${input.name} and its stored token`,
    );
    const { current } = await changeProfiles(session, (configuration) => {
      requireProfile(configuration, input.name);
      return without(configuration, input.name);
    });
    const { output } = session;
    await output.one(withDryRun(session, { name: input.name, removed: !session.dryRun }));
    if (current === undefined && !session.dryRun) {
      output.note('there is no current profile: costctl profiles use NAME');
    }
  },
});

/** The environment goes before the current profile: the next command would not use the new one. */
function noteOverridden({ context, output, dryRun }: Session, name: string): void {
  const profile = context.env['COSTCTL_PROFILE']?.trim() ?? '';
  if (dryRun || profile === '' || profile === name) return;
  output.note(
    `COSTCTL_PROFILE=${profile} overrides it in this shell: unset COSTCTL_PROFILE, or give --profile ${name}`,
  );
}

/** It keeps its place in the list. */
function renamed({ current, profiles }: Configuration, old: string, name: string): Configuration {
  return {
    current: current === old ? name : current,
    profiles: new Map([...profiles].map(([one, profile]) => [one === old ? name : one, profile])),
  };
}

async function showChanged(
  session: Session,
  name: string,
  { current, profiles }: Configuration,
): Promise<void> {
  const record = describeProfile(name, profiles.get(name) ?? {}, current);
  await session.output.one(withDryRun(session, record));
}

function without({ current, profiles }: Configuration, name: string): Configuration {
  return {
    current: current === name ? undefined : current,
    profiles: new Map([...profiles].filter(([one]) => one !== name)),
  };
}

/** The prompt names the profile that is removed, not the one of this run. */
function aimedAt(session: Session, name: string, { baseUrl }: Profile): Session {
  const profile = { value: name, source: 'flag', origin: '<name>' } as const;
  const address = {
    value: baseUrl === undefined ? 'none' : String(baseUrl),
    source: 'profile',
    origin: `profile ${name}`,
  } as const;
  return { ...session, settings: { ...session.settings, profile, baseUrl: address } };
}
