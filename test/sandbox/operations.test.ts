import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Operation } from '../../src/api/operation.ts';
import { operations } from '../../src/api/operations.ts';
import { lineOf, ok, titleOf } from './cases/case.ts';
import { costCases, exchangeRateCases } from './cases/costs.ts';
import { filterCases, userCases } from './cases/filters-and-users.ts';
import { metricCases } from './cases/metrics.ts';
import { providerCases } from './cases/providers.ts';
import { virtualTagCases, workspaceCases, workspaceProviderCases } from './cases/workspaces.ts';
import { type Sandbox, start } from './start.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await start();
});
afterEach(() => sandbox.close());

const written = [
  ...workspaceCases,
  ...workspaceProviderCases,
  ...virtualTagCases,
  ...providerCases,
  ...metricCases,
  ...filterCases,
  ...userCases,
  ...exchangeRateCases,
  ...costCases,
];

/** An operation that needs neither a query nor a body has a case without being listed. */
const plain = Object.values(operations)
  .filter((one) => !written.some(({ line, status }) => status < 300 && isOf(one, line)))
  .map((one) => ok(lineOf(one), undefined, one.success[0]));
const cases = [...written, ...plain];

function isOf({ method, path }: Pick<Operation, 'method' | 'path'>, line: string): boolean {
  const form = new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(?:\\?|$)`);
  return form.test(line);
}

describe('every case of the operation tables', () => {
  test.each(cases.map((one) => [titleOf(one), one] as const))('%s', async (_title, one) => {
    const { line, status, field, sent } = one;
    const answer = await sandbox.send(line, sent);
    expect(answer.status).toBe(status);
    if (status === 204) expect(answer.text).toBe('');
    if (status >= 400) expect(answer.body).toMatchObject({ status, detail: expect.any(String) });
    if (field !== undefined) expect(Object.keys(answer.body.errors)).toEqual([field]);
  });
});

describe('a request that is not accepted', () => {
  test.each([
    'GET /v1/nothing',
    'GET /',
    'GET /v1/workspaces/wsp_platform/nothing',
    'POST /v2/workspaces',
  ])('%s is answered 404', async (line) => {
    expect((await sandbox.send(line)).status).toBe(404);
  });

  test('another method is answered 405 with the allowed methods', async () => {
    const answer = await sandbox.send('PATCH /v1/workspaces/wsp_platform');
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, PUT, DELETE');
  });

  test('a body with values of the wrong kind is answered in words that say the right one', async () => {
    // Whatever words zod itself has: those of a language are loaded with all of zod.
    z.config(z.locales.en());
    const wrong = [[], {}, [7], { x: {} }, 7, 'x', true];
    let checked = 0;
    for (const one of Object.values(operations)) {
      if (!('request' in one) || one.request === undefined) continue;
      const { properties = {} } = z.toJSONSchema(one.request, { unrepresentable: 'any' });
      const fields = Object.keys(properties);
      const bodies = [
        ...wrong,
        ...wrong.map((value) => Object.fromEntries(fields.map((field) => [field, value]))),
      ];
      const line = lineOf(one);
      for (const body of bodies) {
        const { text } = await sandbox.send(line, { body: JSON.stringify(body) });
        expect(text, `${line} ${JSON.stringify(body)}`).not.toMatch(/Invalid|wrong form/);
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(100);
  });

  test('a body over ten megabytes is answered 413', async () => {
    const answer = await sandbox.send('POST /v1/workspaces', {
      body: `"${'x'.repeat(10_485_760)}"`,
    });
    expect(answer.status).toBe(413);
  });
});
