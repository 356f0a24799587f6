import { expect, onTestFinished, test } from 'vitest';
import { openConnection } from '../src/connection.ts';
import type { Clock } from '../src/context.ts';
import { resolveSettings } from '../src/settings.ts';
import { reading } from './helpers/client.ts';
import { createContext } from './helpers/context.ts';
import { answer, openLoopback, type Reply } from './helpers/loopback.ts';
import { createFolder, testToken } from './helpers/run.ts';

/** A connection to a service, and what it interjects into what a command reports. */
async function connect(
  replies: readonly Reply[],
  clock: Clock,
  heard = () => undefined as unknown,
) {
  const service = await openLoopback(...replies);
  const env = {
    COSTCTL_BASE_URL: service.url.href,
    COSTCTL_TOKEN: testToken,
    COSTCTL_CONFIG_DIR: createFolder(),
  };
  const context = createContext({ env, clock });
  const reported: (string | undefined)[] = [];
  const connection = openConnection(context, await resolveSettings({}, context), {
    start: () => undefined,
    update: () => undefined,
    stop: () => undefined,
    interject: (text) => {
      reported.push(text);
      heard();
    },
  });
  onTestFinished(async () => {
    await connection.close();
    await service.close();
  });
  return { connection, service, reported };
}

test('a request names the program, the Node version and the platform', async () => {
  const clock = { now: () => 0, sleep: () => Promise.resolve() };
  const { connection, service } = await connect([answer(200)], clock);
  await connection.request(reading);
  expect(service.requests[0]?.headers['user-agent']).toMatch(
    /^costctl\/\d+\.\d+\.\d+ \(node\/20\.18\.1; linux\)$/,
  );
});

test.each([
  [429, "the service's rate limit is reached"],
  [503, 'the service is not available'],
])('a wait after %s shows a countdown and clears its line at the end', async (status, reason) => {
  let goOn: () => void = () => undefined;
  let now = 0;
  const clock = {
    now: () => now,
    // A second passes, and the wait continues until the test ends it.
    sleep: async (milliseconds: number) => {
      now += 1000;
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      now += milliseconds - 1000;
    },
  };
  const replies = [answer(status, '', { 'retry-after': 3 }), answer(200)];
  const { connection, reported } = await connect(replies, clock, () => goOn());
  await connection.request(reading);
  expect(reported).toEqual([
    `${reason}: continuing in 3 s`,
    `${reason}: continuing in 2 s`,
    undefined,
  ]);
});
