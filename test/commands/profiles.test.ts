import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder, run, type World } from '../helpers/run.ts';
import { type Exchange, pageOf, scriptService } from '../helpers/service.ts';

const secret = 'tok_new_secret_9876543210';
const verification = '/v1/users?page=1&limit=1';

const work = {
  baseUrl: 'https://work.example.com',
  token: 'tok_work_0123456789',
  workspace: 'wsp_work',
};
const two = { current: 'work', profiles: { work, home: { tokenCommand: 'pass home' } } };

/** A folder with this configuration. */
function withProfiles(configuration: unknown = two): string {
  const folder = createFolder();
  mkdirSync(join(folder, 'config'));
  const text = typeof configuration === 'string' ? configuration : JSON.stringify(configuration);
  writeFileSync(join(folder, 'config', 'config.json'), text);
  return folder;
}

function kept(folder: string): unknown {
  const path = join(folder, 'config', 'config.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

/** A service at a fixed address; nothing of it stands in the environment. */
function asking(exchange: Exchange): World {
  const service = scriptService(exchange);
  return { service, env: { COSTCTL_BASE_URL: '', COSTCTL_TOKEN: '' }, stdin: `${secret}\n` };
}

const add = ['profiles', 'add', 'work', '--base-url', 'https://api.example.test', '--token-stdin'];

test('add keeps what its flags say, tries the token, and makes the first profile the current one', async () => {
  const world = asking({ path: verification, answer: pageOf([]) });
  const { stdout, stderr, exitCode, folder } = await run([...add, '-w', 'wsp_main'], world);
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
  expect(kept(folder)).toEqual({
    current: 'work',
    profiles: {
      work: { baseUrl: 'https://api.example.test', workspace: 'wsp_main', token: secret },
    },
  });
  expect(world.service?.received[0]?.headers['authorization']).toBe(`Bearer ${secret}`);
});

test('global options may stand anywhere on the line of add', async () => {
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
  expect(kept(folder)).toMatchObject({
    profiles: { a: { baseUrl: work.baseUrl, workspace: 'wsp_a' } },
  });
});

test('add saves nothing of the environment', async () => {
  const env = {
    COSTCTL_BASE_URL: 'https://env.example.com',
    COSTCTL_TOKEN: 'tok_env_0123456789',
    COSTCTL_WORKSPACE: 'wsp_env',
    COSTCTL_OUTPUT: 'json',
  };
  const line = ['profiles', 'add', 'work', '--token-stdin', '--no-verify'];
  const { folder, stdout } = await run(line, { env, stdin: secret });
  expect(kept(folder)).toEqual({ current: 'work', profiles: { work: { token: secret } } });
  expect(JSON.parse(stdout)).toEqual({
    name: 'work',
    current: true,
    baseUrl: null,
    workspace: null,
    token: '****3210',
    verified: 'no',
  });
});

test('add without an address tries the token where the environment says', async () => {
  const service = scriptService({ path: verification, answer: pageOf([]) });
  const line = ['profiles', 'add', 'work', '--token-stdin', '-o', 'json'];
  const { stdout } = await run(line, { service, stdin: secret });
  expect(JSON.parse(stdout)).toMatchObject({ baseUrl: null, verified: 'an organization token' });
  expect(service.received[0]?.headers['authorization']).toBe(`Bearer ${secret}`);
});

test('add without any address saves with a warning, and never tries the token at another profile', async () => {
  const line = ['profiles', 'add', 'new', '--token-stdin', '-o', 'json'];
  const folder = withProfiles();
  const { stdout, stderr, exitCode } = await run(line, { folder, stdin: secret });
  expect(JSON.parse(stdout)).toMatchObject({ name: 'new', current: false, verified: 'no' });
  expect(stderr).toBe('warning: the token was not verified: there is no base address to ask\n');
  expect(exitCode).toBe(0);
});

test('a token answered 403 is a workspace token, or one without that capability, and is saved', async () => {
  const world = asking({ path: verification, status: 403, answer: { title: 'Forbidden' } });
  const { stdout, exitCode, folder } = await run([...add, '-o', 'json'], world);
  expect(JSON.parse(stdout)).toMatchObject({
    verified: 'a workspace token, or one without that capability',
  });
  expect(exitCode).toBe(0);
  expect(kept(folder)).toMatchObject({ profiles: { work: { token: secret } } });
});

test('a token answered 401 is refused and not saved', async () => {
  const world = asking({ path: verification, status: 401, answer: { title: 'Unauthorized' } });
  const { stdout, stderr, exitCode, folder } = await run(add, world);
  expect({ stdout, exitCode, kept: kept(folder) }).toEqual({
    stdout: '',
    exitCode: 3,
    kept: undefined,
  });
  expect(stderr).toContain('error: the service refused the token: work was not saved');
  expect(stderr).not.toContain(secret);
});

test.each([
  ['a fault of the service', { status: 500, answer: {}, times: 5 }],
  ['a body that is no answer', { answer: '<html>welcome</html>' }],
])('%s saves the token with a warning', async (_what, exchange) => {
  const world = asking({ path: verification, ...exchange });
  const { stderr, exitCode, folder } = await run(add, world);
  expect(stderr).toMatch(/^warning: the token was not verified: /);
  expect(exitCode).toBe(0);
  expect(kept(folder)).toMatchObject({ profiles: { work: { token: secret } } });
});

test('add keeps a token command and not what it prints', async () => {
  const world = asking({ path: verification, answer: pageOf([]) });
  const line = ['profiles', 'add', 'work', '--base-url', 'https://api.example.test'];
  const { folder } = await run([...line, '--token-command', 'pass work'], {
    ...world,
    runProgram: ({ command }) =>
      Promise.resolve({ status: command === 'pass work' ? 0 : 1, stdout: `${secret}\nnotes` }),
  });
  expect(kept(folder)).toMatchObject({ profiles: { work: { tokenCommand: 'pass work' } } });
  expect(JSON.stringify(kept(folder))).not.toContain(secret);
  expect(world.service?.received[0]?.headers['authorization']).toBe(`Bearer ${secret}`);
});

test('a token command that fails while it is tried is exit 3 and saves nothing', async () => {
  const line = ['profiles', 'add', 'work', '--base-url', work.baseUrl, '--token-command', 'no'];
  const { stderr, exitCode, folder } = await run(line, {
    runProgram: () => Promise.resolve({ status: 1, stdout: secret }),
  });
  expect(stderr).toContain('error: the token command of profile work failed: exit status 1');
  expect(stderr).not.toContain(secret);
  expect({ exitCode, kept: kept(folder) }).toEqual({ exitCode: 3, kept: undefined });
});

test('add reads a token file once and keeps the token', async () => {
  const folder = createFolder();
  writeFileSync(join(folder, 'token'), `${secret}\nmore`);
  const line = ['profiles', 'add', 'work', '--token-file', 'token', '--no-verify'];
  await run(line, { folder });
  expect(kept(folder)).toMatchObject({ profiles: { work: { token: secret } } });
});

test('add asks for the token on a terminal, and shows only its end', async () => {
  const line = ['profiles', 'add', 'work', '--no-verify'];
  const { folder, questions, stdout, stderr } = await run(line, {
    terminal: 80,
    answers: [secret],
  });
  expect(questions).toEqual(['API token: ']);
  expect(kept(folder)).toMatchObject({ profiles: { work: { token: secret } } });
  expect(stdout + stderr).not.toContain(secret);
});

test.each([
  ['off a terminal', [], {}],
  ['with --no-input', ['--no-input', '--no-color'], { terminal: 80 }],
])(
  'add %s without a token option is exit 2 and names the options',
  async (_where, flags, world) => {
    const { stderr, exitCode, questions } = await run(['profiles', 'add', 'work', ...flags], world);
    expect(stderr).toBe(
      'error: no token was given, and there is no terminal to ask on\n' +
        'hint: give --token-stdin, --token-file FILE or --token-command COMMAND\n',
    );
    expect({ exitCode, questions }).toEqual({ exitCode: 2, questions: [] });
  },
);

test.each<[string, string[], string]>([
  [
    'a name with a dot',
    ['a.b', '--token-stdin'],
    '<name>: a profile name is 1 to 64 letters, digits, _ or -',
  ],
  [
    'the built-in name',
    ['sandbox', '--token-stdin'],
    'the profile sandbox is built in and stays as it is',
  ],
  [
    'two token options',
    ['a', '--token-stdin', '--token-file', 'f'],
    '--token-stdin and --token-file exclude each other',
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
    '--base-url: must not carry a user name or password: the token goes into a profile or COSTCTL_TOKEN',
  ],
  [
    'no workspace id',
    ['a', '--token-stdin', '-w', 'main'],
    '--workspace: must be a workspace id: a workspace id is wsp_ followed by letters, digits, _ or -',
  ],
])('add refuses %s with exit 2 and keeps nothing', async (_what, words, message) => {
  const line = ['profiles', 'add', ...words, '--no-verify'];
  const { stderr, exitCode, folder } = await run(line, { stdin: 'tok_0123456789abcdef' });
  expect(stderr.split('\n')[0]).toBe(`error: ${message}`);
  expect(stderr).not.toContain(secret);
  expect({ exitCode, kept: kept(folder) }).toEqual({ exitCode: 2, kept: undefined });
});

test('add refuses a token with characters that a header cannot hold, and does not show it', async () => {
  const line = ['profiles', 'add', 'work', '--token-stdin', '--no-verify'];
  const { stderr, exitCode } = await run(line, { stdin: 'tok secret\n' });
  expect(stderr).toBe(
    'error: --token-stdin: the token has spaces, line breaks, control characters or characters outside ASCII\n',
  );
  expect(exitCode).toBe(2);
});

test('a name that exists is exit 6, before anything is asked or sent', async () => {
  const folder = withProfiles();
  const { stderr, exitCode, questions } = await run(['profiles', 'add', 'work', '--no-color'], {
    folder,
    terminal: 80,
  });
  expect(stderr).toMatch(/^error: there is a profile work already\nhint: /);
  expect({ exitCode, questions, kept: kept(folder) }).toEqual({
    exitCode: 6,
    questions: [],
    kept: two,
  });
});

test('a second profile becomes the current one with --use alone', async () => {
  const folder = withProfiles();
  const line = ['profiles', 'add', '--token-command', 'x', '--no-verify'];
  await run([...line, 'a'], { folder });
  expect(kept(folder)).toMatchObject({ current: 'work' });
  await run([...line, 'b', '--use'], { folder });
  expect(kept(folder)).toMatchObject({ current: 'b' });
});

test('list shows every profile, its token as its last four characters', async () => {
  const { stdout } = await run(['profiles', 'ls'], { folder: withProfiles() });
  expect(stdout).toMatchInlineSnapshot(`
    "name  current  address                   workspace  token
    work  yes      https://work.example.com  wsp_work   ****6789
    home                                                command
    "
  `);
  expect(stdout).not.toContain(work.token);
});

test('list names the sandbox where that is the current profile', async () => {
  const folder = withProfiles({ current: 'sandbox', profiles: {} });
  const { stdout } = await run(['profiles', 'list', '-o', 'json'], { folder });
  expect(JSON.parse(stdout)).toEqual([
    { name: 'sandbox', current: true, baseUrl: null, workspace: null, token: null },
  ]);
});

test('show says for each setting its value and where it came from', async () => {
  const folder = withProfiles({
    ...two,
    profiles: { work: { ...work, amountColumn: 'spend', maxWait: 9 } },
  });
  const env = { COSTCTL_CONFIG_DIR: join(folder, 'config'), COSTCTL_TIMEOUT: '5' };
  const { stdout } = await run(['profiles', 'show', '--retries', '2', '-w', 'wsp_flag'], {
    folder,
    env,
  });
  expect(stdout.replace(folder, 'FOLDER').replace(/ +/g, ' ')).toMatchInlineSnapshot(`
    "setting value source origin
    profile work profile the current profile
    baseUrl https://work.example.com profile profile work
    token ****6789 profile profile work
    workspace wsp_flag flag --workspace
    output table default
    maxWait 9 profile profile work
    timeout 5 environment COSTCTL_TIMEOUT
    retries 2 flag --retries
    concurrency 4 default
    configFolder FOLDER/config environment COSTCTL_CONFIG_DIR
    dateColumn default
    amountColumn spend profile profile work
    currencyColumn default
    "
  `);
});

test('show NAME shows what a command with that profile would use', async () => {
  const env = { COSTCTL_TOKEN: 'tok_env_0123456789' };
  const line = ['profiles', 'show', 'home', '-o', 'json'];
  const { stdout } = await run(line, { folder: withProfiles(), env });
  expect(JSON.parse(stdout)).toContainEqual({
    setting: 'token',
    value: 'command',
    source: 'profile',
    origin: 'profile home',
  });
});

test.each([
  ['show', 'gone'],
  ['use', 'gone'],
  ['set', 'gone', 'timeout=5'],
  ['rename', 'gone', 'new'],
  ['remove', 'gone', '--yes'],
])('%s of a profile that does not exist is exit 2', async (...words) => {
  const folder = withProfiles();
  const { stderr, exitCode } = await run(['profiles', ...words], { folder });
  expect(stderr).toContain('there is no profile gone');
  expect({ exitCode, kept: kept(folder) }).toEqual({ exitCode: 2, kept: two });
});

test('use makes a profile the current one, the sandbox too', async () => {
  const folder = withProfiles();
  await run(['profiles', 'use', 'home'], { folder });
  expect(kept(folder)).toEqual({ ...two, current: 'home' });
  await run(['profiles', 'use', 'sandbox'], { folder });
  expect(kept(folder)).toEqual({ ...two, current: 'sandbox' });
});

test('set changes several keys, and key= clears', async () => {
  const folder = withProfiles();
  const line = [
    'profiles',
    'set',
    'work',
    'timeout=2.5',
    'output=json',
    'workspace=',
    'dateColumn=usage=day',
  ];
  const { stdout, exitCode } = await run(line, { folder });
  expect(exitCode).toBe(0);
  expect(kept(folder)).toEqual({
    ...two,
    profiles: {
      ...two.profiles,
      work: {
        baseUrl: work.baseUrl,
        token: work.token,
        timeout: 2.5,
        output: 'json',
        dateColumn: 'usage=day',
      },
    },
  });
  expect(stdout).not.toContain(work.token);
});

test('set tokenCommand takes the place of a kept token', async () => {
  const folder = withProfiles();
  await run(['profiles', 'set', 'work', 'tokenCommand=pass work'], { folder });
  const { token: _gone, ...others } = work;
  expect(kept(folder)).toMatchObject({
    profiles: { work: { ...others, tokenCommand: 'pass work' } },
  });
  expect(JSON.stringify(kept(folder))).not.toContain(work.token);
});

test.each([
  [`token=${secret}`, 'token: an argument list is public, and no token is taken from it'],
  [secret, '<pairs>: must have the form key=value'],
  [
    'retries=3',
    'there is no key retries (known: baseUrl, workspace, output, maxWait, timeout, concurrency, tokenCommand, dateColumn, amountColumn, currencyColumn)',
  ],
  [
    '__proto__=3',
    'there is no key __proto__ (known: baseUrl, workspace, output, maxWait, timeout, concurrency, tokenCommand, dateColumn, amountColumn, currencyColumn)',
  ],
  ['concurrency=17', 'concurrency: must be a whole number from 1 to 16'],
  ['timeout=0', 'timeout: must be a number of seconds, more than 0'],
  ['output=xml', 'output: must be one of table, json, ndjson, csv, tsv, yaml, markdown'],
  ['baseUrl=example.com', 'baseUrl: must be an address such as https://cost.example.com'],
  [
    'workspace=usr_1',
    'workspace: is the id of a user, and a workspace id is wsp_ followed by letters, digits, _ or -',
  ],
])('set refuses %s with exit 2, whatever else stands on the line', async (pair, message) => {
  const folder = withProfiles();
  const { stderr, exitCode } = await run(['profiles', 'set', 'work', 'maxWait=1', pair], {
    folder,
  });
  expect(stderr.split('\n')[0]).toBe(`error: ${message}`);
  expect(stderr).not.toContain(secret);
  expect({ exitCode, kept: kept(folder) }).toEqual({ exitCode: 2, kept: two });
});

test('rename keeps the place in the list, and the profile stays the current one', async () => {
  const folder = withProfiles();
  await run(['profiles', 'rename', 'work', 'finance'], { folder });
  expect(kept(folder)).toEqual({
    current: 'finance',
    profiles: { finance: work, home: two.profiles.home },
  });
  const after = kept(folder);
  const { exitCode } = await run(['profiles', 'rename', 'finance', 'home'], { folder });
  expect({ exitCode, kept: kept(folder) }).toEqual({ exitCode: 6, kept: after });
});

test.each([
  ['rename', 'sandbox', 'a'],
  ['rename', 'work', 'sandbox'],
  ['remove', 'sandbox', '--yes'],
  ['set', 'sandbox', 'timeout=5'],
])('%s %s %s is exit 2: the sandbox is built in', async (...words) => {
  const folder = withProfiles();
  const { stderr, exitCode } = await run(['profiles', ...words], { folder });
  expect(stderr).toContain('the profile sandbox is built in and stays as it is');
  expect({ exitCode, kept: kept(folder) }).toEqual({ exitCode: 2, kept: two });
});

test('remove off a terminal needs --yes', async () => {
  const folder = withProfiles();
  const refused = await run(['profiles', 'remove', 'work'], { folder });
  expect({ exitCode: refused.exitCode, kept: kept(folder) }).toEqual({ exitCode: 2, kept: two });
  expect(refused.stderr).toContain('--yes');
  const done = await run(['profiles', 'remove', 'work', '-y', '-o', 'json'], { folder });
  expect(JSON.parse(done.stdout)).toEqual({ name: 'work', removed: true });
  expect(done.stderr).toContain('there is no current profile');
  expect(kept(folder)).toEqual({ profiles: { home: two.profiles.home } });
});

test('remove asks on a terminal, naming the profile that goes and its address', async () => {
  const folder = withProfiles();
  const world = { folder, terminal: 80 };
  const no = await run(['profiles', 'remove', 'work', '-p', 'home'], { ...world, answers: ['n'] });
  expect(no.questions).toEqual([
    'Removing the profile work.\nProfile: work\nAddress: https://work.example.com\nGo on? [y/N] ',
  ]);
  expect({ exitCode: no.exitCode, kept: kept(folder) }).toEqual({ exitCode: 2, kept: two });
  const yes = await run(['profiles', 'remove', 'work'], { ...world, answers: ['y'] });
  expect(yes.exitCode).toBe(0);
  expect(kept(folder)).toEqual({ profiles: { home: two.profiles.home } });
});

test.each([
  ['add', 'new', '--token-stdin', '--base-url', work.baseUrl],
  ['use', 'home'],
  ['set', 'work', 'timeout=5'],
  ['rename', 'work', 'new'],
  ['remove', 'work'],
])('%s --dry-run prints what would be kept, asks and writes nothing', async (...words) => {
  const folder = withProfiles();
  const line = ['profiles', ...words, '--dry-run', '-o', 'json'];
  const { stdout, exitCode, questions } = await run(line, { folder, stdin: secret });
  expect(JSON.parse(stdout)).toMatchObject({ dryRun: true });
  expect(stdout).not.toContain(secret);
  expect({ exitCode, questions, kept: kept(folder) }).toEqual({
    exitCode: 0,
    questions: [],
    kept: two,
  });
});

test('a dry run of add makes no folder and says which request would try the token', async () => {
  const { stdout, folder } = await run([...add, '--dry-run', '-o', 'json'], { stdin: secret });
  expect(JSON.parse(stdout)).toEqual({
    name: 'work',
    current: true,
    baseUrl: 'https://api.example.test',
    workspace: null,
    token: '****3210',
    verify: { method: 'GET', path: '/v1/users', query: { page: 1, limit: 1 } },
    dryRun: true,
  });
  expect(existsSync(join(folder, 'config'))).toBe(false);
});

test('a dry run on a terminal asks for no token', async () => {
  const line = ['profiles', 'add', 'work', '--dry-run'];
  const { questions, exitCode } = await run(line, { terminal: 80 });
  expect({ questions, exitCode }).toEqual({ questions: [], exitCode: 0 });
});

test('path names the file, whether it is there or broken, and makes nothing', async () => {
  const fresh = await run(['profiles', 'path']);
  expect(fresh.stdout).toBe(`${join(fresh.folder, 'config', 'config.json')}\n`);
  expect(existsSync(join(fresh.folder, 'config'))).toBe(false);
  const folder = withProfiles('broken');
  const broken = await run(['profiles', 'path'], { folder });
  expect(broken).toMatchObject({
    stdout: `${join(folder, 'config', 'config.json')}\n`,
    exitCode: 0,
  });
});

test.each([
  ['list'],
  ['show'],
  ['use', 'work'],
  ['add', 'new', '--token-stdin', '--no-verify'],
  ['remove', 'work', '--yes'],
])('%s leaves a broken configuration as it is and says where it stands', async (...words) => {
  const folder = withProfiles('{"profiles": oops');
  const path = join(folder, 'config', 'config.json');
  const { stderr, exitCode } = await run(['profiles', ...words], { folder, stdin: secret });
  expect(stderr).toContain(`cannot read the configuration ${path}: it is no JSON`);
  expect(exitCode).toBe(1);
  expect(readFileSync(path, 'utf8')).toBe('{"profiles": oops');
});

test.each([
  ['a current profile that is gone', { ...two, current: 'gone' }, {}],
  [
    'a bad value in the profile',
    { current: 'work', profiles: { work: { ...work, timeout: 'soon' } } },
    {},
  ],
  ['COSTCTL_PROFILE that is gone', two, { COSTCTL_PROFILE: 'gone' }],
])('profiles can be mended despite %s', async (_what, configuration, env) => {
  const folder = withProfiles(configuration);
  const set = await run(['profiles', 'set', 'work', 'timeout=5'], { folder, env });
  const use = await run(['profiles', 'use', 'work'], { folder, env });
  expect([set.exitCode, use.exitCode]).toEqual([0, 0]);
  expect(kept(folder)).toMatchObject({ current: 'work', profiles: { work: { timeout: 5 } } });
});

test('a bad flag is a usage error in this group too', async () => {
  const { stderr, exitCode } = await run(['profiles', 'list', '--timeout', 'soon']);
  expect(stderr).toContain('--timeout: must be a number of seconds, more than 0');
  expect(exitCode).toBe(2);
});
