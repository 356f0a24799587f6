// A mirror of a Parquet file of FOCUS rows, 57 columns: processor time over that of DuckDB's copy of the same
// file to Parquet on one thread, and memory. `node test/bench/mirror/files.js [ROWS] [ROUNDS]`, after a build.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureRun, program } from '../export/measured-run.js';
import { median } from '../median.js';

const rows = Number(process.argv[2] ?? 300_000);
const rounds = Number(process.argv[3] ?? 3);
const copier = fileURLToPath(new URL('copy-files.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'costctl-bench-'));
const source = join(folder, 'focus.parquet');

try {
  await measureRun(folder, copier, ['make', source, String(rows)]);
  const [copies, mirrors] = [[], []];
  for (let round = 0; round < rounds; round++) {
    copies.push(await measureRun(folder, copier, ['copy', source, join(folder, 'copy.parquet')]));
    const mirror = join(folder, `mirror-${round}`);
    mirrors.push(
      await measureRun(folder, program, ['costs', 'mirror', mirror, '--files', source, '-q']),
    );
    rmSync(mirror, { recursive: true });
  }
  const [copy, mirror] = [copies, mirrors].map((all) => median(all.map((one) => one.processor)));
  const memory = Math.max(...mirrors.map((one) => one.memory));
  console.log(`${rows} rows: DuckDB ${copy.toFixed(0)} ms, costctl ${mirror.toFixed(0)} ms`);
  console.log(`a mirror of files over DuckDB's copy: ${(mirror / copy).toFixed(2)} x`);
  console.log(`a mirror of files, memory: ${memory.toFixed(0)} MB`);
} finally {
  rmSync(folder, { recursive: true });
}
