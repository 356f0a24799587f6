import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder } from '../../helpers/run.ts';

const line = ['--sandbox', 'costs', 'close', '--month', '2026-10', '-q', '-O'];

function start(folder: string) {
  return spawn(process.execPath, ['bin/costctl.js', ...line, join(folder, 'pack')], {
    stdio: 'ignore',
    env: { ...process.env, COSTCTL_CONFIG_DIR: join(folder, 'config') },
  });
}

const beside = (folder: string) => readdirSync(folder).filter((name) => name.includes('pack'));

test.each(['costs.csv.gz', 'receipt.json', 'summary.csv', 'report.xlsx'])(
  'a run killed after writing %s leaves no pack, and the next run cleans up',
  async (name) => {
    const folder = createFolder();
    const killed = start(folder);
    const ended = once(killed, 'exit');
    while (killed.exitCode === null) {
      if (beside(folder).some((one) => existsSync(join(folder, one, name)))) break;
      await new Promise((resolve) => setImmediate(resolve));
    }
    killed.kill('SIGKILL');
    const [, signal] = await ended;
    if (signal === 'SIGKILL') {
      expect(existsSync(join(folder, 'pack'))).toBe(false);
      expect(beside(folder)).toHaveLength(1);
    }
    const [exitCode] = await once(start(folder), 'exit');
    // The first run may have ended before the signal came.
    expect(exitCode).toBe(signal === 'SIGKILL' ? 0 : 1);
    expect(beside(folder)).toEqual(['pack']);
  },
);
