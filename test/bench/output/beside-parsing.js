// Lists of 20,000 rows as a table and as yaml, and Parquet of 200,000 rows, as ratios of processor time to
// reading 200,000 rows and parsing them. `node test/bench/output/beside-parsing.js [ROUNDS]`, after a build.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { daysFrom, measureRun, program, withServer } from '../export/measured-run.js';
import { median } from '../median.js';

const rounds = Number(process.argv[2] ?? 5);
const floor = fileURLToPath(new URL('../export/floor.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'costctl-bench-'));
const rowsADay = 20_000;
/** The first runs of a command fill its caches, and are not counted. */
const filling = 4;

try {
  await withServer([rowsADay, 'even'], async (address) => {
    const run = (...words) =>
      measureRun(folder, program, ['costs', ...words, '--base-url', address, '-q']);
    const [oneDay, tenDays] = [daysFrom('2026-08-01', 1), daysFrom('2026-08-01', 10)];
    const ways = {
      floor: () => measureRun(folder, floor, [address, String((rowsADay * 10) / 5000)]),
      'table of 20,000 rows': () => run('list', ...oneDay, '-o', 'table'),
      'yaml of 20,000 rows': () => run('list', ...oneDay, '-o', 'yaml'),
      'parquet of 200,000 rows': () =>
        run('export', ...tenDays, '-O', join(folder, 'costs.parquet')),
    };
    const measured = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
    for (let round = -filling; round < rounds; round += 1) {
      for (const [way, measure] of Object.entries(ways)) {
        const { processor } = await measure();
        if (round >= 0) measured[way].push(processor);
      }
    }
    const { floor: floors, ...others } = measured;
    const least = median(floors);
    console.log(`200,000 rows, read and JSON.parse: ${least.toFixed(0)} ms`);
    for (const [way, times] of Object.entries(others)) {
      console.log(`${way}: ${(median(times) / least).toFixed(2)} x`);
    }
  });
} finally {
  rmSync(folder, { recursive: true });
}
