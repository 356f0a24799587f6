import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eachDay } from '../../src/days.ts';
import { type Days, serveCosts } from '../helpers/costs.ts';
import { newFolder, runMirror } from '../helpers/mirror.ts';
import { createFolder, run } from '../helpers/run.ts';
import { scriptService } from '../helpers/service.ts';

const rowOf = (date: string, cost = '100') => ({ date, service: 'db', cost, currency: 'USD' });

function daily(from: string, to: string): Days {
  return Object.fromEntries([...eachDay({ from, to })].map((day) => [day, [rowOf(day)]]));
}

test('one missing day of a source', async () => {
  const { '2026-11-09': _lost, ...days } = daily('2026-10-01', '2026-11-14');
  const line = 'costs freshness --last 7d --check -o junit';
  const { stdout } = await run(line, { service: serveCosts(days) });
  expect(stdout).toContain('last day 2026-11-14, 1 day missing"');
});

test('one row of a day of a mirror that became two', async () => {
  const folder = newFolder();
  const days = daily('2026-11-01', '2026-11-14');
  await runMirror(folder, days, ['--from', '2026-11-01']);
  const day = '2026-11-13';
  const changed = { ...days, [day]: [rowOf(day), rowOf(day, '5')] };
  const { stdout } = await runMirror(folder, changed, ['--check', '-o', 'junit']);
  expect(stdout).toContain('"1 row, 100.00 before; 2 rows, 105.00 now"');
});

test('one more budget than those that are explained', async () => {
  const folder = createFolder();
  const path = join(folder, 'budgets.yaml');
  const budgets = ['a', 'b', 'c', 'd'].map(
    (name) => `- {name: ${name}, amount: 1, currency: USD}\n`,
  );
  writeFileSync(path, budgets.join(''));
  const days = daily('2026-08-01', '2026-11-13');
  const service = serveCosts({ ...days, '2026-11-14': [rowOf('2026-11-14', '900')] });
  const { stdout } = await run(['costs', 'check', '--budgets', path], { service, folder });
  expect(stdout).toContain('1 more is exceeded; costctl costs explain says why');
});

test('one row of a month', async () => {
  const service = serveCosts({ '2026-10-05': [rowOf('2026-10-05')] });
  const line = 'costs report --month 2026-10 -o markdown';
  const { stdout } = await run(line, { service });
  expect(stdout).toContain(
    "1 row of Oct 1, 2026 to Oct 31, 2026 was read, which matches the service's",
  );
});

test('one rate that the service counts and does not send', async () => {
  const answer = { rates: [], total: 1 };
  const service = scriptService({ path: '/v1/exchange-rates', answer });
  const { stderr } = await run('rates list', { service });
  expect(stderr).toContain('the service counts 1 rate and sent 0');
});
