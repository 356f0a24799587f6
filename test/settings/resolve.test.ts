import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type GlobalFlags,
  requireBaseUrl,
  requireConfigFolder,
  resolveSettings,
  type Settings,
} from '../../src/settings.ts';
import { createContext, createFolder, withConfiguration } from './world.ts';

const work = {
  baseUrl: 'https://work.example.com',
  token: 'tok_work_0123456789',
  workspace: 'wsp_work',
  output: 'yaml',
  maxWait: 10,
  timeout: '20',
  concurrency: 3,
  dateColumn: 'day',
  amountColumn: 'spend',
  currencyColumn: 'none',
};
const other = { baseUrl: 'https://other.example.com' };
const configuration = { current: 'work', profiles: { work, other } };

const everything = {
  COSTCTL_BASE_URL: 'https://env.example.com',
  COSTCTL_WORKSPACE: 'wsp_env',
  COSTCTL_OUTPUT: 'csv',
  COSTCTL_MAX_WAIT: '0',
  COSTCTL_TIMEOUT: '2.5',
  COSTCTL_RETRIES: '7',
  COSTCTL_CONCURRENCY: '16',
  COSTCTL_TOKEN: 'tok_env_0123456789',
};

const flags: GlobalFlags = {
  baseUrl: 'https://flag.example.com',
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
  kept: unknown,
  otherwise: unknown,
  string,
  string,
][] = [
  [
    'baseUrl',
    'https://flag.example.com',
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
  '%s: a flag wins over the environment, that over the profile, that over the default',
  async (name, flag, env, kept, otherwise, option, variable) => {
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
        : { value: kept, source: 'profile', origin: 'profile work' },
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

test('the cost columns come from the profile alone', async () => {
  const settings = await resolveSettings({}, withConfiguration(configuration));
  expect(settings).toMatchObject({
    dateColumn: 'day',
    amountColumn: 'spend',
    currencyColumn: 'none',
  });
});

test.each<[string, GlobalFlags, Record<string, string>, Settings['profile']]>([
  [
    '--profile',
    { profile: 'other' },
    { COSTCTL_PROFILE: 'work' },
    { value: 'other', source: 'flag', origin: '--profile' },
  ],
  [
    'COSTCTL_PROFILE',
    {},
    { COSTCTL_PROFILE: 'other' },
    { value: 'other', source: 'environment', origin: 'COSTCTL_PROFILE' },
  ],
  [
    'the current profile',
    {},
    {},
    { value: 'work', source: 'profile', origin: 'the current profile' },
  ],
])('%s names the profile', async (_way, given, env, profile) => {
  const settings = await resolveSettings(given, withConfiguration(configuration, env));
  expect(settings.profile).toEqual(profile);
  const address = profile.value === 'other' ? other.baseUrl : work.baseUrl;
  expect(settings.baseUrl.value).toBe(address);
});

test('a profile named by --profile leaves token, address and workspace of the environment aside, even where it has none', async () => {
  const env = { ...everything, COSTCTL_TOKEN_FILE: '/run/token' };
  const named = await resolveSettings({ profile: 'work' }, withConfiguration(configuration, env));
  expect(named).toMatchObject({
    baseUrl: { value: work.baseUrl, origin: 'profile work' },
    token: { value: { kind: 'text', text: work.token }, origin: 'profile work' },
    workspace: { value: 'wsp_work', origin: 'profile work' },
    output: { value: 'csv', origin: 'COSTCTL_OUTPUT' },
  });
  const bare = await resolveSettings({ profile: 'other' }, withConfiguration(configuration, env));
  expect(bare.token.value).toBeUndefined();
  expect(bare.workspace.value).toBeUndefined();
});

test('a flag wins over the profile that another flag names', async () => {
  const given = { profile: 'work', workspace: 'wsp_flag', baseUrl: 'https://flag.example.com' };
  expect(await resolveSettings(given, withConfiguration(configuration))).toMatchObject({
    workspace: { value: 'wsp_flag', origin: '--workspace' },
    baseUrl: { value: 'https://flag.example.com', origin: '--base-url' },
  });
});

test.each([
  [
    'COSTCTL_TOKEN',
    { COSTCTL_TOKEN: 'tok', COSTCTL_TOKEN_FILE: '/run/token' },
    { kind: 'text', text: 'tok' },
  ],
  [
    'COSTCTL_TOKEN_FILE',
    { COSTCTL_TOKEN_FILE: '/run/token' },
    { kind: 'file', path: '/run/token' },
  ],
])('%s gives the token', async (origin, env, value) => {
  const settings = await resolveSettings({}, withConfiguration(configuration, env));
  expect(settings.token).toEqual({ value, source: 'environment', origin });
});

test('a profile with a token command gives that command', async () => {
  const context = withConfiguration({ current: 'a', profiles: { a: { tokenCommand: 'pass x' } } });
  expect((await resolveSettings({}, context)).token).toEqual({
    value: { kind: 'command', command: 'pass x' },
    source: 'profile',
    origin: 'profile a',
  });
});

const malformed: readonly [GlobalFlags, Record<string, string>, string][] = [
  [{ output: 'xml' }, {}, '--output: must be one of table, json, ndjson, csv, tsv, yaml, markdown'],
  [
    {},
    { COSTCTL_OUTPUT: 'JSON' },
    'COSTCTL_OUTPUT: must be one of table, json, ndjson, csv, tsv, yaml, markdown',
  ],
  [{ maxWait: '-1' }, {}, '--max-wait: must be a number of seconds, 0 or more'],
  [{}, { COSTCTL_MAX_WAIT: 'long' }, 'COSTCTL_MAX_WAIT: must be a number of seconds, 0 or more'],
  [{ timeout: '0' }, {}, '--timeout: must be a number of seconds, more than 0'],
  [{ timeout: '1e3' }, {}, '--timeout: must be a number of seconds, more than 0'],
  [{ timeout: '' }, {}, '--timeout: must be a number of seconds, more than 0'],
  [{}, { COSTCTL_TIMEOUT: '5s' }, 'COSTCTL_TIMEOUT: must be a number of seconds, more than 0'],
  [
    {},
    { COSTCTL_TIMEOUT: '9999999999' },
    'COSTCTL_TIMEOUT: must be a number of seconds, more than 0',
  ],
  [{ retries: '1.5' }, {}, '--retries: must be a whole number from 0 to 100'],
  [{}, { COSTCTL_RETRIES: '-1' }, 'COSTCTL_RETRIES: must be a whole number from 0 to 100'],
  [{ concurrency: '0' }, {}, '--concurrency: must be a whole number from 1 to 16'],
  [{}, { COSTCTL_CONCURRENCY: '17' }, 'COSTCTL_CONCURRENCY: must be a whole number from 1 to 16'],
  [
    { workspace: 'bmt_1' },
    {},
    '--workspace: is the id of a business metric, and a workspace id is wsp_ followed by letters, digits, _ or -',
  ],
  [
    {},
    { COSTCTL_WORKSPACE: 'wsp_a/b' },
    'COSTCTL_WORKSPACE: must be a workspace id: a workspace id is wsp_ followed by letters, digits, _ or -',
  ],
  [{ profile: 'a.b' }, {}, '--profile: a profile name is 1 to 64 letters, digits, _ or -'],
  [
    {},
    { COSTCTL_PROFILE: 'a b' },
    'COSTCTL_PROFILE: a profile name is 1 to 64 letters, digits, _ or -',
  ],
  [{ profile: 'gone' }, {}, '--profile: there is no profile gone'],
  [{}, { COSTCTL_PROFILE: '__proto__' }, 'COSTCTL_PROFILE: there is no profile __proto__'],
  [{ profile: 'constructor' }, {}, '--profile: there is no profile constructor'],
  [{}, { COSTCTL_DEBUG: 'yes' }, 'COSTCTL_DEBUG: must be 1 or 0'],
  [{}, { COSTCTL_NO_INPUT: 'true' }, 'COSTCTL_NO_INPUT: must be 1 or 0'],
  [{}, { COSTCTL_ALLOW_HTTP: 'on' }, 'COSTCTL_ALLOW_HTTP: must be 1 or 0'],
];

test.each(malformed)(
  '%j with %j is a usage error that names the culprit',
  async (given, env, message) => {
    await expect(
      resolveSettings(given, withConfiguration(configuration, env)),
    ).rejects.toMatchObject({ code: 'usage', message });
  },
);

test('a bad value in a profile is a usage error that names profile and key', async () => {
  const context = withConfiguration({ current: 'a', profiles: { a: { timeout: 'soon' } } });
  await expect(resolveSettings({}, context)).rejects.toMatchObject({
    code: 'usage',
    message: 'profile a: timeout: must be a number of seconds, more than 0',
  });
});

test('a current profile that does not exist is told, with what to do', async () => {
  const context = withConfiguration({ current: 'gone', profiles: {} });
  await expect(resolveSettings({}, context)).rejects.toMatchObject({
    code: 'not_configured',
    message: 'the current profile, gone, does not exist',
    details: { hint: 'costctl profiles use NAME' },
  });
});

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
])('switches: %s', async (_what, given, env, expected) => {
  expect(await resolveSettings(given, createContext({ env }))).toMatchObject(expected);
});

test.each<[string, GlobalFlags, Record<string, string>, string]>([
  ['--sandbox', { sandbox: true }, everything, '--sandbox'],
  ['--profile sandbox', { profile: 'sandbox' }, everything, '--profile'],
  ['COSTCTL_PROFILE=sandbox', {}, { ...everything, COSTCTL_PROFILE: 'sandbox' }, 'COSTCTL_PROFILE'],
])(
  '%s leaves token, address, workspace and columns of environment and profile aside',
  async (_way, given, env, origin) => {
    const settings = await resolveSettings(given, withConfiguration(configuration, env));
    expect(settings).toMatchObject({
      sandbox: true,
      profile: { value: 'sandbox', origin },
      baseUrl: { value: undefined, source: 'default' },
      token: { value: undefined, source: 'default' },
      workspace: { value: undefined, source: 'default' },
      output: { value: 'csv', origin: 'COSTCTL_OUTPUT' },
      dateColumn: undefined,
    });
  },
);

test('the sandbox takes a workspace from the line, and other settings from the profile', async () => {
  const given = { sandbox: true, workspace: 'wsp_flag' };
  expect(await resolveSettings(given, withConfiguration(configuration))).toMatchObject({
    workspace: { value: 'wsp_flag', origin: '--workspace' },
    output: { value: 'yaml', origin: 'profile work' },
  });
});

test.each<[GlobalFlags, Record<string, string>, string]>([
  [
    { sandbox: true, baseUrl: 'https://a.example.com' },
    {},
    '--base-url: --sandbox has its own address',
  ],
  [{ sandbox: true, profile: 'work' }, {}, '--profile: --sandbox needs no profile'],
  [
    { profile: 'sandbox', baseUrl: 'https://a.example.com' },
    {},
    '--base-url: the profile sandbox has its own address',
  ],
])('%j with %j is a usage error', async (given, env, message) => {
  await expect(resolveSettings(given, withConfiguration(configuration, env))).rejects.toMatchObject(
    { code: 'usage', message },
  );
});

test('--sandbox with --profile sandbox is no contradiction', async () => {
  const given = { sandbox: true, profile: 'sandbox' };
  expect((await resolveSettings(given, withConfiguration(configuration))).sandbox).toBe(true);
});

test('without a base address the error says how to set one, and that the sandbox needs none', async () => {
  const settings = await resolveSettings({}, createContext());
  expect(() => requireBaseUrl(settings)).toThrow(
    expect.objectContaining({
      code: 'not_configured',
      message: 'no base address is set',
      details: {
        hint: 'costctl profiles add NAME --base-url URL, or set COSTCTL_BASE_URL, or give --base-url; --sandbox needs none',
      },
    }),
  );
});

test.each([
  ['https://cost.example.com', 'https://cost.example.com/'],
  ['https://gateway.example.com/cost/', 'https://gateway.example.com/cost'],
  ['https://gateway.example.com/a/b//', 'https://gateway.example.com/a/b'],
])('the base address %s keeps its path prefix', async (baseUrl, href) => {
  expect(requireBaseUrl(await resolveSettings({ baseUrl }, createContext())).href).toBe(href);
});

test('settings are read in a home that cannot be written to, and make nothing', async () => {
  const home = createFolder();
  chmodSync(home, 0o500);
  await resolveSettings({}, createContext({ homeFolder: () => home }));
  expect(existsSync(join(home, '.config'))).toBe(false);
});

test('without a home folder only what needs a folder fails', async () => {
  const settings = await resolveSettings({}, createContext({ homeFolder: () => undefined }));
  expect(settings.configFolder.value).toBeUndefined();
  expect(() => requireConfigFolder(settings)).toThrow(
    expect.objectContaining({
      code: 'not_configured',
      details: { hint: 'set COSTCTL_CONFIG_DIR to a folder' },
    }),
  );
});
