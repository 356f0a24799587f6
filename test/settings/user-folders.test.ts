import { expect, test } from 'vitest';
import type { Context } from '../../src/context.ts';
import { findConfigFolder, findStateFolder } from '../../src/settings/user-folders.ts';
import { createContext } from './world.ts';

const base = { homeFolder: () => '/home/ann', workingFolder: () => '/somewhere' };

test.each<[string, string, Context['env'], string]>([
  ['the system has it', 'linux', {}, '/home/ann/.config/costctl'],
  ['XDG_CONFIG_HOME says', 'linux', { XDG_CONFIG_HOME: '/xdg' }, '/xdg/costctl'],
  [
    'the system has it, a relative XDG_CONFIG_HOME ignored',
    'linux',
    { XDG_CONFIG_HOME: 'xdg' },
    '/home/ann/.config/costctl',
  ],
  ['macOS has it', 'darwin', {}, '/home/ann/Library/Preferences/costctl'],
  ['XDG says, on macOS too', 'darwin', { XDG_CONFIG_HOME: '/xdg' }, '/xdg/costctl'],
  ['APPDATA says', 'win32', { APPDATA: '/roaming' }, '/roaming/costctl'],
  ['Windows has it without APPDATA', 'win32', {}, '/home/ann/AppData/Roaming/costctl'],
])('the configuration is where %s', (_what, platform, env, value) => {
  const folder = findConfigFolder(createContext({ ...base, platform, env }));
  expect(folder).toEqual({ value, source: 'default', origin: '' });
});

test.each([
  ['/etc/costctl', '/etc/costctl'],
  ['settings', '/somewhere/settings'],
])('COSTCTL_CONFIG_DIR=%s wins on every system', (stated, value) => {
  for (const platform of ['linux', 'darwin', 'win32']) {
    const env = { COSTCTL_CONFIG_DIR: stated, XDG_CONFIG_HOME: '/xdg', APPDATA: '/roaming' };
    expect(findConfigFolder(createContext({ ...base, platform, env }))).toEqual({
      value,
      source: 'environment',
      origin: 'COSTCTL_CONFIG_DIR',
    });
  }
});

test.each<[string, Context['env'], string]>([
  ['linux', {}, '/home/ann/.local/state/costctl'],
  ['linux', { XDG_STATE_HOME: '/xdg' }, '/xdg/costctl'],
  ['linux', { XDG_STATE_HOME: 'xdg' }, '/home/ann/.local/state/costctl'],
  ['linux', { XDG_STATE_HOME: '/xdg', COSTCTL_CONFIG_DIR: '/etc/costctl' }, '/etc/costctl/state'],
  ['darwin', {}, '/home/ann/Library/Preferences/costctl/state'],
  ['darwin', { XDG_STATE_HOME: '/xdg' }, '/xdg/costctl'],
  ['win32', { XDG_STATE_HOME: '/xdg' }, '/home/ann/AppData/Roaming/costctl/state'],
])('on %s with %j the state is in %s', (platform, env, folder) => {
  expect(findStateFolder(createContext({ ...base, platform, env }))).toBe(folder);
});

test.each(['linux', 'darwin', 'win32'])('on %s no folder is made up without a home', (platform) => {
  for (const home of [undefined, '']) {
    const context = createContext({ platform, homeFolder: () => home });
    expect(findConfigFolder(context).value).toBeUndefined();
    expect(findStateFolder(context)).toBeUndefined();
  }
});
