import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answer, garbage, type Loopback, type Reply, reset, stall } from '../helpers/loopback.ts';
import { pageOf } from '../helpers/service.ts';
import { type Ended, secretToken } from './program.ts';
import { listed, openPlace, type Place } from './service.ts';

let place: Place;

beforeEach(() => {
  place = openPlace();
});

afterEach(() => place.close());

const list = ['workspaces', 'list'];

/** Neither the token nor a half of it, in any spelling. */
function leaks({ stdout, stderr }: Ended, token = secretToken): boolean {
  const half = token.slice(0, token.length / 2);
  const spellings = [half, encodeURIComponent(half), Buffer.from(token).toString('base64')];
  return spellings.some((text) => (stdout + stderr).includes(text));
}

const echo: Reply = (socket, request) => {
  const body = { title: request.headers['authorization'], detail: encodeURIComponent(secretToken) };
  answer(401, body, { 'x-token': secretToken })(socket, request);
};

const echoText: Reply = (socket, request) =>
  answer(200, `token ${secretToken}`, { 'content-type': 'text/plain' })(socket, request);

test.each<[string, Reply, string[]]>([
  ['an error that echoes it', echo, list],
  ['an error that echoes it, as JSON', echo, [...list, '-o', 'json']],
  ['an error of api -i', echo, ['api', 'GET', '/v1/me']],
  ['text that echoes it', echoText, list],
  ['text that echoes it, as JSON', echoText, [...list, '-o', 'json']],
  ['--debug', listed({ id: 'wsp_a' }), [...list, '--debug']],
  ['--debug of an error', echo, [...list, '--debug']],
  ['--debug of a lost connection', reset, [...list, '--debug', '--retries', '0']],
  ['--debug of nonsense', garbage, [...list, '--debug', '--retries', '0']],
  ['--debug of a time-out', stall, [...list, '--debug', '--retries', '0', '--timeout', '0.3']],
  [
    '--debug of a parameter that contains it',
    echo,
    [...list, '--debug', '--param', `a=${secretToken}`],
  ],
  ['a dry run', echo, ['api', 'POST', '/v1/x', '--set', `token=${secretToken}`, '--dry-run']],
  ['profiles show', echo, ['profiles', 'show', '-o', 'json']],
  [
    'a refusal of the rate limit',
    answer(429, { title: secretToken }, { 'retry-after': 99 }),
    [...list, '--max-wait', '1'],
  ],
])('the token does not appear in %s', async (_name, reply, line) => {
  const service = await place.serve(reply);
  const ended = await place.costctl(service, line);
  expect(leaks(ended), ended.stdout + ended.stderr).toBe(false);
  for (const request of service.requests) {
    expect(request.headers['authorization']).toBe(`Bearer ${secretToken}`);
  }
});

test.each<[string, (stranger: Loopback) => Reply]>([
  [
    'a next link',
    ({ url }) => answer(200, pageOf([], { next: `${url.origin}/v1/workspaces?page=2` })),
  ],
  ['a redirect', ({ url }) => answer(307, '', { location: `${url.origin}/v1/workspaces` })],
  ['a Refresh header', ({ url }) => answer(200, pageOf([]), { refresh: `0;url=${url.origin}/` })],
  ['a Link header', ({ url }) => answer(200, pageOf([]), { link: `<${url.origin}/>; rel=next` })],
])('another host in %s gets no request', async (_name, reply) => {
  const stranger = await place.serve(listed());
  const service = await place.serve(reply(stranger), listed());
  const ended = await place.costctl(service, [...list, '-o', 'json']);
  expect({ heard: stranger.requests, leaks: leaks(ended) }).toEqual({ heard: [], leaks: false });
});

test.each([
  'https://stranger.example/v1/workspaces',
  '//stranger.example/v1/workspaces',
  '\\\\stranger.example\\v1',
  '@stranger.example/v1',
  '/v1/../../x',
  '/v1/%2e%2e/x',
])('api GET %s only reaches paths below the base address', async (path) => {
  const service = await place.serve(listed());
  const ended = await place.costctl({ url: new URL('/prefix', service.url) }, [
    'api',
    'GET',
    path,
    '--retries',
    '0',
  ]);
  expect(leaks(ended)).toBe(false);
  const strayed = service.requests.filter(({ path: sent }) => !sent.startsWith('/prefix/'));
  expect(strayed).toEqual([]);
  if (ended.status !== 0) expect(ended.stderr).toMatch(/^error: /);
});

test('the token of a profile is not sent anywhere with --sandbox', async () => {
  const own = await place.serve(listed());
  const other = await place.serve(listed());
  const env = { COSTCTL_CONFIG_DIR: join(place.folder, 'config') };
  const add = [
    'profiles',
    'add',
    'work',
    '--base-url',
    own.url.href,
    '--no-verify',
    '--token-stdin',
  ];
  await place.costctl(undefined, add, { env, stdin: secretToken });
  const sent = await place.costctl(undefined, [...list, '--sandbox'], { env });
  expect(sent.status).toBe(0);
  expect([...own.requests, ...other.requests]).toEqual([]);
});

test('a profile shows the last four characters of a token, but none of a short token', async () => {
  const env = { COSTCTL_CONFIG_DIR: join(place.folder, 'config') };
  const add = (name: string, token: string) =>
    place.costctl(
      undefined,
      ['profiles', 'add', name, '--token-stdin', '--no-verify', '--base-url', 'https://a.test'],
      { env, stdin: token },
    );
  const short = 'only15letters00';
  for (const ended of [await add('long', secretToken), await add('short', short)]) {
    expect(ended.status).toBe(0);
    expect(leaks(ended) || leaks(ended, short)).toBe(false);
  }
  for (const format of ['table', 'json', 'csv', 'yaml']) {
    for (const words of [['list'], ['show'], ['show', 'short']]) {
      const ended = await place.costctl(undefined, ['profiles', ...words, '-o', format], { env });
      expect(leaks(ended) || leaks(ended, short)).toBe(false);
      expect(ended.stdout).toContain(
        words[1] === 'short' ? '****' : `****${secretToken.slice(-4)}`,
      );
      expect(ended.stdout).not.toContain(`****${short.slice(-4)}`);
    }
  }
  const file = join(place.folder, 'config', 'config.json');
  expect(readFileSync(file, 'utf8')).toContain(secretToken);
  expect([statSync(file).mode & 0o777, statSync(join(file, '..')).mode & 0o777]).toEqual([
    0o600, 0o700,
  ]);
});

test('a short token is masked in errors', async () => {
  const short = 'tok12345';
  const service = await place.serve((socket, request) =>
    answer(403, { title: `no ${request.headers['authorization']}` })(socket, request),
  );
  const ended = await place.costctl(service, [...list, '--debug'], {
    env: { COSTCTL_TOKEN: short },
  });
  expect({ status: ended.status, leaks: leaks(ended, short) }).toEqual({ status: 4, leaks: false });
});

test.each<[string, string]>([
  ['a line break', `${secretToken}\nX-Other: 1`],
  ['a space', `${secretToken} x`],
  ['a letter of no header', `${secretToken}ü`],
])('a token with %s is refused and not shown', async (_name, token) => {
  const service = await place.serve(listed());
  const ended = await place.costctl(service, list, { env: { COSTCTL_TOKEN: token } });
  expect({ status: ended.status, leaks: leaks(ended), requests: service.requests }).toEqual({
    status: 2,
    leaks: false,
    requests: [],
  });
  expect(ended.stderr).toMatch(/^error: COSTCTL_TOKEN/);
});

test('a token file is read without its line break, and a missing file is named', async () => {
  const service = await place.serve(listed());
  const path = join(place.folder, 'token');
  writeFileSync(path, `${secretToken}\r\n`);
  const env = { COSTCTL_TOKEN: '', COSTCTL_TOKEN_FILE: path };
  expect((await place.costctl(service, list, { env })).status).toBe(0);
  expect(service.requests[0]?.headers['authorization']).toBe(`Bearer ${secretToken}`);
  const missing = await place.costctl(service, list, {
    env: { ...env, COSTCTL_TOKEN_FILE: `${path}s` },
  });
  expect(missing.status).not.toBe(0);
  expect(missing.stderr).toContain(`${path}s`);
});

test('a token command that fails ends with exit 3, and its output is not shown', async () => {
  const env = { COSTCTL_CONFIG_DIR: join(place.folder, 'config') };
  const command = `echo ${secretToken.slice(0, 20)}''${secretToken.slice(20)}; exit 3`;
  const add = ['profiles', 'add', 'work', '--base-url', 'https://a.test', '--no-verify'];
  await place.costctl(undefined, [...add, '--token-command', command], { env });
  const ended = await place.costctl(undefined, list, { env });
  expect({ status: ended.status, shown: ended.stderr.includes(secretToken) }).toEqual({
    status: 3,
    shown: false,
  });
});
