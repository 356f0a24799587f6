// Load: `npm run load`. A budget of 60 requests in 10 seconds: one process with 16 parallel requests,
// then ten processes; and the memory of an export of ten million rows compared with one of a million.
// `npm run load -- ten` runs only the part with that word in its name.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Exchange, serveSandbox } from '../../src/sandbox/server.ts';
import { createFolder, launcher, removeFolder, runProgram } from '../e2e/program.ts';

const limit = { requests: 60, seconds: 10 };
const token = 'tok_of_the_load_0123456789';
const folder = createFolder();
const failures: string[] = [];

function report(name: string, measured: string, bar: string, passed: boolean): void {
  console.log(
    `${name.padEnd(64)}${measured.padStart(14)}  ${bar.padEnd(22)}${passed ? 'passed' : 'failed'}`,
  );
  if (!passed) failures.push(name);
}

interface Log {
  readonly accepted: number[];
  readonly refused: number[];
}

/** Runs the work against a service with the budget, and notes when it accepts and refuses requests. */
async function withBudget(work: (url: string, log: Log) => Promise<void>): Promise<void> {
  const log: Log = { accepted: [], refused: [] };
  const sleep = (milliseconds: number) =>
    new Promise<void>((done) => setTimeout(done, milliseconds));
  const sandbox = await serveSandbox({
    context: {
      clock: { now: Date.now, sleep },
      random: Math.random,
      signal: new AbortController().signal,
      processId: process.pid,
    },
    tokens: { organization: token, workspace: `${token}_workspace` },
    rateLimit: limit,
    latency: 50,
    log: ({ status }: Exchange) => {
      (status === 429 ? log.refused : log.accepted).push(Date.now());
    },
  });
  try {
    await work(sandbox.url, log);
  } finally {
    await sandbox.close();
  }
}

/** An import with one value in each request: as many requests as values. */
function importValues(url: string, name: string, requests: number, concurrency = 16) {
  const file = join(folder, `${name}.csv`);
  const rows = Array.from({ length: requests }, (_, at) => `2024-01-01,${at},${name}${at}\n`);
  writeFileSync(file, `date,amount,region\n${rows.join('')}`);
  const line = [
    'metrics',
    'import',
    'bmt_orders',
    file,
    '--batch-size',
    '1',
    '--concurrency',
    String(concurrency),
  ];
  return runProgram([...line, '-o', 'json'], {
    env: {
      COSTCTL_BASE_URL: url,
      COSTCTL_TOKEN: token,
      COSTCTL_WORKSPACE: 'wsp_storefront',
      COSTCTL_CONFIG_DIR: join(folder, 'config'),
    },
  });
}

const windows = 6;

const parts = {
  alone: () => withBudget(runAlone),
  'ten processes': () => withBudget(runTen),
  memory: compareMemory,
};
const wanted = Object.entries(parts).filter(([name]) => name.includes(process.argv[2] ?? ''));

for (const [, run] of wanted) await run();
removeFolder(folder);
if (wanted.length === 0) console.error(`parts: ${Object.keys(parts).join(', ')}`);
console.log(`load: ${failures.length === 0 ? 'held' : `failed: ${failures.join('; ')}`}`);
process.exitCode = wanted.length > 0 && failures.length === 0 ? 0 : 1;

async function runAlone(url: string, log: Log): Promise<void> {
  const { status, stderr } = await importValues(url, 'alone', limit.requests * windows);
  const length = limit.seconds * 1000;
  const start = (log.accepted[0] ?? 0) + 2 * length;
  const end = start + (windows - 3) * length;
  const within = (times: readonly number[], from: number, to: number) =>
    times.filter((time) => time >= from && time < to).length;
  const used = within(log.accepted, start, end) / ((limit.requests * (end - start)) / length);
  const most = Math.max(
    ...Array.from({ length: windows - 3 }, (_, at) =>
      within(log.refused, start + at * length, start + (at + 1) * length),
    ),
  );
  const each = Array.from({ length: windows + 2 }, (_, at) => {
    const from = (log.accepted[0] ?? 0) + at * length;
    return `${within(log.accepted, from, from + length)}+${within(log.refused, from, from + length)}`;
  });
  console.log(`accepted and refused, window by window: ${each.join(' ')}`);
  report('one process ends', `exit ${status}`, 'exit 0', status === 0);
  if (status !== 0) console.log(stderr);
  report(
    'share of the budget used after two windows',
    `${(used * 100).toFixed(1)} %`,
    'at least 97 %',
    used >= 0.97,
  );
  report('429 in the worst window after two windows', String(most), 'at most 1', most <= 1);
  report('429 in the whole run', String(log.refused.length), 'not judged', true);
}

/** Ten processes with one token, each with the usual number of parallel requests. */
async function runTen(url: string, log: Log): Promise<void> {
  const processes = 10;
  const each = (limit.requests * (windows + 1)) / processes;
  const names = Array.from({ length: processes }, (_, at) => `ten${at}`);
  const ended = await Promise.all(names.map((name) => importValues(url, name, each, 4)));
  const failed = ended.filter(({ status }) => status !== 0);
  report(
    'ten processes with one token end',
    `${failed.length} failed`,
    'none',
    failed.length === 0,
  );
  for (const { stderr } of failed) console.log(stderr);
  const length = limit.seconds * 1000;
  const first = log.accepted[0] ?? 0;
  const counts = (times: readonly number[]) =>
    Array.from({ length: windows + 2 }, (_, at) => {
      const from = first + at * length;
      return times.filter((time) => time >= from && time < from + length).length;
    });
  const [accepted, refused] = [counts(log.accepted), counts(log.refused)];
  console.log(`accepted, window by window: ${accepted.join(' ')}; refused: ${refused.join(' ')}`);
  const steady = accepted.slice(2, windows);
  const used = steady.reduce((sum, count) => sum + count, 0) / (steady.length * limit.requests);
  const share = `${(used * 100).toFixed(1)} %`;
  report('share of the budget that ten processes use', share, 'at least 97 %', used >= 0.97);
  const most = Math.max(...refused);
  report('429 of ten processes in the worst window', String(most), 'at most 2', most <= 2);
}

/** The exit status of an export and its peak memory in megabytes. */
async function exportRows(address: string, days: number) {
  const to = new Date(Date.parse('2026-01-01') + (days - 1) * 86_400_000)
    .toISOString()
    .slice(0, 10);
  const line = ['costs', 'export', '--from', '2026-01-01', '--to', to, '-o', 'csv', '-q'];
  const child = spawn(
    'sh',
    ['-c', 'exec "$@" > /dev/null', 'sh', process.execPath, launcher, ...line],
    {
      env: {
        PATH: process.env['PATH'],
        COSTCTL_BASE_URL: address,
        COSTCTL_TOKEN: token,
        COSTCTL_CONFIG_DIR: join(folder, 'config'),
        TMPDIR: folder,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf(child.pid));
  }, 50);
  const status = await new Promise<number | null>((done) => child.once('close', done));
  clearInterval(watch);
  return { status, peak };
}

function memoryOf(processId: number | undefined): number {
  try {
    const text = readFileSync(`/proc/${processId}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

async function compareMemory(): Promise<void> {
  const server = spawn(
    process.execPath,
    [resolve('test/bench/export/server.js'), '50000', 'even'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  try {
    const port = await new Promise((done) => server.stdout.once('data', done));
    const address = `http://127.0.0.1:${String(port).trim()}`;
    const million = await exportRows(address, 20);
    const tenMillion = await exportRows(address, 200);
    report(
      'an export of 10,000,000 rows ends',
      `exit ${tenMillion.status}`,
      'exit 0',
      tenMillion.status === 0,
    );
    const ratio = tenMillion.peak / million.peak;
    const measured = `${million.peak.toFixed(0)} → ${tenMillion.peak.toFixed(0)} MB`;
    report(
      'its peak memory compared with 1,000,000 rows',
      measured,
      'at most 1.5 times',
      ratio <= 1.5,
    );
  } finally {
    server.kill();
  }
}
