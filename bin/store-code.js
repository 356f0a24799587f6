// Stores compiled code, and removes what is old. Loaded only by a run that compiled something.
const fs = require('node:fs');
const { dirname, join } = require('node:path');

/** Milliseconds after which the code of another version is removed. */
const oldAge = 30 * 24 * 3_600_000;
/** The most bytes that the code of all versions may take together. */
const mostBytes = 20 * 2 ** 20;

/** Called after a run, so that the code includes the functions that the run called. */
exports.storeCode = function storeCode(parent, folder, fresh) {
  try {
    make(parent, folder);
    for (const [name, { script, kinds }] of fresh) {
      const data = script.createCachedData();
      const path = join(folder, name);
      const temporary = `${path}.${process.pid}`;
      try {
        const stored = Buffer.concat([data, data, kinds]);
        fs.writeFileSync(temporary, stored, { mode: 0o600 });
        fs.renameSync(temporary, path);
      } catch (error) {
        // What was written of it would fill the disk further.
        fs.rmSync(temporary, { force: true });
        throw error;
      }
    }
  } catch {
    // A read-only home or a full disk: the next run compiles again.
  }
  tidyIfChanged(parent, folder);
};

/**
 * Makes one folder at a time, below a home that exists: on some file systems Node's recursive form never
 * ends.
 */
function make(parent, folder) {
  for (const one of [dirname(parent), parent, folder]) {
    if (!fs.existsSync(one)) fs.mkdirSync(one, { mode: 0o700 });
  }
}

/**
 * Whether only this user could write what the folder holds: Node does not check who wrote the code that it
 * finds. Node's own folders have the mode that the umask leaves, so only their owner counts.
 */
exports.holdsOnlyOwn = function holdsOnlyOwn(parent, folder, isOwn) {
  try {
    make(parent, folder);
    return fs.readdirSync(folder, { recursive: true }).every((name) => {
      const found = fs.lstatSync(join(folder, name));
      return isOwn(found.isDirectory() ? { uid: found.uid, mode: 0o700 } : found);
    });
  } catch {
    return false;
  }
};

/** Looks at all folders only if something was stored since the last look. */
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

exports.tidyIfChanged = tidyIfChanged;

/** When the newest file was added. Node makes a folder of its own in ours. */
function changedAt(folder) {
  const found = fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory());
  const folders = [folder, ...found.map(({ name }) => join(folder, name))];
  return Math.max(...folders.map((one) => fs.statSync(one).mtimeMs));
}

/** `0.1.0-9f86d081884c7d65-20.18.1-x64-811c9dc5`, or the folder that Node made here in earlier versions. */
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
