// Exports of a million cost rows from a loopback server, as ratios of processor time to reading
// the same bodies and parsing them. `node test/bench/export/export.js [ROUNDS]`, after a build.
// Exits 1 if a bar is missed. The comparison with curl and jq is left out if they are not installed.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from '../median.js';
import { daysFrom, measureRun, program, withServer } from './measured-run.js';

const rounds = Number(process.argv[2] ?? 3);
const floor = fileURLToPath(new URL('floor.js', import.meta.url));
const reader = fileURLToPath(new URL('reader.js', import.meta.url));
const latencyRounds = 5;
const folder = mkdtempSync(join(tmpdir(), 'costctl-bench-'));
const rowsADay = 25_000;
const days = 40;
const pages = (rowsADay * days) / 5000;

/** At most this many times the floor. */
const bars = { csv: 0.75, ndjson: 0.6, json: 0.55 };
const mostMemory = 180;

try {
  for (const kind of ['even', 'uneven']) await compareFormats(kind);
  await compareMemory();
  await compareConcurrency();
  await compareLatency();
} finally {
  rmSync(folder, { recursive: true });
}

async function compareFormats(kind) {
  await withServer([rowsADay, kind], async (address) => {
    const ways = {
      floor: () => measureRun(folder, floor, [address, String(pages)]),
      csv: () => exportAs(address, 'csv', days),
      ndjson: () => exportAs(address, 'ndjson', days),
      json: () => exportAs(address, 'json', days),
    };
    const results = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
    for (let round = 0; round < rounds; round++) {
      for (const [way, measure] of Object.entries(ways)) results[way].push(await measure());
    }
    const least = median(results.floor.map((one) => one.processor));
    console.log(`\n${rowsADay * days} ${kind} rows; read and JSON.parse: ${least.toFixed(0)} ms`);
    for (const [way, measured] of Object.entries(results)) {
      const processor = median(measured.map((one) => one.processor));
      const memory = Math.max(...measured.map((one) => one.memory));
      const ratio = processor / least;
      const line = `${way.padEnd(8)}${ratio.toFixed(2).padStart(6)} x${memory.toFixed(0).padStart(6)} MB`;
      const bar = bars[way];
      if (bar === undefined) console.log(line);
      else say(line, ratio <= bar && memory <= mostMemory, `at most ${bar} x, ${mostMemory} MB`);
    }
    if (kind === 'even') await compareLoop(address, results.csv);
  });
}

async function compareMemory() {
  await withServer([rowsADay, 'even'], async (address) => {
    const few = await exportAs(address, 'csv', days / 5);
    const many = await exportAs(address, 'csv', days);
    const ratio = many.memory / few.memory;
    const line = `\npeak memory, 1,000,000 rows over 200,000: ${ratio.toFixed(2)} x`;
    say(line, ratio <= 1.15, 'at most 1.15 x');
  });
}

async function compareConcurrency() {
  await withServer([rowsADay, 'even', 200], async (address) => {
    const one = await exportAs(address, 'csv', 20, ['--concurrency', '1']);
    const eight = await exportAs(address, 'csv', 20, ['--concurrency', '8']);
    const ratio = one.wall / eight.wall;
    const line = `200 ms a page, 8 at once over 1: ${ratio.toFixed(1)} x as fast`;
    say(line, ratio >= 5, 'at least 5 x');
  });
}

/**
 * Compares with what waiting alone takes (for the pages of 250,000 rows, so many at once, and the question
 * before), and with a program that only reads these pages.
 */
async function compareLatency() {
  const latency = 100;
  await withServer([rowsADay, 'even', latency], async (address) => {
    for (const width of [4, 16]) {
      const [exports, readings] = [[], []];
      for (let round = 0; round < latencyRounds; round++) {
        const words = [address, String(width)];
        readings.push((await measureRun(folder, reader, words)).wall);
        exports.push((await exportAs(address, 'csv', 10, ['--concurrency', String(width)])).wall);
      }
      const waiting = latency * (1 + Math.ceil(50 / width));
      const name = `100 ms a page, ${width} at once`;
      const overWaiting = median(exports) / waiting;
      const overReading = median(exports) / median(readings);
      say(
        `${name}, over waiting alone: ${overWaiting.toFixed(2)} x`,
        overWaiting <= 1.2,
        'at most 1.2 x',
      );
      say(
        `${name}, over reading alone: ${overReading.toFixed(2)} x`,
        overReading <= 1.2,
        'at most 1.2 x',
      );
      console.log(`${name}, reading over waiting: ${(median(readings) / waiting).toFixed(2)} x`);
    }
  });
}

/** A page costs the loop the same whichever it is: a fifth of them represents all. */
async function compareLoop(address, measured) {
  const loop = `for page in $(seq 1 20) $(seq 1 20); do
    curl -s "$1/v1/costs?startDate=2026-08-01&endDate=2026-08-04&page=$page&limit=5000" |
      jq -r '.data[] | [.[]] | @csv'
  done > "$2"`;
  const timed = `command -v curl jq > /dev/null || exit 0; TIMEFORMAT='%U %S'; time { ${loop}; }`;
  const words = ['-c', `{ ${timed}; } 2>&1`, 'bash', address, join(folder, 'loop.csv')];
  const times = execFileSync('bash', words, { encoding: 'utf8' }).trim();
  if (times === '') return console.log('curl and jq are not there to be compared with');
  const [user = 0, system = 0] = times.split(' ').map(Number);
  const ratio = (5000 * (user + system)) / median(measured.map((one) => one.processor));
  say(`curl | jq @csv over csv: ${ratio.toFixed(1)} x`, ratio >= 8, 'at least 8 x');
}

function say(line, holds, bar) {
  console.log(`${line}  (${bar}: ${holds ? 'holds' : 'DOES NOT HOLD'})`);
  if (!holds) process.exitCode = 1;
}

async function exportAs(address, format, count, more = []) {
  const words = ['costs', 'export', ...daysFrom('2026-08-01', count)];
  const path = join(folder, `costs.${format}`);
  const where = ['-O', path, '--base-url', address, '-q', ...more];
  const measured = await measureRun(folder, program, [...words, ...where]);
  // Or the next run would pay for taking the large file of this one off the disk.
  rmSync(path);
  return measured;
}
