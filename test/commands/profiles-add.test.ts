import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  addWork,
  asking,
  readStored,
  secret,
  verification,
  withProfiles,
  work,
  workAndHome,
} from '../helpers/profiles.ts';
import { createFolder, run } from '../helpers/run.ts';
import { pageOf } from '../helpers/service.ts';

test('add stores its flags, verifies the token and makes the first profile current', async () => {
  const world = asking({ path: verification, answer: pageOf([]) });
  const { stdout, stderr, exitCode, folder } = await run([...addWork, '-w', 'wsp_main'], world);
  expect(stdout).toMatchInlineSnapshot(`
    "name       work
    current    yes
    address    https://api.example.test
    workspace  wsp_main
    token      ****3210
    verified   an organization token
    "
  `);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  expect(readStored(folder)).toEqual({
    current: 'work',
    profiles: {
      work: { baseUrl: 'https://api.example.test', workspace: 'wsp_main', token: secret },
    },
  });
  expect(world.service?.received[0]?.headers['authorization']).toBe(`Bearer ${secret}`);
});

test('global options may be anywhere on the line of add', async () => {
  const { folder, exitCode } = await run(
    [
      '-w',
      'wsp_a',
      'profiles',
      '--base-url',
      work.baseUrl,
      'add',
      'a',
      '--token-stdin',
      '--no-verify',
    ],
    { stdin: secret },
  );
  expect(exitCode).toBe(0);
  expect(readStored(folder)).toMatchObject({
    profiles: { a: { baseUrl: work.baseUrl, workspace: 'wsp_a' } },
  });
});

test('a profile name can have up to 64 letters, digits, _ and -', async () => {
  const name = `_-aZ09${'x'.repeat(58)}`;
  const line = ['profiles', 'add', name, '--token-stdin', '--no-verify'];
  const { folder } = await run(line, { stdin: secret });
  expect(readStored(folder)).toEqual({ current: name, profiles: { [name]: { token: secret } } });
});

test('add saves nothing from the environment', async () => {
  const env = {
    COSTCTL_BASE_URL: 'https://env.example.com',
    COSTCTL_TOKEN: 'tok_env_0123456789',
    COSTCTL_WORKSPACE: 'wsp_env',
    COSTCTL_OUTPUT: 'json',
  };
  const line = ['profiles', 'add', 'work', '--token-stdin', '--no-verify'];
  const { folder, stdout } = await run(line, { env, stdin: secret });
  expect(readStored(folder)).toEqual({ current: 'work', profiles: { work: { token: secret } } });
  expect(JSON.parse(stdout)).toEqual({
    name: 'work',
    current: true,
    baseUrl: null,
    workspace: null,
    token: '****3210',
    verified: 'no',
  });
});

test('add reads a token file once and stores the token', async () => {
  const folder = createFolder();
  writeFileSync(join(folder, 'token'), `${secret}\nmore`);
  const line = ['profiles', 'add', 'work', '--token-file', 'token', '--no-verify'];
  await run(line, { folder });
  expect(readStored(folder)).toMatchObject({ profiles: { work: { token: secret } } });
});

test('add prompts for the token without echo and never shows it in full', async () => {
  const line = ['profiles', 'add', 'work', '--no-verify'];
  const { folder, hidden, stdout, stderr } = await run(line, {
    terminal: 80,
    answers: [secret],
  });
  expect(hidden).toEqual(['API token: ']);
  expect(readStored(folder)).toMatchObject({ profiles: { work: { token: secret } } });
  expect(stdout + stderr).not.toContain(secret);
});

test('an existing name exits 6 before anything is asked or sent', async () => {
  const folder = withProfiles();
  const { stderr, exitCode, questions } = await run(['profiles', 'add', 'work', '--no-color'], {
    folder,
    terminal: 80,
  });
  expect(stderr).toMatch(/^error: the profile work already exists\nhint: /);
  expect({ exitCode, questions, stored: readStored(folder) }).toEqual({
    exitCode: 6,
    questions: [],
    stored: workAndHome,
  });
});

test('a second profile becomes current only with --use', async () => {
  const folder = withProfiles();
  const line = ['profiles', 'add', '--token-command', 'x', '--no-verify'];
  await run([...line, 'a'], { folder });
  expect(readStored(folder)).toMatchObject({ current: 'work' });
  await run([...line, 'b', '--use'], { folder });
  expect(readStored(folder)).toMatchObject({ current: 'b' });
});
