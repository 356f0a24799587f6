// A million cost rows added up by groups, as ratios of processor time to exporting them as ndjson,
// and of peak memory to a hundred thousand. `node test/bench/analysis/summary.js [ROUNDS]`, after a build.
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
const range = (days) => [
  '--from',
  '2026-10-01',
  '--to',
  new Date(Date.parse('2026-10-01') + (days - 1) * 86_400_000).toISOString().slice(0, 10),
];

const ways = {
  ndjson: (days) => ['export', ...range(days), '-O', join(folder, 'costs.ndjson')],
  'by service': (days) => ['summary', ...range(days), '--by', 'service', '-o', 'ndjson'],
  'by three columns, a day': (days) => [
    'summary',
    ...range(days),
    '--by',
    'service,region,accountId',
    '--granularity',
    'day',
    '--date-column',
    'date',
    '-o',
    'ndjson',
  ],
  'by resource': (days) => ['summary', ...range(days), '--by', 'resourceId', '-o', 'ndjson'],
};

try {
  await compare('even', ways);
  const { 'by resource': _many, ...few } = ways;
  const byTag = (days) => ['summary', ...range(days), '--by', 'tags.team', '-o', 'ndjson'];
  await compare('uneven', { ...few, 'by tags.team': byTag });
} finally {
  rmSync(folder, { recursive: true });
}

async function compare(kind, compared) {
  await withServer([rowsADay, kind], async (address) => {
    const results = Object.fromEntries(Object.keys(compared).map((way) => [way, []]));
    for (let round = 0; round < rounds; round++) {
      for (const [way, words] of Object.entries(compared)) {
        results[way].push({
          many: await run(address, words(40)),
          few: await run(address, words(4)),
        });
      }
    }
    const floor = median(results.ndjson.map(({ many }) => many.processor));
    console.log(`\n1000000 ${kind} rows; export -o ndjson: ${floor.toFixed(0)} ms`);
    for (const [way, measured] of Object.entries(results)) {
      const processor = median(measured.map(({ many }) => many.processor)) / floor;
      const memory = median(measured.map(({ many, few }) => many.memory / few.memory));
      console.log(
        `${way.padEnd(26)}${processor.toFixed(2)} x, memory over 100000 rows ${memory.toFixed(2)} x (${measured[0].few.memory.toFixed(0)} MB)`,
      );
    }
  });
}

async function run(address, words) {
  const file = join(folder, 'measured.json');
  const measured = here('../export/measured.js');
  const child = spawn(
    process.execPath,
    ['--import', measured, program, 'costs', ...words, '--base-url', address, '-q'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        PATH: process.env.PATH,
        MEASURED_FILE: file,
        COSTCTL_TOKEN: 'tok_bench_0123456789',
        COSTCTL_CONFIG_DIR: join(folder, 'config'),
      },
    },
  );
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const [status] = await new Promise((resolve) => child.once('close', (...all) => resolve(all)));
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${said}`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

async function withServer(words, work) {
  const server = spawn(process.execPath, [here('../export/server.js'), ...words.map(String)], {
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
