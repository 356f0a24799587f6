import { expect, test } from 'vitest';
import { readStored, secret } from '../helpers/profiles.ts';
import { run } from '../helpers/run.ts';

test.each([
  ['off a terminal', [], {}],
  ['with --no-input', ['--no-input', '--no-color'], { terminal: 80 }],
])('add %s without a token option exits 2 and lists the options', async (_where, flags, world) => {
  const { stderr, exitCode, questions } = await run(['profiles', 'add', 'work', ...flags], world);
  expect(stderr).toBe(
    'error: no token was given, and there is no terminal to prompt on\n' +
      'hint: give --token-stdin, --token-file FILE or --token-command COMMAND\n',
  );
  expect({ exitCode, questions }).toEqual({ exitCode: 2, questions: [] });
});

test.each<[string, string[], string]>([
  [
    'a name with a dot',
    ['a.b', '--token-stdin'],
    '<name>: a profile name is 1 to 64 letters, digits, _ or -',
  ],
  [
    'a name of 65 characters',
    ['a'.repeat(65), '--token-stdin'],
    '<name>: a profile name is 1 to 64 letters, digits, _ or -',
  ],
  [
    'the built-in name',
    ['sandbox', '--token-stdin'],
    'the profile sandbox is built in and cannot be changed',
  ],
  [
    'two token options',
    ['a', '--token-stdin', '--token-file', 'f'],
    '--token-stdin and --token-file cannot be used together',
  ],
  ['an empty command', ['a', '--token-command', ' '], '--token-command: must not be empty'],
  [
    'an address without https',
    ['a', '--token-stdin', '--base-url', 'http://a.example.com'],
    '--base-url: must begin with https://: plain http:// would show the token to the network (COSTCTL_ALLOW_HTTP=1 accepts that)',
  ],
  [
    'a password in the address',
    ['a', '--token-stdin', '--base-url', `https://u:${secret}@a.example.com`],
    '--base-url: must not contain a user name or password: the token goes into a profile or COSTCTL_TOKEN',
  ],
  [
    'no workspace id',
    ['a', '--token-stdin', '-w', 'main'],
    '--workspace: must be a workspace id: wsp_ followed by letters, digits, _ or -',
  ],
])('add refuses %s with exit 2 and stores nothing', async (_what, words, message) => {
  const line = ['profiles', 'add', ...words, '--no-verify'];
  const { stderr, exitCode, folder } = await run(line, { stdin: 'tok_0123456789abcdef' });
  expect(stderr.split('\n')[0]).toBe(`error: ${message}`);
  expect(stderr).not.toContain(secret);
  expect({ exitCode, stored: readStored(folder) }).toEqual({ exitCode: 2, stored: undefined });
});

test('add refuses an empty answer on a terminal', async () => {
  const line = ['profiles', 'add', 'work', '--no-verify', '--no-color'];
  const { stderr, exitCode } = await run(line, { terminal: 80, answers: [''] });
  expect({ stderr, exitCode }).toEqual({ stderr: 'error: the token is empty\n', exitCode: 2 });
});

test('add refuses a token with characters that a header cannot contain, and does not show it', async () => {
  const line = ['profiles', 'add', 'work', '--token-stdin', '--no-verify'];
  const { stderr, exitCode } = await run(line, { stdin: 'tok secret\n' });
  expect(stderr).toBe(
    'error: --token-stdin: the token has spaces, line breaks, control characters or characters outside ASCII\n',
  );
  expect(exitCode).toBe(2);
});
