import { expect, test } from 'vitest';
import { type GlobalFlags, resolveSettings } from '../../src/settings.ts';
import { configuration, everything } from './sources.ts';
import { withConfiguration } from './world.ts';

test.each<[string, GlobalFlags, Record<string, string>, string]>([
  ['--sandbox', { sandbox: true }, everything, '--sandbox'],
  ['--profile sandbox', { profile: 'sandbox' }, everything, '--profile'],
  ['COSTCTL_PROFILE=sandbox', {}, { ...everything, COSTCTL_PROFILE: 'sandbox' }, 'COSTCTL_PROFILE'],
])(
  '%s ignores token, address, workspace and columns of environment and profile',
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

test('--sandbox uses --workspace, and other settings from the profile', async () => {
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

test('--sandbox with --profile sandbox is allowed', async () => {
  const given = { sandbox: true, profile: 'sandbox' };
  expect((await resolveSettings(given, withConfiguration(configuration))).sandbox).toBe(true);
});
