import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { findAddress, nameAddress } from '../../src/settings/choose-settings.ts';
import { findConfigFolder } from '../../src/settings/user-folders.ts';
import { type GlobalFlags, resolveSettings } from '../../src/settings.ts';
import { configuration, everything } from './sources.ts';
import { createContext, withConfiguration } from './world.ts';

test.each<[GlobalFlags, Record<string, string>]>([
  [{}, {}],
  [{}, everything],
  [{ profile: 'other' }, {}],
  [{ profile: 'other' }, everything],
  [{}, { COSTCTL_PROFILE: 'other' }],
  [{ baseUrl: 'https://work.example.com/prefix//' }, { COSTCTL_TOKEN: 'tok' }],
  [
    {},
    { COSTCTL_BASE_URL: 'http://plain.example.com', COSTCTL_ALLOW_HTTP: '1', COSTCTL_TOKEN: 'tok' },
  ],
  [{ sandbox: true }, everything],
  [{ profile: 'sandbox' }, everything],
])('help and completion find the address of a run: %j with %j', async (flags, env) => {
  const context = withConfiguration(configuration, env);
  const { sandbox, baseUrl, configFolder } = await resolveSettings(flags, context);
  const address = await findAddress(flags, context, configFolder.value ?? '');
  expect(address).toBe(nameAddress(sandbox, baseUrl.value));
  expect(address).toMatch(sandbox ? /^sandbox$/ : /^https?:.*[^/]$/);
});

test('without an address there is no name for one', async () => {
  const context = createContext();
  const folder = dirname(findConfigFolder(context).value ?? '');
  expect(await findAddress({}, context, folder)).toBeUndefined();
});
