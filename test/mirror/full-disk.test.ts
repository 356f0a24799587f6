import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createLineStore } from '../../src/mirror/files.ts';
import { type Days, rowsOf, serveCosts } from '../helpers/costs.ts';
import { runMirror } from '../helpers/mirror.ts';
import { has, needs } from '../helpers/needs.ts';
import { run } from '../helpers/run.ts';
import { succeed } from '../helpers/screens.ts';

const before: Days = { '2026-11-10': rowsOf('2026-11-10', 300) };
const after: Days = {
  '2026-11-10': rowsOf('2026-11-10', 9000, { note: 'x'.repeat(60) }),
  '2026-10-05': rowsOf('2026-10-05', 200),
};
const question = ['costs', 'summary', '--by', 'service', '-o', 'json'];
const period = ['--from', '2026-10-01', '--to', '2026-11-14', '--currency-column', 'currency'];

describe('on a small disk', () => {
  needs('the right to mount');
  const disk = mkdtempSync(join(tmpdir(), 'costctl-disk-'));
  const filler = join(disk, 'filler');
  const folder = join(disk, 'costs');

  beforeAll(() => {
    if (has('the right to mount'))
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'mode=700,size=4m', 'tmpfs', disk]);
  });
  afterAll(() => {
    if (has('the right to mount')) execFileSync('umount', [disk]);
    rmSync(disk, { recursive: true });
  });

  /** Leaves so many bytes. */
  function fill(room: number): void {
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - room)));
  }

  const answer = async (): Promise<string> => {
    const { stdout, exitCode } = await run([...question, ...period, '--mirror', folder]);
    expect(exitCode).toBe(0);
    return stdout;
  };
  const expected = async (days: Days): Promise<string> =>
    (await run([...question, ...period], { service: serveCosts(days) })).stdout;

  // The rows of the day alone are 1.3 MB: with a little more the disk is full when the file is written.
  test.each([0, 20_000, 200_000, 1_200_000, 1_320_000, 1_350_000, 1_380_000])(
    'an update with room for %d bytes leaves the old state, and the next run goes on',
    async (room) => {
      const from = ['--from', '2026-10-01'];
      await succeed(runMirror(folder, before, from));
      fill(room);
      const full = await runMirror(folder, after, ['--deep']);
      if (room <= 1_200_000 || full.exitCode !== 0) {
        expect(full.exitCode).toBe(1);
        expect(full.stderr).toContain('no space left on the disk');
        expect(full.stderr).toContain('free some space on its disk, and run the command again');
      }
      // Partitions are written one after the other: some may be there already, each of them whole.
      const states = [before, { ...after, ...before }, ...(full.exitCode === 0 ? [after] : [])];
      expect(await Promise.all(states.map(expected))).toContain(await answer());
      expect(strays()).toEqual([]);
      rmSync(filler);
      await succeed(runMirror(folder, after, ['--deep', '--keep', '0s']));
      expect(await answer()).toBe(await expected(after));
      expect(strays()).toEqual([]);
      rmSync(folder, { recursive: true });
    },
  );

  test('rows that fit only in part are not taken for stored', async () => {
    fill(20_000);
    const lines = createLineStore(disk, process.pid);
    onTestFinished(lines.close);
    await expect(lines.add('a day', [Buffer.alloc(100_000, 'x')])).rejects.toThrow(
      'no space left on the disk',
    );
    rmSync(filler);
  });

  /** What no state names. */
  function strays(): string[] {
    const names = readdirSync(folder, { recursive: true }).map(String);
    return names.filter((name) => /tmp|lock|journal/i.test(name));
  }
});
