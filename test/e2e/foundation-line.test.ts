import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answer } from '../helpers/loopback.ts';
import { secretToken } from './program.ts';
import { listed, openPlace, type Place } from './service.ts';

let place: Place;

beforeEach(() => {
  place = openPlace();
});

afterEach(() => place.close());

const first = { id: 'wsp_a', name: 'A' };
const json = `${JSON.stringify([first])}\n`;

test.each([
  ['--sandbox workspaces list -o json --max 1'],
  ['workspaces --sandbox list --max 1 -o json'],
  ['workspaces list --max 1 -ojson --sandbox'],
  ['workspaces list --max=1 --output=json --sandbox'],
  ['-qojson workspaces list --max 1 --sandbox'],
  ['workspaces ls --max 1 --sandbox -rojson'],
])('global options work in any position: %s', async (line) => {
  const { status, stdout, stderr } = await place.costctl(undefined, line.split(' '));
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('wsp_storefront');
  expect(JSON.parse(`[${stdout}]`).flat()).toHaveLength(1);
});

test('a short option of the action and a global one can be combined', async () => {
  const { status, stdout, stderr } = await place.costctl(undefined, [
    ...['providers', 'delete', 'prv_azure', '-yq', '--sandbox'],
  ]);
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
});

test('letters that are an option value are not split', async () => {
  const line = ['filters', 'create', '--title', '-yq', '--filter', 'x', '--dry-run'];
  const { stdout } = await place.costctl(undefined, [...line, '--sandbox', '-ojson']);
  expect(JSON.parse(stdout).body).toMatchObject({ title: '-yq', filter: 'x' });
});

test('a value that begins with a dash can follow an equals sign', async () => {
  const { stdout } = await place.costctl(undefined, [
    ...['filters', 'create', '--title=-q', '--filter=-rq', '--dry-run', '--sandbox', '-ojson'],
  ]);
  expect(JSON.parse(stdout).body).toMatchObject({ title: '-q', filter: '-rq' });
});

test('a flag overrides the environment, and the environment overrides the profile', async () => {
  const service = await place.serve(listed(first));
  const env = { COSTCTL_CONFIG_DIR: join(place.folder, 'config') };
  const list = ['workspaces', 'list'];
  const add = ['profiles', 'add', 'work', '--base-url', service.url.href, '--no-verify'];
  await place.costctl(undefined, [...add, '--token-stdin'], { env, stdin: `${secretToken}\n` });
  await place.costctl(undefined, ['profiles', 'set', 'work', 'output=csv'], { env });

  const profile = await place.costctl(undefined, list, { env });
  expect(profile.stdout).toBe('id,name\nwsp_a,A\n');
  const environment = await place.costctl(undefined, list, {
    env: { ...env, COSTCTL_OUTPUT: 'ndjson' },
  });
  expect(environment.stdout).toBe('{"id":"wsp_a","name":"A"}\n');
  const flag = await place.costctl(undefined, [...list, '-o', 'json'], {
    env: { ...env, COSTCTL_OUTPUT: 'ndjson' },
  });
  expect(flag.stdout).toBe(json);

  const strangers = await place.serve(listed());
  const named = await place.costctl(strangers, [...list, '-p', 'work', '-o', 'json'], { env });
  expect({ stdout: named.stdout, strangers: strangers.requests }).toEqual({
    stdout: json,
    strangers: [],
  });
  const chosen = await place.costctl(strangers, [...list, '-o', 'json'], {
    env: { ...env, COSTCTL_PROFILE: 'work' },
  });
  expect({ stdout: chosen.stdout, strangers: strangers.requests.length }).toEqual({
    stdout: '[]\n',
    strangers: 1,
  });
});

test.each([
  ['the line', ['-o', 'json'], {}],
  ['letters together', ['-qojson'], {}],
  ['the environment', [], { COSTCTL_OUTPUT: 'ndjson' }],
])('a usage error is one JSON object if %s requests JSON', async (_name, words, env) => {
  const { status, stderr } = await place.costctl(
    undefined,
    ['workspaces', 'list', '--nope', ...words],
    { env },
  );
  expect({ status, error: JSON.parse(stderr) }).toEqual({
    status: 2,
    error: {
      error: {
        code: 'usage',
        message: "unknown option '--nope'",
        hint: 'costctl workspaces list --help',
      },
    },
  });
});

test('an error is one JSON object if the profile requests JSON', async () => {
  const config = join(place.folder, 'config');
  mkdirSync(config);
  const profiles = { work: { baseUrl: 'http://127.0.0.1:1', token: secretToken, output: 'json' } };
  writeFileSync(join(config, 'config.json'), JSON.stringify({ current: 'work', profiles }));
  const env = { COSTCTL_CONFIG_DIR: config };
  const line = ['workspaces', 'list', '--retries', '0'];
  const network = await place.costctl(undefined, line, { env });
  expect({ status: network.status, code: JSON.parse(network.stderr).error.code }).toEqual({
    status: 8,
    code: 'network',
  });
  const usage = await place.costctl(undefined, [...line, '--nope'], { env });
  expect(JSON.parse(usage.stderr).error.code).toBe('usage');
  const table = await place.costctl(undefined, [...line, '-o', 'table'], { env });
  expect(table.stderr).toMatch(/^error: no connection/);
});

test('a read command creates no folder', async () => {
  const service = await place.serve(listed(first));
  const { stdout } = await place.costctl(service, ['workspaces', 'list', '-o', 'json']);
  expect({ stdout, left: readdirSync(place.folder) }).toEqual({ stdout: json, left: [] });
});

test('the program works if its home is not writable', async () => {
  const service = await place.serve(listed(first));
  const { status, stdout } = await place.costctl(service, ['workspaces', 'list', '-o', 'json'], {
    env: { HOME: '/proc/1' },
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: json });
});

test('a token command does not consume the stdin of the command', async () => {
  const config = join(place.folder, 'config');
  const service = await place.serve(answer(201, first));
  const env = { COSTCTL_CONFIG_DIR: config };
  const command = `cat > /dev/null; echo ${secretToken}`;
  const add = ['profiles', 'add', 'work', '--no-verify', '--base-url', service.url.href];
  await place.costctl(undefined, [...add, '--token-command', command], { env });
  const { status } = await place.costctl(undefined, ['workspaces', 'create', '--data', '-'], {
    env,
    stdin: '{"name":"A"}',
  });
  const [request] = service.requests;
  expect({ status, body: request?.body, sent: request?.headers['authorization'] }).toEqual({
    status: 0,
    body: '{"name":"A"}',
    sent: `Bearer ${secretToken}`,
  });
});
