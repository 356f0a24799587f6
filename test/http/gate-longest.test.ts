import { expect, test } from 'vitest';
import { failureOf, reading, serve } from '../helpers/client.ts';
import { answer } from '../helpers/loopback.ts';

const refused = answer(429, '', { 'retry-after': 30 });

test('a wait as long as the longest one is waited', async () => {
  const { client } = await serve([refused, answer(200)], { maxWait: 30_000 });
  expect(await client.request(reading)).toMatchObject({ status: 200 });
  expect(client.waits).toEqual([30_000]);
});

test('who never waits sends nothing while the service refuses', async () => {
  const { client, server } = await serve([refused, answer(200)], { maxWait: 0 });
  const errors = [
    await failureOf(client.request(reading)),
    await failureOf(client.request(reading)),
  ];
  expect(errors.map(({ message }) => message)).toEqual([
    'the rate limit asks to wait 30 s, and this run never waits',
    'the rate limit asks to wait 30 s, and this run never waits',
  ]);
  expect(server.requests).toHaveLength(1);
});
