import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readStored, secret, withProfiles, work, workAndHome } from '../helpers/profiles.ts';
import { run } from '../helpers/run.ts';
import { failWith, readJson } from '../helpers/screens.ts';

test('list shows every profile with the last four characters of its token', async () => {
  const { stdout } = await run('profiles ls', { folder: withProfiles() });
  expect(stdout).toMatchInlineSnapshot(`
    "name  current  address                   workspace  token
    work  yes      https://work.example.com  wsp_work   ****6789
    home                                                command
    "
  `);
  expect(stdout).not.toContain(work.token);
});

test('list includes the sandbox if it is the current profile', async () => {
  const folder = withProfiles({ current: 'sandbox', profiles: {} });
  expect(await readJson(run('profiles list -o json', { folder }))).toEqual([
    { name: 'sandbox', current: true, baseUrl: null, workspace: null, token: null },
  ]);
});

test('show lists the value and origin of each setting', async () => {
  const folder = withProfiles({
    ...workAndHome,
    profiles: { work: { ...work, amountColumn: 'spend', maxWait: 9 } },
  });
  const env = { COSTCTL_CONFIG_DIR: join(folder, 'config'), COSTCTL_TIMEOUT: '5' };
  const { stdout } = await run('profiles show --retries 2 -w wsp_flag', {
    folder,
    env,
  });
  expect(stdout.replace(folder, 'FOLDER').replace(/ +/g, ' ')).toMatchInlineSnapshot(`
    "setting value source origin
    profile work profile the current profile
    baseUrl https://work.example.com profile profile work
    token ****6789 profile profile work
    workspace wsp_flag flag --workspace
    output table default
    maxWait 9 profile profile work
    timeout 5 environment COSTCTL_TIMEOUT
    retries 2 flag --retries
    concurrency 4 default
    configFolder FOLDER/config environment COSTCTL_CONFIG_DIR
    convertTo default
    rateMethod default
    where default
    dateColumn default
    amountColumn spend profile profile work
    currencyColumn default
    sourceColumn default
    maxLag default
    "
  `);
});

test('show NAME shows the settings of a command with that profile', async () => {
  const env = { COSTCTL_TOKEN: 'tok_env_0123456789' };
  const line = ['profiles', 'show', 'home', '-o', 'json'];
  expect(await readJson(run(line, { folder: withProfiles(), env }))).toContainEqual({
    setting: 'token',
    value: 'command',
    source: 'profile',
    origin: 'profile home',
  });
});

test.each([
  [[], 'wsp_storefront', 'default', ''],
  [['-w', 'wsp_platform'], 'wsp_platform', 'flag', '--workspace'],
])('show reports the workspace of the sandbox with %j', async (words, value, source, origin) => {
  const rows = await readJson(run(['profiles', 'show', '--sandbox', '-o', 'json', ...words]));
  expect(rows).toContainEqual({ setting: 'workspace', value, source, origin });
});

test('an invalid flag value is a usage error in this group too', async () => {
  const stderr = await failWith(2, run('profiles list --timeout soon'));
  expect(stderr).toContain('--timeout: must be a number of seconds from 0.001 to 2000000');
});

test('path prints the path of a missing or broken file and creates nothing', async () => {
  const fresh = await run('profiles path');
  expect(fresh.stdout).toBe(`${join(fresh.folder, 'config', 'config.json')}\n`);
  expect(existsSync(join(fresh.folder, 'config'))).toBe(false);
  const folder = withProfiles('broken');
  const broken = await run('profiles path', { folder });
  expect(broken).toMatchObject({
    stdout: `${join(folder, 'config', 'config.json')}\n`,
    exitCode: 0,
  });
});

test.each([
  ['list'],
  ['show'],
  ['use', 'work'],
  ['add', 'new', '--token-stdin', '--no-verify'],
  ['remove', 'work', '--yes'],
])('%s leaves a broken configuration unchanged and reports its path', async (...words) => {
  const folder = withProfiles('{"profiles": oops');
  const path = join(folder, 'config', 'config.json');
  const stderr = await failWith(1, run(['profiles', ...words], { folder, stdin: secret }));
  expect(stderr).toContain(`cannot read the configuration ${path}: it is not JSON`);
  expect(readFileSync(path, 'utf8')).toBe('{"profiles": oops');
});

test.each([
  ['a current profile that is gone', { ...workAndHome, current: 'gone' }, {}],
  [
    'a bad value in the profile',
    { current: 'work', profiles: { work: { ...work, timeout: 'soon' } } },
    {},
  ],
  ['COSTCTL_PROFILE that is gone', workAndHome, { COSTCTL_PROFILE: 'gone' }],
])('profiles can be repaired despite %s', async (_what, configuration, env) => {
  const folder = withProfiles(configuration);
  const set = await run('profiles set work timeout=5', { folder, env });
  const use = await run('profiles use work', { folder, env });
  expect([set.exitCode, use.exitCode]).toEqual([0, 0]);
  expect(readStored(folder)).toMatchObject({ current: 'work', profiles: { work: { timeout: 5 } } });
});

test('show has the name of a workspace as it was given', async () => {
  const line = 'profiles show -w Storefront -o json';
  for (const more of ['', ' --sandbox']) {
    expect(await readJson(run(line + more, { folder: withProfiles() }))).toContainEqual({
      setting: 'workspace',
      value: 'Storefront',
      source: 'flag',
      origin: '--workspace',
    });
  }
});
