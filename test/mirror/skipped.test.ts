import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetMetadata } from 'hyparquet';
import { expect, test } from 'vitest';
import { type Days, rowsOf } from '../helpers/costs.ts';
import { manifestOf, newFolder, runMirror } from '../helpers/mirror.ts';
import { run } from '../helpers/run.ts';

const september = '2026-09-30';
const october = '2026-10-01';
/** Columns are chosen by the first rows: here none of October is among them. */
const days: Days = {
  [september]: rowsOf(september, 5000, { team: 'alpha' }),
  [october]: rowsOf(october, 3, { team: 'beta' }),
};
const folder = newFolder();
const question = ['costs', 'summary', '--by', 'service', '--from', september, '--to', october];
const ask = (...words: string[]) => run([...question, '-o', 'json', '--mirror', folder, ...words]);

const { exitCode: made } = await runMirror(folder, days);
const wholeAnswers = new Map<string, string>();

const excluding = [
  'date<2026-10-01',
  'date<=2026-09-30',
  'date=2026-09-30',
  'team=alpha',
  'team in alpha,aardvark',
  'team=always',
  'team=azure',
];
const including = ['date>=2026-09-30', 'team!=beta', 'team=', 'team in alpha,beta', 'team~alpha'];

test('what a condition selects is the same whether or not the rest can be read', async () => {
  expect(made).toBe(0);
  for (const condition of [...excluding, ...including]) {
    const { exitCode, stdout } = await ask('--where', condition);
    expect(exitCode).toBe(0);
    wholeAnswers.set(condition, stdout);
  }
  const file = manifestOf(folder).files.find(({ from }) => from === october);
  const path = join(folder, file?.path ?? '');
  const bytes = readFileSync(path);
  // The days, sources and amounts of all rows are read to judge whether the data is there; teams and services are not.
  const { row_groups: groups } = parquetMetadata(new Uint8Array(bytes).buffer);
  for (const { meta_data: part } of groups.flatMap(({ columns }) => columns)) {
    if (part === undefined || !['team', 'service'].includes(part.path_in_schema[0] ?? '')) continue;
    const start = Number(part.dictionary_page_offset ?? part.data_page_offset);
    bytes.fill(0, start, start + Number(part.total_compressed_size));
  }
  writeFileSync(path, bytes);
  for (const condition of excluding) {
    const { exitCode, stdout, stderr } = await ask('--where', condition);
    expect([condition, exitCode, stdout], stderr).toEqual([
      condition,
      0,
      wholeAnswers.get(condition),
    ]);
    // A second condition, which looks at another column, is not read either.
    const both = await ask('--where', 'service!=nothing', '--where', condition);
    expect([condition, both.exitCode]).toEqual([condition, 0]);
  }
  for (const condition of including) {
    const { exitCode, stderr } = await ask('--where', condition);
    expect([condition, exitCode]).toEqual([condition, 1]);
    expect(stderr).toContain(`cannot read ${path}: it is damaged`);
  }
});
