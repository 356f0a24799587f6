import { expect, test } from 'vitest';
import { reading, serve } from '../helpers/client.ts';
import { answer } from '../helpers/loopback.ts';

const timeout = 200;

/** As long as a write to a pipe that no one reads: nothing else happens meanwhile. */
function holdUp(): void {
  const until = Date.now() + 2 * timeout;
  while (Date.now() < until);
}

test('a response that arrived while the program was blocked is read after its timeout', async () => {
  const { client, server } = await serve(
    [
      (socket, request) => {
        answer(200, { ok: true })(socket, request);
        holdUp();
      },
    ],
    { timeout, retries: 0 },
  );
  expect((await client.request(reading)).body.toString()).toBe('{"ok":true}');
  expect(server.requests).toHaveLength(1);
});

test('a connection that opened while the program was blocked is used', async () => {
  const { client } = await serve([answer(200)], { timeout, retries: 0 });
  const answered = client.request(reading);
  await new Promise((resolve) => setImmediate(resolve));
  holdUp();
  expect(await answered).toMatchObject({ status: 200, attempts: 1 });
});
