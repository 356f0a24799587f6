import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answer, openLoopback } from '../helpers/loopback.ts';
import { withProfiles } from '../helpers/profiles.ts';
import { createFolder, run, testToken } from '../helpers/run.ts';
import { pageOf, scriptService } from '../helpers/service.ts';

const list = ['workspaces', 'list', '-o', 'json'];
const path = '/v1/workspaces?page=1&limit=100';
const baseUrl = 'https://api.example.test';
/** What a scripted service sets else. */
const unset = { COSTCTL_BASE_URL: '', COSTCTL_TOKEN: '' };

/** The token that a request came with. */
async function tokenOf(words: readonly string[], env: Readonly<Record<string, string>>) {
  const profiles = { work: { baseUrl, token: 'tok_work' }, home: { baseUrl, token: 'tok_home' } };
  const service = scriptService({ path, answer: pageOf([]) });
  const folder = withProfiles({ current: 'work', profiles });
  await run([...list, ...words], { service, folder, env: { ...unset, ...env } });
  return service.received[0]?.headers['authorization'];
}

const file = join(createFolder(), 'token');
writeFileSync(file, 'tok_file\n');

test.each<[string[], Record<string, string>, string]>([
  [[], {}, 'tok_work'],
  [['--profile', 'home'], {}, 'tok_home'],
  [['-p', 'home'], {}, 'tok_home'],
  [[], { COSTCTL_PROFILE: 'home' }, 'tok_home'],
  [[], { COSTCTL_TOKEN: testToken }, testToken],
  [[], { COSTCTL_TOKEN_FILE: file }, 'tok_file'],
])('%j with %j sends the token of %s', async (words, env, token) => {
  expect(await tokenOf(words, env)).toBe(`Bearer ${token}`);
});

test('--base-url chooses the service', async () => {
  const service = scriptService({ path, answer: pageOf([]) });
  const { origin } = new URL(baseUrl);
  const env = { COSTCTL_BASE_URL: `${origin}/elsewhere` };
  const { exitCode } = await run([...list, '--base-url', baseUrl], { service, env });
  expect(exitCode).toBe(0);
});

test('an allowed http:// address goes through the proxy in HTTP_PROXY', async () => {
  const proxy = await openLoopback(answer(403));
  const env = {
    ...{ COSTCTL_BASE_URL: 'http://cost.example.com', COSTCTL_TOKEN: testToken },
    ...{ COSTCTL_ALLOW_HTTP: '1', HTTP_PROXY: proxy.url.href },
  };
  await run([...list, '--retries', '0'], { env });
  await proxy.close();
  expect(proxy.requests).toHaveLength(1);
});

test('the configuration is under XDG_CONFIG_HOME if no folder is set', async () => {
  const env = { COSTCTL_CONFIG_DIR: '', XDG_CONFIG_HOME: '/somewhere' };
  const { stdout } = await run(['profiles', 'path'], { env });
  expect(stdout).toMatch(/^\/somewhere\/costctl\//);
});
