import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createDryRun, DryRunStop } from '../../src/api/dry-run.ts';
import { createHttp } from '../../src/api/http.ts';
import { AnyResponse } from '../../src/api/operation.ts';
import { operations } from '../../src/api/operations.ts';
import { promised } from '../../src/api/schemas/shared-fields.ts';
import type { Client } from '../../src/http/client.ts';
import type { Request } from '../../src/http/request.ts';
import { ExactNumber, type JsonValue } from '../../src/json/number.ts';

/** Masks nothing. */
const unchanged = (text: string) => text;

function answering(body: string, headers: Record<string, string> = {}) {
  const requests: Request[] = [];
  const warnings: string[] = [];
  const client: Client = {
    request: async (request) => {
      requests.push(request);
      return { status: 200, headers, body: Buffer.from(body), attempts: 1 };
    },
    mask: (text) => text.replaceAll('secret', '****'),
    close: async () => undefined,
  };
  const http = createHttp(client, { warn: (text) => warnings.push(text), concurrency: 4 });
  return { http, requests, warnings };
}

const getThing = {
  ...operations.getProvider,
  response: z.looseObject({ id: promised(z.string()), size: z.optional(z.number()) }),
};
const getAnything = { ...operations.getProvider, response: AnyResponse };
const provider = { path: { providerId: 'p/1' } };

test('a call becomes a request with the method and path of its operation', async () => {
  const { http, requests } = answering('{}');
  await http.send(operations.updateBusinessMetric, {
    path: { metricId: 'p/1' },
    query: { workspaceId: 'wsp_1' },
    body: { name: null, amount: new ExactNumber('0.1000') },
  });
  expect(requests[0]).toMatchObject({
    method: 'PUT',
    path: '/v1/business-metrics/p%2F1',
    body: '{"name":null,"amount":0.1000}',
    idempotent: true,
    success: [200],
  });
  expect(String(requests[0]?.query)).toBe('workspaceId=wsp_1');
});

test('typed ids are unwrapped at any depth, unless asSent is set', async () => {
  const body = '{"id":{"Value":"x"},"list":[{"Value":{"Value":1.50}},{"Value":1,"more":2}]}';
  const { http } = answering(body);
  expect(await http.send(getAnything, provider)).toEqual({
    id: 'x',
    list: [new ExactNumber('1.50'), { Value: 1, more: 2 }],
  });
  expect(await http.send(getAnything, { ...provider, asSent: true })).toMatchObject({
    id: { Value: 'x' },
  });
});

test('a __proto__ key in a response does not change any prototype', async () => {
  const { http } = answering('{"__proto__":{"Value":{"polluted":true}},"a":{}}');
  const answer = await http.send(operations.getProvider, provider);
  expect(Object.keys(Object(answer))).toEqual(['__proto__', 'a']);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

test.each([1000, 50_000])(
  'a document nested %i levels deep is read or refused without a crash',
  async (depth) => {
    const { http } = answering(`${'['.repeat(depth)}${']'.repeat(depth)}`);
    const outcome = await http.send(getAnything, provider).then(
      (value) => (Array.isArray(value) ? 'read' : 'else'),
      (error: unknown) => Reflect.get(Object(error), 'code'),
    );
    expect(['read', 'unexpected_response']).toContain(outcome);
  },
);

describe('a response that does not match the contract', () => {
  test.each<[string, string, Record<string, string>]>([
    ['HTML', '<html>\n<body>', { 'content-type': 'text/html' }],
    ['HTML that says it is JSON', '<html>', { 'content-type': 'application/json' }],
    ['JSON cut short', '{"id":', {}],
    ['nothing', '', {}],
    ['a list', '[1]', {}],
    ['a number that keeps its digits', '1.50', {}],
    ['a field of another type', '{"id":7}', {}],
    ['a field that keeps its digits', '{"id":1.50}', {}],
    ['a field that is an object', '{"id":{}}', {}],
  ])('%s is an unexpected response, and its first line is shown', async (_name, body, headers) => {
    const { http } = answering(body, headers);
    await expect(http.send(getThing, provider)).rejects.toMatchObject({
      code: 'unexpected_response',
      details: { body: body.split('\n')[0] },
    });
  });

  test('is shown shortened and without secrets', async () => {
    const { http } = answering(`secret ${'x'.repeat(1000)}`, { 'content-type': 'text/plain' });
    const error: unknown = await http
      .send(operations.getProvider, provider)
      .catch((thrown) => thrown);
    const shown = String(Reflect.get(Object(Reflect.get(Object(error), 'details')), 'body'));
    expect(shown).toMatch(/^\*{4} x+…$/);
    expect(shown.length).toBeLessThan(250);
  });

  test('reports that a POST may have been applied', async () => {
    const { http } = answering('<html>');
    await expect(http.send(operations.createVirtualTag, { body: {} })).rejects.toMatchObject({
      details: { hint: expect.stringContaining('may have been applied') },
    });
  });
});

test('a record without a required field is returned as received, with one warning per run', async () => {
  const { http, warnings } = answering('{"kind":"of a new sort","new":1}');
  const send = () => http.send(getThing, provider);
  expect(await send()).toEqual({ kind: 'of a new sort', new: 1 });
  await send();
  expect(warnings).toEqual([
    'the service left out id, which its contract requires; shown as received',
  ]);
});

test('unknown fields are returned in their order, without a warning', async () => {
  const { http, warnings } = answering('{"z":1,"size":2,"id":"x","a":3}');
  expect(JSON.stringify(await http.send(getThing, provider))).toBe(
    '{"z":1,"size":2,"id":"x","a":3}',
  );
  expect(warnings).toEqual([]);
});

test('a response without a field that the caller needs is an error', async () => {
  const { http } = answering('{"size":1}');
  const sent = http.send(getThing, { ...provider, needed: ['id'] });
  await expect(sent).rejects.toMatchObject({
    code: 'unexpected_response',
    message: 'the response to GET /v1/providers/p%2F1 lacks id',
  });
});

test('an empty body becomes undefined if the operation returns no body', async () => {
  const { http } = answering('');
  expect(await http.send(operations.deleteProvider, provider)).toBeUndefined();
});

describe('a dry run', () => {
  test('sends reads, and stops before the first change with its secrets masked', async () => {
    const { http, requests } = answering('{"id":"x"}');
    const dryRun = createDryRun(http, unchanged);
    await dryRun.send(operations.getProvider, provider);
    const error: unknown = await dryRun
      .send(operations.connectProvider, {
        body: {
          key: 'aws',
          credentials: { user: 'me' },
          settings: { apiKey: 'k', accessToken: 't', region: 'eu', max_tokens_shown: '3' },
        },
      })
      .catch((thrown) => thrown);
    expect(error).toBeInstanceOf(DryRunStop);
    expect(Reflect.get(Object(error), 'planned')).toEqual({
      method: 'POST',
      path: '/v1/providers',
      body: {
        key: 'aws',
        credentials: { user: '****' },
        settings: { apiKey: '****', accessToken: '****', region: 'eu', max_tokens_shown: '3' },
      },
    });
    expect(requests).toHaveLength(1);
  });

  test.each([
    ...['password', 'db_password', 'accessToken', 'CLIENT_SECRET', 'x-api-key', 'apikeys'],
    ...['secretAccessKey', 'accountKey', 'privateKey', 'Authorization', 'connectionString'],
    ...['passphrase', 'credential', 'serviceCredentials'],
  ])('masks the value of a field named %s', async (name) => {
    const dryRun = createDryRun(answering('{}').http, unchanged);
    const sent = dryRun.send(operations.createVirtualTag, { body: { [name]: 'abc' } });
    await expect(sent).rejects.toMatchObject({ planned: { body: { [name]: '****' } } });
  });

  test.each(['key', 'accessKeyId', 'tokens_shown', 'secretary', 'name'])(
    'shows the value of a field named %s',
    async (name) => {
      const dryRun = createDryRun(answering('{}').http, unchanged);
      const sent = dryRun.send(operations.createVirtualTag, { body: { [name]: 'abc' } });
      await expect(sent).rejects.toMatchObject({ planned: { body: { [name]: 'abc' } } });
    },
  );

  test('masks a secret wherever it is: in lists of lists, beside others, below any name', async () => {
    const { place } = fc.letrec<{ place: JsonValue }>((tie) => ({
      place: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom({ password: 'canary' }, { apiKeys: ['canary', { deep: 'canary' }] }),
        fc.array(tie('place'), { minLength: 1, maxLength: 3 }),
        fc.tuple(fc.constantFrom('name', 'items', 'a.b'), tie('place')).map(([key, held]) => ({
          shown: 'plain',
          [key]: held,
        })),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(place, async (held) => {
        const error: unknown = await createDryRun(answering('{}').http, unchanged)
          .send(operations.createVirtualTag, { body: { held } })
          .catch((thrown) => thrown);
        const planned = JSON.stringify(Reflect.get(Object(error), 'planned'));
        const plain = (text: string) => text.split('"plain"').length;
        expect(planned).not.toContain('canary');
        expect(plain(planned)).toBe(plain(JSON.stringify(held)));
      }),
    );
  });

  test('also stops a request sent directly through its client', async () => {
    const { http, requests } = answering('{}');
    const dryRun = createDryRun(http, unchanged);
    const sent = dryRun.client.request({
      method: 'DELETE',
      path: '/v1/x',
      query: new URLSearchParams({ token: 'abc', page: '1' }),
      idempotent: true,
    });
    await expect(sent).rejects.toMatchObject({
      planned: { method: 'DELETE', path: '/v1/x', query: { token: '****', page: '1' } },
    });
    expect(requests).toEqual([]);
  });
});
