import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type GlobalFlags,
  requireBaseUrl,
  resolveSettings,
  type Settings,
} from '../../src/settings.ts';
import { configuration, everything, work } from './sources.ts';
import { createContext, createFolder, withConfiguration } from './world.ts';

const flags: GlobalFlags = {
  baseUrl: 'https://env.example.com/flag',
  workspace: 'wsp_flag',
  output: 'ndjson',
  maxWait: '600',
  timeout: '30',
  retries: '0',
  concurrency: '1',
};

type Name = 'baseUrl' | 'workspace' | 'output' | 'maxWait' | 'timeout' | 'retries' | 'concurrency';

const ways: readonly [
  Name,
  flag: unknown,
  env: unknown,
  stored: unknown,
  otherwise: unknown,
  string,
  string,
][] = [
  [
    'baseUrl',
    'https://env.example.com/flag',
    'https://env.example.com',
    work.baseUrl,
    undefined,
    '--base-url',
    'COSTCTL_BASE_URL',
  ],
  ['workspace', 'wsp_flag', 'wsp_env', 'wsp_work', undefined, '--workspace', 'COSTCTL_WORKSPACE'],
  ['output', 'ndjson', 'csv', 'yaml', 'table', '--output', 'COSTCTL_OUTPUT'],
  ['maxWait', 600, 0, 10, 300, '--max-wait', 'COSTCTL_MAX_WAIT'],
  ['timeout', 30, 2.5, 20, 60, '--timeout', 'COSTCTL_TIMEOUT'],
  ['retries', 0, 7, 4, 4, '--retries', 'COSTCTL_RETRIES'],
  ['concurrency', 1, 16, 3, 4, '--concurrency', 'COSTCTL_CONCURRENCY'],
];

test.each(ways)(
  '%s: the flag wins over the environment, then the profile, then the default',
  async (name, flag, env, stored, otherwise, option, variable) => {
    expect(
      (await resolveSettings(flags, withConfiguration(configuration, everything)))[name],
    ).toEqual({
      value: flag,
      source: 'flag',
      origin: option,
    });
    expect((await resolveSettings({}, withConfiguration(configuration, everything)))[name]).toEqual(
      {
        value: env,
        source: 'environment',
        origin: variable,
      },
    );
    expect((await resolveSettings({}, withConfiguration(configuration)))[name]).toEqual(
      name === 'retries'
        ? { value: 4, source: 'default', origin: '' }
        : { value: stored, source: 'profile', origin: 'profile work' },
    );
    expect((await resolveSettings({}, createContext()))[name]).toEqual({
      value: otherwise,
      source: 'default',
      origin: '',
    });
  },
);

test.each(ways)(
  '%s: an empty variable counts as unset',
  async (name, _flag, _env, _kept, otherwise, _option, variable) => {
    const settings = await resolveSettings({}, createContext({ env: { [variable]: '' } }));
    expect(settings[name]).toEqual({ value: otherwise, source: 'default', origin: '' });
  },
);

test.each<[string, GlobalFlags, Record<string, string>, Partial<Settings>]>([
  ['nothing', {}, {}, { quiet: false, debug: false, noInput: false, color: undefined }],
  [
    'what commander says of options that were not given',
    { color: true, input: true },
    {},
    { noInput: false, color: undefined },
  ],
  ['--quiet', { quiet: true }, {}, { quiet: true }],
  ['--debug', { debug: true }, {}, { debug: true }],
  ['COSTCTL_DEBUG=1', {}, { COSTCTL_DEBUG: '1' }, { debug: true }],
  ['COSTCTL_DEBUG=0', {}, { COSTCTL_DEBUG: '0' }, { debug: false }],
  ['--no-input', { input: false }, {}, { noInput: true }],
  ['COSTCTL_NO_INPUT=1', {}, { COSTCTL_NO_INPUT: '1' }, { noInput: true }],
  ['--no-color', { color: false }, { FORCE_COLOR: '1' }, { color: false }],
  ['NO_COLOR', {}, { NO_COLOR: '1', FORCE_COLOR: '1' }, { color: false }],
  ['an empty NO_COLOR', {}, { NO_COLOR: '' }, { color: undefined }],
  ['FORCE_COLOR', {}, { FORCE_COLOR: '1' }, { color: true }],
  ['FORCE_COLOR=0', {}, { FORCE_COLOR: '0' }, { color: false }],
  ['FORCE_COLOR=false', {}, { FORCE_COLOR: 'false' }, { color: false }],
  ['COSTCTL_NO_INPUT=0', {}, { COSTCTL_NO_INPUT: '0' }, { noInput: false }],
  ['no COSTCTL_JOURNAL', {}, {}, { journal: 'on' }],
  ['COSTCTL_JOURNAL=off', {}, { COSTCTL_JOURNAL: 'off' }, { journal: 'off' }],
])('switches: %s', async (_what, given, env, expected) => {
  expect(await resolveSettings(given, createContext({ env }))).toMatchObject(expected);
});

test.each([
  ['https://cost.example.com', 'https://cost.example.com/'],
  ['https://gateway.example.com/cost/', 'https://gateway.example.com/cost'],
  ['https://gateway.example.com/a/b//', 'https://gateway.example.com/a/b'],
])('the base address %s keeps its path prefix', async (baseUrl, href) => {
  expect(requireBaseUrl(await resolveSettings({ baseUrl }, createContext())).href).toBe(href);
});

test('reads settings in a read-only home folder and creates nothing', async () => {
  const home = createFolder();
  chmodSync(home, 0o500);
  await resolveSettings({}, createContext({ homeFolder: () => home }));
  expect(existsSync(join(home, '.config'))).toBe(false);
});
