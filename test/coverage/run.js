// Coverage of branches by room: `npm run coverage`, in process alone: what the built program does when
// it is started by a test is not counted. A fallback of an indexed read, `list[at] ?? 0`, is there for
// the type checker, who cannot know that the place exists: it is no branch of ours.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const bar = 0.95;
const rooms = [
  'http',
  'json',
  'rows',
  'questions',
  'reports',
  'mirror',
  'focus',
  'formats',
  'metrics',
];
const tests = ['api', 'commands', ...rooms, 'storage'];

const folder = mkdtempSync(join(tmpdir(), 'costctl-coverage-'));
const { status } = spawnSync(
  'node_modules/.bin/vitest',
  [
    'run',
    ...tests.map((room) => `test/${room}/`),
    '--coverage.enabled',
    '--coverage.reporter=json',
    `--coverage.reportsDirectory=${folder}`,
    '--coverage.reportOnFailure',
    // Counting slows down what has a limit of its own elsewhere.
    '--testTimeout=600000',
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit' },
);
const report = JSON.parse(readFileSync(join(folder, 'coverage-final.json'), 'utf8'));
rmSync(folder, { recursive: true });

const lines = rooms.map((room) => ({ room, all: 0, taken: 0, fallbacks: 0, fallbacksTaken: 0 }));
for (const [path, { branchMap, b: counts }] of Object.entries(report)) {
  const file = relative('.', path);
  const text = readFileSync(file, 'utf8').split('\n');
  const line = lines.find(({ room }) => file.startsWith(`src/${room}/`));
  for (const [id, { loc, locations }] of Object.entries(branchMap)) {
    locations.forEach((location, way) => {
      // An `else` that is not written has no place of its own: the `if` is counted in its place.
      const start = location.start.line === undefined ? loc.start : location.start;
      const isTaken = counts[id][way] > 0;
      if (start === location.start && isFallback(text, start)) {
        line.fallbacks += 1;
        if (isTaken) line.fallbacksTaken += 1;
        return;
      }
      line.all += 1;
      if (isTaken) line.taken += 1;
      else console.log(`${file}:${start.line}: ${text[start.line - 1]?.trim()}`);
    });
  }
}

function isFallback(text, { line, column }) {
  return /\][)]? \?\? $/.test((text[line - 1] ?? '').slice(0, column));
}

function percent(part, whole) {
  return `${((100 * part) / whole).toFixed(1)} %`;
}

console.log(`\n${'room'.padEnd(12)} branches    taken    share   with fallbacks`);
for (const { room, all, taken, fallbacks, fallbacksTaken } of lines) {
  const figures = [all, taken, percent(taken, all)].map((figure) => String(figure).padStart(9));
  const measured = percent(taken + fallbacksTaken, all + fallbacks);
  console.log(`${room.padEnd(12)}${figures.join('')}${measured.padStart(17)}`);
}
const holds = status === 0 && lines.every(({ all, taken }) => taken >= bar * all);
console.log(`at least ${bar * 100} % of each: ${holds ? 'held' : 'failed'}`);
process.exitCode = holds ? 0 : 1;
