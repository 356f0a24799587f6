import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** The requests of all processes that share a budget, in the same order for all. */
export type SharedLog = ReturnType<typeof createSharedLog>;

/** After this many milliseconds without a write, a log says nothing about the budget. */
export const staleAfter = 600_000;
/** How many milliseconds between two checks for a missing log. */
const lookInterval = 100;
/** How many bytes of an older log are read: the latest requests, and what was learned about the budget. */
const tailLength = 65_536;
/** A log larger than this many bytes is replaced. */
const longest = 2 ** 20;

interface Place {
  /** Asked when the log is used, since the name of its file depends on the token. */
  readonly path: () => string;
  /** A log that another user owns or can write to is not used. */
  readonly userId: number | undefined;
}

/** Needs no lock: the system appends a line in one piece. Without it each process learns the budget on its own. */
export function createSharedLog({ path, userId }: Place) {
  let file: number | undefined;
  let offset = 0;
  let size = 0;
  let rest = '';
  let lookedAt = Number.NEGATIVE_INFINITY;
  let chunk: Buffer | undefined;

  function open(now: number, flags: number): void {
    lookedAt = now;
    try {
      file = openSync(path(), flags | constants.O_RDWR | constants.O_APPEND | noFollow, 0o600);
      const found = fstatSync(file);
      const isOwn = userId === undefined || (found.uid === userId && (found.mode & 0o022) === 0);
      if (!isOwn || !found.isFile() || now - found.mtimeMs > staleAfter) {
        close();
        return;
      }
      size = found.size;
      offset = Math.max(0, size - tailLength);
      rest = '';
    } catch {
      close();
    }
  }

  function close(): void {
    if (file !== undefined) closeSync(file);
    file = undefined;
  }

  function create(now: number): void {
    if (file !== undefined) return;
    try {
      makeFolder(dirname(path()));
    } catch {
      return;
    }
    open(now, 0);
    if (file !== undefined) return;
    remove();
    open(now, constants.O_CREAT | constants.O_EXCL);
    // Another process was faster.
    if (file === undefined) open(now, 0);
  }

  function remove(): void {
    try {
      unlinkSync(path());
    } catch {
      // Already removed, or owned by someone else.
    }
  }

  function append(line: string): void {
    if (file === undefined) return;
    try {
      size += writeSync(file, `${line}\n`);
      if (size <= longest || fstatSync(file).nlink === 0) return;
      // The other processes notice that their file has been unlinked.
      remove();
      open(lookedAt, constants.O_CREAT | constants.O_EXCL);
    } catch {
      close();
    }
  }

  /** The lines since the last read, including those of this process. */
  function read(now: number): string[] {
    if (file === undefined && now - lookedAt < lookInterval) return [];
    try {
      if (file !== undefined && fstatSync(file).nlink === 0) close();
      if (file === undefined) open(now, 0);
      return file === undefined ? [] : readLines(file);
    } catch {
      close();
      return [];
    }
  }

  function readLines(from: number): string[] {
    chunk ??= Buffer.allocUnsafe(tailLength);
    for (;;) {
      const count = readSync(from, chunk, 0, chunk.length, offset);
      offset += count;
      rest += chunk.toString('latin1', 0, count);
      if (count < chunk.length) break;
    }
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    return lines;
  }

  return { isOpen: () => file !== undefined, create, append, read, close };
}

/** Do not follow symbolic links; Windows has no such flag. */
const noFollow: number = constants.O_NOFOLLOW ?? 0;

/** The name of the file for a shared budget; it reveals nothing about the token. */
export function nameBudget(origin: string, token = ''): string {
  const text = `${origin} ${token}`;
  return [0x811c9dc5, 0x050c5d1f].map((seed) => hash(text, seed)).join('');
}

/** FNV-1a: the name is not a secret, and this needs no library. */
function hash(text: string, seed: number): string {
  let value = seed;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  return (value >>> 0).toString(16).padStart(8, '0');
}

/** Node's own way to make missing parents never returns if the home folder is below /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process was faster.
    if (!existsSync(path)) throw error;
  }
}
