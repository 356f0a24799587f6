import { afterEach, beforeEach, expect, test } from 'vitest';
import { answer, cutShort, type Reply, reset, stall } from '../helpers/loopback.ts';
import { pageOf } from '../helpers/service.ts';
import { secretToken } from './program.ts';
import { openPlace, type Place } from './service.ts';

let place: Place;

beforeEach(() => {
  place = openPlace();
});

afterEach(() => place.close());

const first = { id: 'wsp_a', name: 'A' };
const second = { id: 'wsp_b', name: 'B' };
const list = ['workspaces', 'list', '-o', 'json'];
const problem = { title: 'It is busy', detail: 'come again' };

test('a request has the token, user agent, gzip support and the path prefix', async () => {
  const service = await place.serve(answer(200, pageOf([first])));
  const prefixed = { ...service, url: new URL('/behind/gateway/', service.url) };
  const { status, stdout } = await place.costctl(prefixed, list);
  expect({ status, stdout }).toEqual({ status: 0, stdout: `${JSON.stringify([first])}\n` });
  const [request] = service.requests;
  expect(request).toMatchObject({
    method: 'GET',
    path: '/behind/gateway/v1/workspaces?page=1&limit=100',
    headers: { authorization: `Bearer ${secretToken}`, 'accept-encoding': 'gzip' },
  });
  expect(request?.headers['user-agent']).toMatch(
    /^costctl\/\d+\.\d+\.\d+ \(node\/\d+\.\d+\.\d+; \w+\)$/,
  );
});

test('only the query of a next link to another host is used, with missing parameters added', async () => {
  const stranger = await place.serve(answer(200, pageOf([])));
  const next = `${stranger.url.origin}/other/path?page=2`;
  const service = await place.serve(
    answer(200, pageOf([first], { next })),
    answer(200, pageOf([second])),
  );
  const { status, stdout } = await place.costctl(service, [...list, '--param', 'kept=yes']);
  expect({ status, found: JSON.parse(stdout) }).toEqual({ status: 0, found: [first, second] });
  expect(service.requests.map(({ path }) => path)).toEqual([
    '/v1/workspaces?page=1&limit=100&kept=yes',
    '/v1/workspaces?page=2&limit=100&kept=yes',
  ]);
  expect(stranger.requests).toEqual([]);
});

test('a next link to the same page is an unexpected response', async () => {
  const service = await place.serve(answer(200, pageOf([first], { next: '?page=1' })));
  const { status, stderr, stdout } = await place.costctl(service, list);
  expect({ status, stdout, requests: service.requests.length }).toEqual({
    status: 1,
    stdout: '',
    requests: 1,
  });
  expect(JSON.parse(stderr).error.code).toBe('unexpected_response');
});

test('a redirect is not followed, and the token is not sent to it', async () => {
  const stranger = await place.serve(answer(200, pageOf([])));
  const service = await place.serve(
    answer(302, '', { location: `${stranger.url.origin}/v1/workspaces` }),
  );
  const { status, stderr } = await place.costctl(service, list);
  expect(status).toBe(1);
  expect(JSON.parse(stderr).error).toMatchObject({ code: 'unexpected_response', status: 302 });
  expect(stranger.requests).toEqual([]);
});

test.each<[string, Reply, RegExp]>([
  ['HTML', answer(200, '<p>hello</p>\nmore', { 'content-type': 'text/html' }), /<p>hello<\/p>\n/],
  ['HTML declared as JSON', answer(200, '<p>hello</p>\nmore'), /<p>hello<\/p>\n/],
  ['a list without its envelope', answer(200, [first]), /wsp_a/],
  ['an answer cut short', cutShort, /{"a":/],
])('%s is an unexpected response and its first line is shown', async (_name, reply, shown) => {
  const service = await place.serve(reply);
  const { status, stdout, stderr } = await place.costctl(service, [
    'workspaces',
    'list',
    '--retries',
    '0',
  ]);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^error: the (answer|response) to GET \/v1\/workspaces /);
  expect(stderr).toMatch(shown);
  expect(stderr).not.toMatch(/more|\n\s+at /);
});

test.each<[string, Reply]>([
  ['500', answer(500, problem)],
  ['502 in HTML', answer(502, '<p>bad gateway', { 'content-type': 'text/html' })],
  ['503 with Retry-After', answer(503, problem, { 'retry-after': 1 })],
  ['504', answer(504, problem)],
  ['a reset connection', reset],
  ['an answer cut short', cutShort],
])('a GET is retried after %s', async (_name, failure) => {
  const service = await place.serve(failure, answer(200, pageOf([first])));
  const { status, stdout } = await place.costctl(service, list);
  expect({ status, found: JSON.parse(stdout) }).toEqual({ status: 0, found: [first] });
  expect(service.requests).toHaveLength(2);
});

test('a GET fails after --retries attempts and shows the message of the service', async () => {
  const service = await place.serve(answer(503, problem));
  const { status, stderr } = await place.costctl(service, ['workspaces', 'list', '--retries', '1']);
  expect(status).toBe(1);
  expect(service.requests).toHaveLength(2);
  expect(stderr).toContain('  It is busy\n  come again\n');
});

test.each<[string, string[], Reply]>([
  ['a POST after 500', ['POST', '/v1/things'], answer(500, problem)],
  ['a POST after a reset', ['POST', '/v1/things'], reset],
  ['a POST after a time-out', ['POST', '/v1/things', '--timeout', '0.3'], stall],
  ['a PATCH after 503', ['PATCH', '/v1/things/1'], answer(503, problem)],
])(
  '%s is not retried, and the error warns that it may have been applied',
  async (_name, line, reply) => {
    const service = await place.serve(reply);
    const { stderr, status } = await place.costctl(service, ['api', ...line, '--data', '{}']);
    expect(service.requests).toHaveLength(1);
    expect([1, 8]).toContain(status);
    expect(stderr).toContain('hint: it may have been applied');
  },
);

test('a DELETE answered 404 on a retry counts as done', async () => {
  const service = await place.serve(answer(500, problem), answer(404, problem));
  const { status, stderr } = await place.costctl(service, ['providers', 'delete', 'prv_a', '-yq']);
  expect({ status, stderr, requests: service.requests.length }).toEqual({
    status: 0,
    stderr: '',
    requests: 2,
  });
});

test('records with unknown and missing fields are shown unchanged, with one warning', async () => {
  const odd = { id: 'prv_a', colour: 'blue' };
  const service = await place.serve(answer(200, pageOf([odd, odd])));
  const { status, stdout, stderr } = await place.costctl(service, [
    'providers',
    'list',
    '-o',
    'json',
  ]);
  expect({ status, found: JSON.parse(stdout) }).toEqual({ status: 0, found: [odd, odd] });
  expect(stderr.match(/^warning: /gm)).toHaveLength(1);
});
