// The mutation score of folders or files of src, whole or of a random sample. README.md has the results.
// npm run mutants -- json storage
// npm run mutants -- --sample 120 --seed 7 commands
// npm run mutants -- --runners 1 --tests mirror/as-of,mirror/files mirror/commit-state mirror/files
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { fetchTools } from '../../build/tools.js';
import { draw } from './draw.js';

const toolOf = fetchTools('@stryker-mutator/core@9.6.1', '@stryker-mutator/vitest-runner@9.6.1');
const { Stryker } = await import(
  pathToFileURL(toolOf('@stryker-mutator/core/dist/src/index.js')).href
);

/** Folders that the tests of the group `costs` check. */
const costs = ['rows', 'questions', 'reports', 'mirror', 'focus'];

/** If not those of the folder of the same name: tests, and then those for what these missed. */
const tests = {
  api: [
    ['api'],
    commands(
      'names undo rates metrics.test metrics-values broken-records dry-run providers users.test lists api.test',
    ),
  ],
  cli: [
    ['cli'],
    commands(
      'help completion separated-options names aliases settings confirm ids irreversible tree',
    ),
  ],
  commands: [['commands'], ['cli', 'openapi', 'config', ...costs, 'metrics', 'output', 'profiles']],
  config: [['config', ...commands('config')]],
  declaration: [
    ['declaration', 'cli'],
    commands('ids separated-options api-bodies request-options providers users dry-run tree'),
  ],
  metrics: [['metrics'], commands('metrics')],
  openapi: [['openapi'], commands('api')],
  output: [['output'], commands('lists screens query-option streams out-file digits costs-list')],
  profiles: [['profiles', 'settings', ...commands('profiles')]],
  sandbox: [['sandbox'], commands('tree')],
  settings: [['settings', 'profiles'], commands('doctor profiles settings help')],
  storage: [
    ['storage'],
    [
      'order-on-disk*',
      'rows/target*',
      'reports/close*',
      ...commands('out-file costs-in-place costs-resume config'),
    ],
  ],
  formats: [
    ['formats', 'metrics/workbook*', 'mirror', 'focus'],
    ['reports', ...commands('costs')],
  ],
  ...Object.fromEntries(
    costs.map((folder) => [
      folder,
      [
        [folder],
        [...costs, ...commands('costs rates same-files digits screens silent-check endless')],
      ],
    ]),
  ),
};

function commands(names) {
  return names.split(' ').map((name) => `commands/${name}*`);
}

const { values, positionals: places } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string' },
    quick: { type: 'boolean' },
    runners: { type: 'string', default: '2' },
    tests: { type: 'string' },
  },
});
if (places.length === 0) {
  console.error(
    'usage: npm run mutants -- [--sample N] [--seed N] [--quick] [--runners N] [--tests FILE,…] PLACE…',
  );
  process.exitCode = 2;
}
/** Those to begin with: they must reach the code, and be fast. */
const first = values.tests === undefined ? [] : [values.tests.split(',')];
draw.size = Number(values.sample ?? Infinity);
draw.seed = values.seed ?? String(Date.now() % 1_000_000);

for (const [folder, files] of byFolder()) {
  draw.only = undefined;
  const results = new Map();
  const rounds = [...first, ...(tests[folder] ?? [[folder]])];
  for (const paths of rounds) {
    for (const result of await run(folder, files, paths)) {
      // The tests of the second round may not reach what those of the first did.
      if (results.get(result.id)?.status !== 'Survived' || result.status !== 'NoCoverage') {
        results.set(result.id, result);
      }
    }
    if (draw.only === undefined && results.size !== draw.drawn) {
      throw new Error(`${draw.drawn} mutants drawn, but ${results.size} run`);
    }
    const missed = [...results.values()].filter(isMissed);
    if (missed.length === 0 || values.quick) break;
    draw.only = new Set(missed.map(({ id }) => id));
  }
  report(folder, [...results.values()]);
}

/** What to change in each folder: all of it, or these files. */
function byFolder() {
  const found = new Map();
  for (const place of places) {
    const folder = place.split('/')[0];
    found.set(folder, [...(found.get(folder) ?? []), `src/${place}{.ts,/**/*.ts}`]);
  }
  return found;
}

function run(folder, files, paths) {
  process.env.MUTANTS_FOLDER = folder;
  process.env.MUTANTS_TESTS = JSON.stringify(
    paths.map((path) => `test/${path}${/[*/]/.test(path) ? '' : '/**/*'}.test.ts`),
  );
  return new Stryker({
    mutate: files,
    testRunner: 'vitest',
    plugins: [toolOf('@stryker-mutator/vitest-runner/dist/src/index.js'), './test/mutants/draw.js'],
    vitest: { configFile: 'test/mutants/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    // What runs once when a module is loaded would take a whole run of the tests each.
    ignoreStatic: true,
    reporters: ['draw'],
    concurrency: Number(values.runners),
    // Generous, so that a busy machine makes no mutant look noticed.
    timeoutMS: 20_000,
    timeoutFactor: 5,
    dryRunTimeoutMinutes: 30,
    tempDirName: 'node_modules/.cache/mutants',
    ignorePatterns: ['dist-exe'],
    // This TypeScript has no API in JavaScript, and the configuration needs no rewriting.
    tsconfigFile: 'none',
    logLevel: 'warn',
  }).runMutationTest();
}

function report(folder, results) {
  for (const result of results) {
    if (result.status !== 'Killed') console.log(describe(result));
  }
  const files = new Set(results.map(({ fileName }) => fileName));
  if (files.size > 1) {
    for (const file of files) {
      const some = results.filter(({ fileName }) => fileName === file);
      console.log(score(relative('src', file), some));
    }
  }
  const sample = results.length === draw.all ? '' : `, ${results.length} of ${draw.all} drawn`;
  console.log(`${score(folder, results)}${sample}, seed ${draw.seed}`);
}

function score(name, results) {
  const endless = results.filter(({ status }) => status === 'Timeout').length;
  const missed = results.filter(isMissed);
  const noticed = results.filter(({ status }) => status === 'Killed').length + endless;
  const counted = noticed + missed.length;
  const share = (value) => `${(100 * value).toFixed(1)} %`;
  const sample =
    results.length === draw.all
      ? ''
      : ` (95 %: ${interval(noticed, counted).map(share).join(' to ')})`;
  return (
    `${name}: ${results.length} mutants: ${noticed} noticed (${endless} by a timeout), ` +
    `${missed.length} not, ${results.length - counted} without a result: ` +
    `${share(noticed / counted)}${sample}`
  );
}

function isMissed({ status }) {
  return status === 'Survived' || status === 'NoCoverage';
}

function describe({ fileName, location: { start, end }, mutatorName, replacement, status }) {
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line);
  lines.push(lines.pop().slice(0, end.column - 1));
  lines[0] = lines[0].slice(start.column - 1);
  const [before, after] = [lines.join(' '), replacement].map((text) =>
    text.replaceAll(/\s+/g, ' ').slice(0, 80),
  );
  const place = `${relative('.', fileName)}:${start.line}:${start.column}`;
  return `${status}: ${place} ${mutatorName}: ${before} → ${after}`;
}

/** The one of Wilson: of the mutants that were not drawn, how many would be noticed. */
function interval(part, whole) {
  const square = 1.96 ** 2;
  const reach = 1.96 * Math.sqrt((part * (whole - part)) / whole + square / 4);
  return [-reach, reach].map((offset) => (part + square / 2 + offset) / (whole + square));
}
