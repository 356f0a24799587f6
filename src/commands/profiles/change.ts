import type { Command } from 'commander';
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import { type Configuration, type Profile, sandboxProfile } from '../../profiles/read.ts';
import type { Session } from '../../session.ts';
import { localAction } from '../action.ts';
import { confirm } from '../confirm.ts';
import { examples } from '../examples.ts';
import { asTried, rehearsable } from '../local-change.ts';
import { describeProfile, profileView } from './record.ts';
import {
  changeProfiles,
  openLocalSession,
  ProfileName,
  readProfiles,
  refuseExisting,
  requireProfile,
} from './store.ts';

const NameInput = z.strictObject({ name: ProfileName });
const RenameInput = z.strictObject({ old: ProfileName, new: ProfileName });

export function addProfileChanges(profiles: Command, context: Context): void {
  addUse(profiles, context);
  addRename(profiles, context);
  addRemove(profiles, context);
}

function addUse(profiles: Command, context: Context): void {
  rehearsable(profiles.command('use'))
    .description('Make a profile the current one; sandbox is built in')
    .argument('<name>', 'profile')
    .addHelpText('after', examples('costctl profiles use work', 'costctl profiles use sandbox'))
    .action(
      localAction(NameInput, async (invocation, { name }) => {
        const session = await openLocalSession(context, invocation);
        const changed = await changeProfiles(session, (configuration) => {
          if (name !== sandboxProfile) requireProfile(configuration, name);
          return { ...configuration, current: name };
        });
        await showChanged(session, name, changed);
      }),
    );
}

function addRename(profiles: Command, context: Context): void {
  rehearsable(profiles.command('rename'))
    .description('Give a profile another name')
    .argument('<old>', 'profile')
    .argument('<new>', 'its new name')
    .addHelpText('after', examples('costctl profiles rename work finance'))
    .action(
      localAction(RenameInput, async (invocation, { old, new: name }) => {
        const session = await openLocalSession(context, invocation);
        const changed = await changeProfiles(session, (configuration) => {
          requireProfile(configuration, old);
          refuseExisting(configuration, name);
          return renamed(configuration, old, name);
        });
        await showChanged(session, name, changed);
      }),
    );
}

/** Its place in the list stays. */
function renamed({ current, profiles }: Configuration, old: string, name: string): Configuration {
  return {
    current: current === old ? name : current,
    profiles: new Map([...profiles].map(([one, kept]) => [one === old ? name : one, kept])),
  };
}

async function showChanged(
  session: Session,
  name: string,
  { current, profiles }: Configuration,
): Promise<void> {
  const record = describeProfile(name, profiles.get(name) ?? {}, current);
  await session.output.one(asTried(session, record), profileView);
}

function addRemove(profiles: Command, context: Context): void {
  rehearsable(profiles.command('remove').alias('rm'))
    .option('-y, --yes', 'do not ask for confirmation')
    .description('Remove a profile and the token it keeps')
    .argument('<name>', 'profile')
    .addHelpText('after', examples('costctl profiles remove work --yes'))
    .action(
      localAction(NameInput, async (invocation, { name }) => {
        const session = await openLocalSession(context, invocation);
        const before = await readProfiles(session);
        const profile = requireProfile(before, name);
        await confirm(aimedAt(session, name, profile), `removing the profile ${name}`);
        const { current } = await changeProfiles(session, (configuration) => {
          requireProfile(configuration, name);
          return without(configuration, name);
        });
        const { output } = session;
        await output.one(asTried(session, { name, removed: !session.dryRun }));
        if (current === undefined && !session.dryRun) {
          output.note('there is no current profile: costctl profiles use NAME');
        }
      }),
    );
}

function without({ current, profiles }: Configuration, name: string): Configuration {
  return {
    current: current === name ? undefined : current,
    profiles: new Map([...profiles].filter(([one]) => one !== name)),
  };
}

/** The question names the profile that goes, not the one of this run. */
function aimedAt(session: Session, name: string, { baseUrl }: Profile): Session {
  const profile = { value: name, source: 'flag', origin: '<name>' } as const;
  const address = {
    value: baseUrl === undefined ? 'none' : String(baseUrl),
    source: 'profile',
    origin: `profile ${name}`,
  } as const;
  return { ...session, settings: { ...session.settings, profile, baseUrl: address } };
}
