import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readStored, secret, withProfiles, work, workAndHome } from '../helpers/profiles.ts';
import { run } from '../helpers/run.ts';

test('path prints the path of a missing or broken file and creates nothing', async () => {
  const fresh = await run(['profiles', 'path']);
  expect(fresh.stdout).toBe(`${join(fresh.folder, 'config', 'config.json')}\n`);
  expect(existsSync(join(fresh.folder, 'config'))).toBe(false);
  const folder = withProfiles('broken');
  const broken = await run(['profiles', 'path'], { folder });
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
  const { stderr, exitCode } = await run(['profiles', ...words], { folder, stdin: secret });
  expect(stderr).toContain(`cannot read the configuration ${path}: it is not JSON`);
  expect(exitCode).toBe(1);
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
  const set = await run(['profiles', 'set', 'work', 'timeout=5'], { folder, env });
  const use = await run(['profiles', 'use', 'work'], { folder, env });
  expect([set.exitCode, use.exitCode]).toEqual([0, 0]);
  expect(readStored(folder)).toMatchObject({ current: 'work', profiles: { work: { timeout: 5 } } });
});
