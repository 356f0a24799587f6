// Questions to a mirror over the same put to DuckDB on one thread, over the same files: processor time of whole
// processes, in turn. `node test/bench/mirror/questions.js [ROWS] [ROUNDS]`, after a build.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureRun, program } from '../export/measured-run.js';
import { median } from '../median.js';

const rows = Number(process.argv[2] ?? 1_000_000);
const rounds = Number(process.argv[3] ?? 5);
const duckdb = fileURLToPath(new URL('copy-files.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'costctl-bench-'));
const [source, mirror] = [join(folder, 'focus.parquet'), join(folder, 'mirror')];
const currency = ['BillingCurrency'];
const questions = {
  'by service': [['--by', 'ServiceName'], ['ServiceName']],
  'by service, where': [
    ['--by', 'ServiceName', '--where', 'ChargeCategory=ChargeCategory 1'],
    ['ServiceName'],
    `WHERE "ChargeCategory" = 'ChargeCategory 1'`,
  ],
  'by two columns and day': [
    ['--by', 'ProviderName,ServiceCategory', '--granularity', 'day'],
    ['ProviderName', 'ServiceCategory', '"ChargePeriodStart"::DATE'],
  ],
};

try {
  await measureRun(folder, duckdb, ['make', source, String(rows)]);
  await measureRun(folder, program, ['costs', 'mirror', mirror, '--files', source, '-q']);
  for (const [name, [words, columns, where = '']] of Object.entries(questions)) {
    const by = [...columns, ...currency].join();
    const sql = `SELECT ${by}, count(*), sum("BilledCost") FROM '${mirror}/*/*.parquet' ${where} GROUP BY ALL`;
    const [ours, theirs] = [[], []];
    for (let round = 0; round < rounds; round++) {
      const line = ['costs', 'summary', ...words, '--month', '2026-10', '--mirror', mirror];
      ours.push(await measureRun(folder, program, [...line, '-q', '-o', 'csv']));
      theirs.push(await measureRun(folder, duckdb, ['ask', sql]));
    }
    const [own, other] = [ours, theirs].map((all) => median(all.map((one) => one.processor)));
    const memory = Math.max(...ours.map((one) => one.memory));
    console.log(
      `${name}: ${own.toFixed(0)} ms, DuckDB ${other.toFixed(0)} ms, ${memory.toFixed(0)} MB`,
    );
    console.log(`${name}, over DuckDB: ${(own / other).toFixed(2)} x`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
