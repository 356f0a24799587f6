// An export of a million rows to Parquet beside csv, and its file beside the one that DuckDB writes of
// the same rows. `node test/bench/parquet/parquet.js [ROUNDS]`, after a build. Exits 1 if a bar does
// not hold.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { daysFrom, measureRun, program, withServer } from '../export/measured-run.js';
import { median } from '../median.js';

const rounds = Number(process.argv[2] ?? 3);
const folder = mkdtempSync(join(tmpdir(), 'costctl-bench-'));
const duckdb = await import('@duckdb/node-api').catch(() => undefined);

try {
  for (const kind of ['even', 'uneven']) {
    await withServer([25_000, kind], (address) => compare(address, kind));
  }
} finally {
  rmSync(folder, { recursive: true });
}

async function compare(address, kind) {
  const measured = { csv: [], parquet: [] };
  const path = (format) => join(folder, `costs.${format}`);
  for (let round = 0; round < rounds; round++) {
    for (const [format, all] of Object.entries(measured)) {
      const words = ['costs', 'export', ...daysFrom('2026-08-01', 40), '-O', path(format)];
      all.push(await measureRun(folder, program, [...words, '--base-url', address, '-q']));
    }
  }
  const cost = (format) => median(measured[format].map(({ processor }) => processor));
  console.log(`\n1000000 ${kind} rows; csv: ${cost('csv').toFixed(0)} ms`);
  say(`parquet, ${kind}`, cost('parquet') / cost('csv'), 'x csv', 2);
  const memory = Math.max(...measured.parquet.map((one) => one.memory));
  say(`parquet memory, ${kind}`, memory, 'MB', 200);
  if (duckdb === undefined) return console.log('DuckDB is not there to be compared with');
  const other = path('duckdb.parquet');
  const instance = await duckdb.DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`COPY (SELECT * FROM '${path('parquet')}') TO '${other}' (FORMAT parquet)`);
  connection.closeSync();
  const ratio = statSync(path('parquet')).size / statSync(other).size;
  say(`parquet file, ${kind}`, ratio, 'x the file of DuckDB', 1.2);
}

function say(name, figure, unit, bar) {
  const holds = figure <= bar;
  console.log(
    `${name}: ${figure.toFixed(2)} ${unit}  (at most ${bar}: ${holds ? 'holds' : 'DOES NOT HOLD'})`,
  );
  if (!holds) process.exitCode = 1;
}
