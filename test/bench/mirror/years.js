// A mirror of three years of a large organization, 90,000 rows a day: what making it and asking it cost.
// `node test/bench/mirror/years.js [ROWS_A_DAY]`, after a build. Takes a quarter of an hour on a quiet
// machine, and 3 GB in the folder of temporary files.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureRun, program } from '../export/measured-run.js';

const rowsADay = Number(process.argv[2] ?? 90_000);
const folder = mkdtempSync(join(tmpdir(), 'costctl-bench-'));
const mirror = join(folder, 'costs');
/** Of three years before this month, up to yesterday. */
const today = new Date();
const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
const day = (...parts) => new Date(Date.UTC(...parts)).toISOString().slice(0, 10);
const [first, last] = [day(year - 3, month, 1), day(year, month, today.getUTCDate() - 1)];

const server = spawn(
  process.execPath,
  [program, 'sandbox', 'serve', '--memory', '--rows-per-day', String(rowsADay), '-o', 'json'],
  { stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, COSTCTL_CONFIG_DIR: folder } },
);
try {
  const { url, organizationToken } = JSON.parse(
    await new Promise((resolve) => server.stdout.once('data', resolve)),
  );
  const local = ['--mirror', mirror];
  const summary = ['summary', '--by', 'service', '--to', last, ...local, '--from'];
  const questions = {
    'make the mirror': ['mirror', mirror, '--from', first, '--base-url', url],
    'a summary by service, of all days': [...summary, first],
    'a summary by service, of the last year': [
      ...summary,
      day(year - 1, month, today.getUTCDate()),
    ],
    "a month's report": ['report', '--last-month', ...local, '-O', join(folder, 'report.html')],
  };
  const days = (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1;
  console.log(`${(days * rowsADay).toLocaleString('en')} rows of ${days} days`);
  for (const [name, words] of Object.entries(questions)) {
    const line = ['costs', ...words, '-q'];
    const { processor, wall, memory } = await measureRun(folder, program, line, {
      COSTCTL_TOKEN: organizationToken,
    });
    const seconds = [processor, wall].map((one) => (one / 1000).toFixed(1));
    console.log(
      `${name}: ${seconds[0]} s of processor time, ${seconds[1]} s, ${memory.toFixed(0)} MB`,
    );
  }
} finally {
  server.kill();
  rmSync(folder, { recursive: true });
}
