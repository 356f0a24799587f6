import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  addWork,
  asking,
  readStored,
  secret,
  verification,
  withProfiles,
  work,
  workAndHome,
} from '../helpers/profiles.ts';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, succeed } from '../helpers/screens.ts';
import { pageOf } from '../helpers/service.ts';

test('add stores its flags, verifies the token and makes the first profile current', async () => {
  const world = asking({ path: verification, answer: pageOf([]) });
  const { stdout, stderr, exitCode, folder } = await run([...addWork, '-w', 'wsp_main'], world);
  expect(stdout).toMatchInlineSnapshot(`
    "name       work
    current    yes
    address    https://api.example.test
    workspace  wsp_main
    token      ****3210
    verified   an organization token
    "
  `);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  expect(readStored(folder)).toEqual({
    current: 'work',
    profiles: {
      work: { baseUrl: 'https://api.example.test', workspace: 'wsp_main', token: secret },
    },
  });
  expect(world.service?.received[0]?.headers['authorization']).toBe(`Bearer ${secret}`);
});

test('add looks up a workspace by its name with the address and the token that it is given', async () => {
  const workspaces = {
    path: '/v1/workspaces?page=1&limit=100',
    answer: pageOf([{ id: 'wsp_main', name: 'Main' }]),
  };
  const world = asking(workspaces);
  const line = [...addWork, '--no-verify', '-w', 'main'];
  const { stderr, folder } = await succeed(run(line, world));
  expect(stderr).toBe('note: main → wsp_main\n');
  expect(readStored(folder)).toMatchObject({ profiles: { work: { workspace: 'wsp_main' } } });
  expect(world.service?.received[0]?.headers['authorization']).toBe(`Bearer ${secret}`);
});

test('add stores nothing if no workspace has the name', async () => {
  const world = asking({ path: '/v1/workspaces?page=1&limit=100', answer: pageOf([]) });
  const { stderr, exitCode, folder } = await run([...addWork, '-w', 'main'], world);
  expect(stderr.split('\n')[0]).toBe('error: no workspace has the id or name main');
  expect({ exitCode, stored: readStored(folder) }).toEqual({ exitCode: 5, stored: undefined });
});

test('global options may be anywhere on the line of add', async () => {
  const { folder, exitCode } = await run(
    [
      '-w',
      'wsp_a',
      'profiles',
      '--base-url',
      work.baseUrl,
      'add',
      'a',
      '--token-stdin',
      '--no-verify',
    ],
    { stdin: secret },
  );
  expect(exitCode).toBe(0);
  expect(readStored(folder)).toMatchObject({
    profiles: { a: { baseUrl: work.baseUrl, workspace: 'wsp_a' } },
  });
});

test('a profile name can have up to 64 letters, digits, _ and -', async () => {
  const name = `_-aZ09${'x'.repeat(58)}`;
  const line = [
    'profiles',
    'add',
    name,
    '--base-url',
    work.baseUrl,
    '--token-stdin',
    '--no-verify',
  ];
  const { folder } = await run(line, { stdin: secret });
  expect(readStored(folder)).toEqual({
    current: name,
    profiles: { [name]: { baseUrl: work.baseUrl, token: secret } },
  });
});

test('add saves nothing from the environment', async () => {
  const env = {
    COSTCTL_BASE_URL: 'https://env.example.com',
    COSTCTL_TOKEN: 'tok_env_0123456789',
    COSTCTL_WORKSPACE: 'wsp_env',
    COSTCTL_OUTPUT: 'json',
  };
  const line = [
    'profiles',
    'add',
    'work',
    '--base-url',
    work.baseUrl,
    '--token-stdin',
    '--no-verify',
  ];
  const { folder, stdout } = await run(line, { env, stdin: secret });
  expect(readStored(folder)).toEqual({
    current: 'work',
    profiles: { work: { baseUrl: work.baseUrl, token: secret } },
  });
  expect(JSON.parse(stdout)).toEqual({
    name: 'work',
    current: true,
    baseUrl: work.baseUrl,
    workspace: null,
    token: '****3210',
    verified: 'no',
  });
});

test('add reads a token file once and stores the token', async () => {
  const folder = createFolder();
  writeFileSync(join(folder, 'token'), `${secret}\nmore`);
  const line = [
    'profiles',
    'add',
    'work',
    '--base-url',
    work.baseUrl,
    '--token-file',
    'token',
    '--no-verify',
  ];
  await run(line, { folder });
  expect(readStored(folder)).toMatchObject({ profiles: { work: { token: secret } } });
});

test('add prompts for the token without echo and never shows it in full', async () => {
  const line = ['profiles', 'add', 'work', '--base-url', work.baseUrl, '--no-verify'];
  const { folder, hidden, stdout, stderr } = await run(line, {
    terminal: 80,
    answers: [secret],
  });
  expect(hidden).toEqual(['API token: ']);
  expect(readStored(folder)).toMatchObject({ profiles: { work: { token: secret } } });
  expect(stdout + stderr).not.toContain(secret);
});

test('an existing name exits 6 before anything is asked or sent', async () => {
  const folder = withProfiles();
  const { stderr, exitCode, questions } = await run(
    `profiles add work --base-url ${work.baseUrl} --no-color`,
    {
      folder,
      terminal: 80,
    },
  );
  expect(stderr).toMatch(/^error: the profile work already exists\nhint: /);
  expect({ exitCode, questions, stored: readStored(folder) }).toEqual({
    exitCode: 6,
    questions: [],
    stored: workAndHome,
  });
});

test('a second profile becomes current only with --use', async () => {
  const folder = withProfiles();
  const line = [
    ...['profiles', 'add', '--base-url', work.baseUrl],
    ...['--token-command', 'x', '--no-verify'],
  ];
  await run([...line, 'a'], { folder });
  expect(readStored(folder)).toMatchObject({ current: 'work' });
  await run([...line, 'b', '--use'], { folder });
  expect(readStored(folder)).toMatchObject({ current: 'b' });
});

test.each([
  ['off a terminal', [], {}],
  ['with --no-input', ['--no-input', '--no-color'], { terminal: 80 }],
])('add %s without a token option exits 2 and lists the options', async (_where, flags, world) => {
  const { stderr, exitCode, questions } = await run([...addWork.slice(0, -1), ...flags], world);
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
    ['a', '--token-stdin', '-w', 'wsp_'],
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
  const line = ['profiles', 'add', 'work', '--base-url', work.baseUrl, '--no-verify', '--no-color'];
  const { stderr, exitCode } = await run(line, { terminal: 80, answers: [''] });
  expect({ stderr, exitCode }).toEqual({ stderr: 'error: the token is empty\n', exitCode: 2 });
});

test('add refuses a token with characters that a header cannot contain, and does not show it', async () => {
  const line = [
    'profiles',
    'add',
    'work',
    '--base-url',
    work.baseUrl,
    '--token-stdin',
    '--no-verify',
  ];
  expect(await failWith(2, run(line, { stdin: 'tok secret\n' }))).toBe(
    'error: --token-stdin: the token has spaces, line breaks, control characters or characters outside ASCII\n',
  );
});
