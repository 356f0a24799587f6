// The fault matrix: `npm run faults`, or with a share of it, `npm run faults -- 0.1`, or with words
// that the names of its cases must have, `npm run faults -- 1 'Retry-After'`.
import { answerFaults } from './answer-faults.ts';
import { connectionFaults } from './connection-faults.ts';
import { type Case, casesOf, nameOf, play, sample } from './matrix.ts';
import { openStranger } from './proxy.ts';
import { playTls } from './tls.ts';

const share = Number(process.argv[2] ?? 1);
const words = process.argv[3] ?? '';
const atOnce = 3;

const stranger = await openStranger();
const faults = [...connectionFaults, ...answerFaults(stranger.url)];
const all = casesOf(faults).filter((one) => nameOf(one).includes(words));
const cases = sample(all, Math.ceil(all.length * share), 1);

interface Line {
  held: number;
  readonly failed: string[];
}
const table = new Map<string, Line>();
const note = (row: string, name: string, problems: readonly string[]) => {
  const line = table.get(row) ?? { held: 0, failed: [] };
  table.set(row, line);
  if (problems.length === 0) line.held += 1;
  else line.failed.push(`${name}: ${problems.join('; ')}`);
};

const waiting = cases.values();
const work = async () => {
  for (let next = waiting.next(); !next.done; next = waiting.next()) {
    const one: Case = next.value;
    note(`${one.struck.kind}, ${one.fault.point}`, nameOf(one), await play(one, stranger));
  }
};
await Promise.all(Array.from({ length: atOnce }, work));
if (words === '')
  for (const { name, problems } of await playTls()) note('get, TLS', name, problems);
await stranger.close();

const count = (line: Line) => [line.held + line.failed.length, line.held, line.failed.length];
const print = (name: string, numbers: readonly (number | string)[]) =>
  console.log(name.padEnd(32) + numbers.map((number) => String(number).padStart(8)).join(''));
print('command, point of the fault', ['cases', 'held', 'failed']);
for (const [row, line] of [...table].sort()) print(row, count(line));
const lines = [...table.values()];
const sum = (read: (line: Line) => number) => lines.reduce((all, line) => all + read(line), 0);
const failed = sum((line) => line.failed.length);
print('all', [sum((line) => line.held) + failed, sum((line) => line.held), failed]);
for (const line of lines) for (const problem of line.failed) console.log(`\nfailed: ${problem}`);
process.exitCode = failed === 0 ? 0 : 1;
