import { expect, test } from 'vitest';
import { blameResult, blameSignal, rememberChanges } from '../../src/api/changes-made.ts';
import { CostctlError, withHint } from '../../src/errors.ts';
import type { Client } from '../../src/http/client.ts';
import type { Request } from '../../src/http/request.ts';

const answering: Client = {
  request: async () => ({ status: 200, headers: {}, body: Buffer.alloc(0), attempts: 1 }),
  close: async () => undefined,
};

const create = { method: 'POST', path: '/v1/a', idempotent: false };
const store = { method: 'PUT', path: '/v1/b', idempotent: true };
const look = 'look at what is there before you send it again';
const again = 'the same change can be sent again: it has the same effect';

test.each<[string, readonly Request[], string, string]>([
  ['is not idempotent', [create], 'POST /v1/a', look],
  ['is idempotent', [store], 'PUT /v1/b', again],
  ['deletes', [{ ...store, method: 'DELETE' }], 'DELETE /v1/b', look],
  [
    'is idempotent only with its key',
    [{ ...create, idempotent: true, headers: { 'X-Idempotency-Key': '1' } }],
    'POST /v1/a',
    look,
  ],
  [
    'is idempotent after one that is not',
    [create, store],
    '2 requests (the last is PUT /v1/b)',
    look,
  ],
  ['is one of several that are', [store, store], '2 requests (the last is PUT /v1/b)', again],
])('a change that %s: what a second run would do', async (_what, requests, name, hint) => {
  const controller = new AbortController();
  const { signal } = controller;
  const { client, made } = rememberChanges(answering, signal);
  for (const request of requests) await client.request(request);
  const reading = { ...create, changesNothing: true };
  for (const request of [reading, { ...store, method: 'GET' }]) await client.request(request);
  const thrown = new CostctlError('usage', '--columns: unknown');
  expect(blameResult(thrown, made())).toMatchObject({
    code: 'incomplete',
    message: `the service has carried out ${name}; after that: --columns: unknown`,
    details: { hint },
  });
  const ended = new CostctlError('interrupted', 'interrupted by SIGTERM', { exitStatus: 143 });
  controller.abort(ended);
  expect(blameSignal(ended, signal)).toMatchObject({
    code: 'interrupted',
    message: `the service has carried out ${name}; after that: interrupted by SIGTERM`,
    details: { hint, exitStatus: 143 },
  });
  expect(blameSignal(ended, new AbortController().signal)).toBe(ended);
  const kept = withHint(ended, 'the text is in a.json');
  expect(blameSignal(kept, signal).details.hint).toBe(`the text is in a.json; ${hint}`);
  const complete = new CostctlError('interrupted', '2 of 5 were stored', { hint: 'run it again' });
  expect(blameSignal(complete, signal)).toBe(complete);
});
