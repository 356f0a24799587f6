import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { has, needs } from '../helpers/needs.ts';
import { createFolder, type Ended, removeFolder, runProgram, type Start } from './program.ts';

/** Milliseconds for a test: it starts the program many times, on a busy machine. */
const patience = 60_000;
const lines = [['--version'], ['--help'], ['workspaces', '--help'], ['help', 'output']];
const list = ['--sandbox', 'workspaces', 'list', '-o', 'json', '--query', 'length(@)'];

/** The tests of one form of the program, given as the words that start it. */
export function testOddPlaces(program: readonly string[]): void {
  // Starts the lines that change folder, or close a stream.
  needs('bash');
  const folder = createFolder();
  afterAll(() => removeFolder(folder));
  const run = (line: readonly string[], start: Start = {}) =>
    runProgram(line, { program, ...start });

  test.each([
    ['without any environment', {}],
    ['without HOME', { HOME: '' }],
    ['with a HOME that does not exist', { HOME: join(folder, 'none', 'such') }],
    ['with a locale that is not UTF-8', { HOME: folder, LANG: 'de_DE.ISO-8859-1', LC_ALL: 'C' }],
    ['with an unknown locale', { HOME: folder, LC_ALL: 'xx_XX' }],
    ['with an unknown terminal', { HOME: folder, TERM: 'nothing', COLUMNS: '0' }],
  ])(
    'the program works %s',
    async (_name, env) => {
      for (const line of [...lines, list]) expectDone(await run(line, { env }));
    },
    patience,
  );

  test(
    'the program works if its home is read-only',
    async () => {
      const home = join(folder, 'read-only');
      mkdirSync(home);
      chmodSync(home, 0o555);
      // Nobody can create a folder in /sys, not even a user who may write everywhere else.
      const env = { HOME: process.getuid?.() === 0 ? '/sys' : home };
      for (const line of [...lines, list]) expectDone(await run(line, { env }));
      const { status, stderr } = await run(
        [
          'profiles',
          'add',
          'work',
          '--base-url',
          'https://127.0.0.1:1',
          '--token-stdin',
          '--no-verify',
        ],
        { env, stdin: 'tok_0123456789abcdefghij\n' },
      );
      expect(status).toBe(1);
      expect(stderr).toMatch(/^error: cannot .*\n/);
    },
    patience,
  );

  test(
    'the program works in a deleted folder',
    async () => {
      const gone = join(folder, 'gone');
      const shell = `cd ${gone} && rmdir ${gone} && "$@"`;
      for (const line of [...lines, list]) {
        mkdirSync(gone, { recursive: true });
        expectDone(await run(line, { env: { HOME: folder }, shell }));
      }
      rmSync(gone, { recursive: true, force: true });
    },
    patience,
  );

  test(
    'the program works with a closed stdin',
    async () => {
      for (const line of [...lines, list]) {
        expectDone(await run(line, { env: { HOME: folder }, shell: '"$@" <&-' }));
      }
    },
    patience,
  );

  test(
    'the program fails if stdout is closed, and works if stderr is closed',
    async () => {
      for (const line of [...lines, list]) {
        const out = await run(line, { env: { HOME: folder }, shell: '"$@" >&-' });
        // Only Linux shows that.
        expect(out.status).toBe(has('/proc/self/fdinfo') ? 1 : 0);
        const error = await run(line, { env: { HOME: folder }, shell: '"$@" 2>&-' });
        expectDone(error);
      }
    },
    patience,
  );

  test(
    'a command that needs input fails with an error if stdin is closed',
    async () => {
      const line = [
        'profiles',
        'add',
        'work',
        '--base-url',
        'https://127.0.0.1:1',
        '--token-stdin',
      ];
      const { status, stderr } = await run(line, { env: { HOME: folder }, shell: '"$@" <&-' });
      expect(status).not.toBe(0);
      expect(stderr).toMatch(/^error: /);
      expect(stderr).not.toContain('a defect in this program');
    },
    patience,
  );

  describe('in a terminal of 40 columns', () => {
    needs('script');

    test(
      'output lines fit the width',
      async () => {
        const shell = `printf -v words '%q ' "$@"; script -qec "stty cols 40 rows 50; $words 2>&1" /dev/null`;
        for (const line of [...lines, ['--sandbox', 'workspaces', 'list']]) {
          const { stdout } = await run(line, {
            env: { HOME: folder, TERM: 'xterm', NO_COLOR: '1' },
            shell,
          });
          expect(stdout).not.toBe('');
          for (const row of stdout.split(/\r?\n/)) {
            const mayBeWider = /^ {2}\S|^note: /.test(row);
            if (!mayBeWider) expect(row.length).toBeLessThanOrEqual(40);
          }
        }
      },
      patience,
    );
  });
}

function expectDone({ status, stderr, stdout }: Ended): void {
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).not.toBe('');
}
