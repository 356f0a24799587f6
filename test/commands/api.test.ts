import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFolder, run, testToken } from '../helpers/run.ts';
import { refuse } from '../helpers/screens.ts';
import { pageOf, scriptService } from '../helpers/service.ts';

const odd = '{ "id": {"Value":"x"},\n  "rate": 0.1000, "name": "\\u00e9\\u001b[31m" }\n\n';

describe('api METHOD PATH', () => {
  test('prints the body as it came, byte for byte', async () => {
    const service = scriptService({ path: '/v1/providers/a?b=1', answer: odd });
    const { stdout, exitCode } = await run(['api', 'GET', '/v1/providers/a?b=1'], { service });
    expect({ stdout, exitCode }).toEqual({ stdout: odd, exitCode: 0 });
    const path = join(createFolder(), 'answer.json');
    const again = scriptService({ path: '/v1/providers/a', answer: odd });
    await run(['api', 'get', 'v1/providers/a', '-O', path], { service: again });
    expect(readFileSync(path, 'utf8')).toBe(odd);
  });

  test('shows control characters as text on a terminal', async () => {
    const service = scriptService({ path: '/v1/x', answer: 'a\u001b[31mb' });
    const { stdout } = await run(['api', 'GET', '/v1/x'], { service, terminal: 80 });
    expect(stdout).toBe('a\\x1b[31mb\n');
  });

  test.each([
    [['-o', 'json'], '{"id":{"Value":"x"},"rate":0.1000,"name":"é\\u001b[31m"}\n'],
    [['--query', 'rate'], '0.1000\n'],
    [['--columns', 'rate', '-o', 'csv'], 'rate\n0.1000\n'],
  ])('leaves typed ids and digits as they came with %j', async (options, expected) => {
    const service = scriptService({ path: '/v1/x', answer: odd });
    const { stdout } = await run(['api', 'GET', '/v1/x', ...options], { service });
    expect(stdout).toBe(expected);
  });

  test('leaves the format of profile and environment aside', async () => {
    const service = scriptService({ path: '/v1/x', answer: odd });
    const env = { COSTCTL_OUTPUT: 'csv' };
    expect((await run(['api', 'GET', '/v1/x'], { service, env })).stdout).toBe(odd);
  });

  test('adds parameters, repeated ones each, over those of the path', async () => {
    const service = scriptService({ path: '/v1/x?b=2&a=1&a=%26', answer: [] });
    const line = ['api', 'GET', '/v1/x?a=0&b=2', '--param', 'a=1', '--param', 'a=&'];
    expect((await run(line, { service })).exitCode).toBe(0);
  });

  test('sends a body of any kind with the method asked for', async () => {
    const service = scriptService({ method: 'PATCH', path: '/v1/x', answer: {} });
    await run(['api', 'patch', '/v1/x', '--data', '[1.10,"a"]'], { service });
    expect(service.received[0]).toMatchObject({
      method: 'PATCH',
      body: '[1.10,"a"]',
      headers: { authorization: `Bearer ${testToken}`, 'content-type': 'application/json' },
    });
  });

  test('sends the properties of --set and --set-json over those of --data', async () => {
    const body = { a: 'x', b: { c: 1 } };
    const service = scriptService({ method: 'POST', path: '/v1/x', body, answer: {} });
    const line = ['api', 'POST', '/v1/x', '--data', '{"a":1}', '--set', 'a=x'];
    expect((await run([...line, '--set-json', 'b.c=1'], { service })).exitCode).toBe(0);
  });

  test('prints what a HEAD is answered with -i alone', async () => {
    const head = { method: 'HEAD', path: '/v1/x', headers: { 'x-total': '7' } };
    const bare = await run(['api', 'HEAD', '/v1/x'], { service: scriptService(head) });
    expect(bare).toMatchObject({ stdout: '', exitCode: 0 });
    const whole = await run(['api', 'HEAD', '/v1/x', '-i'], { service: scriptService(head) });
    expect(whole.stdout).toBe('HTTP 200\ncontent-type: application/json\nx-total: 7\n\n');
  });

  test('prints nothing where there is no body', async () => {
    const service = scriptService({ method: 'POST', path: '/v1/x', status: 202 });
    const { stdout, exitCode } = await run(['api', 'POST', '/v1/x'], { service });
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 0 });
  });

  test('prints what is not JSON too, but applies no output option to it', async () => {
    const html = '<html>Hello</html>';
    const world = () => ({ service: scriptService({ path: '/v1/x', answer: html }) });
    expect((await run(['api', 'GET', '/v1/x'], world())).stdout).toBe(html);
    const { stdout, stderr, exitCode } = await run(['api', 'GET', '/v1/x', '-o', 'csv'], world());
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
    expect(stderr).toMatchInlineSnapshot(`
      "error: the answer is text/html, not JSON
      hint: without an output option it is printed as it came
      "
    `);
  });

  test.each([
    [400, 2],
    [401, 3],
    [403, 4],
    [404, 5],
    [409, 6],
    [302, 1],
  ])(
    'ends at %i with exit %i, masking the token in what the service said',
    async (status, exitCode) => {
      const answer = { detail: `no ${testToken}` };
      const service = scriptService({ path: '/v1/x', status, answer });
      const outcome = await run(['api', 'GET', '/v1/x'], { service });
      expect(outcome).toMatchObject({ exitCode, stdout: '' });
      expect(outcome.stderr).toContain(`the service answered ${status} to GET /v1/x`);
      expect(outcome.stderr).not.toContain(testToken);
    },
  );
});

describe('api -i', () => {
  test('prints status and headers before the body', async () => {
    const headers = { 'x-trace': 'abc' };
    const service = scriptService({ path: '/v1/x', answer: odd, headers });
    const { stdout } = await run(['api', 'GET', '/v1/x', '-i'], { service });
    expect(stdout).toBe(`HTTP 200\ncontent-type: application/json\nx-trace: abc\n\n${odd}`);
  });

  test('prints them for an error too, which keeps its exit code', async () => {
    const service = scriptService({ path: '/v1/x', status: 404, answer: `{"detail":"gone"}` });
    const { stdout, stderr, exitCode } = await run(['api', 'GET', '/v1/x', '-i'], { service });
    expect(exitCode).toBe(5);
    expect(stdout).toBe('HTTP 404\ncontent-type: application/problem+json\n\n{"detail":"gone"}');
    expect(stderr).toContain('the service answered 404');
  });

  test.each([
    [['-i', '-o', 'json'], '--include prints the answer as it came'],
    [['-i', '--query', 'a'], '--include prints the answer as it came'],
    [['-i', '--paginate'], '--include cannot stand beside --paginate'],
  ])('refuses %j', async (options, message) => {
    expect(await refuse(['api', 'GET', '/v1/x', ...options])).toContain(message);
  });
});

describe('api --paginate', () => {
  const next = 'https://elsewhere.test/v1/y?page=2&limit=100';
  const script = () =>
    scriptService(
      {
        path: '/v1/workspaces?page=1&limit=100&tag=a&tag=b',
        answer: pageOf([{ id: { Value: 'x' } }], { next }),
      },
      { path: '/v1/workspaces?page=2&limit=100&tag=a&tag=b', answer: pageOf([{ id: 'y' }]) },
    );
  const line = ['api', 'GET', '/v1/workspaces?tag=a', '--paginate'];
  const tags = ['--param', 'tag=a', '--param', 'tag=b'];

  test('merges every page into one array, ids as they came', async () => {
    const { stdout } = await run([...line, ...tags], { service: script() });
    expect(stdout).toBe('[{"id":{"Value":"x"}},{"id":"y"}]\n');
  });

  test('goes with output options', async () => {
    const { stdout } = await run([...line, ...tags, '--query', 'length(@)'], { service: script() });
    expect(stdout).toBe('2\n');
  });

  test('begins at the page and size that parameters name', async () => {
    const service = scriptService({ path: '/v1/x?page=3&limit=7', answer: pageOf([]) });
    const { stdout } = await run(
      ['api', 'GET', '/v1/x', '--paginate', '--param', 'page=3', '--param', 'limit=7'],
      { service },
    );
    expect(stdout).toBe('[]\n');
  });

  test('fails where the answer is no list', async () => {
    const service = scriptService({ path: '/v1/x?page=1&limit=100', answer: {} });
    const { stdout, exitCode } = await run(['api', 'GET', '/v1/x', '--paginate'], { service });
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
  });

  test('is refused for what is no GET', async () => {
    expect(await refuse(['api', 'POST', '/v1/x', '--paginate'])).toContain('GET alone');
  });
});

describe('api and what changes something', () => {
  test('prints the request in a dry run, secrets masked, repeated parameters whole', async () => {
    const line = ['api', 'POST', '/v1/x', '--param', 'a=1', '--param', 'a=2'];
    const set = ['--param', 'apiKey=s3cret', '--set', 'clientSecret=s3cret', '--dry-run'];
    const { stdout } = await run([...line, ...set, '-o', 'json'], { service: scriptService() });
    expect(JSON.parse(stdout)).toEqual({
      method: 'POST',
      path: '/v1/x',
      query: { a: ['1', '2'], apiKey: '****' },
      body: { clientSecret: '****' },
    });
  });

  test('asks before a DELETE on a terminal, and needs --yes elsewhere', async () => {
    const exchange = { method: 'DELETE', path: '/v1/x', status: 204 };
    const line = ['api', 'DELETE', '/v1/x'];
    const world = { service: scriptService(exchange), terminal: 80, answers: ['y'] };
    expect((await run(line, world)).questions).toMatchInlineSnapshot(`
      [
        "DELETE /v1/x is sent.
      Address: https://api.example.test
      Go on? [y/N] ",
      ]
    `);
    expect(await refuse(line)).toContain('hint: add --yes');
    const yes = await run([...line, '-y'], { service: scriptService(exchange) });
    expect(yes.exitCode).toBe(0);
    const dry = await run([...line, '--dry-run', '-o', 'json'], { service: scriptService() });
    expect(JSON.parse(dry.stdout)).toEqual({ method: 'DELETE', path: '/v1/x' });
  });

  test.each([
    ['POST', '/v1/business-metrics/bmt_a/values', 1],
    ['PUT', '/v1/x', 1],
    ['GET', '/v1/x', 1],
    ['POST', '/v1/business-metrics', 0],
    ['POST', '/v1/business-metrics/bmt_a/values/more', 0],
    ['PATCH', '/v1/x', 0],
  ])('sends %s %s again after a 503: %i times', async (method, path, times) => {
    const failing = { method, path, status: 503, answer: {} };
    const service = scriptService(failing, ...(times === 1 ? [{ method, path, answer: {} }] : []));
    const { exitCode, waits } = await run(['api', method, path], { service });
    expect({ exitCode, waits: waits.length }).toEqual({ exitCode: 1 - times, waits: times });
  });
});

test.each([
  [['GET', 'https://elsewhere.test/v1'], '<path>: must be a path below the base address'],
  [['GET', '//elsewhere.test/v1'], '<path>: must be a path below the base address'],
  [['GET', '?a=1'], '<path>: must be a path below the base address'],
  [['GET', '/v1/../admin'], 'a path has no "." or ".." in it'],
  [['POST', '/v1/%2e%2e/admin', '--dry-run'], 'a path has no "." or ".." in it'],
  [['GET', '/v1/ü'], 'must be percent-encoded'],
  [['GET', '/v1/a b'], 'must be percent-encoded'],
  [['TRACE', '/v1/x'], '<method>: must be one of GET, HEAD, POST'],
  [['GET', '/v1/x', '--data', '{}'], 'a GET request carries no body'],
  [['POST', '/v1/x', '--data', '{'], '--data: is not JSON'],
  [['POST', '/v1/x', '--param', 'a'], '--param: must have the form key=value'],
  [['GET', '/v1/x', '-w', 'wsp_a'], 'hint: --param workspaceId=ID sends one anyway'],
  [['GET'], "missing required argument 'path'"],
])('api %j is refused', async (words, message) => {
  expect(await refuse(['api', ...words])).toContain(message);
});

describe('api operations', () => {
  test('lists the operations with a path and those named without one', async () => {
    const { stdout } = await run(['api', 'operations', '-o', 'json']);
    const rows: { state: string; path: string | null }[] = JSON.parse(stdout);
    const count = (state: string) => rows.filter((row) => row.state === state).length;
    expect({ builtIn: count('built in'), unpublished: count('not published') }).toEqual({
      builtIn: 39,
      unpublished: 97,
    });
    expect(rows.filter(({ path }) => path === null)).toHaveLength(97);
  });

  test('names the command of each', async () => {
    const { stdout } = await run(['api', 'operations', '-o', 'csv']);
    expect(stdout.split('\n').slice(0, 3).join('\n')).toMatchInlineSnapshot(`
      "tag,operation,method,path,state,command
      Workspaces,createWorkspace,POST,/v1/workspaces,built in,workspaces create
      Workspaces,listWorkspaces,GET,/v1/workspaces,built in,workspaces list"
    `);
    expect(stdout).toContain('Budgets,list,,,not published,budgets list');
  });
});
