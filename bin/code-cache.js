// Uses the compiled code of earlier runs, so that no run compiles the same code again.
// Node 22.8 and newer do that themselves; this does it for Node 20. V8 checks neither whether the
// code is damaged nor who wrote it. So the folder must be private, and each file stores its content twice:
// comparing the two takes less time than loading what computes a checksum.
const fs = require('node:fs');
const { basename, dirname, join } = require('node:path');

/**
 * What the code of a file ends with: a bit for each kind of run that stored it. A function is compiled when it
 * is first called, and another kind of run calls other functions of the file.
 */
const kindBytes = 32;

/**
 * Starts using the cache. The caller runs the result at the end, with the words of the line and the exit code,
 * which stores newly compiled code.
 */
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
  const start = fs.readFileSync(join(__dirname, '../dist/start.cjs'));
  const folder = findFolder(parent, start);
  if (enableCompileCache === undefined || folder === '') return () => undefined;
  const { holdsOnlyOwn, tidyIfChanged } = require('./store-code.js');
  if (!holdsOnlyOwn(parent, folder, isOwn)) return () => undefined;
  enableCompileCache(folder);
  return () => tidyIfChanged(parent, folder);
}

const head = Buffer.from('(function (exports, require, module, __filename, __dirname) {');
const tail = Buffer.from('\n})');

function compileWithCache(parent) {
  const loaded = new Map();
  const own = join(__dirname, '../dist');
  let folder;
  // The constructor of any module is Node's class `Module`: using this one saves an import.
  module.constructor._extensions['.cjs'] = (target, filename) => {
    const bytes = fs.readFileSync(filename);
    if (dirname(filename) !== own) return target._compile(bytes.toString(), filename);
    // Joined as bytes: two texts of this size would fill the space for new objects once more. It is ASCII.
    const source = Buffer.concat([head, bytes, tail]).latin1Slice();
    folder ??= findFolder(parent, bytes);
    compile(target, { source, filename, folder, loaded });
  };
  return (words, status) => {
    const kind = kindOf(words, status);
    const bit = 1 << (kind & 7);
    const fresh = [...loaded].filter(([, { kinds }]) => (kinds[kind >> 3] & bit) === 0);
    if (folder === '' || fresh.length === 0) return;
    for (const [, { kinds }] of fresh) kinds[kind >> 3] |= bit;
    require('./store-code.js').storeCode(parent, folder, fresh);
  };
}

/**
 * The folder for the code of this build; empty if another user owns it or its parent, or can write there.
 * The last line of the first file names the build: V8 itself compares only the length of a file.
 */
function findFolder(parent, start) {
  const [, build] = start.latin1Slice(start.lastIndexOf('\n') + 1).split('//');
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
  return `${build}-${versions.node}-${arch}-${hashOf(flags).toString(16)}`;
}

/** The number of a kind of run: its action, the names of its options, its exit code, and if it is for a screen. */
function kindOf(words, status) {
  const [group, action] = words.filter((word) => !word.startsWith('-'));
  const options = words.filter((word) => word.startsWith('-')).map((word) => word.split('=')[0]);
  // Node's own module for screens would take a tenth of the time that Node needs to start.
  const isScreen = isDevice(1);
  return hashOf([isScreen, status, group, action, ...options].join(' ')) % (8 * kindBytes);
}

function isDevice(file) {
  try {
    return fs.fstatSync(file).isCharacterDevice();
  } catch {
    return false;
  }
}

function hashOf(text) {
  let hash = 0;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

function compile(target, { source, filename, folder, loaded }) {
  const { Script } = require('node:vm');
  const name = basename(filename);
  const { cachedData, kinds } = read(folder, name);
  const script = new Script(source, { filename, cachedData });
  const isUsed = cachedData !== undefined && !script.cachedDataRejected;
  loaded.set(name, { script, kinds: isUsed ? kinds : Buffer.alloc(kindBytes) });
  const run = script.runInThisContext();
  const load = (name) => target.require(name);
  run.call(target.exports, target.exports, load, target, filename, dirname(filename));
}

/**
 * The stored code of a file, and the kinds of runs that stored it; nothing if it is missing, damaged or not
 * only ours. The code is there twice, before the kinds. `readFileSync` would take a fiftieth of the time
 * that Node needs to start.
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
    const half = (length - kindBytes) / 2;
    const cachedData = Buffer.from(buffer, 0, half);
    if (!cachedData.equals(Buffer.from(buffer, half, half))) return {};
    return { cachedData, kinds: bytes.subarray(2 * half) };
  } catch {
    return {};
  } finally {
    if (file !== undefined) fs.closeSync(file);
  }
}
