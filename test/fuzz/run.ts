// Hostile input: `npm run fuzz`, more than a million cases; with a share of them, `npm run fuzz -- 0.01`,
// and another seed, `npm run fuzz -- 1 7`.
import { floods } from './floods.ts';
import { fuzzers } from './fuzzers.ts';

const share = Number(process.argv[2] ?? 1);
const seed = Number(process.argv[3] ?? 1);

console.log(`seed ${seed}`);
const print = (name: string, cells: readonly (number | string)[]) =>
  console.log(name.padEnd(74) + cells.map((cell) => String(cell).padStart(10)).join(''));
print('what must hold', ['cases', 'seconds', 'outcome']);
let cases = 0;
const failures: string[] = [];
for (const { name, cases: all, play } of fuzzers) {
  const count = Math.max(1, Math.floor(all * share));
  const began = performance.now();
  let outcome = 'held';
  try {
    await play(count, seed);
  } catch (error) {
    outcome = 'failed';
    failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
  cases += count;
  print(name, [count, ((performance.now() - began) / 1000).toFixed(1), outcome]);
}
for (const { name, play } of floods) {
  const { seconds, memory, problem } = await play();
  if (problem !== undefined) failures.push(`${name}: ${problem}`);
  cases += 1;
  print(`${name} (${memory} MB)`, [
    1,
    seconds.toFixed(1),
    problem === undefined ? 'held' : 'failed',
  ]);
}
print('all', [cases, '', failures.length === 0 ? 'held' : `${failures.length} failed`]);
for (const failure of failures) console.log(`\nfailed: ${failure.slice(0, 2000)}`);
console.log(`fuzz: ${cases} cases of seed ${seed}, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;
