import { describe, expect, test } from 'vitest';
import { needs } from '../helpers/needs.ts';
import { runProgram } from './program.ts';

// A shell whose stdin is a socket reads what it finds at home.
const env = { HOME: '/nowhere' };

/** Written without the stream that results go through. */
const lines = [['--version'], ['--help'], ['workspaces', 'list', '--help'], ['help', 'output']];

describe('a full disk', () => {
  needs('/dev/full');

  test.each(lines)('is reported as an error: %s', async (...line) => {
    expect(await runProgram(line, { shell: '"$@" > /dev/full', env })).toMatchObject({
      status: 1,
      stderr: 'error: cannot write the output: no space left on the disk\n',
    });
  });
});

describe('a reader that closes early', () => {
  needs('mkfifo');

  test.each(lines)('ends the output quietly: %s', async (...line) => {
    const reader = 'd=$(mktemp -d); mkfifo "$d/p"; exec 3<>"$d/p" 4>"$d/p" 3<&-; rm -r "$d"';
    const shell = `${reader}; "$@" >&4; echo "status $?" >&2`;
    const { stderr } = await runProgram(line, { shell, env });
    expect(stderr).toBe('status 0\n');
  });
});

test.each(lines)('the output is the same in a file and in a pipe: %s', async (...line) => {
  const piped = await runProgram(line);
  const shell = 'd=$(mktemp -d); "$@" > "$d/f"; cat "$d/f"; rm -r "$d"';
  const inFile = await runProgram(line, { shell, env });
  expect(piped).toMatchObject({ status: 0, stderr: '' });
  expect(inFile.stdout).toBe(piped.stdout);
});
