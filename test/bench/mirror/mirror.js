// A mirror of ten million rows a year against a sandbox on loopback: what its runs cost, and what a
// question costs beside the same one put to the service.
// `node test/bench/mirror/mirror.js [ROUNDS]`, after a build. Exits 1 if a bar does not hold.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureRun, program } from '../export/measured-run.js';
import { median } from '../median.js';

const rounds = Number(process.argv[2] ?? 3);
/** Ten million rows in a year. */
const rowsADay = 27_400;
const folder = mkdtempSync(join(tmpdir(), 'costctl-bench-'));
const mirror = join(folder, 'costs');
const yesterday = new Date(Date.now() - 86_400_000);
const from = new Date(Date.UTC(yesterday.getUTCFullYear(), yesterday.getUTCMonth() - 2, 1));
const whole = new Date(Date.UTC(yesterday.getUTCFullYear(), yesterday.getUTCMonth(), 0));
const month = whole.toISOString().slice(0, 7);

const server = spawn(
  process.execPath,
  [program, 'sandbox', 'serve', '--memory', '--rows-per-day', String(rowsADay), '-o', 'json'],
  { stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, COSTCTL_CONFIG_DIR: folder } },
);
try {
  const { url, organizationToken } = JSON.parse(
    await new Promise((resolve) => server.stdout.once('data', resolve)),
  );
  const run = (words) =>
    measureRun(folder, program, ['costs', ...words, '--base-url', url, '-q'], {
      COSTCTL_TOKEN: organizationToken,
      // As for users, who have a home: compiled code is kept there.
      HOME: folder,
    });
  const first = await run(['mirror', mirror, '--from', from.toISOString().slice(0, 10)]);
  show('first run', first);
  say('first run, memory', first.memory, 'MB', 200);
  const later = await run(['mirror', mirror]);
  show('later run, nothing changed', later);
  say('later run, memory', later.memory, 'MB', 200);
  show('later run without the restated days', await run(['mirror', mirror, '--restate', '0d']));
  const question = ['summary', '--by', 'service', '--month', month];
  const [live, local] = [[], []];
  await run([...question, '--mirror', mirror]);
  for (let round = 0; round < rounds; round++) {
    live.push(await run(question));
    local.push(await run([...question, '--mirror', mirror]));
  }
  const cost = (measured) => median(measured.map(({ processor }) => processor));
  const wall = median(local.map((one) => one.wall));
  console.log(`a month of ${rowsADay * 30} rows from the service: ${cost(live).toFixed(0)} ms`);
  console.log(`the same from the mirror: ${cost(local).toFixed(0)} ms, ${wall.toFixed(0)} ms wall`);
  say('a month from the mirror over the service', cost(local) / cost(live), 'x', 0.2);
  say('a month from the mirror, wall', wall / 1000, 's', 1);
  const memory = Math.max(...local.map((one) => one.memory));
  say('a month from the mirror, memory', memory, 'MB', 200);
} finally {
  server.kill();
  rmSync(folder, { recursive: true });
}

function show(name, { processor, wall, memory }) {
  const times = `${processor.toFixed(0)} ms processor, ${wall.toFixed(0)} ms wall`;
  console.log(`${name}: ${times}, ${memory.toFixed(0)} MB`);
}

function say(name, figure, unit, bar) {
  const holds = figure <= bar;
  console.log(
    `${name}: ${figure.toFixed(2)} ${unit}  (at most ${bar}: ${holds ? 'holds' : 'DOES NOT HOLD'})`,
  );
  if (!holds) process.exitCode = 1;
}
