import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readToken } from '../../src/profiles/token.ts';
import { runProgram } from '../../src/terminal.ts';
import { needs } from '../helpers/needs.ts';
import { createContext } from '../settings/world.ts';

const never = new AbortController().signal;

/** Of this process's streams it keeps only stdout open. */
const quietly = '</dev/null 2>/dev/null';

/** No program is on every PATH but this one. */
const slow = `'${process.execPath}' -e 'setTimeout(() => {}, 8000)'`;

function reading(command: string, timeout = 60_000): Promise<string> {
  const context = createContext({
    runProgram: (program) => runProgram({ ...program, timeout }, never),
  });
  const value = { kind: 'command', command } as const;
  return readToken({ value, origin: 'profile work' }, context);
}

test('the shell runs the token command', async () => {
  expect(
    await reading('printf "tok_%s\\nmore\\n" 1234 | while read -r line; do echo "$line"; done'),
  ).toBe('tok_1234');
});

describe('a token command that leaves a process running', () => {
  needs('mkfifo');

  test('with its output open is not waited for', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'costctl-command-'));
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    // It goes on until somebody opens the pipe, and no one does before the token is there.
    expect(await reading(`cat '${pipe}' ${quietly} & echo tok_1234`)).toBe('tok_1234');
    await (await open(pipe, 'w')).close();
    rmSync(folder, { recursive: true });
  });
});

test('ends a token command and its child processes at the time limit', async () => {
  await expect(reading(`${slow} ${quietly}; echo tok_1234`, 100)).rejects.toMatchObject({
    code: 'not_configured',
    message: 'the token command of profile work failed: ended by SIGTERM (it may take 60 s)',
  });
});

test('what a token command that fails has printed is no token, and is not shown', async () => {
  await expect(reading('echo tok_1234; exit 1')).rejects.toMatchObject({
    code: 'not_configured',
    message: 'the token command of profile work failed: exit status 1',
  });
});

test('a token command unknown to the shell is a not_configured error', async () => {
  await expect(reading('no-such-program-here 2>/dev/null')).rejects.toMatchObject({
    code: 'not_configured',
    message: 'the token command of profile work failed: exit status 127',
  });
});
