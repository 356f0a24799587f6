// Runs the main job under Bun and Deno, and compares what it prints and writes with Node's.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Their npm packages, and where the packages of their platforms hold the program. */
export const others = {
  bun: { package: 'bun@1.4.5', scope: '@oven', path: 'bin/bun', words: [] },
  deno: { package: 'deno@2.9.6', scope: '@deno', path: 'deno', words: ['run', '-A'] },
};

const month = new Date().toISOString().slice(0, 7);
const lines = [
  'costs summary --last 7d --by service',
  'costs trend --by service --months 3',
  'costs export --last 7d -O costs.csv --receipt receipt.json',
  'costs verify receipt.json costs.csv',
  'costs export --last 7d -O costs.parquet',
  'costs report --last-month -O report.html -q',
  'costs mirror table --last 40d --from 2026-01-01',
  'metrics values bmt_orders --last 3d -o csv',
  `metrics set bmt_orders --date ${month}-01 --amount 5.10 --label region=eu -o json`,
  'config pull -O costctl.yaml',
  'config plan costctl.yaml --check',
  'workspaces list -o yaml',
  'workspaces get wsp_nowhere',
];

/** The launcher with each line, in a folder of its own: what it printed, its exit codes and its files. */
function play(program, words) {
  const folder = mkdtempSync(join(tmpdir(), 'costctl-other-'));
  try {
    const ends = lines.map((line) => {
      const argv = [...words, resolve('bin/costctl.js'), '--sandbox', ...line.split(' ')];
      const env = { PATH: '', HOME: folder, NO_COLOR: '1' };
      const { status, stdout, stderr } = spawnSync(program, argv, { cwd: folder, env });
      return { line, status, stdout: String(stdout), stderr: String(stderr) };
    });
    const written = readdirSync(folder).filter((name) => /\.(csv|html|parquet|yaml)$/.test(name));
    // The receipt of a report says when it was made.
    const read = (name) =>
      readFileSync(join(folder, name), 'latin1').replace(/receipt: \w{64}/, '');
    const files = written.map((name) => [name, read(name)]);
    return { ends, files: new Map(files) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function compareWithNode(name, kept) {
  const { package: wanted, scope, path, words } = others[name];
  const folder = join(kept, name);
  mkdirSync(folder, { recursive: true });
  const settings = ['--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts'];
  execFileSync('npm', ['install', ...settings, wanted], { stdio: ['ignore', 'ignore', 'inherit'] });
  const builds = resolve(folder, 'node_modules', scope);
  const program = readdirSync(builds)
    .map((build) => join(builds, build, path))
    .find((file) => spawnSync(file, ['--version']).status === 0);
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' }).split('\n')[0];
  console.log(`\n== ${name} ${version}`);
  const [own, nodes] = [play(program, words), play(process.execPath, [])];
  const differing = nodes.ends.filter(
    (end, place) => JSON.stringify(end) !== JSON.stringify(own.ends[place]),
  );
  for (const { line } of differing) {
    console.log(
      line,
      nodes.ends.find((end) => end.line === line),
      own.ends.find((end) => end.line === line),
    );
  }
  const files = [...nodes.files].filter(([file, bytes]) => own.files.get(file) !== bytes);
  for (const [file] of files) console.log(`${file} differs`);
  const failed = differing.length + files.length;
  return { line: name, version, passed: lines.length + nodes.files.size - failed, failed };
}
