import { expect, test } from 'vitest';
import { formats } from '../../src/formats/registry.ts';
import { readToken } from '../../src/profiles/token.ts';
import {
  type GlobalFlags,
  requireBaseUrl,
  requireConfigFolder,
  resolveSettings,
} from '../../src/settings.ts';
import { configuration } from './sources.ts';
import { createContext, withConfiguration } from './world.ts';

const malformed: readonly [GlobalFlags, Record<string, string>, string][] = [
  [{ output: 'xml' }, {}, `--output: must be one of ${formats.join(', ')}`],
  [{}, { COSTCTL_OUTPUT: 'JSON5' }, `COSTCTL_OUTPUT: must be one of ${formats.join(', ')}`],
  [{ maxWait: '-1' }, {}, '--max-wait: must be a number of seconds from 0 to 2000000'],
  [
    {},
    { COSTCTL_MAX_WAIT: 'long' },
    'COSTCTL_MAX_WAIT: must be a number of seconds from 0 to 2000000',
  ],
  [{ timeout: '0' }, {}, '--timeout: must be a number of seconds from 0.001 to 2000000'],
  [{ timeout: '1e3' }, {}, '--timeout: must be a number of seconds from 0.001 to 2000000'],
  [{ timeout: '' }, {}, '--timeout: must be a number of seconds from 0.001 to 2000000'],
  [
    {},
    { COSTCTL_TIMEOUT: '5s' },
    'COSTCTL_TIMEOUT: must be a number of seconds from 0.001 to 2000000',
  ],
  [
    {},
    { COSTCTL_TIMEOUT: '9999999999' },
    'COSTCTL_TIMEOUT: must be a number of seconds from 0.001 to 2000000',
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
    'COSTCTL_WORKSPACE: must be a workspace id: wsp_ followed by letters, digits, _ or -',
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
  '%j with %j is a usage error that names the flag or variable',
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
    message: 'profile a: timeout: must be a number of seconds from 0.001 to 2000000',
  });
});

test('reports a missing current profile with a hint', async () => {
  const context = withConfiguration({ current: 'gone', profiles: {} });
  await expect(resolveSettings({}, context)).rejects.toMatchObject({
    code: 'not_configured',
    message: 'the current profile, gone, does not exist',
    details: { hint: 'costctl profiles use NAME' },
  });
});

test('without a base address, the error says how to set one and suggests --sandbox', async () => {
  const settings = await resolveSettings({}, createContext());
  expect(() => requireBaseUrl(settings)).toThrow(
    expect.objectContaining({
      code: 'not_configured',
      message: 'no base address is set',
      details: {
        hint: 'costctl profiles add NAME --base-url URL, or give --base-url, or set COSTCTL_BASE_URL; --sandbox needs none',
      },
    }),
  );
});

test('a missing home folder fails only if a folder is needed', async () => {
  const settings = await resolveSettings({}, createContext({ homeFolder: () => undefined }));
  expect(settings.configFolder.value).toBeUndefined();
  expect(() => requireConfigFolder(settings)).toThrow(
    expect.objectContaining({
      code: 'not_configured',
      details: { hint: 'set COSTCTL_CONFIG_DIR to a folder' },
    }),
  );
});

test('no hint names a variable that the --profile flag leaves aside', async () => {
  const context = withConfiguration(
    { current: 'a', profiles: { a: { workspace: 'wsp_a' } } },
    { COSTCTL_BASE_URL: 'https://cost.example.com', COSTCTL_TOKEN: 'tok_0123456789abcdef' },
  );
  const settings = await resolveSettings({ profile: 'a' }, context);
  expect(() => requireBaseUrl(settings)).toThrow(
    expect.objectContaining({
      details: {
        hint: 'costctl profiles set a base-url=URL, or give --base-url; with --profile, COSTCTL_BASE_URL does not count; --sandbox needs none',
      },
    }),
  );
  await expect(readToken(settings.token, context)).rejects.toMatchObject({
    message: 'no API token is set',
    details: {
      hint: 'costctl profiles set a --token-stdin; with --profile, COSTCTL_TOKEN does not count; --sandbox needs none',
    },
  });
  const current = await resolveSettings(
    {},
    withConfiguration({ current: 'a', profiles: { a: {} } }),
  );
  await expect(readToken(current.token, context)).rejects.toMatchObject({
    details: {
      hint: 'costctl profiles set a --token-stdin, or set COSTCTL_TOKEN or COSTCTL_TOKEN_FILE; --sandbox needs none',
    },
  });
});
