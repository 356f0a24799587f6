// What a decision costs beside `summary` over the same rows: processor time, medians of interleaved
// runs, from the service and from a mirror. `node test/bench/decisions/speed.js [ROUNDS]`, after a build.
// Exits 1 if a bar does not hold.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureRun, program } from '../export/measured-run.js';
import { median } from '../median.js';

const rounds = Number(process.argv[2] ?? 5);
const bar = 1.3;
const folder = mkdtempSync(join(tmpdir(), 'costctl-bench-'));
const mirror = join(folder, 'costs');
const today = new Date().toISOString().slice(0, 10);
const monthAt = (back) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1))
    .toISOString()
    .slice(0, 10);
};
const dayBefore = (day, count) =>
  new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10);
const yesterday = dayBefore(today, 1);
/** What every run reads: the current month and six before. */
const from = monthAt(6);
/** Three hundred thousand rows in all. */
const rowsADay = 1_500;

writeFileSync(
  join(folder, 'rules.yaml'),
  `- {match: [service=AmazonS3], by: cost}
- {match: [region=us-east-1, service~cloud], to: [web, shop], by: even}
- {match: [tags.team=], by: even}
`,
);
writeFileSync(
  join(folder, 'budgets.yaml'),
  `- {name: all, amount: 1000000000, currency: USD}
- {name: outlook, amount: 1000000000, currency: USD, on: outlook}
- {name: east, amount: 1000000000, currency: USD, where: ['region=us-east-1'], on: outlook}
- {name: storage, amount: 1000000000, currency: USD, where: ['service~s3']}
`,
);

const inDollars = ['--where', 'currency=USD'];
const span = ['--from', from, '--to', yesterday];
/** Each action, and the summary that reads the same days and columns. */
const pairs = {
  allocate: [
    ['allocate', ...span, '--rules', join(folder, 'rules.yaml'), '--by', 'tags.team'],
    ['summary', ...span, '--by', 'tags.team,service,region'],
  ],
  'check --budgets': [
    ['check', '--budgets', join(folder, 'budgets.yaml'), ...inDollars],
    ['summary', ...span, '--by', 'region,service', '--granularity', 'day', ...inDollars],
  ],
  outlook: [
    ['outlook', '--by', 'service'],
    ['summary', ...span, '--by', 'service', '--granularity', 'day'],
  ],
  anomalies: [
    ['anomalies', '--from', dayBefore(from, -56), '--to', yesterday, '--by', 'service'],
    ['summary', ...span, '--by', 'service', '--granularity', 'day'],
  ],
  coverage: [
    ['coverage', ...span, '--require', 'tags.team,region', '--by', 'service'],
    ['summary', ...span, '--by', 'tags.team,region,service'],
  ],
};

const server = spawn(
  process.execPath,
  [program, 'sandbox', 'serve', '--memory', '--rows-per-day', String(rowsADay), '-o', 'json'],
  { stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, COSTCTL_CONFIG_DIR: folder } },
);
try {
  const { url, organizationToken } = JSON.parse(
    await new Promise((resolve) => server.stdout.once('data', resolve)),
  );
  const run = (words) =>
    measureRun(folder, program, ['costs', ...words, '--base-url', url, '-q'], {
      COSTCTL_TOKEN: organizationToken,
      // As for users, who have a home: compiled code is kept there.
      HOME: folder,
    });
  await run(['mirror', mirror, '--from', from]);
  for (const [name, pair] of Object.entries(pairs)) {
    for (const [from, source] of [
      ['the service', []],
      ['a mirror', ['--mirror', mirror]],
    ]) {
      const { figure, times } = await compare(pair, source);
      if (figure > bar) process.exitCode = 1;
      const verdict = figure <= bar ? 'holds' : 'DOES NOT HOLD';
      console.log(
        `${name} from ${from}: ${figure.toFixed(2)} x summary (${times}; at most ${bar}: ${verdict})`,
      );
    }
  }

  async function compare([own, plain], source) {
    const [actions, summaries] = [[], []];
    await run([...own, ...source, '-o', 'json']);
    for (let round = 0; round < rounds; round++) {
      actions.push((await run([...own, ...source, '-o', 'json'])).processor);
      summaries.push((await run([...plain, ...source, '-o', 'json'])).processor);
    }
    const times = `${median(actions).toFixed(0)} of ${median(summaries).toFixed(0)} ms`;
    return { figure: median(actions) / median(summaries), times };
  }
} finally {
  server.kill();
  rmSync(folder, { recursive: true });
}
