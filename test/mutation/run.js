// Mutation testing: `npm run mutants`, with other than 12 mutants a file `npm run mutants -- 30`, and
// another seed `npm run mutants -- 30 7`, and only files with a word in their name, `-- 30 7 retry`.
// Every mutant is one change of a source text; it is killed where one of the file's own tests fails.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describeMutant, findMutants } from './mutants.js';

const count = Number(process.argv[2] ?? 12);
const seed = Number(process.argv[3] ?? 1);
const word = process.argv[4] ?? '';
const bar = 0.85;
const mostSeconds = 120;
const atOnce = 2;

const json = ['test/json'];
const subjects = {
  'src/http/retry.ts': ['test/http/retry.test.ts', 'test/http/persist.test.ts'],
  'src/costs/windows.ts': ['test/costs/windows.test.ts'],
  'src/metrics/check.ts': ['test/metrics/intake.test.ts'],
  'src/json/parse.ts': ['test/json/parse.test.ts'],
  'src/json/reader.ts': ['test/json/parse.test.ts'],
  'src/json/scan.ts': ['test/json/scan.test.ts', 'test/json/parse.test.ts'],
  'src/json/rows.ts': json,
  'src/json/decimal.ts': ['test/json/decimal.test.ts'],
};

const mutants = Object.entries(subjects)
  .filter(([file]) => file.includes(word))
  .flatMap(([file, tests]) => {
    const source = readFileSync(file, 'utf8');
    const rank = ({ start, text }) =>
      createHash('sha256').update(`${seed} ${file} ${start} ${text}`).digest('hex');
    return findMutants(source)
      .map((mutant) => ({ ...mutant, file, tests, rank: rank(mutant) }))
      .sort((a, b) => (a.rank < b.rank ? -1 : 1))
      .slice(0, count);
  });

function isKilled({ file, tests, start, end, text }) {
  const words = ['vitest', 'run', '--config', 'test/mutation/vitest.config.ts', ...tests];
  const child = spawn('node_modules/.bin/vitest', words.slice(1), {
    env: { ...process.env, MUTANT: JSON.stringify({ file, start, end, text }) },
    stdio: 'ignore',
    detached: true,
  });
  return new Promise((done) => {
    // A mutant that never ends is noticed too; its workers go with it.
    const impatience = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), mostSeconds * 1000);
    child.once('close', (status) => {
      clearTimeout(impatience);
      done(status !== 0);
    });
  });
}

// Tests that fail anyway would notice anything.
for (const [file, tests] of Object.entries(subjects)) {
  if (!file.includes(word)) continue;
  const nothing = { file, tests, start: 0, end: 0, text: '' };
  if (await isKilled(nothing)) throw new Error(`the tests of ${file} fail as it is`);
}

const killed = new Map();
const survived = [];
const waiting = mutants.values();
async function work() {
  for (let next = waiting.next(); !next.done; next = waiting.next()) {
    const { file } = next.value;
    const line = killed.get(file) ?? { all: 0, killed: 0 };
    killed.set(file, line);
    const isNoticed = await isKilled(next.value);
    line.all += 1;
    if (isNoticed) line.killed += 1;
    else {
      survived.push(`${file}:${describeMutant(readFileSync(file, 'utf8'), next.value)}`);
      console.log(`survived: ${survived.at(-1)}`);
    }
  }
}
await Promise.all(Array.from({ length: atOnce }, work));

const sum = (key) => [...killed.values()].reduce((all, line) => all + line[key], 0);
const print = (name, all, dead) =>
  console.log(
    `${name.padEnd(28)}${String(all).padStart(8)}${String(dead).padStart(8)}${`${((100 * dead) / all).toFixed(0)} %`.padStart(8)}`,
  );
console.log(`${'file'.padEnd(28)} mutants  killed   share`);
for (const [file, line] of killed) print(file, line.all, line.killed);
print('all', sum('all'), sum('killed'));
const share = sum('killed') / sum('all');
console.log(`at least ${bar * 100} %: ${share >= bar ? 'held' : 'failed'}`);
process.exitCode = share >= bar ? 0 : 1;
