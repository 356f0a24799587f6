import { expect, test } from 'vitest';
import { createHttp } from '../../src/api/http.ts';
import { AnyJson } from '../../src/api/operation.ts';
import { operations } from '../../src/api/operations.ts';

function send(headers: Readonly<Record<string, string>>, body = Buffer.from('{}')) {
  const response = { status: 200, headers, body, attempts: 1 };
  const client = { request: async () => response, close: async () => undefined };
  return createHttp(client, { warn: () => undefined, concurrency: 1 }).send({
    ...operations.listWorkspaces,
    response: AnyJson,
  });
}

test.each([
  'application/json',
  'application/json; charset=utf-8',
  ' Application/JSON',
  'application/problem+json',
  'application/vnd.costs.v1+json;v=2',
])('an answer declared as %j is read as JSON', async (type) => {
  expect(await send({ 'content-type': type })).toEqual({});
});

test('an answer without a content type is read as JSON', async () => {
  expect(await send({})).toEqual({});
});

test.each([
  'text/html',
  'text/plain',
  'application/jsonp',
  'application/octet-stream',
  'x-application/json',
  'text/html; type=application/json',
  '',
])('an answer declared as %j is refused, even if it contains JSON', async (type) => {
  await expect(send({ 'content-type': type })).rejects.toMatchObject({
    code: 'unexpected_response',
    message: 'the response to GET /v1/workspaces is not JSON',
    details: { body: '{}' },
  });
});

test.each([
  ['application/json', Buffer.from('{"name":"caf\xe9"}', 'latin1')],
  ['application/json; charset=iso-8859-1', Buffer.from('{"name":"caf\xe9"}', 'latin1')],
  ['application/json', Buffer.from([...Buffer.from('{"name":"'), 0xf0, 0x9f, 0x98, 0x22, 0x7d])],
])('an answer of %s that is not UTF-8 is refused: it cannot be sent back', async (type, body) => {
  await expect(send({ 'content-type': type }, body)).rejects.toMatchObject({
    code: 'unexpected_response',
    message: 'the response to GET /v1/workspaces is not UTF-8',
  });
});
