import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serveCosts } from '../helpers/costs.ts';
import { createFolder, run } from '../helpers/run.ts';
import { succeed } from '../helpers/screens.ts';

const dayOf = (date: string, large: string, small: string) => [
  { date, service: 'large', team: 'web', cost: large, currency: 'USD' },
  { date, service: 'small', team: null, cost: small, currency: 'USD' },
];
const rows = {
  '2026-10-06': dayOf('2026-10-06', '99999.98', '0.01'),
  '2026-10-07': dayOf('2026-10-07', '99999.99', '0.01'),
};
const day = '--from 2026-10-07 --to 2026-10-07';

/** In each row, what is nearly all or next to nothing. */
test.each([
  [`summary --by service ${day}`, 'share', ['99.99', '0.00001', '100.00']],
  [`coverage --require team ${day}`, 'percent', ['99.99']],
  [`coverage --require team --by service ${day}`, 'percent', ['0.00', '100.00', '99.99']],
  [`freshness --source-column service ${day}`, 'share', ['99.99', '0.00001']],
  [`compare --by service ${day}`, 'changePercent', ['0.00001', '0.00', '0.00001']],
  ['trend --days 2 --to 2026-10-07 --by service', 'changePercent', ['0.00001', '0.00', '0.00001']],
])('costs %s never rounds a share to all or nothing', async (words, field, shares) => {
  const line = `costs ${words}`;
  const { stdout } = await succeed(run(`${line} -o json`, { service: serveCosts(rows) }));
  const found: Record<string, unknown>[] = JSON.parse(stdout);
  expect(found.map((row) => row[field])).toEqual(shares);
  const table = await succeed(run(line, { service: serveCosts(rows) }));
  if (shares.includes('0.00001')) expect(table.stdout).toMatch(/\+?<0\.01/);
});

test('what a new mirror has is never broken within a figure', async () => {
  const folder = createFolder();
  const lines = Array.from({ length: 5179 }, (_, at) => `2026-10-${1 + (at % 31)},1.25,USD\n`);
  const text = lines.join('').replaceAll(/-(\d),/g, '-0$1,');
  writeFileSync(join(folder, 'a.csv'), `date,cost,currency\n${text}`);
  const made = await run('costs mirror m --files a.csv', { folder, terminal: 40 });
  expect(made.stdout).toBe('31 days from 2026-10-01 to 2026-10-31,\n5,179 rows, 6,473.75 USD\n');
});
