// Keeps the compiled code of earlier runs, so that no run compiles the same code again.
// Node 22.8 and newer do that themselves; this does it for Node 20. V8 checks neither whether the
// code is damaged nor who wrote it. So the folder must be private, and each file stores its content twice:
// comparing the two takes less time than loading what computes a checksum.
const fs = require('node:fs');
const { basename, dirname, join } = require('node:path');

/**
 * A function is compiled when it is first called, so a file is stored again after the next few runs: they
 * may be other commands, which call other functions of it.
 */
const mostStores = 4;

/** Milliseconds after which the code of another version is removed. */
const oldAge = 30 * 24 * 3_600_000;
/** Bytes that all of them take together. */
const mostBytes = 20 * 2 ** 20;

/** Starts using the cache. The caller runs the result at the end, which stores newly compiled code. */
exports.useCodeCache = function useCodeCache() {
  const { env, platform } = process;
  const parent = findFolder(env, platform);
  // Coverage is counted by the source, which the cache would hide.
  if (parent === undefined || env.COSTCTL_NO_CODE_CACHE === '1' || env.NODE_V8_COVERAGE) {
    return () => undefined;
  }
  if (Number.parseInt(process.versions.node, 10) > 20) return compileWithNode(parent);
  return compileWithCache(parent);
};

/** Its own cache, in a folder of the same name as ours would have. */
function compileWithNode(parent) {
  const { enableCompileCache } = require('node:module');
  if (enableCompileCache === undefined) return () => undefined;
  const folder = findOwn(parent);
  if (folder === '' || !holdsOnlyOwn(folder)) return () => undefined;
  enableCompileCache(folder);
  return () => tidyIfChanged(parent, folder);
}

function findFolder(env, platform) {
  if (platform === 'win32') return env.LOCALAPPDATA && join(env.LOCALAPPDATA, 'costctl', 'Cache');
  if (env.XDG_CACHE_HOME?.startsWith('/')) return join(env.XDG_CACHE_HOME, 'costctl');
  if (!env.HOME?.startsWith('/')) return undefined;
  return join(env.HOME, platform === 'darwin' ? 'Library/Caches' : '.cache', 'costctl');
}

/** Creates the folder if it is missing. One that another user owns or can write to is not used. */
function isPrivate(folder) {
  try {
    // One folder at a time, below a home that exists: in some places Node's recursive form never ends.
    for (const one of [dirname(folder), folder]) {
      if (!fs.existsSync(one)) fs.mkdirSync(one, { mode: 0o700 });
    }
    return isOwn(fs.statSync(folder));
  } catch {
    return false;
  }
}

function isOwn({ uid, mode }) {
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}

/** Node does not ask who wrote the code that it finds; its own folders have the mode that the umask leaves. */
function holdsOnlyOwn(folder) {
  try {
    if (!fs.existsSync(folder)) fs.mkdirSync(folder, { mode: 0o700 });
    return fs.readdirSync(folder, { recursive: true }).every((name) => {
      const found = fs.lstatSync(join(folder, name));
      return isOwn(found.isDirectory() ? { uid: found.uid, mode: 0o700 } : found);
    });
  } catch {
    return false;
  }
}

function compileWithCache(parent) {
  const fresh = new Map();
  const ownFolder = join(__dirname, '../dist');
  let folder;
  // The constructor of this very module is Node's own class, and needs no import.
  module.constructor._extensions['.cjs'] = (target, filename) => {
    const source = fs.readFileSync(filename, 'utf8');
    // The only file of the build without a hash of its content in its name.
    if (dirname(filename) !== ownFolder || basename(filename) === 'start.cjs') {
      target._compile(source, filename);
      return;
    }
    folder ??= findOwn(parent);
    compile(target, { source, filename, folder, fresh });
  };
  return () => {
    if (!folder || fresh.size === 0) return;
    store(folder, fresh);
    tidyIfChanged(parent, folder);
  };
}

/** Where this program keeps its code; empty if another user can write there, or could earlier. */
function findOwn(parent) {
  const folder = join(parent, keyOf(process));
  if (!isPrivate(parent)) return '';
  return !fs.existsSync(folder) || isOwn(fs.statSync(folder)) ? folder : '';
}

/** V8 refuses code that was compiled under other flags, so each set of flags has its own folder. */
function keyOf({ arch, execArgv, env, versions }) {
  const { version } = require('../package.json');
  const flags = [...execArgv, env.NODE_OPTIONS ?? ''].join(' ').trim();
  let hash = 0;
  for (const byte of Buffer.from(flags)) hash = Math.imul(hash ^ byte, 0x01000193);
  return `${version}-${versions.node}-${arch}-${(hash >>> 0).toString(16)}`;
}

function compile(target, { source, filename, folder, fresh }) {
  const { Script } = require('node:vm');
  const { cachedData, stores } = folder ? read(join(folder, basename(filename))) : {};
  const wrapped = `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
  const script = new Script(wrapped, { filename, cachedData });
  const isUsed = cachedData !== undefined && !script.cachedDataRejected;
  if (!isUsed || stores < mostStores) {
    fresh.set(basename(filename), { script, stores: isUsed ? stores + 1 : 1 });
  }
  const run = script.runInThisContext();
  const load = (name) => target.require(name);
  run.call(target.exports, target.exports, load, target, filename, dirname(filename));
}

/** No code if it is missing, damaged or not only ours. After the code, which is there twice, how often it was stored. */
function read(path) {
  let file;
  try {
    file = fs.openSync(path);
    if (!isOwn(fs.fstatSync(file))) return {};
    const bytes = fs.readFileSync(file);
    const half = (bytes.length - 1) / 2;
    const cachedData = bytes.subarray(0, half);
    const isWhole = cachedData.equals(bytes.subarray(half, -1));
    return isWhole ? { cachedData, stores: bytes.at(-1) } : {};
  } catch {
    return {};
  } finally {
    if (file !== undefined) fs.closeSync(file);
  }
}

/** Called after a run, when functions that are compiled on their first call are included. */
function store(folder, fresh) {
  try {
    if (!fs.existsSync(folder)) fs.mkdirSync(folder, { mode: 0o700 });
    for (const [name, { script, stores }] of fresh) {
      const data = script.createCachedData();
      const path = join(folder, name);
      const temporary = `${path}.${process.pid}`;
      fs.writeFileSync(temporary, Buffer.concat([data, data, Buffer.of(stores)]), { mode: 0o600 });
      fs.renameSync(temporary, path);
    }
  } catch {
    // A read-only home or a full disk: the next run compiles again.
  }
}

/** Looks at all folders only if something was stored since it last did. */
function tidyIfChanged(parent, folder) {
  const done = join(parent, '.tidied');
  try {
    if (changedAt(folder) <= (fs.statSync(done, { throwIfNoEntry: false })?.mtimeMs ?? 0)) return;
    tidy(parent);
    fs.writeFileSync(done, '', { mode: 0o600 });
  } catch {
    // Another process does the same, or the folder cannot be written.
  }
}

/** When the newest file was added; Node has a folder of its own in ours. */
function changedAt(folder) {
  const found = fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory());
  const folders = [folder, ...found.map(({ name }) => join(folder, name))];
  return Math.max(...folders.map((one) => fs.statSync(one).mtimeMs));
}

/** `0.1.0-20.18.1-x64-811c9dc5`; Node's own folder lay here once. */
const codeFolder = /^v?\d+\.\d+\.\d+-/;

function tidy(parent) {
  const folders = fs
    .readdirSync(parent)
    .filter((name) => codeFolder.test(name))
    .map((name) => measure(join(parent, name)))
    .sort((one, other) => other.usedAt - one.usedAt);
  let bytes = 0;
  for (const { path, size, usedAt } of folders) {
    bytes += size;
    if (bytes > mostBytes || Date.now() - usedAt > oldAge) fs.rmSync(path, { recursive: true });
  }
}

function measure(path) {
  const files = fs
    .readdirSync(path, { recursive: true })
    .map((name) => fs.statSync(join(path, name)))
    .filter((found) => found.isFile());
  return {
    path,
    size: files.reduce((sum, { size }) => sum + size, 0),
    usedAt: Math.max(fs.statSync(path).mtimeMs, ...files.map(({ mtimeMs }) => mtimeMs)),
  };
}
