import { afterEach, beforeEach, expect, test } from 'vitest';
import { answer } from '../helpers/loopback.ts';
import { pageOf } from '../helpers/service.ts';
import { openPlace, type Place } from './service.ts';

let place: Place;

beforeEach(() => {
  place = openPlace();
});

afterEach(() => place.close());

const first = { id: 'wsp_a', name: 'A' };
const list = ['workspaces', 'list', '-o', 'json'];
const problem = { title: 'It is busy', detail: 'come again' };

test('a POST rejected by the rate limit is retried', async () => {
  const service = await place.serve(
    answer(429, problem, { 'retry-after': 0 }),
    answer(201, { id: 'wsp_a' }),
  );
  const { status } = await place.costctl(service, ['workspaces', 'create', '--set', 'name=A']);
  expect({ status, requests: service.requests.length }).toEqual({ status: 0, requests: 2 });
});

test.each<[string, Record<string, string | number>]>([
  ['Retry-After in seconds', { 'retry-after': 1 }],
  ['RateLimit-Reset', { 'ratelimit-reset': 1 }],
  ['no header', {}],
])('429 with %s causes a wait', async (_name, headers) => {
  const service = await place.serve(answer(429, problem, headers), answer(200, pageOf([first])));
  const { status, stderr } = await place.costctl(service, list);
  expect({ status, stderr, requests: service.requests.length }).toEqual({
    status: 0,
    stderr: '',
    requests: 2,
  });
});

test('429 with a date causes a wait', async () => {
  const date = new Date(Date.now() + 2000).toUTCString();
  const service = await place.serve(
    answer(429, problem, { 'retry-after': date }),
    answer(200, pageOf([first])),
  );
  const { status } = await place.costctl(service, list);
  expect({ status, requests: service.requests.length }).toEqual({ status: 0, requests: 2 });
});

test('a wait up to --max-wait is accepted, and a longer wait fails at once', async () => {
  const service = await place.serve(
    answer(429, problem, { 'retry-after': 1 }),
    answer(200, pageOf([first])),
  );
  const within = await place.costctl(service, [...list, '--max-wait', '1']);
  expect({ status: within.status, stderr: within.stderr }).toEqual({ status: 0, stderr: '' });

  const busy = await place.serve(answer(429, problem, { 'retry-after': 7 }));
  const past = await place.costctl(busy, ['workspaces', 'list', '--max-wait', '6']);
  expect({ status: past.status, requests: busy.requests.length }).toEqual({
    status: 7,
    requests: 1,
  });
  expect(past.stderr).toMatch(/^error: the rate limit asks to wait 7 s/);
});

test('--max-wait 0 never waits', async () => {
  const service = await place.serve(answer(429, problem, { 'retry-after': 0 }));
  const { status, stderr } = await place.costctl(service, [...list, '--max-wait', '0']);
  expect({ status, requests: service.requests.length }).toEqual({ status: 7, requests: 1 });
  expect(JSON.parse(stderr).error).toMatchObject({ code: 'rate_limited', status: 429, problem });
});

test.each<[string, string[], number, string]>([
  ['400', [], 2, 'invalid_request'],
  ['401', [], 3, 'unauthenticated'],
  ['403', [], 4, 'forbidden'],
  ['404', [], 5, 'not_found'],
  ['409', [], 6, 'conflict'],
  ['410', [], 1, 'unexpected_response'],
  ['500', ['--retries', '0'], 1, 'server_error'],
])('the status %s determines the error code for any body', async (status, more, exit, code) => {
  const service = await place.serve(answer(Number(status), '<p>first</p>\nsecond'));
  const text = await place.costctl(service, ['workspaces', 'list', ...more]);
  expect(text.status).toBe(exit);
  expect(text.stderr).toMatch(/^error: .*\n {2}<p>first<\/p>\n/);
  const json = await place.costctl(service, [...list, ...more]);
  expect(JSON.parse(json.stderr).error).toMatchObject({
    code,
    status: Number(status),
    method: 'GET',
    path: '/v1/workspaces',
    problem: '<p>first</p>',
  });
});
