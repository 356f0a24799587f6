import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { windowLimit } from '../../src/rows/windows.ts';
import { createFolder, run } from '../helpers/run.ts';

test('a mirror of files reads days of more rows than the service would return', async () => {
  const folder = createFolder();
  const rows = windowLimit + 500;
  const lines = Array.from({ length: rows }, (_, at) => `2026-10-01,0.01,USD,s${at % 7}`);
  writeFileSync(join(folder, 'large.csv'), `date,cost,currency,service\n${lines.join('\n')}\n`);
  const ask = (...words: string[]) => run(['costs', ...words, '-q'], { folder });
  expect((await ask('mirror', 'm', '--files', 'large.csv')).exitCode).toBe(0);
  const sum = await ask('summary', '--mirror', 'm', '-o', 'csv');
  expect([sum.exitCode, sum.stdout]).toEqual([0, expect.stringContaining(`USD,${rows},1005.00\n`)]);
  const listed = await ask('list', '--mirror', 'm', '-o', 'csv');
  expect([listed.exitCode, listed.stdout.split('\n').length]).toEqual([0, rows + 2]);
  const receipt = join(folder, 'r.json');
  const words = ['-O', join(folder, 'out.csv'), '--receipt', receipt];
  expect((await ask('export', '--mirror', 'm', ...words)).exitCode).toBe(0);
  const verified = await ask('verify', receipt);
  expect([verified.exitCode, verified.stderr]).toEqual([0, '']);
});
