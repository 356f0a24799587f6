import { expect, test } from 'vitest';
import {
  type GlobalFlags,
  resolveLocalSettings,
  resolveSettings,
  type Settings,
} from '../../src/settings.ts';
import { configuration, everything, other, work } from './sources.ts';
import { withConfiguration } from './world.ts';

test('the cost columns come only from the profile', async () => {
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

test('--profile ignores token, address and workspace of the environment', async () => {
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

test('COSTCTL_PROFILE does not override token, address and workspace of the environment', async () => {
  const env = { ...everything, COSTCTL_PROFILE: 'other' };
  expect(await resolveSettings({}, withConfiguration(configuration, env))).toMatchObject({
    baseUrl: { value: 'https://env.example.com', origin: 'COSTCTL_BASE_URL' },
    token: { origin: 'COSTCTL_TOKEN' },
    workspace: { value: 'wsp_env', origin: 'COSTCTL_WORKSPACE' },
  });
});

test('a flag wins over the profile named by --profile', async () => {
  const given = {
    profile: 'work',
    workspace: 'wsp_flag',
    baseUrl: 'https://work.example.com/gateway',
  };
  expect(await resolveSettings(given, withConfiguration(configuration))).toMatchObject({
    workspace: { value: 'wsp_flag', origin: '--workspace' },
    baseUrl: { value: 'https://work.example.com/gateway', origin: '--base-url' },
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
  expect(settings.token).toMatchObject({ value, source: 'environment', origin });
});

test('a profile with a token command gives that command', async () => {
  const context = withConfiguration({ current: 'a', profiles: { a: { tokenCommand: 'pass x' } } });
  expect((await resolveSettings({}, context)).token).toEqual({
    value: { kind: 'command', command: 'pass x' },
    source: 'profile',
    origin: 'profile a',
  });
});

test.each<[string, GlobalFlags, unknown]>([
  ['the configuration is not JSON', { timeout: '5' }, '{'],
  ['the current profile does not exist', { timeout: '5' }, { current: 'no' }],
  ['the profile of --profile does not exist', { timeout: '5', profile: 'no' }, configuration],
  [
    'a value of the profile is invalid',
    { timeout: '5' },
    { current: 'a', profiles: { a: { dateColumn: ' ' } } },
  ],
])(
  'commands that repair profiles use flags and environment if %s',
  async (_what, given, content) => {
    const env = { ...everything, COSTCTL_TIMEOUT: '7' };
    const context = withConfiguration(content, env);
    await expect(resolveSettings(given, context)).rejects.toThrow();
    expect(await resolveLocalSettings(given, context)).toMatchObject({
      profile: { value: undefined },
      timeout: { value: 5, source: 'flag' },
      output: { value: 'csv', origin: 'COSTCTL_OUTPUT' },
      baseUrl: { origin: 'COSTCTL_BASE_URL' },
    });
  },
);

test('commands that repair profiles do not follow a variable that names a missing one', async () => {
  const context = withConfiguration(configuration, { COSTCTL_PROFILE: 'no' });
  expect((await resolveLocalSettings({}, context)).profile.value).toBeUndefined();
});

test('commands that repair profiles use the profile of the run if it is valid', async () => {
  const settings = await resolveLocalSettings({}, withConfiguration(configuration));
  expect(settings).toMatchObject({ profile: { value: 'work' }, output: { value: 'yaml' } });
});

test('commands that repair profiles refuse wrong flags, and hide no other failure', async () => {
  const given = { profile: 'no name' };
  const context = withConfiguration(configuration);
  await expect(resolveLocalSettings(given, context)).rejects.toMatchObject({ code: 'usage' });
  await expect(resolveLocalSettings({ timeout: 'x' }, context)).rejects.toMatchObject({
    code: 'usage',
  });
  const failure = new TypeError('no home');
  const homeFolder = () => {
    throw failure;
  };
  const homeless = { ...withConfiguration(configuration), env: {}, homeFolder };
  await expect(resolveLocalSettings({}, homeless)).rejects.toBe(failure);
});
