import { linkSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';

/** Lines in which A and B are two files of one command. */
const lines: readonly string[] = [
  'costs export --last 3d -O A --receipt B',
  'costs export --last 3d -O A --receipt B --resume',
  'costs list --last 3d -O A --receipt B',
  'costs summary --last 3d -O A --receipt B',
  'costs compare --last 3d -O A --receipt B',
  'costs verify A other.csv -O B',
  'costs verify receipt.json A -O B',
  'costs summary --last 3d --convert-to EUR --rates A -O B',
  'metrics import bmt_orders A --rejects B',
  'metrics import bmt_orders A -O B',
  'metrics import bmt_orders orders.csv --rejects A -O B',
  'metrics diff bmt_orders A -O B',
  'users invite --from A -O B',
  'filters create --title x --filter @A -O B',
  'providers connect --key aws --credential roleArn=@A -O B',
  'workspaces create --data @A -O B',
  'api POST /v1/virtual-tags --data @A -O B',
];

const aliases: readonly [string, (path: string, folder: string) => string][] = [
  ['the same path', (path) => path],
  ['a link', (path, folder) => alias(symlinkSync, path, join(folder, 'link.csv'))],
  ['a second name', (path, folder) => alias(linkSync, path, join(folder, 'second.csv'))],
];

function alias(make: (target: string, path: string) => void, path: string, name: string): string {
  make(path, name);
  return name;
}

test.each(lines)('%s is refused if A and B are one file', async (line) => {
  for (const [how, alias] of aliases) {
    const folder = createFolder();
    const path = join(folder, 'costs.csv');
    writeFileSync(path, 'precious');
    const other = alias(path, folder);
    const words = line.split(' ').map((word) => word.replace(/\bA$/, path).replace(/\bB$/, other));
    const { exitCode, stdout, stderr } = await run(['--sandbox', ...words], { folder });
    expect({ how, exitCode, stdout, stderr }).toEqual({
      how,
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining('are the same file\nhint: name another file\n'),
    });
    expect(readFileSync(path, 'utf8')).toBe('precious');
  }
});
