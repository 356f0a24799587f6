// Writes the program and a Node into one file, for people without Node: `node build/executable.js [FOLDER [NODE]]`,
// after `npm run build`. NODE is the file of a Node of the same version for any system; by default the one that runs
// this. Nothing is downloaded.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { inject } from 'postject';
import { rolldown } from 'rolldown';

/** Node looks for this mark in itself; `:0` after it becomes `:1` once a program is put in. */
const mark = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
const [target = 'dist-exe', node = process.execPath] = process.argv.slice(2);
const isOwn = node === process.execPath;
const name = /\.exe$/i.test(node) ? 'costctl.exe' : 'costctl';

/** The executable contains its compiled code, and needs no cache. */
const withoutCodeCache = {
  name: 'without-code-cache',
  load: {
    filter: { id: /[\\/]bin[\\/]code-cache\.js$/ },
    handler: () => 'exports.useCodeCache = () => () => undefined;',
  },
};

/** Compiles under the flags that most people have: none. */
const compile = `
const { readFileSync, writeFileSync } = require('node:fs');
const [program, cache] = process.argv.slice(1);
const script = new (require('node:vm').Script)(readFileSync(program, 'utf8'));
writeFileSync(cache, script.createCachedData());
`;

/**
 * Node could use the compiled code itself, but under other flags (NODE_OPTIONS) it would warn at every run
 * that the code does not fit. Without the code, each run would compile the whole program again, which takes
 * twice the time of `--version`.
 */
const loader = `
const { getAsset, getRawAsset } = require('node:sea');
const { Script } = require('node:vm');
const cachedData = ${isOwn ? "new Uint8Array(getRawAsset('program.cache'))" : 'undefined'};
const script = new Script(getAsset('program.cjs', 'utf8'), { filename: 'costctl.cjs', cachedData });
script.runInThisContext()(exports, require, module);
`;

const refusal = findRefusal();
if (refusal === undefined) {
  await make();
} else {
  console.error(`error: ${refusal}`);
  console.error('hint: run this with a Node as nodejs.org or the npm package `node` has it');
  process.exitCode = 1;
}

function findRefusal() {
  const { platform, version } = process;
  if (!['linux', 'darwin', 'win32'].includes(platform)) {
    return `Node makes single executables on Linux, macOS and Windows, not on ${platform}`;
  }
  // Missing if Node was built without the feature, or as a shared library with a small program.
  if (readFileSync(node).includes(`${mark}:0`)) return undefined;
  return `this Node (${version}, ${node}) was built without room for a program in it`;
}

/** Makes the executable in another folder, and moves it after a test run. */
async function make() {
  mkdirSync(target, { recursive: true });
  const folder = mkdtempSync(join(target, '.making-'));
  try {
    const program = join(folder, name);
    copyFileSync(node, program);
    chmodSync(program, 0o755);
    const isSigned = isOwn && process.platform === 'darwin';
    // A changed program fails the check of its signature, and macOS starts none without one.
    if (isSigned) execFileSync('codesign', ['--remove-signature', program]);
    await injectQuietly(program, await prepare(folder));
    if (isSigned) execFileSync('codesign', ['--sign', '-', program]);
    const version = isOwn
      ? execFileSync(program, ['--version'], { encoding: 'utf8' }).trim()
      : JSON.parse(readFileSync('package.json', 'utf8')).version;
    renameSync(program, join(target, name));
    for (const path of ['man/costctl.1', 'LICENSE', 'THIRD-PARTY']) {
      copyFileSync(path, join(target, basename(path)));
    }
    const megabytes = Math.round(statSync(join(target, name)).size / 1e6);
    console.log(
      `${join(target, name)}: costctl ${version} on Node ${process.version}, ${megabytes} MB${isOwn ? '' : ', for another system, not run'}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What goes in: the program as one file, its compiled code, and the files that it reads. */
async function prepare(folder) {
  const [main, output, program, cache] = ['main.cjs', 'blob', 'program.cjs', 'program.cache'].map(
    (name) => join(folder, name),
  );
  await bundle(program);
  const source = readFileSync(program, 'utf8').replace(/^#!.*/, '');
  writeFileSync(program, `(function (exports, require, module) {${source}\n})`);
  if (isOwn) execFileSync(process.execPath, ['-e', compile, program, cache], { env: {} });
  writeFileSync(main, loader);
  const texts = ['completions', 'docs'].flatMap((folder) =>
    readdirSync(folder).map((file) => `${folder}/${file}`),
  );
  const config = join(folder, 'config.json');
  const files = ['dist/tree.txt', ...texts].map((path) => [path, path]);
  const compiled = isOwn ? { 'program.cache': cache } : {};
  const assets = { ...Object.fromEntries(files), 'program.cjs': program, ...compiled };
  writeFileSync(
    config,
    JSON.stringify({ main, output, assets, disableExperimentalSEAWarning: true }),
  );
  execFileSync(process.execPath, ['--experimental-sea-config', config], { stdio: 'pipe' });
  return readFileSync(output);
}

/** The built program as one file: parts that are loaded when needed are run only then. */
async function bundle(file) {
  const build = await rolldown({
    input: 'bin/costctl.js',
    platform: 'node',
    // An optional package that users install alongside.
    external: [/^@duckdb\//],
    plugins: [withoutCodeCache],
  });
  await build.write({ file, format: 'cjs', minify: true, comments: { legal: false } });
  await build.close();
}

async function injectQuietly(program, blob) {
  const { warn } = console;
  // The library warns of names in Node's own tables that are not needed here.
  console.warn = () => {};
  try {
    await inject(program, 'NODE_SEA_BLOB', blob, {
      sentinelFuse: mark,
      machoSegmentName: 'NODE_SEA',
    });
  } finally {
    console.warn = warn;
  }
}
