import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';
import { failWith } from '../helpers/screens.ts';

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
