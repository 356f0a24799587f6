import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  addWork,
  readStored,
  secret,
  withProfiles,
  work,
  workAndHome,
} from '../helpers/profiles.ts';
import { run } from '../helpers/run.ts';

test.each([
  ['add', 'new', '--token-stdin', '--base-url', work.baseUrl],
  ['use', 'home'],
  ['set', 'work', 'timeout=5'],
  ['rename', 'work', 'new'],
  ['remove', 'work'],
])('%s --dry-run prints the result without asking or writing', async (...words) => {
  const folder = withProfiles();
  const line = ['profiles', ...words, '--dry-run', '-o', 'json'];
  const { stdout, exitCode, questions } = await run(line, { folder, stdin: secret });
  expect(JSON.parse(stdout)).toMatchObject({ dryRun: true });
  expect(stdout).not.toContain(secret);
  expect({ exitCode, questions, stored: readStored(folder) }).toEqual({
    exitCode: 0,
    questions: [],
    stored: workAndHome,
  });
});

test('a dry run of add creates no folder and shows the request that would verify the token', async () => {
  const { stdout, folder } = await run([...addWork, '--dry-run', '-o', 'json'], { stdin: secret });
  expect(JSON.parse(stdout)).toEqual({
    name: 'work',
    current: true,
    baseUrl: 'https://api.example.test',
    workspace: null,
    token: '****3210',
    verify: { method: 'GET', path: '/v1/users', query: { page: 1, limit: 1 } },
    dryRun: true,
  });
  expect(existsSync(join(folder, 'config'))).toBe(false);
});

test('a dry run on a terminal does not prompt for a token', async () => {
  const line = ['profiles', 'add', 'work', '--dry-run'];
  const { questions, exitCode } = await run(line, { terminal: 80 });
  expect({ questions, exitCode }).toEqual({ questions: [], exitCode: 0 });
});
