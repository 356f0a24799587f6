// An invoice against a mirror of ten million rows: `node test/bench/analysis/reconcile.js [ROWS]`, after a build.
// It needs DuckDB, which writes the rows. Exits 1 if it takes more than a minute.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureRun, program } from '../export/measured-run.js';

const rows = Number(process.argv[2] ?? 10_000_000);
const services = 200;
const most = 60_000;
const duckdb = fileURLToPath(new URL('../mirror/copy-files.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'costctl-bench-'));
const [source, mirror, invoice] = ['rows.parquet', 'mirror', 'invoice.csv'].map((name) =>
  join(folder, name),
);
const lines = Array.from({ length: services }, (_, at) => `service ${at},${at}.5,USD\n`);
const row = `DATE '2026-10-01' + (n % 31)::INT AS date, 'service ' || (n % ${services}) AS service,
  ((hash(n) % 10000000) / 10000)::DECIMAL(12, 4) AS cost, 'USD' AS currency`;

try {
  writeFileSync(invoice, `service,amount,currency\n${lines.join('')}`);
  const query = `COPY (SELECT ${row} FROM range(${rows}) AS r(n)) TO '${source}' (FORMAT parquet)`;
  await measureRun(folder, duckdb, ['ask', query]);
  await measureRun(folder, program, ['costs', 'mirror', mirror, '--files', source, '-q']);
  const { wall, processor, memory } = await measureRun(folder, program, [
    ...['costs', 'reconcile', invoice, '--by', 'service', '--month', '2026-10'],
    ...['--mirror', mirror, '--accept', 'amount-differs', '-q'],
  ]);
  const holds = wall <= most;
  console.log(
    `${rows} rows: ${(wall / 1000).toFixed(1)} s, processor ${(processor / 1000).toFixed(1)} s, ${memory.toFixed(0)} MB  (at most ${most / 1000} s: ${holds ? 'holds' : 'DOES NOT HOLD'})`,
  );
  if (!holds) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
