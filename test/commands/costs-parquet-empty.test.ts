import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { october } from '../helpers/cost-export.ts';
import { serveCosts } from '../helpers/costs.ts';
import { createFolder, run } from '../helpers/run.ts';

const days = { '2026-10-01': [{ name: 'a', empty: null }, { name: 'b' }] };

test('a chosen column with only null values is empty in parquet, as in csv', async () => {
  const folder = createFolder();
  const [csv, parquet] = [join(folder, 'costs.csv'), join(folder, 'costs.parquet')];
  for (const path of [csv, parquet]) {
    const argv = [...october, '--columns', 'name,empty', '-O', path];
    expect((await run(argv, { service: serveCosts(days) })).exitCode).toBe(0);
  }
  expect(readFileSync(csv, 'utf8')).toBe('name,empty\na,\nb,\n');
  expect(await parquetReadObjects({ file: await asyncBufferFromFile(parquet) })).toEqual([
    { name: 'a', empty: null },
    { name: 'b', empty: null },
  ]);
});
