import { command } from '../../declaration/command.ts';
import { argument, flag } from '../../declaration/option.ts';
import type { Profile } from '../../profiles/configuration.ts';
import { allowsHttp } from '../../settings/address.ts';
import { formOfBaseUrl } from '../../settings/forms.ts';
import { checkSetting } from '../../settings/profile.ts';
import { formOfWorkspace } from '../../settings/setting-sources.ts';
import type { GlobalFlags } from '../../settings.ts';
import {
  changeProfiles,
  profileName,
  readProfiles,
  refuseExisting,
  withDryRun,
} from './profile-store.ts';
import { describeProfile, type ProfileRecord, profileSchema, profileView } from './record.ts';
import { chooseTokenOption, receiveToken, tokenOptions } from './token-options.ts';
import { planVerification, verifyToken } from './verify-token.ts';

export const add = command({
  words: 'profiles add',
  purpose: 'Save an address, a token and a workspace under a name',
  changes: 'machine',
  local: true,
  arguments: { name: argument(profileName, 'name of the profile: letters, digits, _ or -') },
  options: {
    ...tokenOptions,
    verify: flag('do not try the token', { onlyNegative: true }),
    use: flag('make it the current profile (the first one always is)'),
  },
  view: profileView,
  result: profileSchema,
  examples: [
    'costctl profiles add work --base-url https://cost.example.com --token-command "pass costctl" --no-verify',
    'costctl profiles add ci --base-url https://cost.example.com --workspace wsp_main --token-command "cat token.txt" --dry-run',
  ],
  run: async (session, { name, verify = true, use, ...options }) => {
    const named = readFlags(session.flags, allowsHttp(session.context.env));
    const option = chooseTokenOption(options);
    refuseExisting(await readProfiles(session), name);
    const token = await receiveToken(session, option);
    const profile: Profile = { ...named, ...token };
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
    await session.output.one<ProfileRecord>(withDryRun(session, record));
  },
});

/** What the flags of this line say, and nothing of the environment. */
function readFlags({ baseUrl, workspace }: GlobalFlags, allowHttp: boolean): Profile {
  return {
    ...(baseUrl === undefined
      ? {}
      : { baseUrl: checkSetting('--base-url', baseUrl, formOfBaseUrl(allowHttp)) }),
    ...(workspace === undefined
      ? {}
      : { workspace: checkSetting('--workspace', workspace, formOfWorkspace) }),
  };
}
