import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';

type Json = Record<string, unknown>;

const held = Array.from({ length: 45 }, (_, at) => ({ id: `t_${at}`, title: `Thing ${at}` }));
const bodies: Json[] = [];
const keys: unknown[] = [];
let answer: (body: Json) => unknown = () => ({});

const server = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  request.on('end', () => {
    bodies.push(JSON.parse(text || '{}'));
    keys.push(request.headers['idempotency-key']);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer(bodies.at(-1) ?? {})));
  });
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** A document whose search takes these properties and answers with a page of this form. */
async function imported(
  properties: Json,
  page: Json,
  id = 'searchThings',
  required: string[] = [],
) {
  bodies.length = 0;
  keys.length = 0;
  const items = { type: 'array', items: { type: 'object', properties: { id: {}, title: {} } } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'searches', version: '1' },
    paths: {
      '/v1/things/search': {
        post: {
          ...{ operationId: id, tags: ['Things'] },
          parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }],
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required,
                  properties: { term: { type: 'string' }, ...properties },
                },
              },
            },
          },
          responses: {
            200: {
              description: 'a page',
              content: {
                'application/json': {
                  schema: { type: 'object', properties: { things: items, ...page } },
                },
              },
            },
          },
        },
      },
    },
  };
  const folder = createFolder();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { COSTCTL_BASE_URL: url, COSTCTL_TOKEN: 'x'.repeat(20) };
  const line = (words: string, stdin?: string) =>
    run(words.split(' '), { folder, env, ...(stdin === undefined ? {} : { stdin }) });
  const { exitCode, stderr } = await line('api import - -q', JSON.stringify(document));
  expect([exitCode, stderr]).toEqual([0, '']);
  return line;
}

const whole = { type: 'integer' };
const text = { type: 'string' };

/** The items by number or place, and what the answer says beside them. */
function cut(first: number, size: number) {
  return held.slice(first, first + size);
}

const styles: readonly (readonly [string, Json, Json, (body: Json) => unknown])[] = [
  [
    'a page number and a total',
    { page: { ...whole, minimum: 1 }, pageSize: { ...whole, maximum: 20 } },
    { total: whole },
    ({ page, pageSize }) => ({
      things: cut((Number(page ?? 1) - 1) * Number(pageSize ?? 20), Number(pageSize ?? 20)),
      total: held.length,
    }),
  ],
  [
    'an offset',
    { offset: whole, limit: { ...whole, maximum: 20 } },
    { total_things: whole },
    ({ offset, limit }) => ({
      things: cut(Number(offset ?? 0), Number(limit ?? 20)),
      total_things: held.length,
    }),
  ],
  [
    'a cursor and a flag',
    { cursor: text },
    { next_cursor: { type: ['string', 'null'] }, has_more: { type: 'boolean' } },
    ({ cursor }) => {
      const from = Number(String(cursor ?? 'c0').slice(1));
      const isLast = from + 20 >= held.length;
      return {
        things: cut(from, 20),
        ...{ next_cursor: isLast ? null : `c${from + 20}`, has_more: !isLast },
      };
    },
  ],
];

describe.each(styles)('a search that takes %s in its body', (_name, properties, page, serve) => {
  test('is read to its end, with its term on every page', async () => {
    answer = serve;
    const line = await imported(properties, page);
    const { stdout, stderr, exitCode } = await line('things search --term x -o json');
    expect([exitCode, stderr, JSON.parse(stdout)]).toEqual([0, '', held]);
    expect(bodies.every(({ term }) => term === 'x')).toBe(true);
    // With the key of another page, a service would answer with that page.
    expect([keys.length, new Set(keys).size]).toEqual([bodies.length, bodies.length]);
  });

  test('stops at --max', async () => {
    answer = serve;
    const line = await imported(properties, page);
    const { stdout } = await line('things search --term x --max 3 -o json');
    expect([JSON.parse(stdout), bodies.length]).toEqual([held.slice(0, 3), 1]);
  });

  test('has changed nothing if its result cannot be shown', async () => {
    answer = serve;
    const line = await imported(properties, page);
    const { stderr, exitCode } = await line('things search --columns nope');
    expect([exitCode, stderr]).toEqual([
      2,
      'error: --columns: no record has the column "nope"\nhint: known columns: id, title\n',
    ]);
  });
});

test('a page that --set-json chooses is the first one', async () => {
  const [, properties = {}, page = {}, serve = () => ({})] = styles[0] ?? [];
  answer = serve;
  const line = await imported(properties, page);
  const { stdout, stderr } = await line('things search --set-json pageSize=5 --max 3 -o json');
  expect([stderr, JSON.parse(stdout)]).toEqual(['', held.slice(0, 3)]);
  expect(bodies).toEqual([expect.objectContaining({ page: 1, pageSize: 5 })]);
});

test('the page that a body must have is given', async () => {
  const [, properties = {}, page = {}, serve = () => ({})] = styles[0] ?? [];
  answer = serve;
  const line = await imported(properties, page, 'searchThings', ['page', 'pageSize']);
  const { stdout } = await line('things search -o json');
  expect(JSON.parse(stdout)).toEqual(held);
});

test('a search that says that there is more, and takes no page, is exit 9 with the count', async () => {
  answer = () => ({ things: held.slice(0, 20), has_more: true });
  const line = await imported({}, { has_more: { type: 'boolean' } });
  const { stderr, exitCode } = await line('things search --term x -o json');
  expect([exitCode, stderr]).toEqual([9, expect.stringContaining('only 20 items of POST')]);
});

test('what may change something is sent once, whatever it answers', async () => {
  answer = () => ({ things: held.slice(0, 20), next_cursor: 'c20', has_more: true });
  const page = { next_cursor: text, has_more: { type: 'boolean' } };
  const line = await imported({ cursor: text }, page, 'rebuildThings');
  const { exitCode } = await line('things rebuild --term x -o json');
  expect([exitCode, bodies.length]).toEqual([0, 1]);
});
