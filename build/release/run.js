// Makes what a release publishes, in a folder: `node build/release/run.js STEP FOLDER`, after `npm run build`.
//   package     the package for npm, built and packed twice and compared, and its bill of materials
//   executable  the executable for the system that runs this, in an archive; on Linux also as an image
//   executables the same for all six systems, with Node from npm: those of other systems are neither run nor signed
//   files       from the archives of all systems: the formula, the winget manifests, SHA256SUMS
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { compress, writeTar } from './archive.js';
import { writeFormula } from './formula.js';
import { architectureOf, writeImage } from './image.js';
import { findLibraries } from './libraries.js';
import { fetchNode, systems } from './nodes.js';
import { describeMaterials } from './sbom.js';
import { writeWinget } from './winget.js';
import { writeZip } from './zip.js';

const [step = '', given = 'dist-release'] = process.argv.slice(2);
const folder = resolve(given);
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const { version } = manifest;
const repository = manifest.homepage.replace(/#.*/, '');
const place = `${repository}/releases/download/v${version}`;
/** Seconds since 1970: the time of the commit, or SOURCE_DATE_EPOCH (reproducible-builds.org). */
const time = Number(process.env.SOURCE_DATE_EPOCH ?? commitTime());

const steps = {
  package: makePackage,
  executable: makeExecutable,
  executables: makeExecutables,
  files: makeFiles,
};
if (!Object.hasOwn(steps, step)) {
  console.error(`usage: node build/release/run.js ${Object.keys(steps).join('|')} [FOLDER]`);
  process.exitCode = 2;
} else {
  mkdirSync(folder, { recursive: true });
  steps[step]();
}

function makePackage() {
  const [first, second] = [pack(), pack()];
  if (!first.bytes.equals(second.bytes)) throw new Error('two builds of the same sources differ');
  save(first.name, first.bytes);
  save(
    `costctl-${version}.cdx.json`,
    `${JSON.stringify(describeMaterials(manifest), undefined, 2)}\n`,
  );
}

/** `npm pack` builds the program first. */
function pack() {
  const made = mkdtempSync(join(tmpdir(), 'costctl-pack-'));
  try {
    npm('pack', '--pack-destination', made);
    const [name] = readdirSync(made);
    return { name, bytes: readFileSync(join(made, name)) };
  } finally {
    rmSync(made, { recursive: true });
  }
}

function makeExecutable() {
  makeExecutableFor(`${process.platform}-${process.arch}`, process.execPath, process.execPath);
}

function makeExecutables() {
  const builder = fetchNode(`${process.platform}-${process.arch}`);
  for (const system of systems) makeExecutableFor(system, builder, fetchNode(system));
}

/** `builder` is the Node that makes the executable here; `node` is the one inside it. */
function makeExecutableFor(system, builder, node) {
  const [platform, arch] = system.split('-');
  const made = mkdtempSync(join(folder, '.executable-'));
  try {
    execFileSync(builder, ['build/executable.js', made, node], { stdio: 'inherit' });
    const name = `costctl-${version}-${system}`;
    const files = readdirSync(made).map((path) => ({
      path,
      bytes: readFileSync(join(made, path)),
      mode: /^costctl(\.exe)?$/.test(path) ? 0o755 : 0o644,
    }));
    if (platform === 'win32') save(`${name}.zip`, writeZip(files));
    else save(`${name}.tar.gz`, compress(writeTar(files, time)));
    if (platform === 'linux') saveImage(join(made, 'costctl'), arch);
  } finally {
    rmSync(made, { recursive: true });
  }
}

/** Debian has the libraries of another processor in packages that any machine can install. */
function saveImage(executable, arch) {
  const isOwn = process.platform === 'linux' && arch === process.arch;
  const copy = { x64: '/usr/x86_64-linux-gnu', arm64: '/usr/aarch64-linux-gnu' }[arch];
  const libraries = findLibraries(executable, arch, isOwn ? '/' : copy);
  const name = `costctl-${version}-oci-${architectureOf[arch]}.tar`;
  if (libraries === undefined) {
    console.log(
      `${name} is not made: ${copy} lacks libraries; install libc6-${architectureOf[arch]}-cross and libstdc++6-${architectureOf[arch]}-cross`,
    );
    return;
  }
  save(name, writeImage({ ...manifest, executable, libraries, arch, time }));
}

function makeFiles() {
  const publisher = repository.split('/').at(-2);
  const sha256Of = (name) => {
    if (existsSync(join(folder, name))) return sha256(readFileSync(join(folder, name)));
    throw new Error(`${name} is not in ${folder}: run the step executable on its system first`);
  };
  const described = { ...manifest, homepage: repository, place, publisher, sha256Of };
  save('costctl.rb', writeFormula(described));
  for (const [name, text] of Object.entries(writeWinget(described))) save(name, text);
  const names = readdirSync(folder).filter((name) => name !== 'SHA256SUMS');
  save(
    'SHA256SUMS',
    names
      .sort()
      .map((name) => `${sha256Of(name)}  ${name}\n`)
      .join(''),
  );
}

/** A file gets its name when it is complete. */
function save(name, content) {
  const path = join(folder, name);
  writeFileSync(`${path}.tmp`, content);
  renameSync(`${path}.tmp`, path);
  console.log(`${name}  ${sha256(readFileSync(path))}`);
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

function npm(...words) {
  execFileSync('npm', words, {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
}

function commitTime() {
  return execFileSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' }).trim();
}
