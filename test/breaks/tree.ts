import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';

const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

/** A copy of the project, in which a break harms nobody. */
export interface Tree {
  readonly read: (file: string) => string;
  readonly write: (file: string, text: string) => void;
  /** What the compiler says of it; nothing where the types hold. */
  readonly check: () => string;
  readonly build: () => string;
  readonly test: (files: readonly string[]) => Outcome;
  readonly close: () => void;
}

interface Outcome {
  /** Names of the tests that failed. */
  readonly failed: readonly string[];
  /** Files of tests that did not even load, and why. */
  readonly unloaded: readonly string[];
}

export function openTree(): Tree {
  const folder = mkdtempSync(join(tmpdir(), 'costctl-breaks-'));
  for (const name of readdirSync('.')) {
    if (!/^(node_modules|dist.*|\.git|coverage)$/.test(name))
      cpSync(name, join(folder, name), { recursive: true });
  }
  linkPackages(resolve('node_modules'), join(folder, 'node_modules'));
  const run = (file: string, ...words: readonly string[]) =>
    spawnSync(process.execPath, [file, ...words], { cwd: folder, encoding: 'utf8' });
  return {
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    write: (file, text) => writeFileSync(join(folder, file), text),
    // A break may leave a name that nobody uses any more.
    check: () =>
      saidOf(
        run(
          'node_modules/typescript/bin/tsc',
          ...['--noUnusedLocals', 'false', '--noUnusedParameters', 'false'],
          ...['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.json'],
        ),
      ),
    build: () => saidOf(run('build/bundle.js')),
    test(files) {
      const report = join(folder, 'node_modules/.cache/report.json');
      rmSync(report, { force: true });
      const ended = run(
        'node_modules/vitest/vitest.mjs',
        ...['run', '--bail=1', '--reporter=json', `--outputFile=${report}`, ...files],
      );
      return outcomeOf(ended, report);
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A folder of its own, so that what is kept between two runs lies in the copy. */
function linkPackages(from: string, to: string): void {
  mkdirSync(join(to, '.cache'), { recursive: true });
  for (const name of readdirSync(from)) {
    if (!name.startsWith('.')) symlinkSync(join(from, name), join(to, name));
  }
}

function saidOf({ status, stdout, stderr }: SpawnSyncReturns<string>): string {
  return status === 0 ? '' : `${stdout}${stderr}`.trim();
}

function outcomeOf(ended: SpawnSyncReturns<string>, report: string): Outcome {
  const { testResults } = Report.parse(JSON.parse(readReport(ended, report)));
  return {
    failed: testResults.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
    ),
    unloaded: testResults
      .filter(({ assertionResults, message }) => assertionResults.length === 0 && message !== '')
      .map(({ name, message }) => `${name}: ${message}`),
  };
}

function readReport({ stderr }: SpawnSyncReturns<string>, report: string): string {
  try {
    return readFileSync(report, 'utf8');
  } catch {
    throw new Error(`no tests were run: ${stderr}`);
  }
}
