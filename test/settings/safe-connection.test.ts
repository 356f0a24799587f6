import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CostctlError } from '../../src/errors.ts';
import { type GlobalFlags, resolveLocalSettings, resolveSettings } from '../../src/settings.ts';
import { withConfiguration } from './world.ts';

const work = { baseUrl: 'https://work.example.com', token: 'tok_work_0123456789' };
const vault = { baseUrl: 'https://vault.example.com:8443/x', tokenCommand: 'pass costctl' };
const bare = { token: 'tok_bare_0123456789' };
const profiles = { work, vault, bare };

const address = fc.constantFrom(
  undefined,
  'https://work.example.com',
  'https://work.example.com/gateway/v1',
  'https://work.example.com:8443',
  'https://vault.example.com:8443',
  'https://work.example.com.evil.example',
  'https://other.example.com',
);
const tokenFile = { COSTCTL_TOKEN_FILE: '/nowhere/token' };
const name = fc.constantFrom(undefined, 'work', 'vault', 'bare');

test('never sends a token to another origin than the one that was set for it', async () => {
  let refused = 0;
  const given = fc.record({ flag: address, variable: address, named: name, current: name });
  const source = fc.constantFrom({}, { COSTCTL_TOKEN: 'tok_env_0123456789' }, tokenFile);
  await fc.assert(
    fc.asyncProperty(given, source, async ({ flag, variable, named, current }, token) => {
      const env = {
        ...(variable === undefined ? {} : { COSTCTL_BASE_URL: variable }),
        ...token,
      };
      const flags: GlobalFlags = {
        ...(flag === undefined ? {} : { baseUrl: flag }),
        ...(named === undefined ? {} : { profile: named }),
      };
      const context = withConfiguration({ current, profiles }, env);
      const settings = await resolveSettings(flags, context).catch(refusalOf);
      const used = named ?? current;
      const ofProfile =
        used === undefined ? undefined : { baseUrl: undefined, ...profiles[used] }.baseUrl;
      const isOfProfile = named !== undefined || Object.keys(token).length === 0;
      const ofVariable = named === undefined ? variable : undefined;
      const own = isOfProfile ? (ofProfile ?? ofVariable) : (ofVariable ?? ofProfile);
      if (settings instanceof CostctlError) {
        refused += 1;
        expect(settings.code).toBe('usage');
        expect(settings.message).toContain(own?.replace('/v1', ''));
        expect(settings.message).toContain((flag ?? variable)?.replace('/v1', ''));
        expect(settings.details.hint).toContain('profiles add');
        return;
      }
      const { baseUrl } = settings;
      if (settings.token.value === undefined || baseUrl.value === undefined) return;
      if (own === undefined) return;
      expect(new URL(baseUrl.value).origin).toBe(new URL(own).origin);
    }),
    { numRuns: 300 },
  );
  expect(refused).toBeGreaterThan(10);
});

test('the error names both addresses and has a hint', async () => {
  const context = withConfiguration({ current: 'work', profiles });
  const flags = { baseUrl: 'https://other.example.com' };
  await expect(resolveSettings(flags, context)).rejects.toMatchObject({
    code: 'usage',
    message:
      '--base-url: the address is https://other.example.com, and the token of profile work is sent only to https://work.example.com',
    details: {
      hint: 'costctl profiles add NAME --base-url https://other.example.com, or set COSTCTL_TOKEN and COSTCTL_BASE_URL and leave out --profile',
    },
  });
  const settings = await resolveLocalSettings(flags, context);
  expect(settings.output.value).toBe('table');
});

test('a token of the environment stays at its address, and the hint says how to use another', async () => {
  const env = { COSTCTL_TOKEN: 'tok_env_0123456789', COSTCTL_BASE_URL: 'https://a.example.com' };
  const flags = { baseUrl: 'https://sink.example.com' };
  await expect(resolveSettings(flags, withConfiguration({}, env))).rejects.toMatchObject({
    code: 'usage',
    message:
      '--base-url: the address is https://sink.example.com, and the token of COSTCTL_TOKEN is sent only to https://a.example.com',
    details: {
      hint: 'set COSTCTL_BASE_URL to the address of this token, or costctl profiles add NAME --base-url https://sink.example.com',
    },
  });
});

test('refuses connections that accept every certificate', async () => {
  const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  await expect(resolveSettings({}, withConfiguration({}, env))).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('NODE_TLS_REJECT_UNAUTHORIZED=0'),
    details: { hint: expect.stringContaining('NODE_EXTRA_CA_CERTS') },
  });
});

test.each([
  ['https://a.example.com/v1', 'https://a.example.com'],
  ['https://a.example.com/v1//', 'https://a.example.com'],
  ['https://a.example.com/x/v1/', 'https://a.example.com/x'],
  ['https://a.example.com/v1 ', 'https://a.example.com'],
  ['https://a.example.com/v1\r\n', 'https://a.example.com'],
])('the address %s is used without /v1, and a note says so', async (text, value) => {
  const ways: [GlobalFlags, Record<string, string>, object, string][] = [
    [{ baseUrl: text }, {}, {}, '--base-url'],
    [{}, { COSTCTL_BASE_URL: text }, {}, 'COSTCTL_BASE_URL'],
    [{}, {}, { current: 'a', profiles: { a: { baseUrl: text } } }, 'profile a'],
  ];
  for (const [flags, env, configuration, origin] of ways) {
    const settings = await resolveSettings(flags, withConfiguration(configuration, env));
    expect(settings.baseUrl).toMatchObject({ value, origin });
    expect(settings.notes).toEqual([
      `${origin}: /v1 at the end of the address was left out: every path begins with it`,
    ]);
  }
});

test('an address with v1 in another place stays unchanged', async () => {
  const flags = { baseUrl: 'https://a.example.com/v1/x' };
  const settings = await resolveSettings(flags, withConfiguration({}));
  expect([settings.baseUrl.value, settings.notes]).toEqual(['https://a.example.com/v1/x', []]);
});

function refusalOf(error: unknown): CostctlError {
  if (error instanceof CostctlError) return error;
  throw error;
}
