import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { codeCacheFor } from '../helpers/code-cache.ts';
import { needs } from '../helpers/needs.ts';
import { overhear } from '../helpers/overhear.ts';
import { preload } from '../helpers/preload.ts';
import { createFolder, run } from '../helpers/run.ts';
import { isWhole } from '../helpers/runs.ts';
import { succeed } from '../helpers/screens.ts';
import { openTraffic } from '../helpers/traffic.ts';

/** README and every page below docs. */
const pages = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)].map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}));

needs('bash');

/** Milliseconds for a block; the machines that run this are busy. */
const patience = 120_000;

/** Set-up commands: the pipeline that runs these tests runs them too, or another test does. */
const setUp = /^npm ci && npm (run demo|run build:exe|test)$/;

/** With UPDATE_SCREENS=1 the screens of the pages are written again instead of compared. */
const updates = process.env['UPDATE_SCREENS'] !== undefined;

const traffic = openTraffic();
afterAll(traffic.close);
const { take: takeOverheard } = overhear();

describe.each(pages.filter(({ text }) => blocksIn(text).length > 0))(
  'the commands and screens in $path',
  ({ path, text }) => {
    // All in one folder and in the order of the page: what one command writes, a later one reads.
    const world = createWorld();

    for (const block of blocksIn(text)) {
      if (block.kind === 'screen') {
        const check = async () => {
          const screen = await readScreen(world, block.command);
          if (updates) replaceScreen(path, block, screen);
          else expect(screen).toEqual(block.shown);
        };
        test(`$ ${block.command}`, check, patience);
      } else {
        describe(block.script, () => {
          needs(...programsOf(block.script));
          test(
            'runs',
            async () => {
              for (const part of partsOf(block.script)) await runPart(world, part);
            },
            patience,
          );
        });
      }
    }
  },
);

// A screen must not depend on the day that it was written on. The tour of README is played on that day too.
describe.runIf(isWhole)('on another day', () => {
  const others = pages.filter(({ path, text }) => path !== 'README.md' && /^\$ /m.test(text));
  describe.each(others)('the screens in $path', ({ text }) => {
    const world = createWorld({ NODE_OPTIONS: preload('new-year.cjs') });
    const screens = blocksIn(text).filter((block) => block.kind === 'screen');
    for (const { command, shown } of screens) {
      const check = async () => expect(await readScreen(world, command)).toEqual(shown);
      test(`$ ${command}`, check, patience);
    }
  });
});

test('a part of a script is for a shell if only a shell can run it', () => {
  const script =
    "costctl a 'b c' -d=1\ncat > e <<'END'\ncostctl no\nEND\ncostctl f | jq\ncostctl g h\nexport A=b\ncostctl i";
  expect(partsOf(script)).toEqual([
    ['a', 'b c', '-d=1'],
    "cat > e <<'END'\ncostctl no\nEND\ncostctl f | jq",
    ['g', 'h'],
    'export A=b\ncostctl i',
  ]);
});

test('the pages have commands and screens to check', () => {
  const all = pages.flatMap(({ text }) => blocksIn(text));
  expect(all.filter(({ kind }) => kind === 'commands').length).toBeGreaterThan(20);
  expect(all.filter(({ kind }) => kind === 'screen').length).toBeGreaterThan(3);
});

test.each(pages)('every block of $path is opened and closed, and holds each screen', ({ text }) => {
  const prose = text.replace(/^ *```[a-z]+\n[\s\S]*?^ *```$/gm, '');
  expect(prose.split('\n').filter((line) => /^ *```|^\$ /.test(line))).toEqual([]);
});

test('the setup commands of the pages are run by the pipeline or the tests', () => {
  const pipeline = readFileSync('.ci/run', 'utf8');
  const found = pages.flatMap(({ text }) => text.split('\n').filter((line) => setUp.test(line)));
  expect(found).toEqual([
    'npm ci && npm run demo',
    'npm ci && npm test',
    'npm ci && npm run build:exe',
  ]);
  expect(pipeline).toMatch(/^npm ci\b/m);
  expect(pipeline).toMatch(/^npm test\b/m);
  expect(readFileSync('test/e2e/demo.test.ts', 'utf8')).toContain('npm ci && npm run demo');
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

type Block =
  | { readonly kind: 'commands'; readonly script: string }
  | { readonly kind: 'screen'; readonly command: string; readonly shown: string };

/** What is to be run, in the order of the page: scripts, commands of pipelines, and screens. */
function blocksIn(page: string): Block[] {
  return [...page.matchAll(/^```(sh|yaml|text)\n([\s\S]*?)^```/gm)].flatMap(
    ([, language, block = '']): Block[] => {
      if (language === 'text') return block.startsWith('$ ') ? screensIn(block) : [];
      const lines = block.trim().split('\n');
      if (language === 'yaml') return lines.flatMap(pipelineCommand);
      const script = lines.filter((line) => !setUp.test(line)).join('\n');
      return script === '' ? [] : [{ kind: 'commands', script }];
    },
  );
}

/** The commands of the pipeline steps, which are written in YAML. */
function pipelineCommand(line: string): Block[] {
  const script = line
    .trim()
    .replace(/^- /, '')
    .replace(/^command: /, 'costctl ');
  return script.startsWith('costctl ') ? [{ kind: 'commands', script }] : [];
}

/** Each command shown with its prompt, and what the page says that it prints. */
function screensIn(block: string): Block[] {
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((screen) => {
      const end = screen.indexOf('\n');
      const [command, shown] = [screen.slice(0, end), screen.slice(end + 1)];
      return { kind: 'screen', command, shown: shown.trimEnd() };
    });
}

function replaceScreen(
  path: string,
  { command, shown }: { command: string; shown: string },
  screen: string,
): void {
  const old = `$ ${command}\n${shown === '' ? '' : `${shown}\n`}`;
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(old);
  writeFileSync(
    path,
    text.replace(old, () => `$ ${command}\n${screen === '' ? '' : `${screen}\n`}`),
  );
}

/** Lines for a shell, or the words of one command that needs none: it takes less time in this process. */
type Part = string | readonly string[];

function partsOf(script: string): readonly Part[] {
  const parts: Part[] = [];
  // A text after << is not a command.
  for (const [piece] of script.matchAll(/^.*<<'(\w+)'[\s\S]*?^\1$|^.*$/gm)) {
    const last = parts.at(-1);
    const isAlone = typeof last !== 'string' || !setsShell.test(last);
    if (isAlone && plain.test(piece)) parts.push(wordsIn(piece.replace(invented, invent)).slice(1));
    else if (typeof last === 'string') parts.push(`${parts.pop()}\n${piece}`);
    else parts.push(piece);
  }
  return parts;
}

/** Lines that change what later ones do. That of the profile is true of this process too. */
const setsShell = /^(?!export COSTCTL_PROFILE=sandbox$)((export|unset|cd|set)\b|\w+=)/m;

/** A command whose words have nothing that a shell replaces, but for quotes. */
const plain = /^costctl( +([\w./:=%,@!+-]|'[^'\n]*')+)+ *$/;

const wordsIn = (line: string) =>
  (line.match(/([^ ']|'[^']*')+/g) ?? []).map((word) => word.replaceAll("'", ''));

async function runPart(world: ReturnType<typeof createWorld>, part: Part): Promise<void> {
  if (typeof part === 'string') {
    await runShell(world, part);
    return;
  }
  const env = { ...world.env, COSTCTL_JOURNAL: 'on' };
  const now = new Date().toISOString();
  const home = process.cwd();
  process.chdir(world.folder);
  try {
    await succeed(run(part, { folder: world.folder, env, now, usualRows: true }));
  } finally {
    process.chdir(home);
  }
  expect(takeOverheard().problems).toEqual([]);
}

async function readScreen(world: ReturnType<typeof createWorld>, command: string): Promise<string> {
  const { printed } = await runShell(world, `${asOnTerminal}\nexec 2>&1\n${command} || true`);
  return printed.replace(sandboxWarning, '').trimEnd();
}

const asOnTerminal = `export NO_COLOR=1 NODE_OPTIONS="\${NODE_OPTIONS:-}"' ${preload('screen-terminal.cjs')}'`;

/** The page says once that its data is invented. */
const sandboxWarning = /^warning: COSTCTL_PROFILE=sandbox: .*\n/gm;

/** The addresses of the pages are invented: nothing is asked there. */
const invented = /^costctl profiles add .*/gm;
const invent = '$& --no-verify';

async function runShell(
  { folder, env }: ReturnType<typeof createWorld>,
  script: string,
): Promise<{ printed: string }> {
  const { stdout } = await promisify(execFile)(
    'bash',
    ['--norc', '-euo', 'pipefail', '-c', script.replace(invented, invent)],
    { cwd: folder, env: traffic.env(env) },
  );
  expect(traffic.problems()).toEqual([]);
  return { printed: stdout };
}

function createWorld(more: Readonly<Record<string, string>> = {}) {
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
    ...codeCacheFor(),
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
    ...more,
  };
  return { folder, env };
}
