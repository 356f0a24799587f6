import type { Command } from 'commander';
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import type { Profile } from '../../profiles/read.ts';
import { allowsHttp } from '../../settings/address.ts';
import { formOfBaseUrl } from '../../settings/forms.ts';
import { checkSetting } from '../../settings/profile.ts';
import { formOfWorkspace } from '../../settings/workspace.ts';
import type { GlobalFlags } from '../../settings.ts';
import { localAction } from '../action.ts';
import { examples } from '../examples.ts';
import { asTried, rehearsable } from '../local-change.ts';
import { describeProfile, type ProfileRecord, profileView } from './record.ts';
import {
  changeProfiles,
  openLocalSession,
  ProfileName,
  readProfiles,
  refuseExisting,
} from './store.ts';
import { chooseTokenOption, receiveToken, tokenInput, tokenOptions } from './token-options.ts';
import { planVerification, verifyToken } from './verify.ts';

const AddInput = z.strictObject({
  name: ProfileName,
  ...tokenInput,
  verify: z.optional(z.boolean()),
  use: z.optional(z.boolean()),
});

export function addProfileAdd(profiles: Command, context: Context): void {
  rehearsable(tokenOptions(profiles.command('add')))
    .description('Save an address, a token and a workspace under a name')
    .argument('<name>', 'name of the profile: letters, digits, _ or -')
    .option('--no-verify', 'do not try the token')
    .option('--use', 'make it the current profile (the first one always is)')
    .addHelpText(
      'after',
      examples(
        'costctl profiles add work --base-url https://cost.example.com --token-command "pass costctl" --no-verify',
        'costctl profiles add ci --base-url https://cost.example.com --workspace wsp_main --token-command "cat token.txt" --dry-run',
      ),
    )
    .action(
      localAction(AddInput, async (invocation, { name, verify = true, use, ...options }) => {
        const named = readFlags(invocation.global, allowsHttp(context.env));
        const option = chooseTokenOption(options);
        const session = await openLocalSession(context, invocation);
        refuseExisting(await readProfiles(session), name);
        const token = await receiveToken(session, option);
        const profile: Profile = { ...named, ...token };
        const verified = session.dryRun
          ? planVerification(verify)
          : await verifyToken(context, invocation, name, profile, verify);
        const { current } = await changeProfiles(session, (configuration) => {
          refuseExisting(configuration, name);
          const first = configuration.profiles.size === 0;
          return {
            current: use === true || first ? name : configuration.current,
            profiles: new Map(configuration.profiles).set(name, profile),
          };
        });
        const record = { ...describeProfile(name, profile, current), ...verified };
        await session.output.one<ProfileRecord>(asTried(session, record), profileView);
      }),
    );
}

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
