import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { run } from '../helpers/run.ts';

/** A run without any setting, in a window or off a terminal. */
function examine(terminal?: number, env: Readonly<Record<string, string>> = {}) {
  const world = { env: { COSTCTL_CONFIG_DIR: '/var/tmp/costctl', ...env } };
  return run('doctor', terminal === undefined ? world : { ...world, terminal });
}

test('on a terminal the hint is below the finding and is not cut', async () => {
  const { stdout } = await examine(80, { NO_COLOR: '1' });
  expect(stdout).toMatchInlineSnapshot(`
    "ok    node           Node 20.18.1
    ok    configuration  none yet; it will be /var/tmp/costctl/config.json
                         hint: costctl profiles add NAME
    ok    sandbox        no stored changes
    ok    profile        none
                         hint: costctl profiles add NAME
    fail  address        no base address is set
                         hint: costctl profiles add NAME --base-url URL, or set
                         COSTCTL_BASE_URL; --sandbox needs none
    fail  token          no token is set
                         hint: costctl profiles add NAME --token-stdin, or set
                         COSTCTL_TOKEN or COSTCTL_TOKEN_FILE
    ok    workspace      none
                         hint: costctl profiles set NAME workspace=ID, or
                         --workspace ID
    ok    settings       configFolder /var/tmp/costctl (COSTCTL_CONFIG_DIR)
    "
  `);
});

test('in a narrow window the text continues below the name of the check', async () => {
  const { stdout } = await examine(40, { NO_COLOR: '1' });
  expect(stdout).toMatchInlineSnapshot(`
    "ok    node  Node 20.18.1
    ok    configuration  none yet; it will
          be /var/tmp/costctl/config.json
          hint: costctl profiles add NAME
    ok    sandbox  no stored changes
    ok    profile  none
          hint: costctl profiles add NAME
    fail  address  no base address is set
          hint: costctl profiles add NAME
          --base-url URL, or set
          COSTCTL_BASE_URL; --sandbox needs
          none
    fail  token  no token is set
          hint: costctl profiles add NAME
          --token-stdin, or set
          COSTCTL_TOKEN or
          COSTCTL_TOKEN_FILE
    ok    workspace  none
          hint: costctl profiles set NAME
          workspace=ID, or --workspace ID
    ok    settings  configFolder
          /var/tmp/costctl
          (COSTCTL_CONFIG_DIR)
    "
  `);
});

test.each([80, 40])('colors do not change the words or layout in %i columns', async (terminal) => {
  const plain = await examine(terminal, { NO_COLOR: '1' });
  const coloured = await examine(terminal);
  expect(coloured.stdout).toContain('\u001b[1mhint:');
  expect(coloured.stdout).toContain('\u001b[31m\u001b[1mfail');
  expect(plain.stdout).not.toContain('\u001b');
  expect(stripVTControlCharacters(coloured.stdout)).toBe(plain.stdout);
});

test('without a terminal each check is one row and is not cut', async () => {
  const { stdout } = await examine();
  expect(stdout).not.toContain('…');
  const rows = stdout.split('\n').filter((line) => line.startsWith('fail'));
  expect(rows.map((row) => row.split(/ {2,}/))).toEqual([
    [
      'fail',
      'address',
      'no base address is set',
      'costctl profiles add NAME --base-url URL, or set COSTCTL_BASE_URL; --sandbox needs none',
    ],
    [
      'fail',
      'token',
      'no token is set',
      'costctl profiles add NAME --token-stdin, or set COSTCTL_TOKEN or COSTCTL_TOKEN_FILE',
    ],
  ]);
});

test('--columns prints a table on a terminal too', async () => {
  const { stdout } = await run('doctor --sandbox --columns check,status', {
    terminal: 80,
    env: { NO_COLOR: '1' },
  });
  expect(stdout.split('\n').slice(0, 2)).toEqual(['check          status', 'node           ok']);
});
