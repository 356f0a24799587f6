import { expect, test } from 'vitest';
import { run } from '../helpers/run.ts';
import { scriptService } from '../helpers/service.ts';

const nouns = [
  ['workspaces get wsp_nope', 'workspace wsp_nope', 'workspaces list'],
  ['providers get prv_nope', 'provider prv_nope', 'providers list'],
  ['providers get a/b%c', 'provider a/b%c', 'providers list'],
  ['providers history prv_nope', 'provider prv_nope', 'providers list'],
  ['providers sync prv_nope', 'provider prv_nope', 'providers list'],
  ['users get usr_nope', 'user usr_nope', 'users list'],
  ['metrics get bmt_nope', 'metric bmt_nope', 'metrics list'],
  ['metrics values bmt_nope', 'metric bmt_nope', 'metrics list'],
  ['metrics update bmt_nope --unit x', 'metric bmt_nope', 'metrics list'],
  ['filters get flt_nope', 'filter flt_nope', 'filters list'],
  ['filters delete flt_nope --yes', 'filter flt_nope', 'filters list'],
  ['workspaces providers get wpr_nope', 'connection wpr_nope', 'workspaces providers list'],
  ['costs unit --metric bmt_nope --last 2d', 'metric bmt_nope', 'metrics list'],
] as const;

test.each(nouns)('%s: what was looked for, where, and what lists it', async (line, what, list) => {
  const { stderr, stdout, exitCode } = await run(['--sandbox', ...line.split(' ')]);
  expect({ exitCode, stdout }).toEqual({ exitCode: 5, stdout: '' });
  const isWide = /^(workspace|provider|user) /.test(what);
  const where = isWide ? '' : ' in the workspace wsp_storefront';
  const [first, ...others] = stderr.trimEnd().split('\n');
  expect(first).toBe(`error: no ${what}${where}: the service answered 404`);
  expect(others.at(-1)).toBe(`hint: costctl ${list} shows those that this token may see`);
});

test('a 404 to a request for something else is left as it is', async () => {
  const service = scriptService({
    path: '/v1/workspaces?page=1&limit=100',
    status: 404,
    answer: 'no such page',
  });
  const { stderr } = await run(['workspaces', 'list'], { service });
  expect(stderr).toContain('error: the service answered 404 to GET /v1/workspaces\n');
});
