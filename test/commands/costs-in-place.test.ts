import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { october, twoRows } from '../helpers/cost-export.ts';
import { serveCosts } from '../helpers/costs.ts';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, succeed } from '../helpers/screens.ts';

const whole = 'date,cost,name,tags\n2026-10-01,1.5,"a,b",\n2026-10-02,2,"c ""d""",';

/** Every row was read, and the file cannot take its place: a folder came to stand there. */
async function exportInVain(): Promise<string> {
  const path = join(createFolder(), 'costs.csv');
  const service = serveCosts(twoRows, {
    answer: (_request, honest) => {
      mkdirSync(path, { recursive: true });
      return honest();
    },
  });
  const { exitCode, stderr } = await run([...october, '-O', path], { service });
  expect(exitCode).toBe(1);
  expect(stderr).toContain(`cannot write ${path}`);
  expect(stderr).toContain('--resume ');
  rmdirSync(path);
  return path;
}

test('--resume reads nothing if the finished file only has to be moved into place', async () => {
  const path = await exportInVain();
  const service = serveCosts(twoRows);
  const { exitCode } = await run([...october, '-O', path, '--resume'], { service });
  expect([exitCode, service.requests]).toEqual([0, []]);
  expect(readFileSync(path, 'utf8')).toContain(whole);
  expect(existsSync(`${path}.part/journal`)).toBe(false);
});

test('--resume reads nothing if the run ended right after its file was moved into place', async () => {
  const path = await exportInVain();
  renameSync(`${path}.part/rows`, path);
  const standing = readFileSync(path);
  const service = serveCosts(twoRows);
  const again = await run([...october, '-O', path, '--resume'], { service });
  expect([again.exitCode, service.requests]).toEqual([0, []]);
  expect(again.stderr).toContain('2 rows');
  expect(readFileSync(path).equals(standing)).toBe(true);
  expect(existsSync(`${path}.part/journal`)).toBe(false);
});

test('--resume does not take a file that is gone for one that is in place', async () => {
  const path = await exportInVain();
  rmSync(`${path}.part/rows`);
  const line = [...october, '-O', path];
  const stderr = await failWith(1, run([...line, '--resume'], { service: serveCosts(twoRows) }));
  expect(stderr).toContain('leave out --resume to start over');
  await succeed(run(line, { service: serveCosts(twoRows) }));
  expect(readFileSync(path, 'utf8')).toContain(whole);
});
