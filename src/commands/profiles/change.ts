import { command } from '../../command.ts';
import { argument, flag } from '../../declaration/option.ts';
import { record } from '../../declaration/result.ts';
import { usageError } from '../../errors.ts';
import { type Configuration, type Profile, sandboxProfile } from '../../profiles/configuration.ts';
import type { Session } from '../../session.ts';
import { allowsHttp, checkSetting } from '../../settings/choose-settings.ts';
import { baseUrlKind, settingKinds } from '../../settings/setting-kinds.ts';
import type { GlobalFlags } from '../../settings.ts';
import { confirm } from '../confirm.ts';
import { checkWorkspace, findWorkspace } from './open-as-profile.ts';
import {
  changeProfiles,
  describeProfile,
  profileFields,
  readProfiles,
  refuseExisting,
  requireProfile,
  withDryRun,
} from './profile-store.ts';
import {
  chooseTokenOption,
  planVerification,
  receiveToken,
  tokenOptions,
  verifyToken,
} from './profile-token.ts';

const name = argument(settingKinds.profile, 'profile');

export const use = command({
  words: 'profiles use',
  purpose: 'Make a profile the current one; sandbox is built in',
  changes: 'machine',
  local: true,
  arguments: { name },
  row: profileFields,
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
  arguments: { old: name, new: argument(settingKinds.profile, 'its new name') },
  row: profileFields,
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
  result: () => record({ name: 'text', removed: 'yes or no' }),
  examples: ['costctl profiles remove work --yes'],
  run: async (session, input) => {
    const profile = requireProfile(await readProfiles(session), input.name);
    await confirm(
      aimedAt(session, input.name, profile),
      () => `This will remove the profile ${input.name} and its stored token`,
    );
    const { current } = await changeProfiles(session, (configuration) => {
      requireProfile(configuration, input.name);
      return {
        current: configuration.current === input.name ? undefined : configuration.current,
        profiles: new Map([...configuration.profiles].filter(([one]) => one !== input.name)),
      };
    });
    const { output } = session;
    await output.one(withDryRun(session, { name: input.name, removed: !session.dryRun }));
    if (current === undefined && !session.dryRun) {
      output.note('there is no current profile: costctl profiles use NAME');
    }
  },
});

/** The environment takes precedence over the current profile: the next command would not use the new one. */
function noteOverridden({ context, output, dryRun }: Session, name: string): void {
  const profile = context.env['COSTCTL_PROFILE']?.trim() ?? '';
  if (dryRun || profile === '' || profile === name) return;
  output.note(
    `COSTCTL_PROFILE=${profile} overrides it in this shell: remove that variable, or give --profile ${name}`,
  );
}

/** The renamed profile keeps its place in the list. */
function renamed({ current, profiles }: Configuration, old: string, name: string): Configuration {
  return {
    current: current === old ? name : current,
    profiles: new Map([...profiles].map(([one, profile]) => [one === old ? name : one, profile])),
  };
}

async function showChanged(session: Session, name: string, { current, profiles }: Configuration) {
  const record = describeProfile(name, profiles.get(name) ?? {}, current);
  await session.output.one(withDryRun(session, record));
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

export const add = command({
  words: 'profiles add',
  purpose: 'Save an address, a token and a workspace under a name',
  changes: 'machine',
  local: true,
  arguments: {
    name: argument(settingKinds.profile, 'name of the profile: letters, digits, _ or -'),
  },
  options: {
    ...tokenOptions,
    verify: flag('do not test the address and the token', { onlyNegative: true }),
    use: flag('make it the current profile (the first one always is)'),
  },
  details: `--base-url URL is the address to save, and --workspace ID the workspace. On a terminal you are asked for
the address and the token if no option gives them.`,
  row: profileFields,
  examples: [
    'costctl profiles add work --base-url https://cost.example.com --token-command "pass show costctl"',
    'costctl profiles add ci --base-url https://cost.example.com --workspace wsp_main --token-command "cat token.txt" --dry-run',
  ],
  run: async (session, { name, verify = true, use, ...options }) => {
    const flags = readFlags(session.flags, allowsHttp(session.context.env));
    const option = chooseTokenOption(options);
    refuseExisting(await readProfiles(session), name);
    const named =
      flags.baseUrl === undefined ? { ...flags, ...(await askAddress(session)) } : flags;
    const token = await receiveToken(session, option);
    const asked: Profile = { ...named, ...token };
    const profile = { ...asked, ...(await findWorkspace(session, name, asked)) };
    const verified = session.dryRun
      ? planVerification(verify)
      : await verifyToken(session, name, profile, verify);
    const { current } = await changeProfiles(session, (configuration) => {
      refuseExisting(configuration, name);
      const first = configuration.profiles.size === 0;
      return {
        current: use === true || first ? name : configuration.current,
        profiles: new Map(configuration.profiles).set(name, profile),
      };
    });
    const record = { ...describeProfile(name, profile, current), ...verified };
    await session.output.one(withDryRun(session, record));
  },
});

/** Only a terminal can be asked; the environment is never saved. */
async function askAddress({
  context,
  interactive,
  dryRun,
}: Session): Promise<Pick<Profile, 'baseUrl'>> {
  if (!interactive) {
    throw usageError(
      'no address was given, and there is no terminal to prompt on',
      'give --base-url URL; the people who run the service for your organization know it',
    );
  }
  if (dryRun) return {};
  const address = (await context.prompt.ask('Address of the service (https://…): ')).trim();
  return { baseUrl: checkSetting('address', address, baseUrlKind(allowsHttp(context.env))) };
}

/** What the flags of this line say, and nothing of the environment. */
function readFlags({ baseUrl, workspace }: GlobalFlags, allowHttp: boolean): Profile {
  return {
    ...(baseUrl === undefined
      ? {}
      : { baseUrl: checkSetting('--base-url', baseUrl, baseUrlKind(allowHttp)) }),
    ...(workspace === undefined ? {} : { workspace: checkWorkspace('--workspace', workspace) }),
  };
}
