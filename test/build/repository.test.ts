import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder } from '../helpers/run.ts';

const places = ['package.json', 'README.md', 'SECURITY.md', 'docs', '.github'];

/** The files that the script changed in a folder. */
function follow(folder: string): string[] {
  const words = ['build/repository.js', folder];
  return execFileSync(process.execPath, words, { encoding: 'utf8' }).split('\n').filter(Boolean);
}

test('a fork changes one line, and the build the others', () => {
  const folder = createFolder();
  for (const place of places.filter((one) => existsSync(one))) {
    cpSync(place, join(folder, place), { recursive: true });
  }
  expect(follow(folder)).toEqual([]);
  const path = join(folder, 'package.json');
  const before = readFileSync(path, 'utf8');
  const own = /github\.com\/([\w-]+\/[\w-]+)/.exec(before)?.[1] ?? '';
  writeFileSync(path, before.replace(`${own}.git`, 'someone/else.git'));
  const changed = follow(folder);
  expect(changed).toContain(join('docs', 'pipelines.md'));
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
    homepage: 'https://github.com/someone/else#readme',
    bugs: 'https://github.com/someone/else/issues',
  });
  for (const file of changed) expect(readFileSync(join(folder, file), 'utf8')).not.toContain(own);
});
