import { expect, test } from 'vitest';
import { describeCommand } from '../../src/cli/help/describe.ts';
import { createWholeProgram } from '../../src/cli/program.ts';
import { createContext } from '../helpers/context.ts';
import { withProfiles } from '../helpers/profiles.ts';
import { run } from '../helpers/run.ts';
import { pageOf, scriptService } from '../helpers/service.ts';

const root = describeCommand(await createWholeProgram(createContext()));

/** What the service documents no workspace for, each with what it needs beside. */
const lines = [
  'workspaces list',
  'workspaces get wsp_a',
  'workspaces create --set name=a',
  'workspaces update wsp_a --set name=a',
  'workspaces edit wsp_a',
  'workspaces delete wsp_a --confirm wsp_a',
  'workspaces providers enable --set a=b',
  'virtual-tags create --set a=b',
  'providers list',
  'providers get prv_a',
  'providers connect --key aws',
  'providers update prv_a --description a',
  'providers delete prv_a --yes',
  'providers available',
  'providers history prv_a',
  'providers test prv_a',
  'providers sync prv_a',
  'providers status',
  'users list',
  'users get usr_a',
  'users invite --email a@b.example --first-name a --last-name b --role viewer',
  'rates get USD EUR',
  'rates list',
  'rates convert 1 USD EUR',
  'rates history USD EUR --from 2026-10-01 --to 2026-10-02',
  'costs list --last 1d',
  'costs export --last 1d',
  'costs verify receipt.json',
  'costs columns --last 1d',
  'costs summary --last 1d --by service',
  'costs compare --last 1d',
  'costs chart --last 1d',
  'costs check --last 1d --max-total 1',
  'api request GET /v1/workspaces',
  'api operations',
  'api import openapi.yaml',
  'api diff',
] as const;

/** Those with a workspace, and those that the service has no part in. */
const others =
  /^(metrics|filters|profiles|sandbox|doctor|completion|help|whoami|schema|undo|mcp|config)\b|^rates policy|^config |^costs (unit|allocate)/;

test.each(lines)('%s refuses --workspace and says what does as much', async (line) => {
  const { stdout, stderr, exitCode } = await run([...line.split(' '), '-w', 'wsp_a']);
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  const [error, hint] = stderr.split('\n');
  const words = line.split(' ').slice(0, line.startsWith('workspaces providers') ? 3 : 2);
  expect(error).toBe(
    `error: --workspace has no effect on ${words.join(' ')}: the service documents no workspace for it`,
  );
  expect(hint).toMatch(/a workspace token reaches .*--param workspaceId=ID/);
});

test('no action is left out', () => {
  const left = root.commands.flatMap((group) =>
    (group.commands.length === 0 ? [group] : group.commands)
      .filter(({ description }) => !description.startsWith('Named by'))
      .map(({ name }) => (name === group.name ? name : `${group.name} ${name}`)),
  );
  const known = lines.map((line) => line.split(' ').slice(0, 2).join(' '));
  expect(left.filter((line) => !others.test(line) && !known.includes(line))).toEqual([]);
});

test.each<[string, Readonly<Record<string, string>>, object]>([
  ['the environment', { COSTCTL_WORKSPACE: 'wsp_a' }, {}],
  ['the profile', {}, { workspace: 'wsp_a' }],
])('a workspace of %s is left aside there', async (_name, env, work) => {
  const folder = withProfiles({ current: 'work', profiles: { work } });
  const day = 'startDate=2026-10-01&endDate=2026-10-01';
  for (const [line, path] of [
    ['costs list --from 2026-10-01 --to 2026-10-01', `/v1/costs?${day}&page=1&limit=5000`],
    ['providers list', '/v1/providers?page=1&limit=100'],
  ] as const) {
    const service = scriptService({ path, answer: { ...pageOf([]), meta: { totalRecords: 0 } } });
    const ended = await run([...line.split(' '), '-o', 'json'], { service, env, folder });
    expect(ended).toMatchObject({ exitCode: 0, stdout: '[]\n' });
  }
});
