import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readStdinLine } from '../../src/storage/read-input.ts';
import { addWork, asking, readStored, secret, verification, work } from '../helpers/profiles.ts';
import { run, testToken } from '../helpers/run.ts';
import { failWith, succeed } from '../helpers/screens.ts';
import { pageOf, scriptService } from '../helpers/service.ts';

const noConnection = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });

test('add without an address asks a terminal for it, and saves it with the token', async () => {
  const world = asking({ path: verification, answer: pageOf([]) });
  const answers = ['https://api.example.test', secret];
  const { folder, questions } = await succeed(
    run('profiles add work', { ...world, terminal: 80, answers }),
  );
  expect(questions).toEqual(['Address of the service (https://…): ', 'API token: ']);
  expect(readStored(folder)).toMatchObject({
    profiles: { work: { baseUrl: 'https://api.example.test', token: secret } },
  });
});

test('add says once that /v1 was left out of the address', async () => {
  const world = asking({ path: verification, answer: pageOf([]) });
  const line = [...addWork, '--base-url', 'https://api.example.test/v1'];
  expect((await succeed(run(line, world))).stderr.match(/was left out/g)).toHaveLength(1);
});

test('add without an address and without a terminal exits 2, whatever the environment has', async () => {
  const line = ['profiles', 'add', 'new', '--token-stdin'];
  const { stdout, stderr, exitCode } = await run(line, {
    env: { COSTCTL_BASE_URL: 'https://env.example.com' },
    stdin: secret,
  });
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  expect(stderr).toMatchInlineSnapshot(`
    "error: no address was given, and there is no terminal to prompt on
    hint: give --base-url URL; the people who run the service for your organization know it
    "
  `);
});

test('a token that gets a 403 is saved as a workspace token or one without the capability', async () => {
  const world = asking({ path: verification, status: 403, answer: { title: 'Forbidden' } });
  const { stdout, folder } = await succeed(run([...addWork, '-o', 'json'], world));
  expect(JSON.parse(stdout)).toMatchObject({
    verified: 'a workspace token, or one without that capability',
  });
  expect(readStored(folder)).toMatchObject({ profiles: { work: { token: secret } } });
});

test('a token that gets a 401 is refused and not saved', async () => {
  const world = asking({ path: verification, status: 401, answer: { title: 'Unauthorized' } });
  const { stdout, stderr, exitCode, folder } = await run(addWork, world);
  expect({ stdout, exitCode, stored: readStored(folder) }).toEqual({
    stdout: '',
    exitCode: 3,
    stored: undefined,
  });
  expect(stderr).toContain('error: the service refused the token: work was not saved');
  expect(stderr).not.toContain(secret);
});

test.each([
  ['a fault of the service', { status: 500, answer: {}, times: 5 }],
  ['a body that is no answer', { answer: '<html>welcome</html>' }],
  ['no connection', { failure: noConnection, times: 5 }],
  ['a rate limit that is long', { status: 429, answer: {}, headers: { 'retry-after': '900' } }],
  ['an address without users', { status: 404, answer: {} }],
  ['a request that the service does not understand', { status: 400, answer: {} }],
  ['a conflict', { status: 409, answer: {} }],
])('after %s the token is saved with a warning', async (_what, exchange) => {
  const world = asking({ path: verification, ...exchange });
  const { stderr, folder } = await succeed(run(addWork, world));
  expect(stderr).toMatch(/^warning: the token was not verified: /);
  expect(readStored(folder)).toMatchObject({ profiles: { work: { token: secret } } });
});

test('--no-verify saves a token without a request and reports it as unverified', async () => {
  const service = scriptService();
  const line = [...addWork, '--no-verify', '-o', 'json'];
  const { stdout, stderr, folder } = await run(line, { service, stdin: secret });
  expect(JSON.parse(stdout)).toMatchObject({ token: '****3210', verified: 'no' });
  expect({ stderr, sent: service.received }).toEqual({ stderr: '', sent: [] });
  expect(readStored(folder)).toMatchObject({ profiles: { work: { token: secret } } });
});

test('add stores only the first line of stdin', async () => {
  const line = [...addWork, '--no-verify'];
  const { folder } = await run(line, { stdin: `${secret}\r\nand notes\n` });
  expect(readStored(folder)).toMatchObject({ profiles: { work: { token: secret } } });
});

test('add stores a token command, not its output', async () => {
  const world = asking({ path: verification, answer: pageOf([]) });
  const line = ['profiles', 'add', 'work', '--base-url', 'https://api.example.test'];
  const { folder } = await run([...line, '--token-command', 'pass work'], {
    ...world,
    runProgram: ({ command }) =>
      Promise.resolve({ status: command === 'pass work' ? 0 : 1, stdout: `${secret}\nnotes` }),
  });
  expect(readStored(folder)).toMatchObject({ profiles: { work: { tokenCommand: 'pass work' } } });
  expect(JSON.stringify(readStored(folder))).not.toContain(secret);
  expect(world.service?.received[0]?.headers['authorization']).toBe(`Bearer ${secret}`);
});

test('a failing token command exits 3 and saves nothing', async () => {
  const line = ['profiles', 'add', 'work', '--base-url', work.baseUrl, '--token-command', 'no'];
  const { stderr, exitCode, folder } = await run(line, {
    runProgram: () => Promise.resolve({ status: 1, stdout: secret }),
  });
  expect(stderr).toBe(
    'error: the token command of profile work failed: exit status 1\n' +
      'hint: run it by hand; work was not saved, and --no-verify saves it as it is\n',
  );
  expect(stderr).not.toContain(secret);
  expect({ exitCode, stored: readStored(folder) }).toEqual({ exitCode: 3, stored: undefined });
});

const add = ['profiles', 'add', 'work', '--base-url', 'https://a.test', '--token-stdin'];
const { signal } = new AbortController();

test.each(['', 'a line of its own\n', 'x'.repeat(100_000)])(
  'the token is the first line of stdin, with any text after it',
  async (rest) => {
    const stdin = `${testToken}\n${rest}`;
    const added = await succeed(run([...add, '--no-verify'], { stdin }));
    const shown = await run('profiles show work -o json', { folder: added.folder });
    expect(shown.stdout).toContain(testToken.slice(-4));
  },
);

test.each([16_385, 20_000, 200_000])('a token of %i characters is refused', async (length) => {
  const stderr = await failWith(2, run([...add, '--no-verify'], { stdin: 'x'.repeat(length) }));
  expect(stderr).toContain('--token-stdin: the token is longer than 16384 characters');
});

test('an endless stdin is read only up to the limit', async () => {
  let pieces = 0;
  const stdin = Readable.from(
    (function* () {
      for (;;) {
        pieces += 1;
        yield Buffer.alloc(1024, 'x');
      }
    })(),
  );
  const read = await readStdinLine({ stdin, signal }, '--token-stdin', 16_384);
  expect(read.length).toBeLessThan(32_768);
  expect(pieces).toBeLessThan(64);
});

test('reading ends after the first line, even if stdin stays open', async () => {
  const stdin = new PassThrough();
  stdin.write('tok_first\n');
  expect(await readStdinLine({ stdin, signal }, '--token-stdin', 16_384)).toBe('tok_first\n');
});
