// Uses the compiled code of earlier runs, so that no run compiles the same code again.
// Node 22.8 and newer do that themselves; this does it for Node 20. V8 checks neither whether the
// code is damaged nor who wrote it. So the folder must be private, and each file stores its content twice:
// comparing the two takes less time than loading what computes a checksum.
const fs = require('node:fs');
const { basename, dirname, join } = require('node:path');

/**
 * How often the code of a file is stored. A function is compiled when it is first called, and each of the
 * next few runs may be another command, which calls other functions of the file.
 */
const mostStores = 4;

/** Starts using the cache. The caller runs the result at the end, which stores newly compiled code. */
exports.useCodeCache = function useCodeCache() {
  const { env, platform, versions } = process;
  const parent = findParent(env, platform);
  // Coverage is counted by the source, which the cache would hide.
  if (parent === undefined || env.COSTCTL_NO_CODE_CACHE === '1' || env.NODE_V8_COVERAGE) {
    return () => undefined;
  }
  return versions.node.startsWith('20.') ? compileWithCache(parent) : compileWithNode(parent);
};

function findParent(env, platform) {
  if (platform === 'win32') return env.LOCALAPPDATA && join(env.LOCALAPPDATA, 'costctl', 'Cache');
  if (env.XDG_CACHE_HOME?.startsWith('/')) return join(env.XDG_CACHE_HOME, 'costctl');
  if (!env.HOME?.startsWith('/')) return undefined;
  return join(env.HOME, platform === 'darwin' ? 'Library/Caches' : '.cache', 'costctl');
}

/** Uses Node's own cache, in a folder with the name that ours would have. */
function compileWithNode(parent) {
  const { enableCompileCache } = require('node:module');
  const start = fs.readFileSync(join(__dirname, '../dist/start.cjs'), 'utf8');
  const folder = findFolder(parent, start);
  if (enableCompileCache === undefined || folder === '') return () => undefined;
  const { holdsOnlyOwn, tidyIfChanged } = require('./store-code.js');
  if (!holdsOnlyOwn(parent, folder, isOwn)) return () => undefined;
  enableCompileCache(folder);
  return () => tidyIfChanged(parent, folder);
}

function compileWithCache(parent) {
  const fresh = new Map();
  const own = join(__dirname, '../dist');
  let folder;
  // The constructor of any module is Node's class `Module`: using this one saves an import.
  module.constructor._extensions['.cjs'] = (target, filename) => {
    const source = fs.readFileSync(filename, 'utf8');
    if (dirname(filename) !== own) return target._compile(source, filename);
    folder ??= findFolder(parent, source);
    compile(target, { source, filename, folder, fresh });
  };
  return () => {
    if (folder === '' || fresh.size === 0) return;
    require('./store-code.js').storeCode(parent, folder, fresh);
  };
}

/**
 * The folder for the code of this build; empty if another user owns it or its parent, or can write there.
 * The last line of the first file names the build: V8 itself compares only the length of a file.
 */
function findFolder(parent, start) {
  const [, build] = start.slice(start.lastIndexOf('\n') + 1).split('//');
  if (build === undefined) return '';
  const folder = join(parent, keyOf(process, build));
  try {
    return [parent, folder].every((path) => isOwn(fs.statSync(path, optional))) ? folder : '';
  } catch {
    return '';
  }
}

const optional = { throwIfNoEntry: false };

/** Whether only this user can write there. A folder that is missing will be ours. */
function isOwn(found) {
  if (found === undefined || process.getuid === undefined) return true;
  return found.uid === process.getuid() && (found.mode & 0o022) === 0;
}

/** V8 refuses code that was compiled under other flags, so each set of flags has its own folder. */
function keyOf({ arch, execArgv, env, versions }, build) {
  const flags = [...execArgv, env.NODE_OPTIONS ?? ''].join(' ').trim();
  let hash = 0;
  for (const byte of Buffer.from(flags)) hash = Math.imul(hash ^ byte, 0x01000193);
  return `${build}-${versions.node}-${arch}-${(hash >>> 0).toString(16)}`;
}

function compile(target, { source, filename, folder, fresh }) {
  const { Script } = require('node:vm');
  const name = basename(filename);
  const { cachedData, stores } = read(folder, name);
  const wrapped = `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
  const script = new Script(wrapped, { filename, cachedData });
  const isUsed = cachedData !== undefined && !script.cachedDataRejected;
  if (!isUsed || stores < mostStores) fresh.set(name, { script, stores: isUsed ? stores + 1 : 1 });
  const run = script.runInThisContext();
  const load = (name) => target.require(name);
  run.call(target.exports, target.exports, load, target, filename, dirname(filename));
}

/**
 * The stored code of a file, and how often it was stored; nothing if it is missing, damaged or not only
 * ours. The code is there twice, and the last byte is the count. `readFileSync` would take a fiftieth of
 * the time that Node needs to start.
 */
function read(folder, name) {
  let file;
  try {
    if (folder === '') return {};
    file = fs.openSync(join(folder, name));
    const found = fs.fstatSync(file);
    if (!isOwn(found)) return {};
    const { buffer } = new Uint8Array(found.size);
    const bytes = Buffer.from(buffer);
    const length = fs.readSync(file, bytes);
    const half = (length - 1) / 2;
    const cachedData = Buffer.from(buffer, 0, half);
    if (!cachedData.equals(Buffer.from(buffer, half, half))) return {};
    return { cachedData, stores: bytes[length - 1] };
  } catch {
    return {};
  } finally {
    if (file !== undefined) fs.closeSync(file);
  }
}
