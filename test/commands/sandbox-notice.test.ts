import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';

const line = ['workspaces', 'list', '-o', 'csv'];
const said = (who: string) => `warning: ${who}: all data is invented\n`;

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
    'note: COSTCTL_BASE_URL: the address is used without /v1 at its end, which every path begins with\n';
  expect((await run(dryRun, { env })).stderr).toBe(note);
  expect((await run([...dryRun, '-q'], { env })).stderr).toBe('');
});
