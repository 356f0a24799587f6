// What trend and explain cost from a mirror beside summary over the same rows and columns, as ratios of
// processor time within one run. `node test/bench/analysis/folds.js [ROUNDS]`, after a build. Exits 1 if
// a bar does not hold.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureRun, program } from '../export/measured-run.js';
import { median } from '../median.js';

const rounds = Number(process.argv[2] ?? 5);
const rowsADay = 8000;
const most = 1.3;
const folder = mkdtempSync(join(tmpdir(), 'costctl-bench-'));
const mirror = join(folder, 'costs');
const server = spawn(
  process.execPath,
  [program, 'sandbox', 'serve', '--memory', '--rows-per-day', String(rowsADay), '-o', 'json'],
  { stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, COSTCTL_CONFIG_DIR: folder } },
);
const dayBefore = (days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const [from, to] = [dayBefore(120), dayBefore(1)];
// Of 120 days, explain compares the last 32 with the 32 before, and judges them by the 56 before those.
const period = ['--from', dayBefore(32), '--to', to];
const by = ['--by', 'service,accountName'];
const all = 'service,accountName,usageType,unit';

const days = ['--from', from, '--to', to];

const pairs = {
  'trend by service': [
    ['summary', ...days, '--by', 'service', '--granularity', 'day'],
    ['trend', '--days', '120', '--by', 'service'],
  ],
  'trend by service and account': [
    ['summary', ...days, ...by, '--granularity', 'day'],
    ['trend', '--days', '120', ...by],
  ],
  'explain without a quantity': [
    ['summary', ...days, ...by, '--granularity', 'day'],
    ['explain', ...period, ...by, '--quantity-column', 'none'],
  ],
  // The condition makes summary read the column that explain adds up.
  'explain with a quantity': [
    ['summary', ...days, '--by', all, '--granularity', 'day', '--where', 'quantity!='],
    ['explain', ...period, ...by],
  ],
};

try {
  const { url, organizationToken } = JSON.parse(
    await new Promise((resolve) => server.stdout.once('data', resolve)),
  );
  const measure = (words) =>
    measureRun(folder, program, ['costs', ...words, '--base-url', url, '-q'], {
      COSTCTL_TOKEN: organizationToken,
      HOME: folder,
    });
  await measure(['mirror', mirror, '--from', from]);
  const ask = (words) => measure([...words, '--mirror', mirror, '-o', 'json']);
  for (const [name, [summary, other]] of Object.entries(pairs)) {
    const ratios = [];
    for (let round = 0; round <= rounds; round++) {
      const base = await ask(summary);
      const own = await ask(other);
      // The first round fills the caches.
      if (round > 0) ratios.push(own.processor / base.processor);
    }
    const ratio = median(ratios);
    const holds = ratio <= most;
    console.log(
      `${name}: ${ratio.toFixed(2)} x summary  (at most ${most}: ${holds ? 'holds' : 'DOES NOT HOLD'})`,
    );
    if (!holds) process.exitCode = 1;
  }
} finally {
  server.kill();
  rmSync(folder, { recursive: true });
}
