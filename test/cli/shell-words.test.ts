import { expect, test } from 'vitest';
import { spellForShell } from '../../src/cli/shell-words.ts';

const powershell = {
  PSModulePath: 'C:\\Users\\a\\Modules;C:\\Program Files\\Modules;C:\\Windows\\Modules',
};
const cmd = { PSModulePath: 'C:\\Program Files\\Modules;C:\\Windows\\Modules' };
const hint =
  "costctl costs list --where 'team=it'\\''s a \"b\"' --data @rows.json; the service's own 'x', or y";

test.each([
  ['linux', {}, hint],
  ['darwin', powershell, hint],
  ['win32', { ...powershell, MSYSTEM: 'MINGW64' }, hint],
  [
    'win32',
    powershell,
    "costctl costs list --where 'team=it''s a \"b\"' --data '@rows.json'; the service's own 'x', or y",
  ],
  [
    'win32',
    cmd,
    'costctl costs list --where "team=it\'s a ""b""" --data @rows.json; the service\'s own "x", or y',
  ],
])(
  'on %s with %j a hint is quoted for the shell that runs the program',
  (platform, env, spelled) => {
    expect(spellForShell(hint, { platform, env })).toBe(spelled);
  },
);
