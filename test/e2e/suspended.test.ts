import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { serveSandbox } from '../../src/sandbox/server.ts';
import { createContext } from '../helpers/context.ts';
import { createFolder, readFiles, removeFolder, runProgram } from './program.ts';

const folder = createFolder();
const rowsPerDay = 6_000;
const line = ['costs', 'export', '--from', '2026-10-01', '--to', '2026-10-03', '--timeout', '2'];
const sandbox = await serveSandbox({
  context: createContext({
    clock: { now: Date.now, sleep: (milliseconds) => setTimeout(milliseconds) },
  }),
  state: undefined,
  rowsPerDay,
});
const env = {
  HOME: folder,
  COSTCTL_BASE_URL: sandbox.url,
  COSTCTL_TOKEN: sandbox.tokens.organization,
};
afterAll(async () => {
  await sandbox.close();
  removeFolder(folder);
});

describe.skipIf(process.platform === 'win32')(
  'a program that is suspended for longer than --timeout',
  () => {
    // Each is suspended as soon as it says that it sends this request.
    const requests = [1, 2, 3, 4];

    test('continues or reads again, and ends with the whole file', {
      timeout: 60_000,
    }, async () => {
      const whole = join(folder, 'whole.csv');
      expect(await runProgram([...line, '-O', whole], { env })).toMatchObject({ status: 0 });
      const ends = await Promise.all(
        requests.map(async (wanted) => {
          const file = join(folder, `${wanted}.csv`);
          let kill: (signal: NodeJS.Signals) => void = () => undefined;
          let sent = 0;
          const ended = await runProgram([...line, '-O', file, '--debug'], {
            env,
            onStart: (send) => {
              kill = send;
            },
            onSaid: async (text) => {
              const before = sent;
              sent += text.match(/^debug: > GET /gm)?.length ?? 0;
              if (before >= wanted || sent < wanted) return;
              kill('SIGSTOP');
              await setTimeout(3_000);
              kill('SIGCONT');
            },
          });
          return { ended, file };
        }),
      );
      for (const { ended, file } of ends) {
        expect(ended).toMatchObject({ status: 0 });
        expect(readFileSync(file).equals(readFileSync(whole))).toBe(true);
      }
      // One that had ended before would say nothing.
      expect(ends.filter(({ ended }) => ended.milliseconds < 3_000)).toEqual([]);
      const left = [...readFiles(folder).keys()].filter((name) => /part|tmp|lock/.test(name));
      expect(left).toEqual([]);
    });
  },
);
