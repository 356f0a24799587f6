import { linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';
import { failWith } from '../helpers/screens.ts';

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
  'costs check --budgets A -O B',
  'costs chart --last 3d --budgets A --receipt B',
  'costs allocate --last 3d --rules A --by tags.team --receipt B',
  'costs allocate init --last 3d --by tags.team -O A --receipt B',
  'costs coverage --last 3d --require tags.team --allowed A -O B',
  'costs export --last 3d --focus 1.2 --focus-map A -O B -o csv',
  'costs focus-check A -O B',
  'costs report --last-month --logo A -O B -o html',
  'costs report --last-month --rules A --allocate-by tags.team --receipt B',
  'costs close --last-month --budgets A -O B',
  'config plan A -O B',
  'config apply A --yes -O B',
  'config validate A -O B',
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

test.each(lines)('%s is refused if A and B are the same file', async (line) => {
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

test.each([
  'costs mirror A -O B',
  'costs mirror A --check -O B',
  'costs summary --last 3d --mirror A -O B',
  'costs export --last 3d --mirror A -O B -o json',
  'costs check --last 3d --max-total 1 --mirror A --receipt B',
  'costs query SELECT --mirror A -O B',
  'costs verify A -O B',
  'costs verify A --live -O B',
  'config plan A -O B',
  'config validate A -O B',
  'config apply A --yes -O B',
])('%s is refused if B is in the folder A', async (line) => {
  const folder = createFolder();
  mkdirSync(join(folder, 'own', 'month=2026-11'), { recursive: true });
  symlinkSync('own', join(folder, 'linked'));
  writeFileSync(join(folder, 'own', 'manifest.json'), 'precious');
  for (const place of ['own/manifest.json', 'linked/new.json', 'own/month=2026-11/new.json']) {
    const words = line
      .split(' ')
      .map((word) => word.replace(/^A$/, `${folder}/own`).replace(/^B$/, join(folder, place)));
    const stderr = await failWith(2, run(['--sandbox', ...words], { folder }));
    expect(stderr).toContain('name a file outside that folder');
    expect(readFileSync(join(folder, 'own', 'manifest.json'), 'utf8')).toBe('precious');
  }
});

test('the metadata of a FOCUS file is not written over its receipt', async () => {
  const folder = createFolder();
  const map = join(folder, 'map.yaml');
  writeFileSync(map, '');
  const words = ['--focus', '1.2', '--focus-map', map, '-O', join(folder, 'a.csv')];
  const receipt = ['--receipt', join(folder, 'a.csv.metadata.json')];
  const argv = ['--sandbox', 'costs', 'export', '--last', '3d', ...words, ...receipt];
  const stderr = await failWith(2, run(argv, { folder }));
  expect(stderr).toContain('the metadata of --focus and --receipt are the same file');
});
