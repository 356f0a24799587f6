import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';

const week = 'costs summary --last 3d -q --sandbox';

test.each([
  [`${week}`, ' --sandbox'],
  [`${week} --convert-to USD`, ' --convert-to USD --sandbox --workspace wsp_storefront'],
  [
    'costs unit --metric bmt_builds --last 3d -q --sandbox -w wsp_platform',
    ' --metric bmt_builds --sandbox --workspace wsp_platform',
  ],
])('the receipt of %s has a line that repeats it elsewhere', async (line, end) => {
  const folder = createFolder();
  const receipt = join(folder, 'r.json');
  await run(`${line} --receipt ${receipt}`.split(' '), { folder });
  const { command } = JSON.parse(readFileSync(receipt, 'utf8'));
  expect(command.endsWith(end)).toBe(true);
  const again = join(folder, 'again.json');
  const words = command.replace(receipt, again).split(' ').slice(1);
  const { exitCode } = await run(words, { folder: createFolder() });
  expect([exitCode, JSON.parse(readFileSync(again, 'utf8')).sums]).toEqual([
    0,
    JSON.parse(readFileSync(receipt, 'utf8')).sums,
  ]);
});
