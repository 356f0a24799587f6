// Runs the end-to-end tests on each line of Node that is promised, and the main job under Bun and Deno:
// `npm run nodes`, or some of them: `npm run nodes 22 bun`. Packages of npm bring their programs.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { compareWithNode, others } from './others.js';

const kept = 'node_modules/.cache/costctl-nodes';
const given = process.argv.slice(2);
const lines = given.length > 0 ? given : ['20.18.1', '22', '24', '26', 'bun', 'deno'];

const results = lines.map((line) => {
  if (Object.hasOwn(others, line)) return compareWithNode(line, kept);
  const { node, version } = install(line);
  console.log(`\n== ${version}`);
  return { line, version, ...test(node, join(kept, `${line}.json`)) };
});
console.table(results);
const failures = lines.filter((_, place) => {
  const { passed, failed } = results[place];
  return passed === 0 || failed > 0;
});
const isWhole = failures.length === 0;
console.log(`nodes: ${isWhole ? 'held' : 'failed'} on ${(isWhole ? lines : failures).join(', ')}`);
process.exitCode = isWhole ? 0 : 1;

function install(line) {
  const folder = join(kept, line);
  mkdirSync(folder, { recursive: true });
  const words = ['install', '--prefix', folder, '--no-audit', '--no-fund', `node@${line}`];
  execFileSync('npm', words, { stdio: ['ignore', 'ignore', 'inherit'] });
  const node = resolve(folder, 'node_modules/node/bin/node');
  return { node, version: execFileSync(node, ['--version'], { encoding: 'utf8' }).trim() };
}

/** All of it under that Node: the tests, the program that they start, and `node` in a shell. */
function test(node, report) {
  rmSync(report, { force: true });
  const { status } = spawnSync(
    node,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      'test/e2e',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    {
      env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  // A run that fails for another reason than a test has failed too.
  return { passed, failed: Math.max(failed, status === 0 ? 0 : 1) };
}
