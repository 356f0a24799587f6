import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';

const folder = createFolder();
const below = join(folder, 'below');
mkdirSync(join(below, 'inner'), { recursive: true });
mkdirSync(join(folder, 'below-not'));
symlinkSync(folder, join(below, 'link'));
symlinkSync(join(folder, 'dangling.json'), join(below, 'file.json'));

describe('with COSTCTL_WRITE_BELOW', () => {
  const env = { COSTCTL_WRITE_BELOW: below };
  const list = (path: string) =>
    run(['--sandbox', 'workspaces', 'list', '-q', '-O', path], { folder, env });

  test.each([
    join(folder, 'out.json'),
    join(below, '..', 'out.json'),
    join(below, 'link', 'out.json'),
    join(below, 'link', 'new', 'out.json'),
    join(below, 'file.json'),
    join(folder, 'below-not', 'out.json'),
    'out.json',
  ])('%s cannot be written', async (path) => {
    const { exitCode, stderr } = await list(path);
    expect(exitCode).toBe(2);
    expect(stderr).toBe(
      `error: --out-file: ${path} is outside of ${below}\nhint: name a file in that folder: COSTCTL_WRITE_BELOW sets it\n`,
    );
  });

  test.each([join(below, 'out.json'), join(below, 'inner', 'out.json'), '-'])(
    '%s can',
    async (path) => {
      expect((await list(path)).exitCode).toBe(0);
    },
  );
});
