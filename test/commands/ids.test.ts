import { describe, expect, test } from 'vitest';
import { textFormats } from '../../src/formats/registry.ts';
import { serveCosts } from '../helpers/costs.ts';
import { run } from '../helpers/run.ts';
import { failWith, refuse, succeed } from '../helpers/screens.ts';
import { type Exchange, pageOf, scriptService } from '../helpers/service.ts';

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
  await succeed(run([...line.split(' '), id], { service, env }));
});

test.each(['providers get', 'workspaces providers get', 'filters get'])(
  '%s refuses an empty id',
  async (line) => {
    // By the name of its place on the line: no request was even made up.
    expect(await refuse([...line.split(' '), ''])).toMatch(/^error: <\w+>: must not be empty\n/);
  },
);

const wrapped = { id: { Value: 'cli-one' }, parent: { id: { Value: { Value: 'cli-two' } } } };
const day = '2026-10-01';

test.each(textFormats)('typed ids in a list are plain text as %s', async (format) => {
  const path = '/v1/workspaces?page=1&limit=100';
  const service = scriptService({ path, answer: pageOf([wrapped]) });
  const { stdout } = await run(['workspaces', 'list', '-o', format], { service });
  expect(stdout).toContain('cli-one');
  expect(stdout).toContain('cli-two');
  expect(stdout).not.toContain('Value');
});

test.each(textFormats)('typed ids in a single record are plain text as %s', async (format) => {
  const service = scriptService({ path: '/v1/workspaces/wsp_a', answer: wrapped });
  const { stdout } = await run(['workspaces', 'get', 'wsp_a', '-o', format], { service });
  expect(stdout).toContain('cli-one');
  expect(stdout).toContain('cli-two');
  expect(stdout).not.toContain('Value');
});

test.each(textFormats)('api leaves typed ids unchanged as %s', async (format) => {
  const line = ['api', 'GET', '/v1/workspaces', '-o', format];
  const one = scriptService({ path: '/v1/workspaces', answer: wrapped });
  expect((await run(line, { service: one })).stdout.match(/Value/g)).toHaveLength(3);
  const path = '/v1/workspaces?page=1&limit=100';
  const pages = scriptService({ path, answer: pageOf([wrapped]) });
  const { stdout } = await run([...line, '--paginate'], { service: pages });
  expect(stdout.match(/Value/g)).toHaveLength(3);
});

test.each(textFormats)('typed ids in cost rows stay unchanged as %s', async (format) => {
  const service = serveCosts({ [day]: [{ date: day, ...wrapped }] });
  const line = ['costs', 'list', '--from', day, '--to', day, '-o', format];
  expect((await run(line, { service })).stdout.match(/Value/g)).toHaveLength(3);
});

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
  const stderr = await failWith(5, run(['--sandbox', ...line.split(' ')]));
  const isWide = /^(workspace|provider|user) /.test(what);
  const where = isWide ? '' : ' in the workspace wsp_storefront';
  const [first, ...others] = stderr.trimEnd().split('\n');
  expect(first).toBe(`error: no ${what}${where}: the service answered 404`);
  expect(others.at(-1)).toBe(`hint: costctl ${list} --sandbox shows those that this token may see`);
});

test('a 404 to a request for something else is left as it is', async () => {
  const service = scriptService({
    path: '/v1/workspaces?page=1&limit=100',
    status: 404,
    answer: 'no such page',
  });
  const { stderr } = await run('workspaces list', { service });
  expect(stderr).toContain('error: the service answered 404 to GET /v1/workspaces\n');
});

describe('a title that looks like an id', () => {
  const missing = (path: string, method = 'GET') => ({ method, path, status: 404, answer: {} });
  const filter = { id: 'flt_1', title: 'prod_eu', filter: 'a=b', isDefault: false };
  const list = (...found: object[]) => ({
    path: '/v1/saved-filters?workspaceId=wsp_main&page=1&limit=100',
    answer: pageOf(found),
  });
  const at = (id: string) => `/v1/saved-filters/${id}?workspaceId=wsp_main`;
  const ask = (line: string, ...exchanges: Exchange[]) =>
    run(`filters ${line} -w wsp_main -o json`.split(' '), { service: scriptService(...exchanges) });

  test('is looked up once the service has no such id', async () => {
    const found = [missing(at('prod_eu')), list(filter), { path: at('flt_1'), answer: filter }];
    const { stdout, stderr } = await succeed(ask('get prod_eu', ...found));
    expect(JSON.parse(stdout)).toEqual(filter);
    expect(stderr).toBe('note: prod_eu → flt_1\n');
    const put = { method: 'PUT', path: at('flt_1'), answer: { ...filter, filter: 'c' } };
    await succeed(ask('update prod_eu --filter c', ...found, put));
  });

  test('stays what it is in the texts of a change', async () => {
    const found = [missing(at('prod_eu')), list(filter), { path: at('flt_1'), answer: filter }];
    const body = { title: 'prod_eu', filter: 'prod_eu', isDefault: false };
    const put = { method: 'PUT', path: at('flt_1'), body, answer: { ...filter, ...body } };
    await succeed(ask('update prod_eu --title prod_eu --filter prod_eu', ...found, put));
  });

  test('of two filters gives their ids, and of none the answer of the service', async () => {
    const twins = list(filter, { ...filter, id: 'flt_2' });
    expect(await failWith(2, ask('get prod_eu', missing(at('prod_eu')), twins))).toContain(
      '2 filters have the name prod_eu: flt_1, flt_2',
    );
    expect(await failWith(5, ask('get prod_eu', missing(at('prod_eu')), list()))).toContain(
      'no filter prod_eu in the workspace wsp_main',
    );
    const unread = { ...list(), status: 403, answer: {} };
    await failWith(5, ask('get prod_eu', missing(at('prod_eu')), unread));
  });

  test('is not looked up for what cannot be undone', async () => {
    await failWith(5, ask('delete prod_eu --yes', missing(at('prod_eu'), 'DELETE')));
  });
});
