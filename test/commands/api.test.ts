import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { operations } from '../../src/api/operations.ts';
import { createFolder, run, testToken } from '../helpers/run.ts';
import { failWith, refuse } from '../helpers/screens.ts';
import { scriptService } from '../helpers/service.ts';

const odd = '{ "id": {"Value":"x"},\n  "rate": 0.1000, "name": "\\u00e9\\u001b[31m" }\n\n';

describe('api METHOD PATH', () => {
  test('prints the body unchanged, byte for byte', async () => {
    const service = scriptService({ path: '/v1/providers/a?b=1', answer: odd });
    const { stdout, exitCode } = await run('api GET /v1/providers/a?b=1', { service });
    expect({ stdout, exitCode }).toEqual({ stdout: odd, exitCode: 0 });
    const path = join(createFolder(), 'answer.json');
    const again = scriptService({ path: '/v1/providers/a', answer: odd });
    await run(['api', 'get', 'v1/providers/a', '-O', path], { service: again });
    expect(readFileSync(path, 'utf8')).toBe(odd);
  });

  test('sends a query as it is written, and encodes what no query can have', async () => {
    const path = '/v1/x?of=a%2Cb,c&at=p%20q&flag&odd=%C3%A9%25';
    const written = '/v1/x?of=a%2Cb,c&at=p%20q&flag&odd=é%';
    const service = scriptService({ path, answer: {} });
    expect(await run(['api', 'GET', written], { service })).toMatchObject({ exitCode: 0 });
    expect(service.received.map((one) => one.path)).toEqual([path]);
  });

  test('shows no secret of a query, however it is written', async () => {
    const path = '/v1/x?sig=%41bc%2Fde=%3d%20f+g&token=a%2fb/c';
    const service = scriptService({ path, answer: {} });
    const { stderr } = await run(['api', 'GET', path, '--debug'], { service });
    expect(stderr).toContain('GET /v1/x?sig=****&token=****, attempt 1');
  });

  test('shows control characters as text on a terminal', async () => {
    const service = scriptService({ path: '/v1/x', answer: 'a\u001b[31mb' });
    const { stdout } = await run('api GET /v1/x', { service, terminal: 80 });
    expect(stdout).toBe('a\\x1b[31mb\n');
  });

  test.each([
    [['-o', 'json'], '{"id":{"Value":"x"},"rate":0.1000,"name":"é\\u001b[31m"}\n'],
    [['--query', 'rate'], '0.1000\n'],
    [['--columns', 'rate', '-o', 'csv'], 'rate\n0.1000\n'],
  ])('leaves typed ids and digits unchanged with %j', async (options, expected) => {
    const service = scriptService({ path: '/v1/x', answer: odd });
    const { stdout } = await run(['api', 'GET', '/v1/x', ...options], { service });
    expect(stdout).toBe(expected);
  });

  test.each([
    [['--columns', 'name'], 'name\n=1\n'],
    [['--query', '{name: name}'], 'name\n=1\n'],
    [['--no-header'], '=1,0.1000\n'],
    [['--spreadsheet-safe'], "name,rate\n'=1,0.1000\n"],
  ])('applies %j, in the format set by the environment', async (options, expected) => {
    const service = scriptService({ path: '/v1/x', answer: '{"name":"=1","rate":0.1000}' });
    const env = { COSTCTL_OUTPUT: 'csv' };
    const { stdout } = await run(['api', 'GET', '/v1/x', ...options], { service, env });
    expect(stdout).toBe(expected);
  });

  test('prints a string without quotes with --raw', async () => {
    const service = scriptService({ path: '/v1/x', answer: '"a text"' });
    const { stdout } = await run('api GET /v1/x --raw', { service });
    expect(stdout).toBe('a text\n');
  });

  test('writes a file in the format of its extension', async () => {
    const path = join(createFolder(), 'answer.csv');
    const service = scriptService({ path: '/v1/x', answer: '{"name":"=1","rate":0.1000}' });
    await run(['api', 'GET', '/v1/x', '-O', path], { service });
    expect(readFileSync(path, 'utf8')).toBe('name,rate\n=1,0.1000\n');
  });

  test('ignores the format set by the environment', async () => {
    const service = scriptService({ path: '/v1/x', answer: odd });
    const env = { COSTCTL_OUTPUT: 'csv' };
    expect((await run('api GET /v1/x', { service, env })).stdout).toBe(odd);
  });

  test('adds parameters, including repeated ones, and overrides those of the path', async () => {
    const service = scriptService({ path: '/v1/x?b=2&a=1&a=%26', answer: [] });
    const line = ['api', 'GET', '/v1/x?a=0&b=2', '--param', 'a=1', '--param', 'a=&'];
    expect((await run(line, { service })).exitCode).toBe(0);
  });

  test('sends a body of any kind with the given method', async () => {
    const service = scriptService({ method: 'PATCH', path: '/v1/x', answer: {} });
    await run('api patch /v1/x --data [1.10,"a"]', { service });
    expect(service.received[0]).toMatchObject({
      method: 'PATCH',
      body: '[1.10,"a"]',
      headers: { authorization: `Bearer ${testToken}`, 'content-type': 'application/json' },
    });
  });

  test('prints the response to a HEAD only with -i', async () => {
    const head = { method: 'HEAD', path: '/v1/x', headers: { 'x-total': '7' } };
    const bare = await run('api HEAD /v1/x', { service: scriptService(head) });
    expect(bare).toMatchObject({ stdout: '', exitCode: 0 });
    const whole = await run('api HEAD /v1/x -i', { service: scriptService(head) });
    expect(whole.stdout).toBe('HTTP 200\ncontent-type: application/json\nx-total: 7\n\n');
  });

  test('prints nothing if there is no body', async () => {
    const service = scriptService({ method: 'POST', path: '/v1/x', status: 202 });
    const { stdout, exitCode } = await run('api POST /v1/x', { service });
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 0 });
  });

  test('prints a response that is not JSON, but refuses output options for it', async () => {
    const html = '<html>Hello</html>';
    const world = () => ({ service: scriptService({ path: '/v1/x', answer: html }) });
    expect((await run('api GET /v1/x', world())).stdout).toBe(html);
    expect(await failWith(1, run('api GET /v1/x -o csv', world()))).toMatchInlineSnapshot(`
      "error: the response to GET /v1/x is text/html, not JSON
        <html>Hello</html>
      hint: leave out the output option: it is then written as received
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
  ])('for status %i exits %i and masks the token in the error text', async (status, exitCode) => {
    const answer = { detail: `no ${testToken}` };
    const service = scriptService({ path: '/v1/x', status, answer });
    const outcome = await run('api GET /v1/x', { service });
    expect(outcome).toMatchObject({ exitCode, stdout: '' });
    expect(outcome.stderr).toContain(`the service answered ${status} to GET /v1/x`);
    expect(outcome.stderr).not.toContain(testToken);
  });
});

describe('api -i', () => {
  test('prints status and headers before the body', async () => {
    const headers = { 'x-trace': 'abc' };
    const service = scriptService({ path: '/v1/x', answer: odd, headers });
    const { stdout } = await run('api GET /v1/x -i', { service });
    expect(stdout).toBe(`HTTP 200\ncontent-type: application/json\nx-trace: abc\n\n${odd}`);
  });

  test('prints status and headers of an error too, and keeps its exit code', async () => {
    const service = scriptService({ path: '/v1/x', status: 404, answer: `{"detail":"gone"}` });
    const { stdout, stderr, exitCode } = await run('api GET /v1/x -i', { service });
    expect(exitCode).toBe(5);
    expect(stdout).toBe('HTTP 404\ncontent-type: application/problem+json\n\n{"detail":"gone"}');
    expect(stderr).toContain('the service answered 404');
  });

  test.each([
    [['-i', '-o', 'json'], '--include prints the response as received'],
    [['-i', '--query', 'a'], '--include prints the response as received'],
    [['-i', '--paginate'], '--include and --paginate cannot be used together'],
  ])('refuses %j', async (options, message) => {
    expect(await refuse(['api', 'GET', '/v1/x', ...options])).toContain(message);
  });
});

describe('api operations', () => {
  test('lists operations with and without a published path', async () => {
    const { stdout } = await run('api operations -o json');
    const rows: { state: string; path: string | null }[] = JSON.parse(stdout);
    const count = (state: string) => rows.filter((row) => row.state === state).length;
    expect({ builtIn: count('built in'), unpublished: count('not published') }).toEqual({
      builtIn: Object.keys(operations).length,
      unpublished: 97,
    });
    expect(rows.filter(({ path }) => path === null)).toHaveLength(97);
  });

  test('names the command of each operation', async () => {
    const { stdout } = await run('api operations -o csv');
    expect(stdout.split('\n').slice(0, 3).join('\n')).toMatchInlineSnapshot(`
      "tag,operation,method,path,state,command,reason
      Workspaces,createWorkspace,POST,/v1/workspaces,built in,workspaces create,
      Workspaces,listWorkspaces,GET,/v1/workspaces,built in,workspaces list,"
    `);
    expect(stdout).toContain('Budgets,list,,,not published,budgets list');
  });
});

test('the address of a document is asked for as it is written, which --debug shows', async () => {
  const document = { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths: {} };
  const path = '/openapi.json?name=a%20b&plain';
  const service = scriptService({ path, answer: document });
  const env = { COSTCTL_BASE_URL: service.url, COSTCTL_TOKEN: testToken };
  const line = ['api', 'import', `${service.url}${path}`, '--debug'];
  const { stderr } = await run(line, { env, service });
  expect(stderr).toContain(`debug: > GET ${path}, attempt 1`);
  expect(stderr).toContain('it has no operations');
});

const tooMuch = ' '.repeat(20 * 1024 * 1024 + 1);
const reported = `error: this document cannot be used: it is larger than 20 MB
hint: leave out everything that is not an operation of the service
`;

test('a document over 20 MB is refused the same way from any source', async () => {
  const folder = createFolder();
  const file = join(folder, 'openapi.json');
  writeFileSync(file, tooMuch);
  const service = scriptService({ path: '/openapi.json', answer: tooMuch });
  const env = { COSTCTL_BASE_URL: service.url, COSTCTL_TOKEN: testToken };
  const outcomes = [
    await run(['api', 'import', file], { folder, env }),
    await run('api import -', { folder, env, stdin: tooMuch }),
    await run(['api', 'import', `${service.url}/openapi.json`], { folder, env, service }),
  ];
  expect(outcomes.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual([
    [10, reported],
    [10, reported],
    [10, reported],
  ]);
});
