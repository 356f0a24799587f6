// Adds profiles of this name and a running number: run as processes of their own.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Configuration } from '../../src/profiles/configuration.ts';
import { changeConfiguration } from '../../src/profiles/write-profiles.ts';
import { createContext } from '../settings/world.ts';

const [folder = '', name = '', count = '1'] = process.argv.slice(2);
const context = createContext({
  processId: process.pid,
  clock: {
    now: Date.now,
    sleep: async (milliseconds) => {
      await sleep(milliseconds);
    },
  },
});

for (let number = 1; number <= Number(count); number += 1) {
  const adding = (configuration: Configuration): Configuration => ({
    ...configuration,
    profiles: new Map(configuration.profiles).set(`${name}-${number}`, { timeout: number }),
  });
  await changeConfiguration({ path: folder, isUsual: true }, context, adding);
  process.stdout.write('added\n');
}
