import { afterAll, beforeAll, expect, test } from 'vitest';
import { createContract } from '../helpers/contract.ts';
import { answer, type Loopback, openLoopback } from '../helpers/loopback.ts';
import { createFolder, removeFolder, runProgram } from './program.ts';

// What the other tests of this folder lean on: a program that strays from the contract fails its test.
const folder = createFolder();
let service: Loopback;
beforeAll(async () => {
  service = await openLoopback(answer(200, { links: {}, data: [{ name: 'no id' }] }));
});
afterAll(async () => {
  await service.close();
  removeFolder(folder);
});

function start(line: readonly string[], token: string) {
  const address = { COSTCTL_BASE_URL: service.url.href, COSTCTL_TOKEN: token };
  return runProgram(line, { env: { HOME: folder, ...address } });
}

const stranger = 'tok_0123456789abcdef';

test('a request that is not in the API document is detected', async () => {
  const line = ['providers', 'list', '--param=colour=blue'];
  await expect(start(line, stranger)).rejects.toThrow(
    "against the service's document: GET /v1/providers?page=1&limit=100&colour=blue: " +
      'colour is not a parameter of the operation',
  );
});

test('a body that the API document does not allow is detected', () => {
  const request = { method: 'POST', target: '/v1/users', requestBody: '{"role":"admin"}' };
  expect(createContract().problemsOfRequest(request)).toEqual([
    'body/role must be equal to one of the allowed values',
    'by the record, role must be one of viewer, editor, integrationOwner, owner',
  ]);
});

test('a member of a body that the API document does not list is detected', () => {
  const target = '/v1/providers/prv_aws_main';
  const requestBody = '{"name":"Main","description":null}';
  expect(createContract().problemsOfRequest({ method: 'PUT', target, requestBody })).toEqual([
    'name is not a member of the body',
  ]);
});

test('an invalid response of a sandbox is detected', async () => {
  const line = ['users', 'list', '-q'];
  await expect(start(line, 'sandbox_org_a')).rejects.toThrow(
    "GET /v1/users?page=1&limit=100: body/data/0 must have required property 'id'",
  );
  expect(await start(line, stranger)).toMatchObject({ status: 0 });
});
