import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createHttp, findMissing } from '../../src/api/http.ts';
import { operations } from '../../src/api/operations.ts';
import { NumberLike, promised } from '../../src/api/schemas/shared-fields.ts';
import { parseJson } from '../../src/json/parse.ts';

const Item = z.looseObject({ id: z.string(), amount: z.optional(NumberLike) });
const Thing = z.looseObject({
  name: z.string(),
  active: z.optional(z.nullable(z.boolean())),
  owner: z.optional(z.nullable(z.looseObject({ id: z.string() }))),
  data: z.optional(z.array(Item)),
  tags: z.optional(z.record(z.string(), z.string())),
});

function answer(body: string) {
  const response = { status: 200, headers: {}, body: Buffer.from(body), attempts: 1 };
  const client = { request: async () => response, close: async () => undefined };
  const http = createHttp(client, { warn: () => undefined, concurrency: 1 });
  return http.send({ ...operations.listWorkspaces, response: Thing });
}

test.each([
  '{"name":""}',
  '{"name":"a","active":null,"owner":null,"more":[1]}',
  '{"name":"a","active":false,"owner":{"id":"x"},"data":[],"tags":{}}',
  '{"name":"a","data":[{"id":"x","amount":1.10},{"id":"y","amount":2}],"tags":{"a":"b"}}',
])('an answer that matches the contract is returned as it came: %s', async (body) => {
  expect(await answer(body)).toEqual(parseJson(body));
});

test.each([
  ['', 'has no body'],
  ['[]', 'is not an object'],
  ['1.50', 'is not an object'],
  ['null', 'is not an object'],
  ['"a"', 'is not an object'],
  ['{}', 'lacks name'],
  ['{"name":null}', 'does not match the contract: name is not text'],
  ['{"name":1.50}', 'does not match the contract: name is not text'],
  ['{"name":"a","active":"no"}', 'does not match the contract: active is not true or false'],
  ['{"name":"a","owner":"b"}', 'does not match the contract: owner is not an object'],
  ['{"name":"a","owner":1.50}', 'does not match the contract: owner is not an object'],
  ['{"name":"a","owner":{}}', 'lacks owner.id'],
  ['{"name":"a","data":{}}', 'does not match the contract: data is not a list'],
  ['{"name":"a","data":[{"id":"x"},{}]}', 'lacks data[1].id'],
  [
    '{"name":"a","data":[{"id":"x"},2.50]}',
    'does not match the contract: data[1] is not an object',
  ],
  [
    '{"name":"a","data":[{"id":"x","amount":"2"}]}',
    'does not match the contract: data[0].amount is not a number',
  ],
  [
    '{"name":"a","data":[{"id":"x","amount":true}]}',
    'does not match the contract: data[0].amount is not a number',
  ],
  ['{"name":"a","tags":[]}', 'does not match the contract: tags is not an object'],
])('the answer %s is refused: it %s', async (body, problem) => {
  await expect(answer(body)).rejects.toMatchObject({
    code: 'unexpected_response',
    message: `the response to GET /v1/workspaces ${problem}`,
  });
});

const Promised = z.looseObject({
  name: promised(z.string()),
  owner: promised(z.looseObject({ id: promised(z.string()) })),
  data: z.optional(
    z.array(z.looseObject({ id: promised(z.string()), note: z.optional(z.string()) })),
  ),
});

test.each([
  [{ name: 'a', owner: { id: 'x' } }, undefined],
  [{ name: '', owner: { id: '' }, data: [{ id: 'a' }] }, undefined],
  [{ owner: { id: 'x' } }, 'name'],
  [{ name: null, owner: { id: 'x' } }, 'name'],
  [{ name: 'a' }, 'owner'],
  [{ name: 'a', owner: {} }, 'owner.id'],
  [{ name: 'a', owner: { id: 'x' }, data: [{ id: 'a' }, {}] }, 'data.id'],
  [{ name: 'a', owner: { id: 'x' }, data: [{ id: 'a' }, { id: null }] }, 'data.id'],
])('of what is promised, %j lacks %s', (value, missing) => {
  expect(findMissing(value, Promised)).toBe(missing);
});
