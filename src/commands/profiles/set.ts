import type { Command } from 'commander';
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import { usageError } from '../../errors.ts';
import type { Profile, ProfileKey } from '../../profiles/read.ts';
import { allowsHttp } from '../../settings/address.ts';
import {
  type Form,
  formOfBaseUrl,
  formOfConcurrency,
  formOfFormat,
  formOfMaxWait,
  formOfText,
  formOfTimeout,
} from '../../settings/forms.ts';
import { checkSetting } from '../../settings/profile.ts';
import { formOfWorkspace } from '../../settings/workspace.ts';
import { localAction } from '../action.ts';
import { examples } from '../examples.ts';
import { asTried, rehearsable } from '../local-change.ts';
import { splitPair } from '../options.ts';
import { describeWhole, type ProfileRecord, profileView } from './record.ts';
import { changeProfiles, openLocalSession, ProfileName, requireProfile } from './store.ts';

type SettableKey = Exclude<ProfileKey, 'token'>;
type Changes = ReadonlyMap<SettableKey, string | number | undefined>;

const SetInput = z.strictObject({ name: ProfileName, pairs: z.array(z.string()) });

export function addProfileSet(profiles: Command, context: Context): void {
  rehearsable(profiles.command('set'))
    .description('Change what a profile keeps; key= clears')
    .argument('<name>', 'profile')
    .argument('<pairs...>', `key=value, with the keys ${settableKeys.join(', ')}`)
    .addHelpText(
      'after',
      examples(
        'costctl profiles set work output=json timeout=30',
        'costctl profiles set work output=',
      ),
    )
    .action(
      localAction(SetInput, async (invocation, { name, pairs }) => {
        const changes = readChanges(pairs, allowsHttp(context.env));
        const session = await openLocalSession(context, invocation);
        const { current, profiles: kept } = await changeProfiles(session, (configuration) => ({
          ...configuration,
          profiles: new Map(configuration.profiles).set(
            name,
            applyChanges(requireProfile(configuration, name), changes),
          ),
        }));
        const record = describeWhole(name, kept.get(name) ?? {}, current);
        await session.output.one<ProfileRecord>(asTried(session, record), profileView);
      }),
    );
}

const forms: Readonly<Record<Exclude<SettableKey, 'baseUrl'>, Form<string | number>>> = {
  workspace: formOfWorkspace,
  output: formOfFormat,
  maxWait: formOfMaxWait,
  timeout: formOfTimeout,
  concurrency: formOfConcurrency,
  tokenCommand: formOfText,
  dateColumn: formOfText,
  amountColumn: formOfText,
  currencyColumn: formOfText,
};

const settableKeys: readonly string[] = ['baseUrl', ...Object.keys(forms)];

function readChanges(pairs: readonly string[], allowHttp: boolean): Changes {
  const changes = new Map<SettableKey, string | number | undefined>();
  for (const pair of pairs) {
    const [key, text] = splitPair(pair);
    if (key === 'token') throw refuseToken();
    // What stands before a missing = may be a secret given by mistake.
    if (!pair.includes('=')) throw usageError('<pairs>: must have the form key=value');
    if (!isSettable(key)) {
      throw usageError(`there is no key ${key} (known: ${settableKeys.join(', ')})`);
    }
    const form = key === 'baseUrl' ? formOfBaseUrl(allowHttp) : forms[key];
    changes.set(key, text === '' ? undefined : checkSetting(key, text, form));
  }
  return changes;
}

function isSettable(key: string): key is SettableKey {
  return settableKeys.includes(key);
}

function refuseToken() {
  return usageError(
    'token: an argument list is public, and no token is taken from it',
    'costctl profiles add NAME --token-stdin, or costctl profiles set NAME tokenCommand=COMMAND',
  );
}

function applyChanges(profile: Profile, changes: Changes): Profile {
  const changed: Partial<Record<ProfileKey, string | number>> = { ...profile };
  for (const [key, value] of changes) {
    delete changed[key];
    if (value !== undefined) changed[key] = value;
  }
  // A profile has one source of its token.
  if (changes.get('tokenCommand') !== undefined) delete changed.token;
  return changed;
}
