import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';

/** Configuration folders, some of which no profile can be stored in. */
const places: readonly [string, (folder: string) => string | undefined][] = [
  ['a folder that exists', (folder) => folder],
  ['a folder that does not exist yet', (folder) => join(folder, 'a', 'b')],
  ['a folder below a file', belowFile],
  ['/dev/null', () => '/dev/null/costctl'],
  ['/proc', () => (existsSync('/proc/self') ? '/proc/costctl' : undefined)],
  ['a folder that no one may write to', readOnly],
];

function belowFile(folder: string): string {
  writeFileSync(join(folder, 'file'), '');
  return join(folder, 'file', 'costctl');
}

function readOnly(folder: string): string | undefined {
  mkdirSync(join(folder, 'closed'));
  chmodSync(join(folder, 'closed'), 0o500);
  // Root may write anywhere.
  return process.getuid?.() === 0 ? undefined : join(folder, 'closed', 'costctl');
}

test.each(places)('doctor predicts whether a profile can be added in %s', async (_what, choose) => {
  const folder = createFolder();
  const place = choose(folder);
  if (place === undefined) return;
  const env = { COSTCTL_CONFIG_DIR: place };
  const before = readdirSync(folder);
  const { stdout } = await run('doctor -o json', { env, folder });
  expect(readdirSync(folder)).toEqual(before);
  const findings: { check: string; status: string; message: string }[] = JSON.parse(stdout);
  const found = findings.find(({ check }) => check === 'configuration');
  const words = ['--base-url', 'https://a.example', '--token-command', 'true', '--no-verify'];
  const added = await run(['profiles', 'add', 'work', ...words], { env, folder });
  expect(found?.status).toBe(added.exitCode === 0 ? 'ok' : 'warn');
  if (added.exitCode !== 0) {
    expect(found?.message).toContain(`no profile can be stored in ${place}`);
  }
});
