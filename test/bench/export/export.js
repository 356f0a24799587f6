// Exports of a million cost rows from a loopback server, as ratios of processor time to reading
// the same bodies and parsing them. `node test/bench/export/export.js [ROUNDS]`, after a build.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const rounds = Number(process.argv[2] ?? 3);
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const program = process.env.COSTCTL ?? here('../../../bin/costctl.js');
const folder = mkdtempSync(join(tmpdir(), 'costctl-bench-'));
const rowsADay = 25_000;
const days = 40;
const pages = (rowsADay * days) / 5000;

try {
  for (const kind of ['even', 'uneven']) await compareFormats(kind);
  await compareMemory();
  await compareConcurrency();
} finally {
  rmSync(folder, { recursive: true });
}

async function compareFormats(kind) {
  await withServer([rowsADay, kind], async (address) => {
    const ways = {
      floor: () => run(here('floor.js'), [address, String(pages)]),
      csv: () => exportAs(address, 'csv', days),
      ndjson: () => exportAs(address, 'ndjson', days),
      json: () => exportAs(address, 'json', days),
    };
    const results = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
    for (let round = 0; round < rounds; round++) {
      for (const [way, measure] of Object.entries(ways)) results[way].push(await measure());
    }
    const floor = median(results.floor.map((one) => one.processor));
    console.log(`\n${rowsADay * days} ${kind} rows; read and JSON.parse: ${floor.toFixed(0)} ms`);
    for (const [way, measured] of Object.entries(results)) {
      const processor = median(measured.map((one) => one.processor));
      const memory = Math.max(...measured.map((one) => one.memory));
      console.log(
        `${way.padEnd(8)}${(processor / floor).toFixed(2).padStart(6)} x${memory.toFixed(0).padStart(6)} MB`,
      );
    }
  });
}

async function compareMemory() {
  await withServer([rowsADay, 'even'], async (address) => {
    const few = await exportAs(address, 'csv', days / 5);
    const many = await exportAs(address, 'csv', days);
    console.log(
      `\npeak memory, 1,000,000 rows over 200,000: ${(many.memory / few.memory).toFixed(2)} x`,
    );
  });
}

async function compareConcurrency() {
  await withServer([rowsADay, 'even', 200], async (address) => {
    const one = await exportAs(address, 'csv', 20, ['--concurrency', '1']);
    const eight = await exportAs(address, 'csv', 20, ['--concurrency', '8']);
    console.log(`200 ms a page, 8 at once over 1: ${(one.wall / eight.wall).toFixed(1)} x as fast`);
  });
}

function exportAs(address, format, count, more = []) {
  const to = new Date(Date.parse('2026-08-01') + (count - 1) * 86_400_000)
    .toISOString()
    .slice(0, 10);
  const path = join(folder, `costs.${format}`);
  const days = ['--from', '2026-08-01', '--to', to];
  return run(program, [
    'costs',
    'export',
    ...days,
    '-O',
    path,
    '--base-url',
    address,
    '-q',
    ...more,
  ]);
}

async function run(script, words) {
  const file = join(folder, 'measured.json');
  const began = performance.now();
  const child = spawn(process.execPath, ['--import', here('measured.js'), script, ...words], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env.PATH,
      MEASURED_FILE: file,
      COSTCTL_TOKEN: 'tok_bench_0123456789',
      COSTCTL_CONFIG_DIR: join(folder, 'config'),
    },
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const [status] = await new Promise((resolve) => child.once('close', (...all) => resolve(all)));
  if (status !== 0) throw new Error(`${script} ended with ${status}: ${said}`);
  const wall = performance.now() - began;
  return { ...JSON.parse(readFileSync(file, 'utf8')), wall };
}

async function withServer(words, work) {
  const server = spawn(process.execPath, [here('server.js'), ...words.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const port = await new Promise((resolve) => server.stdout.once('data', resolve));
    await work(`http://127.0.0.1:${String(port).trim()}`);
  } finally {
    server.kill();
  }
}

function median(numbers) {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];
}
