import { expect, onTestFinished, test } from 'vitest';
import type { Options } from '../../src/library/client.ts';
import { createClient } from '../../src/library/main.ts';
import { answer, openLoopback } from '../helpers/loopback.ts';

const links = { self: null, first: null, prev: null, next: null, last: null };
const row = { date: '2026-10-01', cost: 1.5, currency: 'EUR' };
const page = answer(200, { data: [row], links, meta: { totalRecords: 1, page: 1, limit: 100 } });

async function open(options: Partial<Options> = {}) {
  const service = await openLoopback(page);
  const baseUrl = service.url.href;
  const client = createClient({ baseUrl, token: 'token_of_the_test_1234', ...options });
  onTestFinished(async () => {
    await client.close();
    await service.close();
  });
  return { client, requests: service.requests, baseUrl };
}

async function collect(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const item of items) all.push(item);
  return all;
}

test('an address that ends in /v1 is the same as without it', async () => {
  const { baseUrl, requests } = await open();
  const client = createClient({ baseUrl: `${baseUrl}v1/`, token: 'token_of_the_test_1234' });
  onTestFinished(client.close);
  expect(await collect(client.list('listUsers'))).toHaveLength(1);
  expect(requests.map(({ path }) => path)).toEqual(['/v1/users?page=1&limit=100']);
});

test.each<[string, Partial<Options>]>([
  ['concurrency: 0 is not a number from 1 to 16', { concurrency: 0 }],
  ['concurrency: 17 is not a number from 1 to 16', { concurrency: 17 }],
  ['concurrency: NaN is not a whole number from 1 to 16', { concurrency: Number.NaN }],
  ['retries: -1 is not a number from 0 to 100', { retries: -1 }],
  ['retries: 1.5 is not a whole number from 0 to 100', { retries: 1.5 }],
  ['timeout: 0 is not a number from 1 to 2000000000', { timeout: 0 }],
  ['maxWait: NaN is not a number from 0 to 2000000000', { maxWait: Number.NaN }],
])('%s', async (message, options) => {
  await expect(open(options)).rejects.toMatchObject({ code: 'usage', message });
});

test.each([
  ["from: '2026-02-30' is not a valid date", '2026-02-30', '2026-03-01', []],
  ["to: 'today' is not a valid date", '2026-10-01', 'today', []],
  ['from 2026-10-02 is after to 2026-10-01', '2026-10-02', '2026-10-01', []],
  ['to 9999-12-31 is in the future', '2026-10-01', '9999-12-31', []],
  ["where: 'cost' is not a condition", '2026-10-01', '2026-10-01', ['cost']],
])('nothing is sent for a question if %s', async (message, from, to, where) => {
  const { client, requests } = await open();
  await expect(collect(client.costs({ from, to, where }))).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining(message),
  });
  expect(requests).toEqual([]);
});

test('rows are those that meet the conditions, whose columns the rows must have', async () => {
  const { client } = await open();
  const days = { from: '2026-10-01', to: '2026-10-01' };
  expect(await collect(client.costs({ ...days, where: ['cost>1'] }))).toEqual([row]);
  expect(await collect(client.costs({ ...days, where: ['cost>2'] }))).toEqual([]);
  await expect(collect(client.costs({ ...days, where: ['costs>1'] }))).rejects.toMatchObject({
    code: 'usage',
    message: "where: no row has the column 'costs'; did you mean 'cost'?",
  });
});

test.each([
  [
    'http://cost.example.com',
    'must begin with https://: plain http:// would show the token to the network',
  ],
  [
    'https://me:x@cost.example.com',
    'must not contain a user name or password: the token goes into the option token',
  ],
])('the address %s is refused in words of the library', async (baseUrl, fault) => {
  const message = `baseUrl: ${fault}`;
  await expect(open({ baseUrl })).rejects.toMatchObject({ code: 'usage', message });
});

test.each<[string, Partial<Options>]>([
  ['text', { token: '' }],
  ['a function', { token: async () => '' }],
])('an empty token, as %s, is reported as such, and nothing is sent', async (_what, options) => {
  const { client, requests } = await open(options);
  await expect(client.call('listUsers')).rejects.toMatchObject({
    ...{ code: 'not_configured', message: 'the token is empty' },
    details: { hint: 'set the option token' },
  });
  expect(requests).toEqual([]);
});

test('a single value that is too large fails', async () => {
  const service = await openLoopback(answer(413, {}));
  const client = createClient({ baseUrl: service.url.href, token: 'x'.repeat(20), workspace: 'a' });
  onTestFinished(async () => {
    await client.close();
    await service.close();
  });
  const values = [1, 2].map((day) => ({ date: `2026-10-0${day}`, amount: '1' }));
  await expect(client.importValues('bmt_orders', values)).rejects.toMatchObject({
    details: { status: 413 },
  });
  expect(service.requests).toHaveLength(2);
});

test('a batch that is too large is halved, and so are the later ones', async () => {
  const takesMost = 3;
  const sizes: number[] = [];
  const service = await openLoopback((socket, request) => {
    const { length } = JSON.parse(request.body).values;
    sizes.push(length);
    const data = { created: length, updated: 0, unchanged: 0 };
    const reply = length > takesMost ? answer(413, {}) : answer(200, data);
    reply(socket, request);
  });
  const token = 'token_of_the_test_1234';
  const client = createClient({ baseUrl: service.url.href, token, workspace: 'wsp_a' });
  onTestFinished(async () => {
    await client.close();
    await service.close();
  });
  const values = Array.from({ length: 1010 }, () => ({ date: '2026-10-01', amount: '1' }));
  expect(await client.importValues('bmt_orders', values)).toEqual({
    ...{ created: 1010, updated: 0, unchanged: 0 },
  });
  expect(sizes.slice(0, 10)).toEqual([1000, 500, 250, 125, 63, 32, 16, 8, 4, 2]);
  expect(Math.max(...sizes.slice(9))).toBe(2);
});

test('what cannot be sent fails as what was refused does', async () => {
  const { client } = await open();
  const failures = [
    client.call('nothing'),
    client.list('nothing').next(),
    client.list('getUser').next(),
    client.importValues('bmt_orders', []),
  ];
  const ends = await Promise.allSettled(failures);
  expect(ends.map((end) => end.status === 'rejected' && end.reason.message)).toEqual([
    'there is no operation nothing',
    'there is no operation nothing',
    'getUser is not a list',
    'importValues needs the option workspace',
  ]);
});
