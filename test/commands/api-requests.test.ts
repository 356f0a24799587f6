import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, refuse, succeed } from '../helpers/screens.ts';
import { pageOf, scriptService } from '../helpers/service.ts';

describe('api --paginate', () => {
  test('suggests what it takes if the rest of a list cannot be read', async () => {
    const all = { items: [{ id: 1 }], has_more: true };
    const service = scriptService(
      { path: '/v1/x?page=1&limit=100', answer: all },
      { path: '/v1/x?limit=100&page=2', answer: all },
    );
    const { stderr } = await run('api GET /v1/x --paginate', { service });
    expect(stderr).toContain('hint: without --paginate, the first page is printed\n');
  });

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

  test('merges every page into one array and leaves ids unchanged', async () => {
    const { stdout } = await run([...line, ...tags], { service: script() });
    expect(stdout).toBe('[{"id":{"Value":"x"}},{"id":"y"}]\n');
  });

  test('works with output options', async () => {
    const { stdout } = await run([...line, ...tags, '--query', 'length(@)'], { service: script() });
    expect(stdout).toBe('2\n');
  });

  test('starts at the page and size given as parameters', async () => {
    const service = scriptService({ path: '/v1/x?page=3&limit=7', answer: pageOf([]) });
    const { stdout } = await run('api GET /v1/x --paginate --param page=3 --param limit=7', {
      service,
    });
    expect(stdout).toBe('[]\n');
  });

  test('requests cost data in the largest allowed pages', async () => {
    const service = scriptService({ path: '/v1/costs?page=1&limit=5000', answer: pageOf([]) });
    await succeed(run('api GET /v1/costs --paginate', { service }));
  });

  test('fails if the answer is not a list', async () => {
    const service = scriptService({ path: '/v1/x?page=1&limit=100', answer: {} });
    await failWith(1, run('api GET /v1/x --paginate', { service }));
  });

  test('takes a path of the imported document as it is written', async () => {
    const folder = createFolder();
    const file = join(folder, 'openapi.json');
    const list = { type: 'array', items: { type: 'object' } };
    const read = (operationId: string) => ({
      operationId,
      parameters: [{ name: 'page', in: 'query', required: true, schema: { type: 'integer' } }],
      responses: { 200: { description: '', content: { 'application/json': { schema: list } } } },
    });
    const paths = { '/v1/c++/{id}': { get: read('one') }, '/v1/x.y': { get: read('two') } };
    const info = { title: 'T', version: '1' };
    writeFileSync(file, JSON.stringify({ openapi: '3.0.3', info, paths }));
    const { url } = scriptService();
    const env = { COSTCTL_BASE_URL: url };
    await succeed(run(['api', 'import', file], { folder, env }));
    // The document says that these have no limit; of /v1/x-y it says nothing.
    for (const path of ['/v1/c++/7?page=1', '/v1/x.y?page=1', '/v1/x-y?page=1&limit=100']) {
      const service = scriptService({ path, answer: [] });
      const [plain = ''] = path.split('?');
      await succeed(run(['api', 'GET', plain, '--paginate'], { folder, service }));
    }
  });

  test('is refused for methods other than GET', async () => {
    expect(await refuse('api POST /v1/x --paginate')).toContain('--paginate is only for GET');
  });
});

describe('api with a request that changes something', () => {
  test('prints the request in a dry run, with masked secrets and all repeated parameters', async () => {
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

  test('asks before a DELETE', async () => {
    const service = scriptService({ method: 'DELETE', path: '/v1/x', status: 204 });
    const world = { service, terminal: 80, answers: ['y'] };
    expect((await run('api DELETE /v1/x', world)).questions).toMatchInlineSnapshot(`
      [
        "This will send DELETE /v1/x.
      Address: https://api.example.test
      Continue? [y/N] ",
      ]
    `);
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

describe('the error of a POST that may have been applied says so', () => {
  const line = ['api', 'POST', '/v1/x'];
  const hint = 'hint: it may have been applied';

  test('with --include', async () => {
    const service = scriptService({ method: 'POST', path: '/v1/x', status: 500, answer: {} });
    const { stderr } = await run([...line, '--include'], { service });
    expect(stderr).toContain(hint);
  });

  test('if the response is not JSON', async () => {
    const service = scriptService({ method: 'POST', path: '/v1/x', answer: '<p>hello' });
    const { stderr } = await run([...line, '-o', 'table'], { service });
    expect(stderr).toContain(hint);
  });

  test.each(['--include', '-q'])(
    'but not of a test, which changes nothing, with %s',
    async (flag) => {
      const path = '/v1/providers/prv_aws/test';
      const service = scriptService({ method: 'POST', path, status: 503, answer: {} });
      const { stderr, exitCode } = await run(['api', 'POST', path, flag], { service });
      expect(exitCode).toBe(1);
      expect(stderr).not.toContain('applied');
    },
  );
});

test.each([
  [['GET', 'https://elsewhere.test/v1'], '<path>: https://elsewhere.test is not the base address'],
  [['GET', '//elsewhere.test/v1'], '<path>: must be a path below the base address'],
  [['GET', '?a=1'], '<path>: must be a path below the base address'],
  [['GET', '/v1/../admin'], 'a path must not have "." or ".." in it'],
  [['POST', '/v1/%2e%2e/admin', '--dry-run'], 'a path must not have "." or ".." in it'],
  [['GET', '/v1/ü'], 'must be percent-encoded'],
  [['GET', '/v1/a b'], 'must be percent-encoded'],
  [['TRACE', '/v1/x'], '<method>: must be one of GET, HEAD, POST'],
  [['GET', '/v1/x', '--data', '{}'], 'a GET request has no body'],
  [['POST', '/v1/x', '--data', '{'], '--data: is not JSON'],
  [['POST', '/v1/x', '--param', 'a'], '--param: must have the form key=value'],
  [['GET', '/v1/x', '-w', 'wsp_a'], '; --param workspaceId=ID sends one anyway'],
  [['GET'], "missing required argument 'path'"],
])('api %j is refused', async (words, message) => {
  expect(await refuse(['api', ...words])).toContain(message);
});
