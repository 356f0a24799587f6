import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { array, assert, asyncProperty, integer } from 'fast-check';
import { expect, test } from 'vitest';
import { manifestOf, newFolder, runMirror } from '../helpers/mirror.ts';
import { run } from '../helpers/run.ts';

const days = ['2026-10-01', '2026-10-02'] as const;

test('with --history a question about any earlier day has the answer of that day, long after', async () => {
  const restatements = array(integer({ min: 0, max: 3 }), { minLength: 3, maxLength: 4 });
  await assert(
    asyncProperty(restatements, async (amounts) => {
      const folder = newFolder();
      const answers = new Map<string, string>();
      for (const [place, amount] of amounts.entries()) {
        // Days apart: what an earlier reader may still need has long been let go.
        const day = `2026-11-${String(10 + 2 * place).padStart(2, '0')}`;
        const world = { now: `${day}T12:00:00Z` };
        const rows = days.map((date) => [{ date, service: 'a', cost: amount, currency: 'USD' }]);
        const words = place === 0 ? ['--history', '13m'] : [];
        const served = { [days[0]]: rows[0] ?? [], [days[1]]: rows[1] ?? [] };
        expect(
          (await runMirror(folder, served, [...words, '--restate', '90d'], world)).exitCode,
        ).toBe(0);
        answers.set(day, await ask(folder, world));
      }
      const late = { now: '2026-11-30T12:00:00Z' };
      for (const [day, answer] of answers) {
        expect([day, await ask(folder, late, '--as-of', day)]).toEqual([day, answer]);
      }
    }),
    { numRuns: 4 },
  );
});

test('the state as of the last day there is, which has no day after it, is the current one', async () => {
  const folder = newFolder();
  const world = { now: '2026-11-10T12:00:00Z' };
  const rows = days.map((date) => [date, [{ date, service: 'a', cost: 1, currency: 'USD' }]]);
  await runMirror(folder, Object.fromEntries(rows), [], world);
  expect(await ask(folder, world, '--as-of', '9999-12-31')).toBe(await ask(folder, world));
});

test('an answer of a past state says so in its caption, and a report in its origin', async () => {
  const folder = newFolder();
  const world = { now: '2026-11-10T12:00:00Z' };
  const rows = days.map((date) => [date, [{ date, service: 'a', cost: 1, currency: 'USD' }]]);
  await runMirror(folder, Object.fromEntries(rows), ['--history', '13m'], world);
  const words = ['--mirror', folder, '--month', '2026-10', '--as-of', '2026-11-10'];
  const later = { now: '2026-11-30T12:00:00Z' };
  const asked = await run(['costs', 'summary', ...words], later);
  expect(asked.stdout.split('\n')[0]).toContain(`mirror ${folder} as of 2026-11-10`);
  const report = await run(['costs', 'report', ...words, '--sections', 'by'], later);
  expect(report.stdout).toContain(' as of Nov 10, 2026 on Nov 30, 2026');
});

test('days that only a later state has are named, with those of the state, instead of a run that adds none', async () => {
  const folder = newFolder();
  const rows = [...days, '2026-10-03'].map((date) => [
    date,
    [{ date, service: 'a', cost: 1, currency: 'USD' }],
  ]);
  const served = Object.fromEntries(rows);
  await runMirror(folder, served, ['--history', '13m'], { now: '2026-10-03T12:00:00Z' });
  await runMirror(folder, served, [], { now: '2026-10-20T12:00:00Z' });
  const verified = await run(['costs', 'verify', folder], { now: '2026-10-20T12:00:00Z' });
  expect(verified.stderr).toContain(
    'note: of 2 past states for --as-of only the files are checked, and no sums of days\n',
  );
  const line = ['costs', 'summary', '--mirror', folder, '--as-of', '2026-10-03'];
  const words = [...line, '--from', '2026-10-01', '--to', '2026-10-05'];
  const { exitCode, stderr } = await run(words, { now: '2026-10-20T12:00:00Z' });
  expect([exitCode, stderr]).toEqual([
    9,
    `error: the mirror ${folder} as of 2026-10-03 does not contain 2026-10-03 to 2026-10-05\n` +
      'hint: it had 2026-09-01 to 2026-10-02 then: choose days between these, or a later --as-of\n',
  ]);
});

test('verify finds a file of a past state that was changed, and one that is gone', async () => {
  const folder = newFolder();
  for (const [cost, now] of [1, 2].map((one) => [one, `2026-10-0${3 + one}T12:00:00Z`] as const)) {
    const rows = days.map((date) => [date, [{ date, service: 'a', cost, currency: 'USD' }]]);
    await runMirror(folder, Object.fromEntries(rows), ['--history', '13m'], { now });
  }
  const world = { now: '2026-11-30T12:00:00Z' };
  const verify = () => run(['costs', 'verify', folder, '-o', 'csv'], world);
  expect((await verify()).exitCode).toBe(0);
  const { files, past } = manifestOf(folder);
  const state = past.at(-1)?.path ?? '';
  const before = JSON.parse(readFileSync(join(folder, state), 'utf8'));
  const [old = ''] = before.files.map(({ path }: { path: string }) => path);
  expect(files.map(({ path }) => path)).not.toContain(old);
  appendFileSync(join(folder, old), 'x');
  const changed = await verify();
  expect([changed.exitCode, changed.stderr]).toEqual([
    11,
    expect.stringContaining(
      `error: does not match the manifest: ${old}\n` +
        'hint: no run reads past states again: restore their files from a copy of the folder\n',
    ),
  ]);
  rmSync(join(folder, old));
  expect((await verify()).exitCode).toBe(11);
  rmSync(join(folder, state));
  const gone = await verify();
  expect([gone.exitCode, gone.stdout]).toEqual([11, expect.stringContaining(`${state},schema`)]);
});

async function ask(folder: string, world: { now: string }, ...words: string[]): Promise<string> {
  const line = ['costs', 'summary', '--mirror', folder, '--from', days[0], '--to', days[1]];
  const { stdout, stderr, exitCode } = await run([...line, '-o', 'json', ...words], world);
  expect(exitCode, stderr).toBe(0);
  return stdout;
}
