import { expect, test } from 'vitest';
import { describeDocument } from '../../src/openapi/describe.ts';
import { readDocument } from '../../src/openapi/document.ts';
import { convertSwagger } from '../../src/openapi/from-swagger.ts';
import { processorTime } from '../helpers/processor-time.ts';

type Json = Record<string, unknown>;

/** Milliseconds of the processor; each of these took minutes, or never ended, without a bound. */
const bound = 20_000;

async function importText(text: string): Promise<string> {
  const started = processorTime();
  const outcome = await readDocument(Buffer.from(text)).then(
    (document) => `${describeDocument(document, '').operations.length} operations`,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  expect(processorTime() - started).toBeLessThan(bound);
  return outcome;
}

function withSchemas(schemas: Json): string {
  const [first = ''] = Object.keys(schemas);
  const schema = { $ref: `#/components/schemas/${first}` };
  const content = { 'application/json': { schema } };
  const post = { requestBody: { content }, responses: { 200: { description: '', content } } };
  return JSON.stringify({ openapi: '3.1.0', paths: { '/a': { post } }, components: { schemas } });
}

function chain(length: number, link: (next: Json) => Json): Json {
  return Object.fromEntries(
    Array.from({ length }, (_, level) => {
      const next = { $ref: `#/components/schemas/L${level + 1}` };
      return [`L${level}`, level === length - 1 ? { type: 'object' } : link(next)];
    }),
  );
}

test.each<[string, string, string]>([
  ['three million brackets', '['.repeat(3_000_000), 'it is not JSON'],
  ['three million brackets in YAML', `a: ${'['.repeat(3_000_000)}`, 'it is neither JSON nor YAML'],
  ['three million braces', '{"a":'.repeat(3_000_000), 'it is not JSON'],
  [
    '100,000 keys in YAML',
    `openapi: 3.1.0\npaths: {/a: {get: {}}}\nx:\n${Array.from({ length: 100_000 }, (_, at) => `  k${at}: v`).join('\n')}`,
    '1 operations',
  ],
  [
    'an allOf chain that doubles',
    withSchemas(chain(400, (next) => ({ allOf: [next, next] }))),
    '1 operations',
  ],
  [
    'a oneOf chain that doubles',
    withSchemas(chain(400, (next) => ({ oneOf: [next, next] }))),
    '1 operations',
  ],
  [
    'properties that double',
    withSchemas(chain(400, (next) => ({ properties: { a: next, b: next } }))),
    '1 operations',
  ],
  ['a chain of 20,000 references', withSchemas(chain(20_000, (next) => next)), '1 operations'],
  [
    'aliases that double',
    `openapi: 3.1.0\npaths: {/a: {get: {}}}\nx0: &x0 {a: 1}\n${Array.from({ length: 40 }, (_, at) => `x${at + 1}: &x${at + 1} {a: *x${at}, b: *x${at}}`).join('\n')}`,
    'its aliases expand',
  ],
])('reads or rejects %s in time', async (_name, text, outcome) => {
  expect(await importText(text)).toContain(outcome);
});

const noText = { toString: 1 };
const get = {
  parameters: [
    { name: 'a', in: noText },
    { name: 'b', in: 'query', type: 'array', collectionFormat: 'multi' },
  ],
  responses: { 200: { description: noText, schema: {} } },
};

test.each<[string, Json, string]>([
  ['title', { info: { title: noText, version: noText } }, '1 operations'],
  ['scheme', { components: { securitySchemes: { a: noText, b: { type: noText } } } }, '1 op'],
  ['key', { components: { securitySchemes: { a: { type: 'apiKey', in: noText } } } }, '1 op'],
  ['server', { servers: [{ url: '/{a}', variables: { a: { default: noText } } }] }, '1 op'],
  [
    'place',
    {
      paths: {
        '/a': { get },
        '/b': { get: { parameters: [{ name: 'a', in: noText, required: true }] } },
      },
    },
    '1 operations',
  ],
])('a %s that is no text has none', async (_name, parts, outcome) => {
  const paths = { '/a': { get } };
  expect(await importText(JSON.stringify({ openapi: '3.0.0', paths, ...parts }))).toContain(
    outcome,
  );
});

test.each<[string, Json, string]>([
  ['address', { host: 'a.test', basePath: noText, schemes: [noText] }, '1 operations'],
  ['media type', { produces: [noText], consumes: [noText] }, '1 operations'],
  ['shared place', { parameters: { a: { name: 'a', in: noText } } }, '1 operations'],
  [
    'form of a list',
    {
      parameters: {
        a: { name: 'a', in: 'query', type: 'array', collectionFormat: noText },
      },
    },
    'a list in the format that is no text',
  ],
  [
    'name',
    { paths: { '/a': { post: { parameters: [{ in: 'formData', name: noText }] } } } },
    '1 op',
  ],
])('in Swagger 2.0, a %s that is no text has none', async (_name, parts, outcome) => {
  const text = JSON.stringify({ swagger: '2.0', paths: { '/a': { get } }, ...parts });
  const read = readDocument(Buffer.from(text), convertSwagger).then(
    (document) => `${describeDocument(document, '').operations.length} operations`,
    (error: unknown) => String(error),
  );
  expect(await read).toContain(outcome);
});

test('gives 5,000 operations with the same id unique names in time', async () => {
  const paths = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, at) => [
      `/v1/things/{id}/part${at % 50}/x${at}`,
      { get: { operationId: 'getThing', tags: ['Things'], parameters: [id] } },
    ]),
  );
  const started = processorTime();
  const { operations } = describeDocument(
    { root: { openapi: '3.1.0', paths }, version: '3.1' },
    '',
  );
  const names = operations.map(({ command }) => `${command?.group} ${command?.action}`);
  expect([operations.length, new Set(names).size]).toEqual([5_000, 5_000]);
  expect(processorTime() - started).toBeLessThan(bound);
});

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

test('a document whose records all refer to each other is read at once', async () => {
  const names = Array.from({ length: 80 }, (_, at) => `Record${at}`);
  const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const records = Object.fromEntries(names.map((name) => [name.toLowerCase(), reference(name)]));
  const record = { type: 'object', properties: { id: { type: 'string' }, ...records } };
  const schemas = Object.fromEntries(names.map((name) => [name, record]));
  const page = (name: string) => ({
    type: 'object',
    properties: { data: { type: 'array', items: reference(name) }, owner: reference(name) },
  });
  const get = (name: string, schema: unknown) => ({
    get: {
      operationId: `get${name}`,
      responses: { 200: { description: 'x', content: { 'application/json': { schema } } } },
    },
  });
  const paths = Object.fromEntries(
    names.flatMap((name) => [
      [`/v1/${name}`, get(name, reference(name))],
      [`/v1/${name}/all`, get(`${name}All`, page(name))],
    ]),
  );
  const text = JSON.stringify({ openapi: '3.1.0', paths, components: { schemas } });
  expect(await importText(text)).toBe(`${2 * names.length} operations`);
});
