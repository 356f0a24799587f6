// Adds to a number in a file, under the lock, again and again: run as processes of their own.
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { withLock } from '../../src/storage/lock.ts';

const [path = '', rounds = '1', holdFor = '0'] = process.argv.slice(2);
const clock = {
  now: Date.now,
  sleep: async (milliseconds: number) => {
    await sleep(milliseconds);
  },
};

for (let round = 0; round < Number(rounds); round += 1) {
  await withLock(
    path,
    async () => {
      process.stdout.write('held\n');
      const before = Number(await readFile(path, 'utf8'));
      await sleep(Number(holdFor));
      await writeFile(path, String(before + 1));
    },
    { clock, processId: process.pid, signal: new AbortController().signal },
  );
}
