import { describe, expect, test } from 'vitest';
import { needs } from '../helpers/needs.ts';
import { createFolder, removeFolder, runProgram } from './program.ts';

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

test.each([
  ['workspaces list', '--help'],
  ['../help/workspaces', '--help'],
  ['80\n', '--help'],
])('no stored page is found for words that name no command: %j', async (...line) => {
  expect(await runProgram(line)).toMatchObject({ status: 2, stdout: '' });
});

test('once a document is imported, help is that of the program with its commands', async () => {
  const folder = createFolder();
  try {
    const env = { COSTCTL_CONFIG_DIR: folder, COSTCTL_BASE_URL: 'https://a.example' };
    expect((await runProgram(['--help'], { env })).stdout).not.toContain('pins');
    const stdin = '{"openapi":"3.1.0","paths":{"/v1/pins":{"get":{"tags":["pins"]}}}}';
    expect(await runProgram(['api', 'import', '-'], { env, stdin })).toMatchObject({ status: 0 });
    const { stdout } = await runProgram(['--help'], { env });
    expect(stdout).toContain('\nFrom the imported document: pins\n');
  } finally {
    removeFolder(folder);
  }
});
