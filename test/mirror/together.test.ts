import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { createProcessName } from '../../src/storage/process-files.ts';
import { type CostServiceOptions, rowsOf } from '../helpers/costs.ts';
import { manifestOf, newFolder, runMirror } from '../helpers/mirror.ts';
import { run } from '../helpers/run.ts';

/** In state n every day has n rows that cost n each: no mixture of two states has such sums. */
const stateOf = (n: number) =>
  Object.fromEntries(
    ['2026-09-03', '2026-10-05', '2026-11-14'].map((day) => [
      day,
      rowsOf(day, n, { cost: n, currency: 'EUR' }),
    ]),
  );
const totalOf = (n: number) => String(3 * n * n);

const summary = ['costs', 'summary', '--from', '2026-09-01', '--to', '2026-11-14', '-o', 'json'];

async function readTotal(folder: string): Promise<string> {
  const { exitCode, stdout, stderr } = await run([...summary, '--mirror', folder]);
  if (exitCode !== 0) throw new Error(stderr);
  return JSON.parse(stdout)[0].total;
}

/** As a program of somebody else reads: through the manifest, file by file. */
async function readThroughManifest(
  folder: string,
  { files } = manifestOf(folder),
): Promise<string> {
  let total = 0;
  for (const { path } of files) {
    const file = await asyncBufferFromFile(join(folder, path));
    const rows = await parquetReadObjects({ file, columns: ['cost'] });
    for (const { cost } of rows) total += Number(cost);
  }
  return String(total);
}

test('a reader during ten updates only sees states that a run wrote', async () => {
  const folder = newFolder();
  await runMirror(folder, stateOf(1));
  const states = new Set(Array.from({ length: 11 }, (_, n) => totalOf(n + 1)));
  const seen = new Set<string>();
  let isDone = false;
  const loop = async (read: (folder: string) => Promise<string>) => {
    while (!isDone) {
      seen.add(await read(folder));
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const readers = [loop(readTotal), loop(readThroughManifest)];
  for (let n = 2; n <= 11; n += 1) {
    const { exitCode } = await runMirror(folder, stateOf(n), ['--deep']);
    expect(exitCode).toBe(0);
  }
  isDone = true;
  await Promise.all(readers);
  expect([...seen].filter((total) => !states.has(total))).toEqual([]);
  expect(seen.size).toBeGreaterThan(3);
  expect(await readTotal(folder)).toBe(totalOf(11));
}, 60_000);

test('a reader that started before an update still finds its files', async () => {
  const folder = newFolder();
  await runMirror(folder, stateOf(1));
  const started = manifestOf(folder);
  await runMirror(folder, stateOf(2), ['--deep']);
  expect(await readThroughManifest(folder, started)).toBe(totalOf(1));
});

test('parallel runs wait or report that the mirror is in use, and damage nothing', async () => {
  const folder = newFolder();
  await runMirror(folder, stateOf(1));
  const runs = await Promise.all(
    [2, 3, 4].map((n) => runMirror(folder, stateOf(n), ['--deep'], { onWait: setTimeout })),
  );
  const failed = runs.filter(({ exitCode }) => exitCode !== 0);
  for (const { exitCode, stderr } of failed) {
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('is in use by process')]);
  }
  expect(failed.length).toBeLessThan(3);
  expect([2, 3, 4].map(totalOf)).toContain(await readTotal(folder));
  expect((await run(['costs', 'verify', join(folder, '_manifest.json')])).exitCode).toBe(0);
});

test('a run takes over the lock of a dead process', async () => {
  const folder = newFolder();
  await runMirror(folder, stateOf(1));
  const dead = createProcessName(2 ** 22 + 1);
  writeFileSync(join(folder, `._manifest.json.${dead}.lock`), '');
  const { exitCode } = await runMirror(folder, stateOf(2), ['--deep']);
  expect([exitCode, await readTotal(folder)]).toEqual([0, totalOf(2)]);
});

test('a run that fails midway leaves the old state, and the next run succeeds', async () => {
  const folder = newFolder();
  await runMirror(folder, stateOf(1));
  const before = readFileSync(join(folder, '_manifest.json'), 'utf8');
  const failing = await runMirror(
    folder,
    stateOf(2),
    [],
    {},
    {
      answer: (request, honest) => (request.number >= 2 ? { status: 403, body: {} } : honest()),
    },
  );
  expect(failing.exitCode).toBe(4);
  expect(readFileSync(join(folder, '_manifest.json'), 'utf8')).toBe(before);
  expect(await readTotal(folder)).toBe(totalOf(1));
  await runMirror(folder, stateOf(2), ['--deep']);
  expect(await readTotal(folder)).toBe(totalOf(2));
});

test('an interrupted first run resumes at the month that is missing', async () => {
  const folder = newFolder();
  const cut = await runMirror(
    folder,
    stateOf(1),
    [],
    {},
    {
      answer: (request, honest) =>
        request.from >= '2026-11-01' ? { status: 403, body: {} } : honest(),
    },
  );
  expect([cut.exitCode, manifestOf(folder).days.length]).toEqual([4, 61]);
  const { requests } = await runMirror(folder, stateOf(1));
  expect(requests.map(({ from, limit }) => [from, limit])).toEqual([
    ['2026-09-01', 1],
    ['2026-10-01', 1],
    ['2026-10-11', 5000],
  ]);
  expect(await readTotal(folder)).toBe(totalOf(1));
});

test('a run whose lock another has taken over writes no state', async () => {
  const folder = newFolder();
  await runMirror(folder, stateOf(1));
  const before = manifestOf(folder);
  const answer: CostServiceOptions['answer'] = (_request, honest) => {
    for (const name of readdirSync(folder)) {
      if (name.endsWith('.lock')) rmSync(join(folder, name));
    }
    return honest();
  };
  const { exitCode, stderr } = await runMirror(folder, stateOf(2), [], {}, { answer });
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('was taken over by another run')]);
  expect(manifestOf(folder)).toEqual(before);
  expect(await readTotal(folder)).toBe(totalOf(1));
});
