import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rowsOf, serveCosts } from '../helpers/costs.ts';
import { createFolder, run } from '../helpers/run.ts';

const range = ['--from', '2026-02-01', '--to', '2026-03-31'];
const days = Object.fromEntries(
  ['2026-02-03', '2026-02-04', '2026-03-05'].map((day) => [day, rowsOf(day, 2)]),
);

test.each([
  ['month', 2],
  ['day', 3],
])('--partition-by %s writes %i partitions', async (unit, count) => {
  const folder = join(createFolder(), 'lake');
  const argv = ['costs', 'export', ...range, '-o', 'parquet', '-O', folder];
  const { exitCode } = await run([...argv, '--partition-by', unit], { service: serveCosts(days) });
  expect(exitCode).toBe(0);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  expect(files.filter((name) => name.endsWith('.parquet'))).toHaveLength(count);
});
