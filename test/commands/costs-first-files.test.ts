import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, succeed } from '../helpers/screens.ts';

describe.each([
  ['costs allocate init --last 7d --by tags.team'],
  ['costs export --last 7d --focus 1.2 --focus-map init'],
  ['costs export --last 7d --focus 1.3 --focus-map init'],
])('%s', (words) => {
  const write = (path: string) => run([...words.split(' '), '--sandbox', '-O', path], {});

  test('never replaces a file that somebody may have edited', async () => {
    const path = join(createFolder(), 'mine.yaml');
    expect((await write(path)).exitCode).toBe(0);
    const edited = `${readFileSync(path, 'utf8')}# mine\n`;
    writeFileSync(path, edited);
    expect(await failWith(1, write(path))).toContain('the file exists');
    expect(readFileSync(path, 'utf8')).toBe(edited);
  });

  test('fills an empty file', async () => {
    const path = join(createFolder(), 'empty.yaml');
    writeFileSync(path, '');
    expect((await write(path)).exitCode).toBe(0);
    expect(readFileSync(path, 'utf8')).toContain('#');
  });
});

test.each([
  ['costs allocate --by tags.team --total --receipt r.json', 'rules.yaml'],
  ['costs export --focus 1.3 -O costs.csv --resume', 'focus.yaml'],
])('without a file, %s names the line that writes one from the same rows', async (words, file) => {
  const folder = createFolder();
  const line = `${words} --last 7d --where provider=gcp --sandbox`;
  const [, hint = ''] = /costctl (.*) writes /.exec(await failWith(2, run(line, { folder }))) ?? [];
  expect(hint).toContain('--where provider=gcp');
  const path = join(folder, file);
  await succeed(run(hint.replace(file, path), { folder }));
  expect(readFileSync(path, 'utf8')).not.toContain('Amazon EC2');
});

describe('a map of FOCUS is made from the rows that the options choose', () => {
  const line = 'costs export --last 1d --focus 1.2 --focus-map init --sandbox';
  const ask = (...options: string[]) => run([...line.split(' '), ...options]);

  test('as their columns and values show', async () => {
    const whole = await succeed(ask());
    const part = await succeed(ask('--where', 'provider=gcp'));
    expect([whole.stdout, part.stdout].map((text) => text.includes('Amazon EC2'))).toEqual([
      true,
      false,
    ]);
    expect(part.stdout).toContain('Compute Engine');
  });

  test.each([
    ['provider=gpc', 'rows of 2026-11-14 meets --where; provider=gpc: no row has this value'],
    ['providr=gcp', "--where: no row has the column 'providr'; did you mean 'provider'?"],
  ])('but none meets %s', async (condition, message) => {
    expect(await failWith(2, ask('--where', condition))).toContain(message);
  });

  test.each([
    ['--receipt', 'r.json'],
    ['--columns', 'cost'],
    ['--types', 'cost=text'],
    ['--output', 'csv'],
    ['--resume'],
    ['--require-rows'],
    ['--allow-truncated'],
    ['--keep'],
    ['--query', '[0]'],
    ['--raw'],
    ['--no-header'],
    ['--bom'],
    ['--delimiter', ';'],
    ['--spreadsheet-safe'],
  ])('and an option of an export is refused: %s', async (...option) => {
    const message = `--focus-map init only writes a map: leave out ${option[0]}`;
    expect(await failWith(2, ask(...option))).toContain(message);
  });

  test.each(['csv', 'parquet'])('and the name of a file of rows is refused: %s', async (format) => {
    expect(await failWith(2, ask('-O', `map.${format}`))).toContain(
      `--out-file map.${format} is ${format} by its extension, but --focus-map init writes yaml`,
    );
  });
});
