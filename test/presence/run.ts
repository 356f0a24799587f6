// How often healthy data fails a gate, and how many planted faults it finds: `npm run presence`, and
// with more histories of each kind and another seed, `npm run presence -- 2000 7`.
import { type Score, scoreHealthy, scorePlanted } from './histories.ts';

const perKind = Number(process.argv[2] ?? 1000);
const seed = Number(process.argv[3] ?? 1);

function print([title, result]: readonly [string, string], scores: readonly Score[]): void {
  console.log(`| ${title} | histories | ${result} |\n| --- | ---: | ---: |`);
  for (const { name, histories, reported } of scores) {
    console.log(`| ${name} | ${histories} | ${reported} |`);
  }
  console.log('');
}

const alarms = scoreHealthy(perKind, seed);
const found = scorePlanted(perKind, seed);
console.log(`seed ${seed}\n`);
print(['healthy source', 'reported'], alarms);
print(['planted in a healthy source', 'found'], found);
const total = (scores: readonly Score[]) => scores.reduce((sum, { reported }) => sum + reported, 0);
const isGood =
  total(alarms) * 100 <= perKind * alarms.length && total(found) === perKind * found.length;
console.log(
  `presence: ${perKind} histories a kind, of seed ${seed}: ${isGood ? 'held' : 'failed'}`,
);
process.exitCode = isGood ? 0 : 1;
