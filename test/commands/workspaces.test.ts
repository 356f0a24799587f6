import { describe, expect, test } from 'vitest';
import { run, testToken } from '../helpers/run.ts';
import { failWith, readJson, showScreens, succeed } from '../helpers/screens.ts';
import { pageOf, scriptService } from '../helpers/service.ts';
import { alpha, beta } from '../helpers/workspaces.ts';

describe('workspaces list', () => {
  test('requests a hundred items per page and shows every field in a table', async () => {
    const service = scriptService({
      path: '/v1/workspaces?page=1&limit=100',
      answer: pageOf([alpha, beta]),
    });
    const { stdout, stderr } = await succeed(run('workspaces list', { service }));
    expect(stderr).toBe('');
    expect(stdout).toMatchInlineSnapshot(`
      "id         name     budget
      wsp_alpha  Alpha  1,200.50
      wsp_beta   Beta
      "
    `);
    expect(service.received[0]?.headers['authorization']).toBe(`Bearer ${testToken}`);
  });

  test('shows a time that is no text as it came', async () => {
    const items = [1_790_812_800, null, ['2026-10-01', '2026-10-02'], '2026-10-01T00:00:00Z'].map(
      (startedAt, at) => ({ id: `wsp_${at}`, startedAt }),
    );
    const service = scriptService({
      path: '/v1/workspaces?page=1&limit=100',
      answer: pageOf(items),
    });
    const { stdout } = await succeed(run('workspaces list', { service }));
    expect(stdout).toMatchInlineSnapshot(`
      "id     name  startedAt
      wsp_0        1790812800
      wsp_1
      wsp_2        2026-10-01, 2026-10-02
      wsp_3        2026-10-01T00:00:00Z
      "
    `);
  });

  test('follows only the query of links.next and prints one JSON array', async () => {
    const service = scriptService(
      {
        path: '/v1/workspaces?page=1&limit=100',
        answer: pageOf([alpha], { next: 'https://elsewhere.test/steal?page=2&limit=100' }),
      },
      { path: '/v1/workspaces?page=2&limit=100', answer: pageOf([beta]) },
    );
    expect(await readJson(run('workspaces ls -o json', { service }))).toEqual([alpha, beta]);
  });
});

describe('workspaces get', () => {
  test('shows every field of the record', async () => {
    const { table, json } = await showScreens('workspaces get wsp_alpha', {
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

  test('reports a 404 with the message of the service', async () => {
    const service = scriptService({
      path: '/v1/workspaces/wsp_none',
      status: 404,
      answer: { title: 'Not Found', detail: 'No workspace wsp_none.', traceId: 7 },
    });
    expect(await failWith(5, run('workspaces get wsp_none', { service }))).toMatchInlineSnapshot(`
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
    const { stderr } = await run('workspaces get wsp_none -o json', { service });
    expect(stderr).toMatchInlineSnapshot(`
      "{"error":{"code":"not_found","message":"no workspace wsp_none: the service answered 404","hint":"costctl workspaces list shows those that this token may see","status":404,"method":"GET","path":"/v1/workspaces/wsp_none","problem":{"title":"Not Found","balance":0.1000}}}
      "
    `);
  });
});
