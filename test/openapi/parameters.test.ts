import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';
import { scriptService } from '../helpers/service.ts';

const integer = (maximum: number) => ({ type: 'integer', maximum });
const envelope = { data: { type: 'array', items: { type: 'object' } }, links: { type: 'object' } };
const file = { type: 'string', format: 'binary' };
const upload = {
  type: 'object',
  properties: { file, note: { type: 'string' }, more: { type: 'array', items: file } },
};
const document = {
  openapi: '3.1.0',
  paths: {
    '/v1/pins/{id}': {
      get: {
        tags: ['pins'],
        operationId: 'getPin',
        parameters: [
          // One name in several places.
          { name: 'id', in: 'header', schema: { type: 'string', enum: ['h'] } },
          { name: 'id', in: 'query', schema: { type: 'string', enum: ['q'] } },
          { name: 'page', in: 'path', schema: { type: 'string' } },
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
        ],
      },
    },
    '/v1/colors/{mix}': {
      get: {
        tags: ['colors'],
        operationId: 'getColor',
        parameters: [{ name: 'mix', in: 'path', required: true, schema: { type: 'object' } }],
      },
    },
    '/v1/uploads': {
      post: {
        tags: ['uploads'],
        operationId: 'createUpload',
        requestBody: { content: { 'multipart/form-data': { schema: upload } } },
      },
    },
    ...Object.fromEntries(
      ['application/json', 'application/x-www-form-urlencoded'].map((type, at) => [
        `/v1/texts/${at}`,
        {
          post: {
            operationId: `send${at}`,
            requestBody: { content: { [type]: { schema: upload } } },
          },
        },
      ]),
    ),
    '/v1/boards': {
      get: {
        tags: ['boards'],
        operationId: 'listBoards',
        parameters: [
          { name: 'workspace_id', in: 'query', required: true, schema: { type: 'integer' } },
          { name: 'workspaceId', in: 'query', schema: { type: 'string', format: 'uuid' } },
          { name: 'filter', in: 'query', style: 'deepObject', schema: { type: 'object' } },
        ],
      },
    },
    '/v1/pins': {
      get: {
        tags: ['pins'],
        operationId: 'listPins',
        parameters: [
          { name: 'limit', in: 'header', schema: integer(7) },
          { name: 'page', in: 'query', schema: integer(9) },
          { name: 'limit', in: 'query', schema: integer(50) },
        ],
        responses: {
          200: {
            content: { 'application/json': { schema: { type: 'object', properties: envelope } } },
          },
        },
      },
    },
  },
};

async function runImported(line: string, service = scriptService()) {
  const folder = createFolder();
  const stdin = JSON.stringify(document);
  const imported = await run(['api', 'import', '-'], { folder, stdin, service: scriptService() });
  expect(imported).toMatchObject({ exitCode: 0 });
  return run(line.split(' '), { folder, service });
}

test('a parameter of the path is an argument, also if the query has one of its name', async () => {
  const service = scriptService({ path: '/v1/pins/x%2Fy', answer: { id: 'x/y' } });
  const { stdout, stderr, exitCode } = await runImported('pins get x/y -o json', service);
  expect({ stdout, stderr, exitCode }).toEqual({
    stdout: '{"id":"x/y"}\n',
    stderr: '',
    exitCode: 0,
  });
  const { stdout: help } = await runImported('pins get --help');
  expect(help).toContain('Usage: costctl pins get <id>');
  expect(help.match(/--\S+(?= <choice>)/g)).toEqual(['--param-id', '--param-id1']);
});

test.each([
  ['pins list --limit 51', 'error: --limit: must be a whole number from 1 to 50'],
  ['pins list --limit 0', 'error: --limit: must be a whole number from 1 to 50'],
])('the size of a page is what its parameter allows: %s', async (line, message) => {
  const { stderr, exitCode } = await runImported(line);
  expect([stderr, exitCode]).toEqual([expect.stringContaining(message), 2]);
});

test('no part of an object in the path is left out', async () => {
  const service = scriptService({ path: '/v1/colors/R,100,G,200', answer: {} });
  expect(await runImported('colors get R=100,G=200', service)).toMatchObject({ exitCode: 0 });
  const { stderr, exitCode } = await runImported('colors get R=100,G');
  expect(stderr).toContain('error: <mix>: must be key=value, separated by commas\n');
  expect(exitCode).toBe(2);
});

test('a dry run shows the names and sizes of the files that would be sent', async () => {
  const files = ['some.csv', 'none.csv'].map((name) => join(createFolder(), name));
  for (const [at, path] of files.entries()) writeFileSync(path, 'x'.repeat(9 * (1 - at)));
  const [some = '', none = ''] = files;
  const line = `uploads create --note n --file ${some} --more ${some} --more ${none} --dry-run -o json`;
  const { stdout } = await runImported(line);
  const [first, second] = [
    { file: 'some.csv', bytes: 9 },
    { file: 'none.csv', bytes: 0 },
  ];
  expect(JSON.parse(stdout).body).toEqual({ note: 'n', file: first, more: [first, second] });
});

test.each([0, 1])('bytes in a body that is not in parts are given as text: %d', async (at) => {
  const words = `texts send${at} --note n --file <p> --more a --more b --dry-run -o json`;
  const { stdout } = await runImported(words);
  expect(JSON.parse(stdout).body).toEqual({ note: 'n', file: '<p>', more: ['a', 'b'] });
});

test('an id of a workspace in another form than those of the service is an option', async () => {
  const id = '0b8c0de1-6d1f-4f2f-8a53-7f9a2b1c3d4e';
  const service = scriptService({
    path: `/v1/boards?workspace_id=5&workspaceId=${id}`,
    answer: [],
  });
  const line = `boards list --workspace-id 5 --param-workspace-id ${id}`;
  expect(await runImported(line, service)).toMatchObject({ exitCode: 0 });
});

test('--param replaces a part of an object too', async () => {
  const path = '/v1/boards?workspace_id=5&filter%5Bb%5D=2&filter%5Ba%5D=3';
  const service = scriptService({ path, answer: [] });
  const line = 'boards list --workspace-id 5 --filter a=1 --filter b=2 --param filter[a]=3';
  expect(await runImported(line, service)).toMatchObject({ exitCode: 0 });
});
