import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { needs } from '../helpers/needs.ts';
import { createFolder, launcher, readFiles, removeFolder, runProgram } from './program.ts';

const folder = createFolder();
afterAll(() => removeFolder(folder));

// Starts every line that has no stdout.
needs('bash');

const line = ['--sandbox', 'costs', 'export', '--last', '2d'];
// A shell whose stdin is a socket reads what it finds at home.
const env = { HOME: folder, COSTCTL_CONFIG_DIR: join(folder, 'config') };
const lost =
  'error: stdout is closed: the result would be lost\n' +
  'hint: redirect stdout to a file or a program, or give -O FILE\n';

const lostFilter = '{"workspaceId":"wsp_storefront","title":"Lost","filter":"x","isDefault":false}';
const settings = join(folder, 'settings.yaml');
writeFileSync(settings, 'version: 1\nfilters: [{title: Lost, filter: x}]\n');

describe('without a stdout', () => {
  // Only Linux shows how a stream was opened.
  needs('/proc/self/fdinfo');

  test.each([
    [['--version']],
    [['--help']],
    [['workspaces', 'list', '--help']],
    [['help', 'output']],
    [['schema', 'workspaces', 'list']],
    [['completion', 'bash']],
    [['profiles', 'list']],
    [['--sandbox', 'workspaces', 'list']],
    [['--sandbox', 'workspaces', 'get', 'wsp_storefront']],
    [['--sandbox', 'users', 'list', '-o', 'csv']],
    [['--sandbox', 'api', 'GET', '/v1/workspaces/wsp_storefront']],
    [['--sandbox', 'config', 'pull']],
    [['--sandbox', 'costs', 'check', '--last', '2d', '--max-total', '1', '--convert-to', 'USD']],
    [['--sandbox', 'filters', 'create', '--title', 'Lost', '--filter', 'x']],
    [['--sandbox', 'api', 'POST', '/v1/saved-filters', '--data', lostFilter]],
    [['--sandbox', 'config', 'apply', settings, '--yes']],
    [[...line, '-o', 'csv']],
  ])('%j is an error', async (words) => {
    const { status, stderr } = await runProgram(words, { env, shell: '"$@" >&-' });
    expect(stderr.endsWith(lost) || stderr).toBe(true);
    expect(status).toBe(1);
  });

  test('nothing is created if its id cannot be printed', async () => {
    const listed = await runProgram(['--sandbox', 'filters', 'list', '-o', 'json'], { env });
    expect(listed.stdout).toContain('flt_production');
    expect(listed.stdout).not.toContain('Lost');
  });

  test.each([
    ['a check that passes and prints nothing', '--max-total 100000000 --convert-to USD -q'],
    ['a check whose result goes to a file', '--max-total 100000000 --convert-to USD -O check.csv'],
  ])('%s needs no stdout', async (_what, words) => {
    const check = ['--sandbox', 'costs', 'check', '--last', '2d', ...words.split(' ')];
    const ended = await runProgram(check, { env, cwd: folder, shell: '"$@" >&-' });
    expect(ended).toMatchObject({ status: 0, stderr: '' });
  });

  test.each([
    ['workspaces', 'delete', 'wsp_platform', '--confirm', 'wsp_platform'],
    ['filters', 'delete', 'flt_no_credits', '--yes'],
    ['api', 'DELETE', '/v1/saved-filters/flt_compute?workspaceId=wsp_storefront', '--yes'],
  ])('%s %s, which prints no result, needs no stdout', async (...words) => {
    const ended = await runProgram(['--sandbox', ...words], { env, shell: '"$@" >&-' });
    expect({ ...ended, stderr: ended.stderr.replace(/^note: .*\n/, '') }).toMatchObject({
      status: 0,
      stderr: '',
    });
  });

  test('a closed stdout is detected if another program starts costctl', async () => {
    const shell = 'env "$@" >&-';
    expect(await runProgram(['--version'], { env, shell })).toMatchObject({ status: 1 });
  });
});

test('a /dev/null opened by the parent process is a valid stdout', async () => {
  const words = [launcher, '--sandbox', 'workspaces', 'list'];
  const child = spawn(process.execPath, words, {
    stdio: 'ignore',
    env: { ...process.env, ...env },
  });
  const [status] = await once(child, 'close');
  expect(status).toBe(0);
});

test.each([
  ['to nowhere', '"$@" -o csv > /dev/null'],
  ['into a program', '"$@" -o csv | cat > /dev/null'],
  ['to a file, without a stdout', '"$@" -O costs.csv >&-'],
])('an export %s is complete', async (_how, shell) => {
  const ended = await runProgram(line, { env, cwd: folder, shell });
  expect({ status: ended.status, stderr: ended.stderr }).toEqual({
    status: 0,
    stderr: expect.stringContaining("matching the service's count"),
  });
  if (shell.includes('-O')) expect(readFiles(folder).has('costs.csv')).toBe(true);
});

describe('without a reader', () => {
  const badRows = join(folder, 'rows.csv');
  writeFileSync(badRows, 'date,amount,region\n2026-01-05,5,eu\nsoon,5,eu\n');
  const shell = '"$@" | true; exit "$PIPESTATUS"';
  // What the tests above delete is still there.
  const own = { ...env, COSTCTL_CONFIG_DIR: join(folder, 'own') };

  test.each([
    [11, 'a check that fails', 'costs check --last 2d --max-total 1'],
    [11, 'a check of many groups', 'costs check --last 2d --max-total 1 --by resourceId -o junit'],
    [0, 'a check that passes', 'costs check --last 2d --max-total 100000000'],
    [11, 'providers of which one fails', 'providers test --all'],
    [9, 'an import that leaves out rows', `metrics import bmt_orders ${badRows} --skip-invalid`],
    [0, 'a list', 'providers list'],
  ])('the exit code is %i for %s', async (status, _what, words) => {
    const currency = words.startsWith('costs') ? ['--where', 'currency=USD'] : [];
    const whole = ['--sandbox', ...words.split(' '), ...currency];
    const ended = await runProgram(whole, { env: own, shell });
    expect({ ...ended, stdout: '' }).toMatchObject({ status });
    expect(/^error: /m.test(ended.stderr)).toBe(status !== 0);
  });
});
