// Mutation testing: `npm run mutants`. Every mutant is one change of a source text; it is killed where
// a test of the file's room fails. Paths under src/ are tested instead of the usual ones, those under
// test/ besides the room's own; `--quick` takes one mutant of twenty, `--seed 7` others, and with
// `--share 2` one of two. A slow test is left out by `--without test/…`: what is killed then is
// killed with it too.
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findTests, listFiles } from './graph.js';
import { describeMutant, findMutants } from './mutants.js';

const bar = 0.85;
/** Only for what hangs outside of the loops that are counted. */
const mostSilence = 180_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean' },
    seed: { type: 'string', default: '1' },
    share: { type: 'string', default: '20' },
    without: { type: 'string', multiple: true, default: [] },
  },
});
const given = positionals.filter((path) => path.startsWith('src/'));
const others = positionals.filter((path) => path.startsWith('test/'));
const subjects =
  given.length > 0
    ? given
    : ['src/http/retry.ts', 'src/costs/windows.ts', 'src/metrics/check.ts', 'src/json'];

let tester;

async function openTester() {
  tester = fork(new URL('tester.js', import.meta.url), { stdio: 'ignore' });
  await once(tester, 'message');
}

/** What came of the tests; one that hangs, or ends its process, is noticed too. */
async function runTests(order) {
  if (tester === undefined) await openTester();
  tester.send(order);
  const report = await new Promise((done) => {
    const impatience = setTimeout(() => tester.kill('SIGKILL'), mostSilence);
    const finish = (answer) => {
      clearTimeout(impatience);
      tester.removeAllListeners();
      done(answer);
    };
    tester.once('message', finish);
    tester.once('exit', () => finish(undefined));
  });
  if (report === undefined) tester = undefined;
  return report;
}

function choose(file, source) {
  const mutants = findMutants(source);
  if (!values.quick) return mutants;
  return mutants.filter(({ start, text }) => {
    const rank = createHash('sha256').update(`${values.seed} ${file} ${start} ${text}`).digest();
    return rank.readUInt32BE() % Number(values.share) === 0;
  });
}

async function testFile(file) {
  const source = readFileSync(file, 'utf8');
  const mutants = choose(file, source);
  const tests = findTests(file, others).filter((test) => !values.without.includes(test));
  if (mutants.length === 0) return { file, all: 0, killed: 0 };
  const survived = [];
  // Tests that fail anyway would notice anything.
  const plain = await runTests({ file, changes: [], tests, mostTurns: Number.MAX_SAFE_INTEGER });
  if (tests.length > 0 && plain?.isKilled !== false)
    throw new Error(`the tests of ${file} fail as it is: ${plain?.failed[0]}`);
  const quickest = plain.files.sort((a, b) => a.duration - b.duration).map(({ test }) => test);
  const mostTurns = 1_000_000 + 3 * Math.max(0, ...plain.files.map(({ turns }) => turns));
  for (const mutant of mutants) {
    const report = await runTests({ file, changes: [mutant], tests: quickest, mostTurns });
    if (report?.isKilled === false) {
      survived.push(mutant);
      console.log(`${file}:${describeMutant(source, mutant)}`);
    }
  }
  return { file, all: mutants.length, killed: mutants.length - survived.length };
}

function print(name, all, killed) {
  const share = all === 0 ? '-' : `${((100 * killed) / all).toFixed(1)} %`;
  const figures = [all, killed, share].map((figure) => String(figure).padStart(9));
  console.log(`${name.padEnd(28)}${figures.join('')}`);
}

const lines = [];
for (const subject of subjects) {
  for (const file of listFiles([subject], '.ts'))
    lines.push({ subject, ...(await testFile(file)) });
}
tester?.disconnect();

console.log(`\n${'file'.padEnd(28)}  mutants   killed    share`);
for (const { file, all, killed } of lines) print(file, all, killed);
console.log('');
for (const subject of subjects) {
  const own = lines.filter((line) => line.subject === subject);
  const all = own.reduce((sum, line) => sum + line.all, 0);
  const killed = own.reduce((sum, line) => sum + line.killed, 0);
  print(subject, all, killed);
  if (killed < bar * all) process.exitCode = 1;
}
console.log(`at least ${bar * 100} % of each: ${process.exitCode === 1 ? 'failed' : 'held'}`);
