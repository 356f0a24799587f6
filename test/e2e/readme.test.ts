import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { needs } from '../helpers/needs.ts';
import { createFolder } from '../helpers/run.ts';
import { openTraffic } from '../helpers/traffic.ts';

const readme = readFileSync('README.md', 'utf8');

needs('bash');

/** Milliseconds for a block; the machines that run this are busy. */
const patience = 120_000;

/** Set-up commands: the pipeline that runs these tests runs them too, or another test does. */
const setUp = /^npm ci && npm (run demo|run build:exe|test)$/;

/** All in one folder and in the order of the page: what one command writes, a later one reads. */
const world = createWorld();
const traffic = openTraffic();
afterAll(traffic.close);

describe('the commands in README.md', () => {
  test('the page has commands to run', () => {
    expect(shellBlocks().length).toBeGreaterThan(8);
    expect(pipelineLines().length).toBeGreaterThan(3);
  });

  describe.each(shellBlocks())('%s', (block) => {
    needs(...programsOf(block));

    test(
      'runs',
      async () => {
        const lines = block.split('\n').filter((line) => !setUp.test(line));
        if (lines.length > 0) await runShell(lines.join('\n'));
      },
      patience,
    );
  });

  test.each(pipelineLines())(
    'works in a pipeline: %s',
    async (line) => {
      await runShell(line);
    },
    patience,
  );
});

describe('the screens in README.md', () => {
  test('the page has screens to compare', () => {
    expect(screens().length).toBeGreaterThan(4);
  });

  test.each(screens())(
    '$ %s',
    async (command, shown) => {
      const { printed } = await runShell(`${asOnTerminal}\nexec 2>&1\n${command} || true`);
      // An age moves with the day, and the columns with the age: what is left is the names.
      const compared = shown.includes(' ago)') ? namesIn : exactly;
      expect(compared(printed.replace(sandboxWarning, ''))).toEqual(compared(shown));
    },
    patience,
  );
});

test('the setup commands in README.md are run by the pipeline or the tests', () => {
  const pipeline = readFileSync('.ci/run', 'utf8');
  const found = readme.split('\n').filter((line) => setUp.test(line));
  expect(found).toEqual([
    'npm ci && npm run demo',
    'npm ci && npm test',
    'npm ci && npm run build:exe',
  ]);
  expect(pipeline).toMatch(/^npm ci\b/m);
  expect(pipeline).toMatch(/^npm test\b/m);
  expect(pipeline).toMatch(/^npm run demo\b/m);
  // The pipeline builds before it tests; the test of the executable runs the rest of the script.
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(scripts['build:exe']).toBe('npm run build && node build/executable.js');
  expect(readFileSync('test/e2e/executable.test.ts', 'utf8')).toContain("['build/executable.js',");
});

/** What a block needs that a machine may lack. */
function programsOf(block: string): string[] {
  const programs = ['gzip', 'jq'].filter((name) => new RegExp(`\\b${name} `).test(block));
  return block.includes('costctl costs query') ? [...programs, '@duckdb/node-api'] : programs;
}

function shellBlocks(): string[] {
  return [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block.trim());
}

/** The commands of the pipeline steps, which are written in YAML. */
function pipelineLines(): string[] {
  return [...readme.matchAll(/```yaml\n([\s\S]*?)```/g)]
    .flatMap(([, block = '']) => block.split('\n'))
    .map((line) =>
      line
        .trim()
        .replace(/^- /, '')
        .replace(/^command: /, 'costctl '),
    )
    .filter((line) => line.startsWith('costctl '));
}

/** Each command shown with its prompt, and what the page says that it prints. */
function screens(): [string, string][] {
  return [...readme.matchAll(/```text\n(\$ [\s\S]*?)```/g)].flatMap(([, block = '']) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((screen): [string, string] => {
        const end = screen.indexOf('\n');
        return [screen.slice(0, end), screen.slice(end + 1)];
      }),
  );
}

const asOnTerminal = `export NO_COLOR=1 NODE_OPTIONS="\${NODE_OPTIONS:-} --require \\"${resolve('test/helpers/screen-terminal.cjs')}\\""`;

/** The page says once that its data is invented. */
const sandboxWarning = /^warning: COSTCTL_PROFILE=sandbox .*\n/gm;

function exactly(screen: string): string {
  return screen.trimEnd();
}

function namesIn(screen: string): string[] {
  return screen.match(/^\S+/gm)?.toSorted() ?? [];
}

async function runShell(script: string): Promise<{ printed: string }> {
  const { folder, env } = world;
  const { stdout } = await promisify(execFile)(
    'bash',
    ['--norc', '-euo', 'pipefail', '-c', script],
    { cwd: folder, env: traffic.env(env) },
  );
  expect(traffic.problems()).toEqual([]);
  return { printed: stdout };
}

function createWorld() {
  const folder = createFolder();
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  const shim = join(programs, 'costctl');
  writeFileSync(
    shim,
    `#!/bin/sh\nexec "${process.execPath}" "${resolve('bin/costctl.js')}" "$@"\n`,
  );
  chmodSync(shim, 0o755);
  const env = {
    PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}`,
    HOME: folder,
    COSTCTL_CONFIG_DIR: join(folder, 'config'),
    // What a reader has exported after the second block of the page.
    COSTCTL_PROFILE: 'sandbox',
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
  };
  return { folder, env };
}
