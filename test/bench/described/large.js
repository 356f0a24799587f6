// A TAB with an imported document of 9,000 operations in 1,800 groups: processor time divided by that of
// `node -e 0`, in turn, medians. `node test/bench/described/large.js [ROUNDS]`, after a build.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../median.js';

const rounds = Number(process.argv[2] ?? 15);
const folder = mkdtempSync(join(tmpdir(), 'costctl-bench-'));
const { NODE_EXTRA_CA_CERTS: _certificates, ...plain } = process.env;
const env = {
  ...plain,
  HOME: folder,
  COSTCTL_CONFIG_DIR: folder,
  COSTCTL_BASE_URL: 'https://c.test',
};
const node = process.execPath;
const launcher = 'bin/costctl.js';

const tab = (words) =>
  `source completions/costctl.bash; COMP_WORDS=(costctl ${words}) COMP_CWORD=2; costctl() { exit 1; }; _costctl`;

/** name, program and arguments, the bar */
const cases = [
  [
    'TAB on an imported option, asked',
    [node, launcher, '__complete', 'line', '=--', 'group900s', 'list'],
    1.5,
  ],
  ['TAB on an imported word, bash', ['bash', '-c', tab('group900s li')], 1.5],
  ['TAB on a built-in word, bash', ['bash', '-c', tab('workspaces li')], 1.5],
];

try {
  const path = join(folder, 'openapi.json');
  writeFileSync(path, JSON.stringify(largeDocument()));
  execFileSync(node, [launcher, 'api', 'import', path, '-q'], { env, stdio: 'ignore' });
  for (const [name, words, bar] of cases) {
    const [ours, floors] = [[], []];
    for (let run = 0; run < 2; run += 1) measure(words);
    for (let round = 0; round < rounds; round += 1) {
      ours.push(measure(words));
      floors.push(measure([node, '-e', '0']));
    }
    const ratio = median(ours) / median(floors);
    console.log(`${name}: ${ratio.toFixed(2)} x  (at most ${bar})`);
    if (ratio > bar) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Seconds of processor time of four runs. */
function measure(words) {
  const script = `TIMEFORMAT='%U %S'; time for _ in 1 2 3 4; do "$@" >/dev/null 2>&1; done`;
  const { stderr } = spawnSync('bash', ['-c', script, 'bash', ...words], { env, encoding: 'utf8' });
  return stderr
    .trim()
    .split(' ')
    .reduce((sum, part) => sum + Number(part), 0);
}

function largeDocument() {
  const text = { type: 'string' };
  const id = { name: 'id', in: 'path', required: true, schema: text };
  const search = { name: 'search', in: 'query', schema: text };
  const answers = { responses: { 200: { description: 'done' } } };
  const one = (tags, summary) => ({ tags, summary, parameters: [id], ...answers });
  const paths = {};
  for (let number = 0; number < 1_800; number += 1) {
    const tags = [`group${number}s`];
    paths[`/v1/group${number}s`] = {
      get: {
        tags,
        operationId: `listGroup${number}s`,
        summary: 'List all of them',
        parameters: [search],
        ...answers,
      },
      post: { tags, summary: 'Create one of them', ...answers },
    };
    paths[`/v1/group${number}s/{id}`] = {
      get: one(tags, 'Show one of them'),
      put: one(tags, 'Change one of them'),
      delete: one(tags, 'Delete one of them'),
    };
  }
  return { openapi: '3.1.0', info: { title: 'Large', version: '1' }, paths };
}
