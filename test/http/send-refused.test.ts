import { expect, test } from 'vitest';
import { reading, serve } from '../helpers/client.ts';
import { answer } from '../helpers/loopback.ts';

test('requests rejected by the rate limit do not use up retries', async () => {
  const refused = answer(429, '', { 'retry-after': 1 });
  const { client } = await serve([refused, refused, answer(503), refused, answer(200)], {
    retries: 1,
  });
  expect(await client.request(reading)).toMatchObject({ status: 200, attempts: 5 });
  expect(client.waits).toEqual([1000, 1000, 375, 1000]);
});
