// What an imported document of 233 operations costs help and built-in commands: processor time of
// the built program with and without it, interleaved, the median of each.
// npm run build && node test/bench/described/help.js [ROUNDS]
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { median } from '../median.js';

const program = process.env.COSTCTL ?? 'bin/costctl.js';
const bound = 1.1;
const rounds = Number(process.argv[2] ?? 31);
const lines = [
  '--help',
  'metrics --help',
  'metrics import --help',
  'workspaces create --help',
  'help output',
  'profiles path',
  '__complete line =-- metrics import',
];

const text = (description) => ({ type: 'string', maxLength: 200, description });
const record = {
  type: 'object',
  required: ['name'],
  properties: {
    name: text('What people call it'),
    note: text('What is worth saying of it'),
    period: { type: 'string', enum: ['month', 'quarter', 'year'] },
    amount: { type: 'number', minimum: 0 },
    threshold: { type: 'integer', minimum: 1, maximum: 100 },
    active: { type: 'boolean' },
    emails: { type: 'array', items: { type: 'string' }, maxItems: 20 },
  },
};
const filters = ['search', 'from', 'to'].map((name) => ({
  name,
  in: 'query',
  schema: text('Narrows the list'),
}));

const folder = mkdtempSync(join(tmpdir(), 'costctl-bench-'));
try {
  const [bare, imported] = ['bare', 'imported'].map((name) => join(folder, name));
  const document = join(folder, 'openapi.json');
  writeFileSync(document, JSON.stringify(makeDocument(readPublished())));
  execFileSync(process.execPath, [program, 'api', 'import', document, '-q'], options(imported));
  execFileSync(process.execPath, [program, '--help'], options(imported));

  for (const line of lines) {
    const times = { bare: [], imported: [] };
    for (let round = 0; round < rounds; round += 1) {
      times.bare.push(timeOf(line, bare));
      times.imported.push(timeOf(line, imported));
    }
    const [without, having] = [median(times.bare), median(times.imported)];
    const ratio = having / without;
    const verdict = ratio > bound ? 'OVER' : 'ok';
    console.log(
      `${line.padEnd(26)} ${without.toFixed(1)} ms  ${having.toFixed(1)} ms  ${ratio.toFixed(2)} (bound ${bound}) ${verdict}`,
    );
    if (ratio > bound) process.exitCode = 1;
  }
  reportLoad(join(imported, 'described'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function options(config) {
  const env = { ...process.env, COSTCTL_CONFIG_DIR: config, COSTCTL_BASE_URL: 'https://c.test' };
  return { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] };
}

/** Milliseconds of processor time of one run, from a few in a row. */
function timeOf(line, config) {
  const runs = 4;
  const script = `TIMEFORMAT='%U %S'; time for _ in {1..${runs}}; do "$@" >/dev/null; done`;
  const words = ['-c', script, 'bash', process.execPath, program, ...line.split(' ')];
  const { stderr } = spawnSync('bash', words, options(config));
  const [user, system] = stderr.trim().split(' ').map(Number);
  return ((user + system) * 1_000) / runs;
}

/** Beside the time to parse as much JSON of the plainest kind. */
function reportLoad(stored) {
  const name = readdirSync(stored).find((one) => one.endsWith('.json'));
  const path = join(stored, name);
  const load = () => JSON.parse(readFileSync(path, 'utf8'));
  const times = Array.from({ length: rounds }, () => {
    const start = process.cpuUsage();
    load();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  });
  const { size } = statSync(path);
  console.log(
    `compact form, ${Math.round(size / 1024)} KB, ${load().documents[0].operations.length} operations, loads in ${median(times).toFixed(1)} ms`,
  );
}

function readPublished() {
  return parse(readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8'));
}

/** The published operations, and as many invented ones as make 233. */
function makeDocument(published) {
  const paths = { ...published.paths };
  const noun = (number) =>
    `widget-${String.fromCharCode(97 + (number % 26))}${Math.floor(number / 26)}s`;
  let missing = 233 - Object.values(paths).flatMap(methodsOf).length;
  for (let number = 0; missing > 0; number += 1) {
    const path = `/v1/${noun(number)}`;
    const tags = [noun(number)];
    const answer = { 200: { description: 'it', content: jsonOf(record) } };
    const body = { requestBody: { required: true, content: jsonOf(record) }, responses: answer };
    const parameter = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
    const one = [
      [path, 'get', { tags, summary: `List ${path}`, responses: answer, parameters: filters }],
      [path, 'post', { tags, summary: `Create in ${path}`, ...body }],
      [
        `${path}/{id}`,
        'get',
        { tags, summary: 'Show one', parameters: [parameter], responses: answer },
      ],
      [`${path}/{id}`, 'put', { tags, summary: 'Change one', parameters: [parameter], ...body }],
      [
        `${path}/{id}`,
        'delete',
        { tags, summary: 'Delete one', parameters: [parameter], responses: answer },
      ],
    ];
    for (const [at, method, operation] of one.slice(0, missing)) {
      paths[at] = { ...paths[at], [method]: operation };
    }
    missing -= one.length;
  }
  return { ...published, paths };
}

function methodsOf(item) {
  return Object.keys(item).filter((key) => /^(get|put|post|patch|delete)$/.test(key));
}

function jsonOf(schema) {
  return { 'application/json': { schema } };
}
