import { expect, test } from 'vitest';
import { run } from '../helpers/run.ts';
import { refuse } from '../helpers/screens.ts';
import { pageOf, scriptService } from '../helpers/service.ts';

const kinds = [
  ['workspaces get', 'wsp_', 'must be a workspace id: wsp_ followed by'],
  ['workspaces update --set a=1', 'wsp_', 'must be a workspace id: wsp_ followed by'],
  ['workspaces edit', 'wsp_', 'must be a workspace id: wsp_ followed by'],
  ['workspaces delete', 'wsp_', 'must be a workspace id: wsp_ followed by'],
  ['metrics get', 'bmt_', 'must be a business metric id: bmt_ followed by'],
  ['metrics delete --yes', 'bmt_', 'must be a business metric id: bmt_ followed by'],
  ['users get', 'usr_', 'must be a user id: usr_ followed by'],
] as const;

const rests = ['', 'a/b', 'a b', 'ä', 'a.b', 'a\n', 'a?b=c'];

test.each([
  ['workspaces get', 'bmt_a', 'is the id of a business metric, and a workspace id is wsp_'],
  ['metrics get', 'usr_a', 'is the id of a user, and a business metric id is bmt_'],
  ['users get', 'wsp_a', 'is the id of a workspace, and a user id is usr_'],
])('%s refuses %s and reports which kind of id it is', async (line, id, message) => {
  expect(await refuse([...line.split(' '), id])).toContain(message);
});

test.each(
  kinds.flatMap(([line, prefix, rule]) =>
    rests.map((rest) => [line, prefix + rest, rule] as const),
  ),
)('%s refuses the id %j before anything is sent', async (line, id, rule) => {
  expect(await refuse([...line.split(' '), id])).toContain(rule);
});

test.each([
  ['workspaces get', 'wsp_aZ09_-', '/v1/workspaces/wsp_aZ09_-'],
  ['metrics get', 'bmt_aZ09_-', '/v1/business-metrics/bmt_aZ09_-?workspaceId=wsp_main'],
  ['users get', 'usr_aZ09_-', '/v1/users/usr_aZ09_-'],
  ['providers get', 'a/b c%?#ü', '/v1/providers/a%2Fb%20c%25%3F%23%C3%BC', '/v1/providers'],
  ['workspaces providers get', 'a/../b', '/v1/workspace-providers/a%2F..%2Fb?workspaceId=wsp_main'],
  [
    'filters get',
    'a&b=c',
    '/v1/saved-filters/a%26b%3Dc?workspaceId=wsp_main',
    '/v1/saved-filters?workspaceId=wsp_main',
  ],
])('%s sends the id %j in its path', async (line, id, path, list?: string) => {
  const answer = { id: 'x', name: 'x' };
  // What does not look like an id may be a name: the list shows that it is not.
  const query = list?.includes('?') ? '&page=1&limit=100' : '?page=1&limit=100';
  const lookup = list === undefined ? [] : [{ path: `${list}${query}`, answer: pageOf([]) }];
  const service = scriptService(...lookup, { path, answer });
  const env = { COSTCTL_WORKSPACE: 'wsp_main' };
  const { exitCode } = await run([...line.split(' '), id], { service, env });
  expect(exitCode).toBe(0);
});

test.each(['providers get', 'workspaces providers get', 'filters get'])(
  '%s refuses an empty id',
  async (line) => {
    // By the name of its place on the line: no request was even made up.
    expect(await refuse([...line.split(' '), ''])).toMatch(/^error: <\w+>: must not be empty\n/);
  },
);
