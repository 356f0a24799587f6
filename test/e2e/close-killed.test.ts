import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder } from '../helpers/run.ts';

const line = ['--sandbox', 'costs', 'close', '--month', '2026-10', '-q', '-O'];

function start(folder: string, words: readonly string[]) {
  return spawn(process.execPath, ['bin/costctl.js', ...words, join(folder, 'pack')], {
    stdio: 'ignore',
    env: { ...process.env, COSTCTL_CONFIG_DIR: join(folder, 'config') },
  });
}

const close = (folder: string) => start(folder, line);

const beside = (folder: string) => readdirSync(folder).filter((name) => name.includes('pack'));

test.each(['costs.csv.gz', 'receipt.json', 'summary.csv', 'report.xlsx'])(
  'a run killed after writing %s leaves no part of a pack, and the next run cleans up',
  async (name) => {
    const folder = createFolder();
    const killed = close(folder);
    const ended = once(killed, 'exit');
    while (killed.exitCode === null) {
      if (beside(folder).some((one) => existsSync(join(folder, one, name)))) break;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    killed.kill('SIGKILL');
    await ended;
    // The pack may have got its name before the signal came: then it is whole.
    const isWhole = existsSync(join(folder, 'pack'));
    expect(beside(folder)).toHaveLength(1);
    const [exitCode] = await once(close(folder), 'exit');
    expect(exitCode).toBe(isWhole ? 1 : 0);
    const [verified] = await once(start(folder, ['costs', 'verify']), 'exit');
    expect(verified).toBe(0);
    expect(beside(folder)).toEqual(['pack']);
  },
);
