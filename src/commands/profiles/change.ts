import type { Command } from 'commander';
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import { type Profile, sandboxProfile } from '../../profiles/read.ts';
import type { Session } from '../../session.ts';
import { localAction } from '../action.ts';
import { confirm } from '../confirm.ts';
import { examples } from '../examples.ts';
import { describeProfile, profileView } from './record.ts';
import {
  asTried,
  changeProfiles,
  openLocalSession,
  ProfileName,
  readProfiles,
  refuseExisting,
  rehearsable,
  requireProfile,
} from './store.ts';

const NameInput = z.strictObject({ name: ProfileName });
const RenameInput = z.strictObject({ old: ProfileName, new: ProfileName });

export function addProfileChanges(profiles: Command, context: Context): void {
  rehearsable(profiles.command('use'))
    .description('Make a profile the current one; sandbox is built in')
    .argument('<name>', 'profile')
    .addHelpText('after', examples('costctl profiles use work', 'costctl profiles use sandbox'))
    .action(
      localAction(NameInput, async (invocation, { name }) => {
        const session = await openLocalSession(context, invocation);
        const { profiles: kept } = await changeProfiles(session, (configuration) => {
          if (name !== sandboxProfile) requireProfile(configuration, name);
          return { ...configuration, current: name };
        });
        const record = describeProfile(name, kept.get(name) ?? {}, name);
        await session.output.one(asTried(session, record), profileView);
      }),
    );

  rehearsable(profiles.command('rename'))
    .description('Give a profile another name')
    .argument('<old>', 'profile')
    .argument('<new>', 'its new name')
    .addHelpText('after', examples('costctl profiles rename work finance'))
    .action(
      localAction(RenameInput, async (invocation, { old, new: name }) => {
        const session = await openLocalSession(context, invocation);
        const { current, profiles: kept } = await changeProfiles(session, (configuration) => {
          requireProfile(configuration, old);
          refuseExisting(configuration, name);
          return {
            current: configuration.current === old ? name : configuration.current,
            // Its place in the list stays.
            profiles: new Map(
              [...configuration.profiles].map(([one, values]) => [
                one === old ? name : one,
                values,
              ]),
            ),
          };
        });
        const record = describeProfile(name, kept.get(name) ?? {}, current);
        await session.output.one(asTried(session, record), profileView);
      }),
    );

  rehearsable(profiles.command('remove'))
    .option('-y, --yes', 'do not ask for confirmation')
    .description('Remove a profile and the token it keeps')
    .argument('<name>', 'profile')
    .addHelpText('after', examples('costctl profiles remove work --yes'))
    .action(
      localAction(NameInput, async (invocation, { name }) => {
        const session = await openLocalSession(context, invocation);
        const before = await readProfiles(session);
        const profile = requireProfile(before, name);
        await confirm(aimedAt(session, name, profile), `Removing the profile ${name}`);
        const { current } = await changeProfiles(session, (configuration) => {
          requireProfile(configuration, name);
          const profiles = new Map(configuration.profiles);
          profiles.delete(name);
          return {
            current: configuration.current === name ? undefined : configuration.current,
            profiles,
          };
        });
        const { output } = session;
        await output.one(asTried(session, { name, removed: !session.dryRun }));
        if (current === undefined && !session.dryRun) {
          output.note('there is no current profile: costctl profiles use NAME');
        }
      }),
    );
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
