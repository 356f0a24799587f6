import { expect, test } from 'vitest';
import { type ErrorCode, exitStatuses } from '../src/errors.ts';
import { withProfiles } from './helpers/profiles.ts';
import { run, type World } from './helpers/run.ts';
import { type Exchange, pageOf, scriptService } from './helpers/service.ts';

const list = 'workspaces list --retries 0';
const invite = 'users invite --from -';
const noUsers = { path: '/v1/users?page=1&limit=100', answer: pageOf([]) };
const people =
  'email,firstName,lastName,role\nada@example.com,Ada,Moe,viewer\nbo@example.com,Bo,Roe,owner\n';

interface Case {
  readonly code: ErrorCode;
  readonly exit: number;
  readonly of: string;
  readonly line: string;
  readonly exchanges?: readonly Exchange[];
  readonly world?: World;
}

function answering(status: number, answer: unknown = {}): Pick<Case, 'line' | 'exchanges'> {
  const path = '/v1/workspaces?page=1&limit=100';
  const headers = { 'retry-after': '400' };
  return { line: list, exchanges: [{ path, status, answer, headers }] };
}

function inviting(status: number, answer: unknown): Exchange {
  return { method: 'POST', path: '/v1/users', status, answer };
}

const unset = { COSTCTL_BASE_URL: '', COSTCTL_TOKEN: '' };
const vault = { baseUrl: 'https://api.example.test', tokenCommand: 'vault' };

const cases: readonly Case[] = [
  { code: 'server_error', exit: 1, of: 'a 500', ...answering(500) },
  { code: 'server_error', exit: 1, of: 'a 599', ...answering(599) },
  { code: 'unexpected_response', exit: 1, of: 'a 418', ...answering(418) },
  { code: 'unexpected_response', exit: 1, of: 'a 204 where 200 is promised', ...answering(204) },
  {
    ...{ code: 'unexpected_response', exit: 1, of: 'a 202 where 201 is promised' },
    line: 'workspaces create --set name=A',
    exchanges: [{ method: 'POST', path: '/v1/workspaces', status: 202, answer: { id: 'wsp_a' } }],
  },
  { code: 'unexpected_response', exit: 1, of: 'a 302', ...answering(302) },
  { code: 'unexpected_response', exit: 1, of: 'a page', ...answering(200, '<html>') },
  { code: 'unexpected_response', exit: 1, of: 'no envelope', ...answering(200, []) },
  {
    ...{ code: 'file', exit: 1, of: 'a body that cannot be read' },
    line: 'workspaces create --data @/nowhere/body.json',
  },
  {
    ...{ code: 'file', exit: 1, of: 'a result that cannot be written' },
    line: `${list} -O /nowhere/list.json`,
  },
  {
    ...{ code: 'internal', exit: 1, of: 'a fault' },
    line: 'workspaces edit wsp_a',
    exchanges: [{ path: '/v1/workspaces/wsp_a', answer: {} }],
    world: { env: { EDITOR: 'editor' }, runProgram: () => Promise.reject(new TypeError('x')) },
  },
  { code: 'usage', exit: 2, of: 'an unknown option', line: `${list} --nope` },
  { code: 'usage', exit: 2, of: 'an argument that is missing', line: 'workspaces get' },
  { code: 'usage', exit: 2, of: 'a value that is refused', line: 'workspaces get bmt_a' },
  { code: 'invalid_request', exit: 2, of: 'a 400', ...answering(400) },
  {
    ...{ code: 'cancelled', exit: 2, of: 'a question answered no' },
    line: 'providers delete prv_a',
    world: { terminal: 80, answers: ['n'] },
  },
  { code: 'unauthenticated', exit: 3, of: 'a 401', ...answering(401) },
  { code: 'not_configured', exit: 3, of: 'no address', line: list, world: { env: unset } },
  {
    ...{ code: 'not_configured', exit: 3, of: 'no token', line: list },
    world: { env: { COSTCTL_TOKEN: '' } },
  },
  {
    ...{ code: 'not_configured', exit: 3, of: 'a token command that fails', line: list },
    world: {
      env: unset,
      folder: withProfiles({ current: 'work', profiles: { work: vault } }),
      runProgram: () => Promise.resolve({ status: 1, stdout: '' }),
    },
  },
  { code: 'forbidden', exit: 4, of: 'a 403', ...answering(403) },
  { code: 'not_found', exit: 5, of: 'a 404', ...answering(404) },
  { code: 'conflict', exit: 6, of: 'a 409', ...answering(409) },
  {
    ...{ code: 'conflict', exit: 6, of: 'a profile that exists' },
    line: 'profiles add work --token-command true --no-verify',
    world: { folder: withProfiles() },
  },
  { code: 'rate_limited', exit: 7, of: 'a wait that is too long', ...answering(429) },
  {
    ...{ code: 'network', exit: 8, of: 'a connection that is refused', line: list },
    exchanges: [{ path: '/v1/workspaces?page=1&limit=100', failure: refusal() }],
  },
  {
    ...{ code: 'incomplete', exit: 9, of: 'one of two who could not be invited', line: invite },
    exchanges: [noUsers, inviting(500, {}), inviting(201, { id: 'usr_2' })],
    world: { stdin: people },
  },
  {
    ...{ code: 'invalid_data', exit: 10, of: 'a row that cannot be used', line: invite },
    world: { stdin: `${people}cy,Cy,Poe,owner\n` },
  },
  {
    ...{ code: 'check_failed', exit: 11, of: 'a test that fails', line: 'providers test prv_a' },
    exchanges: [
      { method: 'POST', path: '/v1/providers/prv_a/test', answer: { success: false } },
      { path: '/v1/providers/prv_a', status: 404, answer: {} },
    ],
  },
];

function refusal(): Error {
  return Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
}

test.each(cases)('$of is reported as $code, exit $exit', async (one) => {
  const { code, exit, line, exchanges = [], world } = one;
  const service = scriptService(...exchanges);
  const outcome = await run([...line.split(' '), '-o', 'json'], { service, ...world });
  const reported = outcome.stderr.trimEnd().split('\n').at(-1) ?? '';
  expect({ exitCode: outcome.exitCode, ...JSON.parse(reported) }).toMatchObject({
    exitCode: exit,
    error: { code },
  });
});

test('a successful command exits with 0', async () => {
  const service = scriptService({ path: '/v1/workspaces?page=1&limit=100', answer: pageOf([]) });
  expect((await run(['workspaces', 'list'], { service })).exitCode).toBe(0);
});

test('the cases cover every error code', () => {
  const reached = new Set(cases.map(({ code }) => code));
  // A signal is sent to the built program alone.
  const all = Object.keys(exitStatuses).filter((code) => code !== 'interrupted');
  expect([...reached].toSorted()).toEqual(all.toSorted());
});
