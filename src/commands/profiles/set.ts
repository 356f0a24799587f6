import { command } from '../../command.ts';
import { text } from '../../declaration/kind.ts';
import { argument, restArguments } from '../../declaration/option.ts';
import { CostctlError, usageError } from '../../errors.ts';
import { addTo } from '../../grouping.ts';
import { type Profile, type ProfileKey, profileKeys } from '../../profiles/configuration.ts';
import { parseCondition } from '../../rows/where-language.ts';
import { allowsHttp, checkSetting } from '../../settings/choose-settings.ts';
import { baseUrlKind, settingKinds } from '../../settings/setting-kinds.ts';
import { didYouMean } from '../../suggest.ts';
import { splitPair } from '../request-options.ts';
import { checkWorkspace, findWorkspace } from './open-as-profile.ts';
import {
  changeProfiles,
  describeWhole,
  profileFields,
  readProfiles,
  requireProfile,
  withDryRun,
} from './profile-store.ts';
import { chooseTokenOption, receiveToken, tokenOptions } from './profile-token.ts';

type SettableKey = Exclude<ProfileKey, 'token'>;
type Value = string | number | readonly string[];
type Changes = ReadonlyMap<SettableKey, Value | undefined>;

const settableKeys = profileKeys.filter((key) => key !== 'token');

export const set = command({
  words: 'profiles set',
  purpose: 'Change the settings of a profile; key= clears one',
  changes: 'machine',
  local: true,
  arguments: {
    name: argument(settingKinds.profile, 'profile'),
    pairs: restArguments(
      text('key=value', { empty: true }),
      `key=value (where= and maxLag= may be repeated), with the keys ${settableKeys.join(', ')}`,
    ),
  },
  options: tokenOptions,
  row: profileFields,
  examples: [
    'costctl profiles set work output=json timeout=30',
    'costctl profiles set work reportConvertTo=EUR reportBy=service,tags.team reportLocale=de-DE',
    "costctl profiles set work 'where=service=Amazon EC2' 'where=cost>0' convertTo=EUR",
    'costctl profiles set work output=',
    'costctl profiles set work --token-command "pass show costctl"',
  ],
  run: async (session, { name, pairs, ...options }) => {
    const changes = readChanges(pairs, allowsHttp(session.context.env));
    const option = chooseTokenOption(options);
    if (changes.size === 0 && option === undefined) {
      throw usageError('nothing to change', 'give key=value or a token option');
    }
    if (option !== undefined && changes.has('tokenCommand')) {
      throw usageError(
        `tokenCommand= and ${option.option} cannot be used together`,
        'leave one of them out',
      );
    }
    const held = requireProfile(await readProfiles(session), name);
    if (option === undefined) refuseMove(name, held, changes);
    const token = option === undefined ? undefined : await receiveToken(session, option);
    const changed = (profile: Profile) => withToken(applyChanges(profile, changes), token);
    const workspace = changes.has('workspace')
      ? await findWorkspace(session, name, changed(held))
      : {};
    const { current, profiles } = await changeProfiles(session, (configuration) => {
      const now = requireProfile(configuration, name);
      if (token !== undefined || changes.has('baseUrl') || changes.has('tokenCommand')) {
        refuseChanged(name, held, now);
      }
      const profile = { ...changed(now), ...workspace };
      return { ...configuration, profiles: new Map(configuration.profiles).set(name, profile) };
    });
    const record = describeWhole(name, profiles.get(name) ?? {}, current);
    await session.output.one(withDryRun(session, record));
  },
});

function readChanges(pairs: readonly string[], allowHttp: boolean): Changes {
  const texts = new Map<SettableKey, string[]>();
  for (const pair of pairs) {
    const [given, text] = splitPair(pair);
    // `base-url` is `baseUrl`.
    const key = given.replaceAll(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase());
    if (key === 'token') {
      throw usageError(
        'token: an argument list is public, so no token is read from it',
        'costctl profiles set NAME --token-stdin, --token-file FILE or --token-command COMMAND',
      );
    }
    // A text without = may be a secret given by mistake: it is not shown.
    if (!/^[^=]+=/.test(pair)) throw usageError('<pairs>: must have the form key=value');
    if (!isSettable(key)) {
      const meant = didYouMean(key, settableKeys);
      throw usageError(`unknown key ${given}${meant} (known: ${settableKeys.join(', ')})`);
    }
    addTo(texts, key, text);
  }
  return new Map([...texts].map(([key, all]) => [key, readValue(key, all, allowHttp)]));
}

function readValue(
  key: SettableKey,
  texts: readonly string[],
  allowHttp: boolean,
): Value | undefined {
  const isList = key === 'where' || key === 'maxLag';
  if (texts.length > 1 && !isList) throw usageError(`${key} is given twice`);
  if (texts.includes('')) {
    if (texts.length > 1)
      throw usageError(`${key}= clears the list: leave out the other ${key}= values`);
    return undefined;
  }
  if (key === 'where') {
    for (const text of texts) parseCondition(text, key);
    return texts;
  }
  const [text] = texts;
  if (key === 'workspace' && text !== undefined) return checkWorkspace(key, text);
  const kind = key === 'baseUrl' ? baseUrlKind(allowHttp) : settingKinds[key];
  return checkSetting<string | number>(key, texts.join(','), kind);
}

/** A token is sent only to the address that it was given for, so a new address needs its token again. */
function refuseMove(name: string, { baseUrl, token, tokenCommand }: Profile, changes: Changes) {
  const command = changes.has('tokenCommand') ? undefined : tokenCommand;
  const hasOwn = changes.get('tokenCommand') === undefined && (token ?? command) !== undefined;
  if (baseUrl === undefined || !hasOwn || !changes.has('baseUrl')) return;
  const [from, to] = [baseUrl, changes.get('baseUrl') ?? ''].map((address) =>
    originOf(`${address}`),
  );
  if (from === to) return;
  throw usageError(
    `profile ${name} has a token for ${from}`,
    `give the token of the new address with it: costctl profiles set ${name} base-url=URL --token-stdin`,
  );
}

/** A token and its address belong together: neither may change while the other is set. */
function refuseChanged(name: string, held: Profile, now: Profile): void {
  const keys = ['baseUrl', 'token', 'tokenCommand'] as const;
  if (keys.every((key) => held[key] === now[key])) return;
  throw new CostctlError('conflict', `the profile ${name} was changed by another run meanwhile`, {
    hint: 'nothing was stored; run the command again',
  });
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}

function isSettable(key: string): key is SettableKey {
  return settableKeys.some((one) => one === key);
}

function applyChanges(profile: Profile, changes: Changes): Profile {
  const changed: Record<string, unknown> = { ...profile };
  for (const [key, value] of changes) {
    delete changed[key];
    if (value !== undefined) changed[key] = value;
  }
  // A profile has one source of its token.
  if (changes.get('tokenCommand') !== undefined) delete changed['token'];
  return changed;
}

/** A new token replaces the earlier source of the token. */
function withToken(profile: Profile, token: Pick<Profile, 'token' | 'tokenCommand'> | undefined) {
  if (token === undefined) return profile;
  const { token: _token, tokenCommand: _command, ...others } = profile;
  return { ...others, ...token };
}
