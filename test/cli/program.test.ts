import { expect, test } from 'vitest';
import { version } from '../../package.json';
import type { CommandNode } from '../../src/cli/help/tree.ts';
import { describeWhole } from '../helpers/actions.ts';
import { run, testToken } from '../helpers/run.ts';
import { pageOf, scriptService } from '../helpers/service.ts';

const root = await describeWhole();

test.each(['-V --version', '--version', '-V', 'workspaces -V', 'workspaces list --version'])(
  '%s prints the version and nothing else',
  async (line) => {
    const { stdout, stderr, exitCode } = await run(line.split(' '));
    expect({ stdout, stderr, exitCode }).toEqual({
      ...{ stdout: `${version}\n`, stderr: '', exitCode: 0 },
    });
  },
);

const list = ['workspaces', 'list'];
const record = { path: '/v1/workspaces?page=1&limit=100', answer: pageOf([{ id: 'wsp_a' }]) };

test.each<[string, string[], Record<string, string>]>([
  ['--output', ['--output', 'ndjson'], { COSTCTL_OUTPUT: 'csv' }],
  ['COSTCTL_OUTPUT', [], { COSTCTL_OUTPUT: 'ndjson' }],
])('a result is written in the format of %s', async (_name, words, env) => {
  const { stdout } = await run([...list, ...words], { service: scriptService(record), env });
  expect(stdout).toBe('{"id":"wsp_a"}\n');
});

test.each([
  '--sandbox workspaces list --max 1 -q -o csv --columns id',
  'workspaces --sandbox -q -o csv list --max 1 --columns id',
  'workspaces list --max 1 --columns id --quiet --output csv --sandbox',
])('an option of the program may be anywhere on the line: %s', async (line) => {
  const { stdout, stderr, exitCode } = await run(line.split(' '));
  expect({ stdout, stderr, exitCode }).toEqual({
    ...{ stdout: 'id\nwsp_storefront\n', stderr: '', exitCode: 0 },
  });
});

test.each([
  ['--max 1 workspaces list', 'costctl --help'],
  ['workspaces --max 1 list', 'costctl workspaces --help'],
  ['-O a.csv workspaces list', 'costctl --help'],
])('an option of an action must follow it: %s', async (line, hint) => {
  const { stdout, stderr, exitCode } = await run(['--sandbox', ...line.split(' ')]);
  const [word] = /-\S+/.exec(line) ?? [];
  expect({ stdout, stderr, exitCode }).toEqual({
    ...{ stdout: '', stderr: `error: unknown option '${word}'\nhint: ${hint}\n`, exitCode: 2 },
  });
});

test.each(['--quiet=true', '--no-color=1', '--raw='])(
  'a switch that is given a value is named: %s',
  async (word) => {
    const { stderr, exitCode } = await run(['--sandbox', 'workspaces', 'list', word]);
    const [name] = word.split('=');
    expect({ stderr, exitCode }).toEqual({
      stderr: `error: option '${name}' takes no value\nhint: write ${name}, or leave it out; see costctl workspaces list --help\n`,
      exitCode: 2,
    });
  },
);

test('a value after an equals sign may begin with a dash', async () => {
  const line = 'filters create --title=-q --filter=--sandbox=1 --dry-run --sandbox -o json';
  const { stdout } = await run(line.split(' '));
  expect(JSON.parse(stdout).body).toMatchObject({ title: '-q', filter: '--sandbox=1' });
});

test.each([
  ['-qojson workspaces list --query [0].id', '"wsp_storefront"\n'],
  ['workspaces list --query [0].id -qrojson', 'wsp_storefront\n'],
  ['workspaces list --query [0].id -rqo json', 'wsp_storefront\n'],
  ['workspaces list --max 1 --columns id -rondjson', '{"id":"wsp_storefront"}\n'],
])('short options of the program and of an action can be joined: %s', async (line, expected) => {
  const { stdout, exitCode } = await run(['--sandbox', ...line.split(' ')]);
  expect({ stdout, exitCode }).toEqual({ stdout: expected, exitCode: 0 });
});

test('a repeated --param is sent each time', async () => {
  const path = '/v1/workspaces?page=1&limit=100&a=b&a=c&d=e%3Df';
  const service = scriptService({ path, answer: pageOf([]) });
  const words = ['--param', 'a=b', '--param', 'a=c', '--param', 'd=e=f'];
  expect(await run(['workspaces', 'list', ...words], { service })).toMatchObject({ exitCode: 0 });
});

test('no option takes several words', () => {
  const optionsOf = ({ options, commands }: CommandNode): CommandNode['options'] => [
    ...options,
    ...commands.flatMap(optionsOf),
  ];
  expect(optionsOf(root).filter(({ value = '' }) => value.endsWith('...'))).toEqual([]);
});

test('a request carries the token and the workspace of the run', async () => {
  const path = '/v1/saved-filters?workspaceId=wsp_b&page=1&limit=100';
  const service = scriptService({ path, answer: pageOf([]) });
  await run(['filters', 'list', '-w', 'wsp_b'], { service, env: { COSTCTL_WORKSPACE: 'wsp_a' } });
  expect(service.received[0]?.headers['authorization']).toBe(`Bearer ${testToken}`);
});
