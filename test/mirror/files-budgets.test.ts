import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eachDay } from '../../src/days.ts';
import { createFolder, run } from '../helpers/run.ts';

/** A mirror of files that begin on the first of August, with 1 USD on each of 61 days. */
async function createMirror(): Promise<string> {
  const folder = createFolder();
  const days = [...eachDay({ from: '2026-08-01', to: '2026-09-30' })];
  const rows = days.map((day) => `${day},1,USD,aws\n`).join('');
  writeFileSync(join(folder, 'a.csv'), `date,cost,currency,provider\n${rows}`);
  await run('costs mirror m --files a.csv -q', { folder });
  return folder;
}

const budget = (words: string) => `- {name: b, currency: USD, ${words}}\n`;

// A quarter and a year begin in July and in January, where the files have no rows.
test.each([
  ['amount: 100, period: year', [], 9, 'unjudged'],
  ['amount: 100, period: quarter', [], 9, 'unjudged'],
  ['amount: 1000, period: year, on: outlook', [], 9, 'unjudged'],
  ['amount: 60, period: year', [], 11, 'exceeded'],
  ['amount: 100, period: year', ['--allow-empty'], 0, 'ok'],
  ['amount: 100, period: month, on: outlook', [], 0, 'ok'],
])('a budget with %s of files from August %j exits %i', async (words, options, exit, state) => {
  const folder = await createMirror();
  const file = join(folder, 'b.yaml');
  writeFileSync(file, budget(words));
  const check = ['costs', 'check', '--budgets', file, '--mirror', 'm', ...options];
  const { stdout, stderr, exitCode } = await run([...check, '-o', 'json'], { folder });
  expect([exitCode, JSON.parse(stdout)[0].state]).toEqual([exit, state]);
  if (exit !== 9) return;
  const from = words.includes('year') ? '2026-01-01' : '2026-07-01';
  expect(stderr).toContain(`the data is not complete: no rows on ${from} to 2026-07-31`);
  // The command of the hint works.
  expect(stderr).toContain('freshness --from 2026-08-01 --to 2026-09-30');
  const report = [
    'costs',
    'report',
    '--budgets',
    file,
    '--mirror',
    'm',
    '-O',
    join(folder, 'r.md'),
  ];
  await run(report, { folder });
  const text = readFileSync(join(folder, 'r.md'), 'utf8');
  const first = words.includes('year') ? 'Jan 1, 2026' : 'Jul 1, 2026';
  expect(text).toContain(`The budget b could not be judged: no rows on ${first} to Jul 31, 2026.`);
  expect(text).toContain('| b | unjudged |');
  // An outlook learns from the days that there are.
  expect(text).toContain('Complete.');
  expect(text).not.toContain('worked out from incomplete data');
});
