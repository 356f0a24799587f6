import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';

const line = ['workspaces', 'list', '-o', 'csv'];
const said = (who: string) => `warning: ${who}: the data of the service is invented\n`;

test.each([['--sandbox'], ['--profile=sandbox']])(
  '%s on the command line prints no notice',
  async (option) => {
    expect((await run([...line, option])).stderr).toBe('');
  },
);

test.each([[[]], [['-q']]])(
  'a sandbox set by the environment is announced on every run: %j',
  async (more) => {
    const env = { COSTCTL_PROFILE: 'sandbox' };
    expect((await run([...line, ...more], { env })).stderr).toBe(said('COSTCTL_PROFILE=sandbox'));
  },
);

test('a sandbox that is the current profile is announced on every run', async () => {
  const folder = createFolder();
  mkdirSync(join(folder, 'config'));
  writeFileSync(join(folder, 'config', 'config.json'), '{"current":"sandbox"}');
  expect((await run(line, { folder })).stderr).toBe(said('the current profile is the sandbox'));
});

test('a note reports an address that ended in /v1', async () => {
  const env = { COSTCTL_BASE_URL: 'https://a.example.com/v1', COSTCTL_TOKEN: 'tok_0123456789' };
  const dryRun = ['filters', 'delete', 'flt_1', '-w', 'wsp_a', '--dry-run', '-o', 'csv'];
  const note =
    'note: COSTCTL_BASE_URL: /v1 at the end of the address was left out: every path begins with it\n';
  expect((await run(dryRun, { env })).stderr).toBe(note);
  expect((await run([...dryRun, '-q'], { env })).stderr).toBe('');
});

test('on a terminal it is announced once in each, and every answer of cost names the sandbox', async () => {
  const folder = createFolder();
  const env = { COSTCTL_PROFILE: 'sandbox' };
  const warning = said('COSTCTL_PROFILE=sandbox').trim();
  const ask = async (shell: number, more: object = {}) => {
    const world = { folder, env, terminal: 120, shell, ...more };
    const { stdout, stderr } = await run('costs summary --last 1d', world);
    expect(stdout).toContain('sandbox (invented)');
    return `${stdout}${stderr}`.includes(warning);
  };
  const heard = [await ask(1), await ask(1), await ask(2), await ask(1), await ask(2)];
  expect(heard).toEqual([true, false, true, false, false]);
  // The number of a shell comes back.
  expect(await ask(1, { now: '2026-11-16T06:00:00Z' })).toBe(true);
  expect((await run(line, { folder, env, shell: 1 })).stderr).toContain(warning);
});
