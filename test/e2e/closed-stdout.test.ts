import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { needs } from '../helpers/needs.ts';
import { createFolder, readFiles, removeFolder, runProgram } from './program.ts';

const folder = createFolder();
afterAll(() => removeFolder(folder));

const line = ['--sandbox', 'costs', 'export', '--last', '2d'];
const env = { COSTCTL_CONFIG_DIR: join(folder, 'config') };

describe('Linux shows how a stream was opened', () => {
  // Only Linux does.
  needs('/proc/self/fdinfo');

  test('an export without a stdout is an error before anything is read', async () => {
    const ended = await runProgram([...line, '-o', 'csv'], { env, shell: '"$@" >&-' });
    expect(ended).toMatchObject({ status: 1, stdout: '' });
    expect(ended.stderr).toContain(
      'error: stdout is closed: the rows would be lost\n' +
        'hint: redirect stdout to a file or a program, or give -O FILE\n',
    );
  });
});

test.each([
  ['to nowhere', '"$@" -o csv > /dev/null'],
  ['into a program', '"$@" -o csv | cat > /dev/null'],
  ['to a file, without a stdout', '"$@" -O costs.csv >&-'],
])('an export %s is complete', async (_how, shell) => {
  const ended = await runProgram(line, { env, cwd: folder, shell });
  expect({ status: ended.status, stderr: ended.stderr }).toEqual({
    status: 0,
    stderr: expect.stringContaining("matching the service's count"),
  });
  if (shell.includes('-O')) expect(readFiles(folder).has('costs.csv')).toBe(true);
});
