import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { needs } from '../helpers/needs.ts';
import { createFolder, removeFolder } from './program.ts';

interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly shell?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<
    Record<string, { readonly default?: string; readonly required?: boolean }>
  >;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const action: Action = parse(readFileSync('action.yml', 'utf8'));
const patience = 120_000;
const folder = createFolder();
afterAll(() => removeFolder(folder));

needs('bash', 'xargs', 'grep');

/** The files that a runner gives to every step. */
const files = { summary: 'GITHUB_STEP_SUMMARY', output: 'GITHUB_OUTPUT', path: 'GITHUB_PATH' };

interface Ended {
  readonly status: number | null;
  readonly log: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly added: readonly string[];
}

let ran = 0;

/** Runs a step as a runner does: its own shell, files for what it says, inputs in its environment. */
async function runStep(
  name: string,
  inputs: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const step = action.runs.steps.find((one) => one.name === name);
  if (step?.run === undefined || step.shell !== 'bash') throw new Error(`no step ${name}`);
  ran += 1;
  const place = join(folder, String(ran));
  mkdirSync(place);
  const path = (file: string) => join(place, file);
  for (const file of Object.keys(files)) writeFileSync(path(file), '');
  writeFileSync(path('script.sh'), step.run);
  const child = spawn(
    '/bin/bash',
    ['--noprofile', '--norc', '-eo', 'pipefail', path('script.sh')],
    {
      cwd: place,
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: folder,
        npm_config_cache: join(folder, 'cache'),
        npm_config_offline: 'true',
        RUNNER_TEMP: folder,
        GITHUB_ACTIONS: 'true',
        GITHUB_ACTION_PATH: resolve('.'),
        ...Object.fromEntries(Object.entries(files).map(([file, key]) => [key, path(file)])),
        ...envOf(step, inputs),
        ...env,
      },
    },
  );
  const [out, said, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  const outputs = readFileSync(path('output'), 'utf8').split('\n').filter(Boolean);
  return {
    status,
    log: out + said,
    summary: readFileSync(path('summary'), 'utf8'),
    outputs: Object.fromEntries(outputs.map((line) => line.split(/=(.*)/s, 2))),
    added: readFileSync(path('path'), 'utf8').split('\n').filter(Boolean),
  };
}

/** `${{ inputs.NAME }}` of a step's environment; a step's script has no expressions of its own. */
function envOf(step: Step, inputs: Readonly<Record<string, string>>): Record<string, string> {
  expect(step.run).not.toContain('${{');
  const given = Object.entries(step.env ?? {}).map(([key, value]) => {
    const [, name = ''] = /^\$\{\{ inputs\.([a-z-]+) \}\}$/.exec(value) ?? [];
    expect(Object.keys(action.inputs)).toContain(name);
    return [key, inputs[name] ?? action.inputs[name]?.default ?? ''];
  });
  return Object.fromEntries(given);
}

describe('the step that checks for Node', () => {
  const programs = (script: string) => {
    const place = join(folder, `programs-${ran}`);
    mkdirSync(place);
    writeFileSync(join(place, 'node'), `#!/bin/sh\n${script}\n`);
    chmodSync(join(place, 'node'), 0o755);
    return place;
  };

  test('accepts the Node that runs the tests', async () => {
    expect(await runStep('Look for Node', {})).toMatchObject({ outputs: { missing: 'false' } });
  });

  test('reports a missing Node, and the next step then installs one', async () => {
    const none = await runStep('Look for Node', {}, { PATH: '/nowhere' });
    expect(none).toMatchObject({ status: 0, outputs: { missing: 'true' } });
    const next = action.runs.steps[1];
    expect(next?.if).toBe("steps.node.outputs.missing == 'true'");
    expect(next?.uses).toMatch(/^actions\/setup-node@/);
  });

  test.each([
    ['20.18.0', 'true'],
    ['18.20.4', 'true'],
    ['20.18.1', 'false'],
    ['20.19.0', 'false'],
    ['22.0.0', 'false'],
  ])('with Node %s, Node counts as missing: %s', async (version, missing) => {
    const script = `exec '${process.execPath}' -e "
      Object.defineProperty(process, 'versions', { value: { node: '${version}' } }); $2"`;
    const { outputs } = await runStep('Look for Node', {}, { PATH: programs(script) });
    expect(outputs).toEqual({ missing });
  });
});

describe('the steps that install and run the command', () => {
  let PATH = '';
  beforeAll(async () => {
    const installed = await runStep('Install costctl', {});
    expect(installed).toMatchObject({ status: 0 });
    PATH = [...installed.added, process.env['PATH']].join(delimiter);
  }, patience);

  const runCommand = (inputs: Readonly<Record<string, string>>, env = {}) =>
    runStep('Run costctl', inputs, { PATH, ...env });
  const check = '--sandbox costs check --last 2d --convert-to USD --max-total';

  test(
    'installs only once per job',
    async () => {
      const again = await runStep('Install costctl', { package: 'costctl@0.0.0-none' });
      expect(again).toMatchObject({ status: 0, log: '' });
      expect(PATH).toContain(again.added[0]);
    },
    patience,
  );

  test('a check that passes writes its table to the summary', async () => {
    const ended = await runCommand({ command: `${check} 100000000` });
    expect(ended.status).toBe(0);
    expect(ended.summary).toMatch(/^\| check +\| result/m);
    expect(ended.outputs).toMatchObject({ 'exit-code': '0', message: '' });
    expect(readFileSync(ended.outputs['result'] ?? '', 'utf8')).toBe(ended.summary);
    expect(ended.log).not.toContain('::error');
  });

  test('a check that fails gives an exit code, one annotation, a table and the reason', async () => {
    const ended = await runCommand({ command: `${check} 1` });
    expect(ended.status).toBe(11);
    expect(ended.outputs['exit-code']).toBe('11');
    expect(ended.outputs['message']).toMatch(/^the check failed: the total is /);
    expect(ended.log.match(/^::error .*$/gm)).toEqual([
      `::error title=costctl::${ended.outputs['message']}`,
    ]);
    expect(ended.summary).toMatch(/\| exceeded/);
    expect(ended.summary).toContain(`    error: ${ended.outputs['message']}`);
  });

  test('-o github writes an annotation for each finding', async () => {
    const ended = await runCommand({ command: `${check} 1 --by service`, output: 'github' });
    expect(ended.status).toBe(11);
    expect(ended.log.match(/^::error title=max-total /gm)?.length).toBeGreaterThan(3);
  });

  test('another format is written to the file only, and an error becomes an annotation', async () => {
    const good = await runCommand({ command: '--sandbox workspaces list', output: 'json' });
    expect(JSON.parse(readFileSync(good.outputs['result'] ?? '', 'utf8'))).toHaveLength(3);
    expect(good.summary).toBe('');
    const bad = await runCommand({ command: '--sandbox users get nobody', output: 'json' });
    expect(bad.status).not.toBe(0);
    expect(bad.log).toMatch(/^::error title=costctl::\{"error":\{"code":/m);
  });

  test('quotes group words, and a shell expands nothing', async () => {
    const words = `--sandbox filters create --title '$(touch ran) \`touch ran\`' --filter "a = 'b;c'"`;
    const created = await runCommand({ command: `${words} ; touch ran`, output: 'json' });
    expect(created.status).toBe(2);
    const right = await runCommand({ command: words, output: 'json' });
    expect(JSON.parse(readFileSync(right.outputs['result'] ?? '', 'utf8'))).toMatchObject({
      title: '$(touch ran) `touch ran`',
      filter: "a = 'b;c'",
    });
    expect(existsSync(join(folder, String(ran), 'ran'))).toBe(false);
  });

  test.each([
    ["'id", 'markdown'],
    ['"id', 'github'],
    [`"id'`, 'json'],
    ["id 'a\nb'", 'junit'],
  ])(
    'a quote that is not closed runs nothing, and is an annotation: %j as %s',
    async (...given) => {
      const [columns, output] = given;
      const ended = await runCommand({
        ...{ command: `--sandbox filters list --columns ${columns}`, output },
      });
      const message = 'the input command has a quote that is not closed: nothing was run';
      expect(ended).toMatchObject({ status: 2, outputs: { 'exit-code': '2', message } });
      expect(ended.log.match(/^::error .*$/gm)).toEqual([`::error title=costctl::${message}`]);
      expect(ended.summary).toContain(`    error: ${message}`);
      expect(readFileSync(ended.outputs['result'] ?? '', 'utf8')).toBe('');
    },
  );

  test('a value in args stays one argument, and no word redirects the token or leaves the workspace', async () => {
    const words = ['x" --base-url=http://127.0.0.1:9 --where "y', "it's", '$(touch ran)'];
    const args = ['--filter', ...words.slice(0, 1), '', `--title=${words[1]} ${words[2]}`];
    const created = await runCommand({
      command: '--sandbox filters create',
      args: args.join('\r\n'),
      output: 'json',
    });
    expect(JSON.parse(readFileSync(created.outputs['result'] ?? '', 'utf8'))).toMatchObject({
      title: `${words[1]} ${words[2]}`,
      filter: words[0],
    });
    const env = {
      COSTCTL_BASE_URL: 'https://service.test',
      COSTCTL_TOKEN: 'tok_environment_0123456789',
    };
    const line = 'costs summary --last 7d --where';
    const redirected = await runCommand({ command: `${line} "service=${words[0]}"` }, env);
    expect(redirected.outputs).toMatchObject({
      'exit-code': '2',
      message:
        '--base-url: the address is http://127.0.0.1:9, and the token of COSTCTL_TOKEN is sent only to https://service.test',
    });
    const outside = await runCommand({
      command: '--sandbox workspaces list',
      args: '--out-file=../escaped.json',
    });
    expect(outside.outputs).toMatchObject({
      'exit-code': '2',
      message: expect.stringMatching(/^--out-file: \.\.\/escaped\.json is outside of /),
    });
    expect(existsSync(join(folder, 'escaped.json'))).toBe(false);
  });

  test('no output is run as a workflow command', async () => {
    const ended = await runCommand({ command: '--sandbox nope ::add-mask::x' });
    const [, fence = ''] = /^::stop-commands::(\S{16,})$/m.exec(ended.log) ?? [];
    const said = ended.log.slice(
      ended.log.indexOf('::stop-commands::'),
      ended.log.indexOf(`::${fence}::`),
    );
    expect(said).toContain('error: ');
    expect(ended.log.match(/^\s*::[a-z-]+/gm)).toEqual(
      ['::stop-commands', '::costctl-', '::error'].map((one) => expect.stringContaining(one)),
    );
  });

  test('inputs set command settings, and empty inputs do not change the environment', async () => {
    const env = {
      COSTCTL_BASE_URL: 'https://environment.test',
      COSTCTL_TOKEN: 'tok_environment_0123456789',
      COSTCTL_WORKSPACE: 'wsp_environment',
    };
    const show = { command: 'profiles show', output: 'json' };
    const stored = await runCommand(show, env);
    const valuesOf = ({ outputs }: Ended) => readFileSync(outputs['result'] ?? '', 'utf8');
    expect(valuesOf(stored)).toContain('https://environment.test');
    expect(valuesOf(stored)).toContain('wsp_environment');
    const inputs = {
      'base-url': 'https://input.test',
      token: 'tok_input_0123456789abcdef',
      workspace: 'wsp_input',
    };
    const given = await runCommand({ ...show, ...inputs }, env);
    expect(valuesOf(given)).toContain('https://input.test');
    expect(valuesOf(given)).toContain('wsp_input');
    expect(valuesOf(given) + given.log + given.summary).not.toContain(inputs.token);
  });

  test('every output of the action comes from this step', async () => {
    const { outputs } = await runCommand({ command: '--sandbox workspaces list' });
    const named = Object.values(action.outputs).map(
      ({ value }) => /^\$\{\{ steps\.run\.outputs\.([a-z-]+) \}\}$/.exec(value)?.[1],
    );
    expect(named.toSorted()).toEqual(Object.keys(outputs).toSorted());
  });
});
