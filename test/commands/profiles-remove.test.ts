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
  ['show', 'gone'],
  ['use', 'gone'],
  ['set', 'gone', 'timeout=5'],
  ['rename', 'gone', 'new'],
  ['remove', 'gone', '--yes'],
])('%s of a missing profile exits 2', async (...words) => {
  const folder = withProfiles();
  const { stderr, exitCode } = await run(['profiles', ...words], { folder });
  expect(stderr).toMatch(/^error: there is no profile gone \(known: work, home\)\n/);
  expect({ exitCode, stored: readStored(folder) }).toEqual({ exitCode: 2, stored: workAndHome });
});

test('rename keeps the position in the list, and the profile stays current', async () => {
  const folder = withProfiles();
  await run('profiles rename work finance', { folder });
  expect(readStored(folder)).toEqual({
    current: 'finance',
    profiles: { finance: work, home: workAndHome.profiles.home },
  });
  const after = readStored(folder);
  const { exitCode } = await run('profiles rename finance home', { folder });
  expect({ exitCode, stored: readStored(folder) }).toEqual({ exitCode: 6, stored: after });
});

test.each([
  ['rename', 'sandbox', 'a'],
  ['rename', 'work', 'sandbox'],
  ['remove', 'sandbox', '--yes'],
  ['set', 'sandbox', 'timeout=5'],
])('%s %s %s exits 2, since the sandbox is built in', async (...words) => {
  const folder = withProfiles();
  const { stderr, exitCode } = await run(['profiles', ...words], { folder });
  expect(stderr).toContain('the profile sandbox is built in and cannot be changed');
  expect({ exitCode, stored: readStored(folder) }).toEqual({ exitCode: 2, stored: workAndHome });
});

test('removing the current profile says that no profile is current', async () => {
  const folder = withProfiles();
  const done = await run('profiles remove work -y -o json', { folder });
  expect(JSON.parse(done.stdout)).toEqual({ name: 'work', removed: true });
  expect(done.stderr).toContain('there is no current profile');
  expect(readStored(folder)).toEqual({ profiles: { home: workAndHome.profiles.home } });
});

test('remove asks on a terminal, naming the removed profile and its address', async () => {
  const folder = withProfiles();
  const world = { folder, terminal: 80 };
  const no = await run('profiles remove work -p home', { ...world, answers: ['n'] });
  expect(no.questions).toEqual([
    'This will remove the profile work and its stored token.\nProfile: work\nAddress: https://work.example.com\nContinue? [y/N] ',
  ]);
  expect({ exitCode: no.exitCode, stored: readStored(folder) }).toEqual({
    exitCode: 2,
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
