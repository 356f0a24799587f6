import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requireOwn } from '../../src/profiles/configuration.ts';
import { quote } from '../../src/text.ts';
import { createFolder, run } from '../helpers/run.ts';

const own = statSync('package.json');
const base = { userId: 1000 };

test.each([
  [1000, 0o700],
  [1000, 0o755],
  [1000, 0o644],
  [0, 0o644],
])('user 1000 may use a file of user %i with mode %o', (uid, mode) => {
  expect(() => requireOwn('/x', Object.assign(own, { uid, mode }), base)).not.toThrow();
});

test.each([
  [1001, 0o600, '/x belongs to another user', 'chown 1000 /x'],
  [1001, 0o666, '/x belongs to another user', 'chown 1000 /x'],
  [1000, 0o620, 'other users can change /x', 'chmod go-w /x'],
  [1000, 0o602, 'other users can change /x', 'chmod go-w /x'],
  [0, 0o777, 'other users can change /x', 'chmod go-w /x'],
])('user 1000 may not use a file of user %i with mode %o', (uid, mode, words, hint) => {
  expect(() => requireOwn('/x', Object.assign(own, { uid, mode }), base)).toThrow(
    expect.objectContaining({
      code: 'not_configured',
      message: `the configuration is not used: ${words}`,
      details: { hint },
    }),
  );
});

test.each([
  '/a/b-c_d.json',
  '/a b',
  "/it's",
  "'",
  '/$HOME',
  '/a;b',
  '/`id`',
  '/a\nb',
  '/*',
  'ä"\\',
])('a shell takes the quoted path %j for that path', (path) => {
  const printed = execFileSync('sh', ['-c', `printf %s ${quote(path)}`], { encoding: 'utf8' });
  expect(printed).toBe(path);
});

test('systems without user ids skip the owner check', () => {
  const stats = Object.assign(own, { uid: 5, mode: 0o777 });
  expect(() => requireOwn('/x', stats, { userId: undefined })).not.toThrow();
});

test.each(['folder', 'file'])(
  'never runs the token command if others can change the configuration %s',
  async (kind) => {
    const folder = createFolder();
    const configFolder = join(folder, 'config');
    mkdirSync(configFolder, { mode: 0o700 });
    const path = join(configFolder, 'config.json');
    const profile = { baseUrl: 'https://a.example.com', tokenCommand: 'steal' };
    writeFileSync(path, JSON.stringify({ current: 'a', profiles: { a: profile } }));
    chmodSync(kind === 'folder' ? configFolder : path, 0o777);
    const commands: string[] = [];
    const runProgram = async ({ command }: { command: string }) => {
      commands.push(command);
      return { status: 0, stdout: 'tok' };
    };
    for (const line of [
      ['workspaces', 'list'],
      ['profiles', 'list'],
      ['api', 'GET', '/v1/x'],
    ]) {
      const { exitCode, stderr } = await run(line, { folder, runProgram });
      expect([exitCode, stderr]).toEqual([3, expect.stringContaining('hint: chmod go-w ')]);
    }
    expect(commands).toEqual([]);
  },
);
