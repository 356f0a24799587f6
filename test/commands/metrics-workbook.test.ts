import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';

const values = ['--sandbox', 'metrics', 'values', 'bmt_orders'];
const days = ['--from', '2026-11-02', '--to', '2026-11-05'];

test.each([
  ['orders.xlsx', [], []],
  ['orders.csv', ['--delimiter', ';', '--decimal-comma', '--bom'], ['--decimal-comma']],
])('values written to %s with %j are read back as unchanged', async (name, form, reading) => {
  const file = join(createFolder(), name);
  expect((await run([...values, ...days, '-O', file, ...form])).exitCode).toBe(0);
  const line = ['--sandbox', 'metrics', 'import', 'bmt_orders', file, '--dry-run', '-o', 'json'];
  const { stdout, exitCode } = await run([...line, ...reading]);
  expect(exitCode).toBe(0);
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({ created: 0, updated: 0, unchanged: report.values });
  expect(report.values).toBeGreaterThan(5);
});
