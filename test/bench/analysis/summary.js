// A million cost rows added up by groups, as ratios of processor time to reading the same bodies and
// parsing them, and of peak memory to a hundred thousand. `node test/bench/analysis/summary.js [ROUNDS]`, after a build.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { daysFrom, measureRun, program, withServer } from '../export/measured-run.js';
import { median } from '../median.js';

const rounds = Number(process.argv[2] ?? 3);
const floorScript = fileURLToPath(new URL('../export/floor.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'costctl-bench-'));
const rowsADay = 25_000;
const range = (days) => daysFrom('2026-10-01', days);

const ways = {
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
    const floors = [];
    for (let round = 0; round < rounds; round++) {
      const pages = (rowsADay * 40) / 5000;
      floors.push(await measureRun(folder, floorScript, [address, String(pages)]));
      for (const [way, words] of Object.entries(compared)) {
        results[way].push({
          many: await run(address, words(40)),
          few: await run(address, words(4)),
        });
      }
    }
    const floor = median(floors.map(({ processor }) => processor));
    console.log(`\n1000000 ${kind} rows; read and JSON.parse: ${floor.toFixed(0)} ms`);
    for (const [way, measured] of Object.entries(results)) {
      const processor = median(measured.map(({ many }) => many.processor)) / floor;
      const memory = median(measured.map(({ many, few }) => many.memory / few.memory));
      console.log(
        `${way.padEnd(26)}${processor.toFixed(2)} x, memory over 100000 rows ${memory.toFixed(2)} x (${measured[0].few.memory.toFixed(0)} MB)`,
      );
    }
  });
}

function run(address, words) {
  return measureRun(folder, program, ['costs', ...words, '--base-url', address, '-q']);
}
