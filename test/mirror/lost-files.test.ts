import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rowsOf } from '../helpers/costs.ts';
import { errorOf, manifestOf, newFolder, runMirror } from '../helpers/mirror.ts';
import { createFolder, run } from '../helpers/run.ts';
import { succeed } from '../helpers/screens.ts';

const days = {
  '2026-09-03': rowsOf('2026-09-03', 3),
  '2026-10-05': rowsOf('2026-10-05', 4),
  '2026-11-14': rowsOf('2026-11-14', 5),
};

const damages: readonly [string, string, (path: string) => void][] = [
  ['missing', '', (path) => rmSync(path)],
  ['cut short', '', (path) => writeFileSync(path, readFileSync(path).subarray(0, 300))],
  ['longer', '', (path) => appendFileSync(path, 'PAR1')],
  ['of other bytes', '--deep', (path) => writeFileSync(path, readFileSync(path).fill(0, 4, 60))],
];

function ask(folder: string) {
  return run(['costs', 'export', '--mirror', folder, '--from', '2026-09-03', '--to', '2026-11-14']);
}

test.each(damages)('days of a file that is %s are read again', async (_name, word, damage) => {
  const words = word === '' ? [] : [word];
  const folder = newFolder();
  await succeed(runMirror(folder, days));
  const before = manifestOf(folder);
  const whole = await succeed(ask(folder));
  for (const { path } of before.files) {
    damage(join(folder, path));
    const question = await ask(folder);
    expect(question.exitCode).not.toBe(0);
    expect(question.stderr).toContain('costctl costs verify');
    const verify = await run(['costs', 'verify', folder]);
    expect([verify.exitCode, verify.stderr]).toEqual([11, expect.stringContaining('--deep reads')]);
    const check = await runMirror(folder, days, ['--check', ...words]);
    expect([check.exitCode, check.stdout]).toEqual([11, '']);
    expect(errorOf(check)).toContain(`not as the manifest says: ${path}; costctl costs mirror`);
    const repaired = await succeed(runMirror(folder, days, words));
    // The rows are what they were: nothing has changed.
    expect(repaired.stdout).toBe('');
    expect(repaired.stderr).toContain(`${path}: their days are read again`);
    expect(manifestOf(folder).files).toEqual(before.files);
    expect(manifestOf(folder).days.map(({ hash }) => hash)).toEqual(
      before.days.map(({ hash }) => hash),
    );
    expect((await ask(folder)).stdout).toBe(whole.stdout);
    expect((await run(['costs', 'verify', folder])).exitCode).toBe(0);
  }
});

test('rows that were restated while their file was lost are a change', async () => {
  const folder = newFolder();
  await succeed(runMirror(folder, days));
  rmSync(join(folder, manifestOf(folder).files[0]?.path ?? ''));
  const restated = { ...days, '2026-09-03': rowsOf('2026-09-03', 3, { cost: 7 }) };
  const { stdout } = await succeed(runMirror(folder, restated));
  expect(stdout).toMatch(/^\{"day":"2026-09-03".*"sumAfter":"7"/);
});

test.each(damages)(
  'a mirror of files reads those of a file that is %s',
  async (_, word, damage) => {
    const folder = createFolder();
    for (const [name, month] of Object.entries({ a: '09', b: '10' })) {
      const rows = [1, 2, 3].map((day) => `2026-${month}-0${day},${day}.5,USD,${name}`);
      writeFileSync(join(folder, `${name}.csv`), ['date,cost,currency,team', ...rows].join('\n'));
    }
    await succeed(run('costs mirror m --files *.csv', { folder }));
    const mirror = join(folder, 'm');
    const before = manifestOf(mirror);
    damage(join(mirror, before.files[1]?.path ?? ''));
    const check = `costs mirror m --check ${word}`.trim();
    const checked = await run(check, { folder });
    expect([checked.exitCode, checked.stdout, checked.stderr]).toEqual([
      11,
      'Nothing else has changed since the last run.\n',
      expect.stringContaining('--deep reads the days'),
    ]);
    const { stderr } = await succeed(run(`costs mirror m ${word}`.trim(), { folder }));
    expect(stderr).toContain('0 days changed');
    expect(manifestOf(mirror).files).toEqual(before.files);
    expect((await run(['costs', 'verify', mirror])).exitCode).toBe(0);
  },
);
