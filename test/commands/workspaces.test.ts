import { describe, expect, test } from 'vitest';
import { run, testToken } from '../helpers/run.ts';
import { refuse, showScreens } from '../helpers/screens.ts';
import { pageOf, scriptService } from '../helpers/service.ts';
import { alpha, beta } from '../helpers/workspaces.ts';

describe('workspaces list', () => {
  test('requests a hundred items per page and shows every field in a table', async () => {
    const service = scriptService({
      path: '/v1/workspaces?page=1&limit=100',
      answer: pageOf([alpha, beta]),
    });
    const { stdout, stderr, exitCode } = await run(['workspaces', 'list'], { service });
    expect(exitCode).toBe(0);
    expect(stderr).toBe('');
    expect(stdout).toMatchInlineSnapshot(`
      "id         name   budget
      wsp_alpha  Alpha  1200.5
      wsp_beta   Beta
      "
    `);
    expect(service.received[0]?.headers['authorization']).toBe(`Bearer ${testToken}`);
  });

  test('follows only the query of links.next and prints one JSON array', async () => {
    const service = scriptService(
      {
        path: '/v1/workspaces?page=1&limit=100',
        answer: pageOf([alpha], { next: 'https://elsewhere.test/steal?page=2&limit=100' }),
      },
      { path: '/v1/workspaces?page=2&limit=100', answer: pageOf([beta]) },
    );
    const { stdout } = await run(['workspaces', 'ls', '-o', 'json'], { service });
    expect(JSON.parse(stdout)).toEqual([alpha, beta]);
  });

  test('reads no more items than --max', async () => {
    const service = scriptService({
      path: '/v1/workspaces?page=1&limit=1',
      answer: pageOf([alpha], { next: '?page=2&limit=1' }),
    });
    const { stdout } = await run(['workspaces', 'list', '--max', '1', '-o', 'json'], { service });
    expect(JSON.parse(stdout)).toEqual([alpha]);
  });

  test('sends --param to the service, and --page reads one page', async () => {
    const service = scriptService({
      path: '/v1/workspaces?page=3&limit=7&status=active',
      answer: pageOf([beta], { next: '?page=4&limit=7' }),
    });
    const line = ['workspaces', 'list', '--page', '3', '--limit', '7', '--param', 'status=active'];
    const { stdout } = await run([...line, '-o', 'json'], { service });
    expect(JSON.parse(stdout)).toEqual([beta]);
  });
});

describe('workspaces get', () => {
  test('shows every field of the record', async () => {
    const { table, json } = await showScreens(['workspaces', 'get', 'wsp_alpha'], {
      path: '/v1/workspaces/wsp_alpha',
      answer: { ...alpha, id: { Value: 'wsp_alpha' }, owners: ['a', 'b'], budget: { EUR: 1 } },
    });
    expect(table).toMatchInlineSnapshot(`
      "id      wsp_alpha
      name    Alpha
      budget  {"EUR":1}
      owners  a, b
      "
    `);
    expect(json).toEqual({ ...alpha, owners: ['a', 'b'], budget: { EUR: 1 } });
  });

  test('rejects the id of another kind before sending a request', async () => {
    const { stderr, exitCode } = await run(['workspaces', 'get', 'bmt_orders']);
    expect(exitCode).toBe(2);
    expect(stderr).toMatchInlineSnapshot(`
      "error: <workspace>: is the id of a business metric, and a workspace id is wsp_ followed by letters, digits, _ or -
      hint: costctl workspaces get --help
      "
    `);
  });

  test('reports a 404 with the message of the service', async () => {
    const service = scriptService({
      path: '/v1/workspaces/wsp_none',
      status: 404,
      answer: { title: 'Not Found', detail: 'No workspace wsp_none.', traceId: 7 },
    });
    const { stderr, exitCode } = await run(['workspaces', 'get', 'wsp_none'], { service });
    expect(exitCode).toBe(5);
    expect(stderr).toMatchInlineSnapshot(`
      "error: no workspace wsp_none: the service answered 404
        Not Found
        No workspace wsp_none.
      hint: costctl workspaces list shows those that this token may see
      "
    `);
  });

  test('reports a 404 as one JSON object with -o json', async () => {
    const service = scriptService({
      path: '/v1/workspaces/wsp_none',
      status: 404,
      answer: '{"title":"Not Found","balance":0.1000}',
    });
    const { stderr } = await run(['workspaces', 'get', 'wsp_none', '-o', 'json'], { service });
    expect(stderr).toMatchInlineSnapshot(`
      "{"error":{"code":"not_found","message":"no workspace wsp_none: the service answered 404","hint":"costctl workspaces list shows those that this token may see","status":404,"method":"GET","path":"/v1/workspaces/wsp_none","problem":{"title":"Not Found","balance":0.1000}}}
      "
    `);
  });
});

test.each([
  ['list'],
  ['get', 'wsp_alpha'],
  ['create', '--set', 'a=1'],
  ['update', 'wsp_alpha', '--set', 'a=1'],
  ['edit', 'wsp_alpha'],
  ['delete', 'wsp_alpha', '--confirm', 'wsp_alpha'],
])('workspaces %s rejects -w, because it has no effect', async (...words) => {
  expect(await refuse(['workspaces', ...words, '-w', 'wsp_other'])).toContain(
    `error: --workspace has no effect on workspaces ${words[0]}`,
  );
});

test('ignores a workspace from the environment if the operation takes none', async () => {
  const service = scriptService({ path: '/v1/workspaces/wsp_alpha', answer: alpha });
  const env = { COSTCTL_WORKSPACE: 'wsp_other' };
  expect((await run(['workspaces', 'get', 'wsp_alpha'], { service, env })).exitCode).toBe(0);
});
