import { beforeAll, expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';
import { pageOf, scriptService } from '../helpers/service.ts';

const folder = createFolder();
const env = { COSTCTL_BASE_URL: 'https://api.example.test' };

const number = (name: string, more: object = {}) => ({
  name,
  in: 'query',
  required: true,
  schema: { type: 'integer', minimum: 1, ...more },
});

const listOf = (group: string, ...parameters: readonly object[]) => ({
  get: {
    operationId: `List${group}`,
    tags: [group],
    parameters,
    responses: {
      '200': {
        description: 'a page',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: {
                links: { type: 'object' },
                data: { type: 'array', items: { type: 'object' } },
              },
            },
          },
        },
      },
    },
  },
});

const texts = { in: 'query', explode: false, schema: { type: 'array', items: { type: 'string' } } };

const document = {
  openapi: '3.0.3',
  info: { title: 'invented', version: '1' },
  paths: {
    '/v1/ships': listOf('Ships', number('page'), number('limit', { maximum: 50 })),
    '/v1/ports': listOf(
      'Ports',
      ...[number('page'), { ...texts, name: 'ids' }],
      ...[{ ...texts, name: 'of', style: 'spaceDelimited' }],
      { name: 'at', in: 'query', allowReserved: true, schema: { type: 'string' } },
    ),
  },
};

beforeAll(async () => {
  const stdin = JSON.stringify(document);
  expect(await run(['api', 'import', '-'], { folder, env, stdin })).toMatchObject({ exitCode: 0 });
});

const first = { path: '/v1/ships?page=1&limit=50', answer: pageOf([1, 2], { next: '?page=2' }) };
const second = { path: '/v1/ships?page=2&limit=50', answer: pageOf([3]) };

test.each([
  ['every page, as large as the document allows', [], [first, second], '[1,2,3]\n'],
  [
    'no page that --max does not need',
    ['--max', '2'],
    [{ ...first, path: '/v1/ships?page=1&limit=2' }],
    '[1,2]\n',
  ],
  ['the page that was named', ['--page', '2'], [second], '[3]\n'],
  [
    'pages of a size, with any parameter',
    ['--limit', '7', '--param', 'a=b'],
    [{ path: '/v1/ships?page=1&limit=7&a=b', answer: pageOf([4]) }],
    '[4]\n',
  ],
])('a list of an imported document reads %s', async (_what, words, exchanges, text) => {
  const service = scriptService(...exchanges);
  const { stdout, stderr } = await run(['ships', 'list', '-o', 'json', ...words], {
    folder,
    service,
  });
  expect({ stdout, stderr }).toEqual({ stdout: text, stderr: '' });
});

test('every page is asked for with the parameters as the document writes them', async () => {
  const given = 'ids=a%2Cb,c&of=x%20y&at=a/b';
  const paths = [`/v1/ports?${given}&page=1`, `/v1/ports?page=2&${given}`];
  const [first = '', second = ''] = paths;
  const service = scriptService(
    { path: first, answer: pageOf([1], { next: '?page=2' }) },
    { path: second, answer: pageOf([2]) },
  );
  const line = 'ports list --ids a,b --ids c --of x --of y --at a/b -o json';
  const { stdout, stderr } = await run(line.split(' '), { folder, service });
  expect({ stdout, stderr }).toEqual({ stdout: '[1,2]\n', stderr: '' });
  expect(service.received.map(({ path }) => path)).toEqual(paths);
});

test.each([
  ['-o json', '[]\n'],
  ['-o json --query length(@)', '0\n'],
  ['-o json --envelope', '{"data":[]}\n'],
  ['-o ndjson', ''],
  ['-o yaml', '[]\n'],
])('a list that is answered with 204 has no items: %s', async (words, text) => {
  const service = scriptService({ path: '/v1/ships?page=1&limit=50', status: 204 });
  const line = ['ships', 'list', ...words.split(' ')];
  const { stdout, exitCode } = await run(line, { folder, service });
  expect({ stdout, exitCode }).toEqual({ stdout: text, exitCode: 0 });
});
