import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rowsOf } from '../helpers/costs.ts';
import { manifestOf, newFolder, runMirror } from '../helpers/mirror.ts';
import { run } from '../helpers/run.ts';
import { failWith } from '../helpers/screens.ts';

const day = '2026-11-14';

function replace(bytes: Buffer, from: string, to: string): Buffer {
  const text = bytes.toString('latin1');
  expect(text).toContain(from);
  return Buffer.from(text.replace(from, to), 'latin1');
}

test.each([
  ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 1), 'it is not a Parquet file'],
  ['without its begin', (bytes: Buffer) => bytes.subarray(200), 'it is damaged: '],
  [
    'with metadata that is not JSON',
    (bytes: Buffer) => replace(bytes, '"spellings":', '"spellings"='),
    'its metadata cannot be read',
  ],
  [
    'with metadata of another form',
    (bytes: Buffer) => replace(bytes, '"spellings":', '"spellinks":'),
    'its metadata cannot be read',
  ],
])('a file %s is an error that names it', async (_name, damage, message) => {
  const folder = newFolder();
  await runMirror(folder, { [day]: rowsOf(day, 50) }, ['--from', day]);
  const path = join(folder, manifestOf(folder).files[0]?.path ?? '');
  writeFileSync(path, damage(readFileSync(path)));
  for (const words of [['summary', '--by', 'service'], ['list'], ['columns']]) {
    const line = ['costs', ...words, '--from', day, '--to', day, '--mirror', folder];
    const stderr = await failWith(1, run(line));
    expect(stderr).toContain(`cannot read ${path}`);
    expect(stderr).toContain(message);
  }
});

test.each([
  ['columns'],
  ['list', '--columns', 'tags.team'],
  ['summary', '--where', 'tags.nobody='],
  ['summary', '--by', 'tags.nobody'],
])('a value that has changed on the disk is an error of its file: %s', async (...words) => {
  const folder = newFolder();
  const rows = rowsOf(day, 50, { tags: { team: 'a-group' } });
  await runMirror(folder, { [day]: rows }, ['--from', day]);
  const path = join(folder, manifestOf(folder).files[0]?.path ?? '');
  const line = ['costs', ...words, '--from', day, '--to', day, '--mirror', folder];
  for (const damage of ['"b-group"}', '"a-group"]']) {
    const bytes = readFileSync(path);
    writeFileSync(path, replace(bytes, '"a-group"}', damage));
    const stderr = await failWith(1, run(line));
    expect(stderr).toContain(`cannot read ${path}: it is damaged: page 1: a page does not have`);
    expect(stderr).toContain('costctl costs verify');
    writeFileSync(path, bytes);
  }
});
