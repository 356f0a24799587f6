import { expect, onTestFinished, test } from 'vitest';
import { openConnection } from '../src/connection.ts';
import { resolveSettings } from '../src/settings.ts';
import { reading } from './helpers/client.ts';
import { createContext } from './helpers/context.ts';
import { answer, openLoopback } from './helpers/loopback.ts';
import { createFolder, testToken } from './helpers/run.ts';

test('a wait for the rate limit is counted down, and its line is taken away after it', async () => {
  const service = await openLoopback(answer(429, '', { 'retry-after': 3 }), answer(200));
  onTestFinished(service.close);
  const shown: (string | undefined)[] = [];
  let tell: () => void = () => undefined;
  let now = 0;
  const context = createContext({
    env: {
      COSTCTL_BASE_URL: service.url.href,
      COSTCTL_TOKEN: testToken,
      COSTCTL_CONFIG_DIR: createFolder(),
    },
    clock: {
      now: () => now,
      // A second passes, and the wait goes on until it was told.
      sleep: async (milliseconds) => {
        now += 1000;
        await new Promise<void>((resolve) => {
          tell = resolve;
        });
        now += milliseconds - 1000;
      },
    },
  });
  const connection = openConnection(context, await resolveSettings({}, context), {
    start: () => undefined,
    update: () => undefined,
    stop: () => undefined,
    interject: (text) => {
      shown.push(text);
      tell();
    },
  });
  onTestFinished(connection.close);
  await connection.request(reading);
  expect(shown).toEqual([
    "the service's rate limit is reached: going on in 3 s",
    "the service's rate limit is reached: going on in 2 s",
    undefined,
  ]);
});
