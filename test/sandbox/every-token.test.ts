import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '../../src/api/operations.ts';
import { lineOf } from './cases/case.ts';
import { type Sandbox, start } from './start.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await start();
});
afterAll(() => sandbox.close());

const lines = Object.values(operations).map((one) => [lineOf(one), one.token] as const);

test.each(lines)('%s answers 401 without a valid token', async (line) => {
  for (const token of ['none', 'wrong'] as const) {
    const { status, headers, body } = await sandbox.send(line, { token });
    expect(status).toBe(401);
    expect(headers.get('content-type')).toBe('application/problem+json');
    expect(body).toMatchObject({ status: 401, title: 'Unauthorized' });
  }
});

/** Those of the organization by api.md, and those that make or take away what belongs to it. */
const organizational = lines.filter(
  ([line, token]) =>
    token === 'organization' ||
    ['POST /v1/workspaces', 'POST /v1/providers', 'DELETE /v1/providers/prv_aws_main'].includes(
      line,
    ),
);

test.each(organizational)('%s answers 403 to a workspace token', async (line) => {
  expect((await sandbox.send(line, { token: 'workspace' })).status).toBe(403);
});

test.each([
  ['basic', 'Basic c2FuZGJveA=='],
  ['bare', 'sandbox'],
  ['empty', 'Bearer '],
])('refuses %s credentials', async (_what, authorization) => {
  const { status } = await fetch(`${sandbox.url}/v1/providers/available`, {
    headers: { authorization },
  });
  expect(status).toBe(401);
});

test('ignores the letter case of the authorization scheme', async () => {
  const authorization = `bearer ${sandbox.tokens.organization}`;
  const headers = { authorization };
  expect((await fetch(`${sandbox.url}/v1/providers/available`, { headers })).status).toBe(200);
});
