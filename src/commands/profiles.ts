import { bareCommand, command } from '../command.ts';
import type { Context } from '../context.ts';
import { optionalArgument } from '../declaration/option.ts';
import { viewOf } from '../declaration/result.ts';
import { usageError } from '../errors.ts';
import { configurationPath, sandboxProfile } from '../profiles/configuration.ts';
import { maskToken, type TokenSource } from '../profiles/token.ts';
import { type Invocation, openLocalSession, openSession } from '../session.ts';
import type { Setting } from '../settings/choose-settings.ts';
import { settingKinds } from '../settings/setting-kinds.ts';
import { withoutName, workspaceName } from '../settings/workspace-name.ts';
import {
  type GlobalFlags,
  requireConfigFolder,
  resolveSettings,
  type Settings,
} from '../settings.ts';
import { add, remove, rename, use } from './profiles/change.ts';
import {
  describeProfile,
  profileFields,
  readProfiles,
  requireProfile,
} from './profiles/profile-store.ts';
import { set } from './profiles/set.ts';

interface Row {
  readonly setting: string;
  readonly value: string | number | readonly string[] | null;
  readonly source: Setting<unknown>['source'];
  readonly origin: string;
}

const list = command({
  words: 'profiles list',
  purpose: 'List the profiles',
  local: true,
  rows: profileFields,
  examples: ['costctl profiles list'],
  run: async (session) => {
    const { current, profiles } = await readProfiles(session);
    const records = [...profiles].map(([name, values]) => describeProfile(name, values, current));
    const sandbox = describeProfile(sandboxProfile, {}, current);
    await session.output.list(sandbox.current ? [...records, sandbox] : records, {
      ...viewOf(profileFields),
      empty:
        'No profiles yet; costctl profiles add NAME, or --sandbox on any command to try it without one.',
    });
  },
});

const show = bareCommand({
  words: 'profiles show',
  purpose: 'Show each setting, its value and where it comes from',
  local: true,
  arguments: {
    name: optionalArgument(
      settingKinds.profile,
      'profile; default: the one that a command would use',
    ),
  },
  rows: {
    setting: ['text', {}],
    value: [{ type: ['string', 'number', 'array', 'null'] }, {}],
    source: ['text', {}],
    origin: ['text', {}],
  },
  examples: ['costctl profiles show', 'costctl profiles show -o json'],
  run: async (context, invocation, { name }) => {
    const flags = withProfile(invocation.global, name);
    const named = workspaceName(flags);
    const session = await openLocalSession(context, withoutName(invocation));
    const isStored = name !== undefined && name !== sandboxProfile;
    if (isStored) requireProfile(await readProfiles(session), name);
    const { global } = withoutName({ global: flags });
    const settings = await resolveSettings(global, context);
    // The service alone knows the id of a name, and no request is sent here.
    const workspace: Settings['workspace'] =
      named === undefined
        ? await findWorkspace(context, invocation, settings)
        : { value: named, source: 'flag', origin: '--workspace' };
    await session.output.list(describeSettings({ ...settings, workspace }));
  },
});

const path = command({
  words: 'profiles path',
  purpose: 'Print where the profiles are stored',
  local: true,
  result: () => ({ type: 'string' }),
  examples: ['costctl profiles path'],
  run: async ({ output, settings }) => output.one(configurationPath(requireConfigFolder(settings))),
});

export const profiles = [add, list, show, path, set, use, rename, remove];

function withProfile(flags: GlobalFlags, name: string | undefined): GlobalFlags {
  if (name === undefined) return flags;
  if (flags.profile !== undefined && flags.profile !== name) {
    throw usageError(`--profile ${flags.profile} is not ${name}`, 'leave one of them out');
  }
  return { ...flags, profile: name };
}

/** The sandbox has a workspace of its own, used if none is named. */
async function findWorkspace(context: Context, invocation: Invocation, settings: Settings) {
  if (!settings.sandbox) return settings.workspace;
  const session = await openSession(context, invocation, settings);
  await session.close();
  return { ...settings.workspace, value: session.workspace() };
}

const settingNames = [
  ...(['profile', 'baseUrl', 'token', 'workspace', 'output', 'maxWait', 'timeout'] as const),
  ...(['retries', 'concurrency', 'configFolder', 'convertTo', 'rateMethod', 'where'] as const),
];

function describeSettings(settings: Settings): Row[] {
  const { token, where } = settings;
  const shown = {
    ...settings,
    token: { ...token, value: describeSource(token.value) },
    where: { ...where, value: where.value.length === 0 ? undefined : where.value },
  };
  return [
    ...settingNames.map((name) => row(name, shown[name])),
    ...columnRows(settings),
    ...reportRows(settings),
  ];
}

/** Settings that have no flag and no variable: only a profile sets them. */
function columnRows({ profile, ...settings }: Settings): Row[] {
  const names = ['dateColumn', 'amountColumn', 'currencyColumn', 'sourceColumn', 'maxLag'] as const;
  return names.map((name) => {
    const value = settings[name];
    return value === undefined
      ? row(name, { value, source: 'default', origin: '' })
      : row(name, { value, source: 'profile', origin: `profile ${profile.value}` });
  });
}

function reportRows({ profile, report = {} }: Settings): Row[] {
  return Object.entries(report).map(([name, value]) =>
    row(name, { value, source: 'profile', origin: `profile ${profile.value}` }),
  );
}

function row(setting: string, { value, source, origin }: Setting<Row['value'] | undefined>): Row {
  return { setting, value: value ?? null, source, origin };
}

function describeSource(source: TokenSource | undefined): string | undefined {
  if (source === undefined) return undefined;
  if (source.kind === 'text') return maskToken(source.text.trim());
  return source.kind === 'file' ? `file ${source.path}` : 'command';
}
