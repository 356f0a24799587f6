// What a start costs: processor time divided by that of `node -e 0`, in turn, medians. Build first.
// The first runs of a command fill its caches, and are not counted.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from './median.js';

const runs = Number(process.env.RUNS ?? 15);
const folder = mkdtempSync(join(tmpdir(), 'costctl-startup-'));
const launcher = 'bin/costctl.js';
// Answers come from another process: spawnSync stops this one.
const serving = spawn(process.execPath, ['-e', serverSource()], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const port = await new Promise((resolve) =>
  serving.stdout.once('data', (text) => resolve(`${text}`.trim())),
);
const profile = { baseUrl: `http://127.0.0.1:${port}`, token: 'tok_0123456789abcdefghij' };
const configuration = { current: 'bench', profiles: { bench: profile } };
writeFileSync(join(folder, 'config.json'), JSON.stringify(configuration), { mode: 0o600 });

/** name, arguments, the target: the most that it may cost, divided by `node -e 0` */
const cases = [
  ['--version', ['--version'], 1.1],
  ['--help', ['--help'], 1.2],
  ['GROUP --help', ['workspaces', '--help'], 1.2],
  ['GROUP ACTION --help', ['workspaces', 'list', '--help'], 1.2],
  ['help TOPIC', ['help', 'output'], 1.2],
  ['a typo', ['wrokspaces', 'list'], 2],
  ['TAB on an option, asked', ['__complete', 'line', '=--', 'workspaces', 'list'], 1.5],
  ['TAB with stored values', ['__complete', 'workspaces', '=', 'workspaces', 'get'], 1.5],
  ['workspaces list, 20 rows', ['workspaces', 'list'], 2.6],
  ['the same, no code cache', ['workspaces', 'list'], 4, { COSTCTL_NO_CODE_CACHE: '1' }],
];

// With it Node 20 reads certificates at every start, which doubles the floor: both are measured, the
// environment as it is first.
const { NODE_EXTRA_CA_CERTS: certificates, ...plain } = process.env;

try {
  if (certificates !== undefined) compare('with NODE_EXTRA_CA_CERTS', process.env);
  compare('without NODE_EXTRA_CA_CERTS', plain);
} finally {
  serving.kill();
  rmSync(folder, { recursive: true, force: true });
}

function compare(where, env) {
  console.log(`Node ${process.versions.node} ${where}, medians of ${runs} runs in turn`);
  for (const [name, words, bar, more = {}] of cases) {
    const ours = [];
    const floors = [];
    for (let run = 0; run < 2; run += 1) measure({ ...env, ...more }, [launcher, ...words]);
    for (let run = 0; run < runs; run += 1) {
      ours.push(measure({ ...env, ...more }, [launcher, ...words]));
      floors.push(measure(env, ['-e', '0']));
    }
    const ratio = median(ours) / median(floors);
    const verdict = ratio <= bar ? 'holds' : 'DOES NOT HOLD';
    console.log(`${name.padEnd(26)} ${ratio.toFixed(2)}  (at most ${bar.toFixed(1)}: ${verdict})`);
  }
  console.log(
    `TAB on a fixed word, bash   ${completionCost(env).toFixed(2)}  (no program is started)`,
  );
}

/** Seconds of processor time, of the process and what it started. */
function measure(env, words, program = process.execPath) {
  const script = `TIMEFORMAT='%U %S'; { time "$@" >/dev/null 2>&1; } 2>&1; true`;
  const text = execFileSync('bash', ['-c', script, 'bash', program, ...words], {
    env: { ...env, HOME: folder, COSTCTL_CONFIG_DIR: folder },
    encoding: 'utf8',
  });
  return text
    .trim()
    .split(' ')
    .map(Number)
    .reduce((sum, one) => sum + one, 0);
}

/** Beside an empty bash, since the shell is there already when a person presses TAB. */
function completionCost(env) {
  const tab =
    'source completions/costctl.bash; COMP_WORDS=(costctl workspaces li) COMP_CWORD=2; _costctl';
  const ours = [];
  const floors = [];
  for (let run = 0; run < runs; run += 1) {
    ours.push(measure(env, ['-c', tab], 'bash'));
    floors.push(measure(env, ['-e', '0']));
  }
  return median(ours) / median(floors);
}

function serverSource() {
  const data = Array.from({ length: 20 }, (_, at) => ({
    id: `wsp_${at}`,
    name: `Workspace ${at}`,
    currency: 'USD',
  }));
  const links = { self: null, first: null, prev: null, next: null, last: null };
  const body = JSON.stringify({ links, data });
  return `require('node:http').createServer((_, answer) => answer.setHeader('content-type', 'application/json').end(${JSON.stringify(body)}))
    .listen(0, '127.0.0.1', function () { console.log(this.address().port); })`;
}
