import type { Command } from 'commander';
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import { usageError } from '../../errors.ts';
import type { View } from '../../output/output.ts';
import { configurationPath, sandboxProfile } from '../../profiles/read.ts';
import { maskToken, type TokenSource } from '../../profiles/token.ts';
import { type Invocation, openSession } from '../../session.ts';
import {
  type GlobalFlags,
  requireConfigFolder,
  resolveSettings,
  type Setting,
  type Settings,
} from '../../settings.ts';
import { localAction } from '../action.ts';
import { examples } from '../examples.ts';
import { describeProfile, profileView } from './record.ts';
import { openLocalSession, ProfileName, readProfiles, requireProfile } from './store.ts';

interface Row {
  readonly setting: string;
  readonly value: string | number | null;
  readonly source: Setting<unknown>['source'];
  readonly origin: string;
}

const rowView: View<Row> = {
  columns: [{ path: 'setting' }, { path: 'value' }, { path: 'source' }, { path: 'origin' }],
  fields: ['setting', 'value', 'source', 'origin'],
};

const NoInput = z.strictObject({});
const ShowInput = z.strictObject({ name: z.optional(ProfileName) });

export function addProfileShow(profiles: Command, context: Context): void {
  profiles
    .command('list')
    .alias('ls')
    .description('List the profiles')
    .addHelpText('after', examples('costctl profiles list'))
    .action(
      localAction(NoInput, async (invocation) => {
        const session = await openLocalSession(context, invocation);
        const { current, profiles: kept } = await readProfiles(session);
        const records = [...kept].map(([name, values]) => describeProfile(name, values, current));
        const sandbox = describeProfile(sandboxProfile, {}, current);
        await session.output.list(sandbox.current ? [...records, sandbox] : records, profileView);
      }),
    );

  profiles
    .command('show')
    .description('Show each setting, its value and where it comes from')
    .argument('[name]', 'profile; default: the one that a command would use')
    .addHelpText('after', examples('costctl profiles show', 'costctl profiles show -o json'))
    .action(
      localAction(ShowInput, async (invocation, { name }) => {
        const flags = withProfile(invocation.global, name);
        const session = await openLocalSession(context, invocation);
        const isKept = name !== undefined && name !== sandboxProfile;
        if (isKept) requireProfile(await readProfiles(session), name);
        const settings = await resolveSettings(flags, context);
        const workspace = await findWorkspace(context, invocation, settings);
        await session.output.list(describeSettings({ ...settings, workspace }), rowView);
      }),
    );

  profiles
    .command('path')
    .description('Print where the profiles are kept')
    .addHelpText('after', examples('costctl profiles path'))
    .action(
      localAction(NoInput, async (invocation) => {
        const { output, settings } = await openLocalSession(context, invocation);
        await output.one(configurationPath(requireConfigFolder(settings)));
      }),
    );
}

function withProfile(flags: GlobalFlags, name: string | undefined): GlobalFlags {
  if (name === undefined) return flags;
  if (flags.profile !== undefined && flags.profile !== name) {
    throw usageError(`--profile ${flags.profile} is not ${name}`, 'leave one of the two out');
  }
  return { ...flags, profile: name };
}

/** Where none is named the sandbox has one of its own. */
async function findWorkspace(
  context: Context,
  invocation: Invocation,
  settings: Settings,
): Promise<Settings['workspace']> {
  if (!settings.sandbox) return settings.workspace;
  const session = await openSession(context, invocation, settings);
  await session.close();
  return { ...settings.workspace, value: session.workspace() };
}

function describeSettings(settings: Settings): Row[] {
  return [
    row('profile', settings.profile),
    row('baseUrl', settings.baseUrl),
    row('token', { ...settings.token, value: describeSource(settings.token.value) }),
    row('workspace', settings.workspace),
    row('output', settings.output),
    row('maxWait', settings.maxWait),
    row('timeout', settings.timeout),
    row('retries', settings.retries),
    row('concurrency', settings.concurrency),
    row('configFolder', settings.configFolder),
    ...columnRows(settings),
  ];
}

/** These have no flag and no variable: they stand in the profile or nowhere. */
function columnRows({ profile, ...settings }: Settings): Row[] {
  const names = ['dateColumn', 'amountColumn', 'currencyColumn'] as const;
  return names.map((name) => {
    const value = settings[name];
    return value === undefined
      ? row(name, { value, source: 'default', origin: '' })
      : row(name, { value, source: 'profile', origin: `profile ${profile.value}` });
  });
}

function row(
  setting: string,
  { value, source, origin }: Setting<string | number | undefined>,
): Row {
  return { setting, value: value ?? null, source, origin };
}

function describeSource(source: TokenSource | undefined): string | undefined {
  if (source === undefined) return undefined;
  if (source.kind === 'text') return maskToken(source.text.trim());
  return source.kind === 'file' ? `file ${source.path}` : 'command';
}
