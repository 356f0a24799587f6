// Writes the program and the Node that runs this into one file, for people without Node:
// `node build/executable.js [FOLDER]`, after `npm run build`. Nothing is downloaded.
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

/** Node looks for this mark in itself; `:0` after it becomes `:1` where a program was put in. */
const mark = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
const target = process.argv[2] ?? 'dist-exe';
const name = process.platform === 'win32' ? 'costctl.exe' : 'costctl';

/** Node keeps no compiled code of a program that is inside it, but makes the folder for it. */
const withoutCompileCache = {
  name: 'without-compile-cache',
  transform: {
    filter: { id: /[\\/]bin[\\/]costctl\.js$/ },
    handler: (code) => code.replace("require('node:module').enableCompileCache?.();", ''),
  },
};

const refusal = findRefusal();
if (refusal === undefined) {
  await make();
} else {
  console.error(`error: ${refusal}`);
  console.error('hint: run this with a Node as nodejs.org or the npm package `node` has it');
  process.exitCode = 1;
}

function findRefusal() {
  const { execPath, platform, version } = process;
  if (!['linux', 'darwin', 'win32'].includes(platform)) {
    return `Node makes single executables on Linux, macOS and Windows, not on ${platform}`;
  }
  // Missing where Node was built without the feature, or as a shared library beside a small program.
  if (readFileSync(execPath).includes(`${mark}:0`)) return undefined;
  return `this Node (${version}, ${execPath}) was built without room for a program in it`;
}

/** Made beside its place and moved there when it has run. */
async function make() {
  mkdirSync(target, { recursive: true });
  const folder = mkdtempSync(join(target, '.making-'));
  try {
    const program = join(folder, name);
    copyFileSync(process.execPath, program);
    chmodSync(program, 0o755);
    // A changed program fails the check of its signature, and macOS starts none without one.
    if (process.platform === 'darwin') execFileSync('codesign', ['--remove-signature', program]);
    await injectQuietly(program, await prepare(folder));
    if (process.platform === 'darwin') execFileSync('codesign', ['--sign', '-', program]);
    const version = execFileSync(program, ['--version'], { encoding: 'utf8' }).trim();
    renameSync(program, join(target, name));
    for (const path of ['man/costctl.1', 'LICENSE', 'THIRD-PARTY']) {
      copyFileSync(path, join(target, basename(path)));
    }
    const megabytes = Math.round(statSync(join(target, name)).size / 1e6);
    console.log(
      `${join(target, name)}: costctl ${version} on Node ${process.version}, ${megabytes} MB`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What goes in: the program as one file with its compiled code, and the files that it reads. */
async function prepare(folder) {
  const main = join(folder, 'main.cjs');
  const output = join(folder, 'blob');
  await bundle(main);
  const completions = readdirSync('completions').map((file) => `completions/${file}`);
  const config = join(folder, 'config.json');
  const assets = Object.fromEntries(['dist/tree.txt', ...completions].map((path) => [path, path]));
  const settings = { main, output, assets, disableExperimentalSEAWarning: true };
  // Without it each run would compile the whole program again: twice the time of `--version`.
  writeFileSync(config, JSON.stringify({ ...settings, useCodeCache: true }));
  execFileSync(process.execPath, ['--experimental-sea-config', config], { stdio: 'pipe' });
  return readFileSync(output);
}

/** The built program as one file: what is loaded when it is needed still is run only then. */
async function bundle(file) {
  const build = await rolldown({
    input: 'bin/costctl.js',
    platform: 'node',
    plugins: [withoutCompileCache],
  });
  await build.write({ file, format: 'cjs', minify: true, comments: { legal: false } });
  await build.close();
}

async function injectQuietly(program, blob) {
  const { warn } = console;
  // It warns of names in Node's own tables that it does not need.
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
