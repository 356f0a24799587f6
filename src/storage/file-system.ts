import type { Dirent, Stats } from 'node:fs';
import {
  access,
  constants,
  type FileHandle,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readlink,
  realpath,
  rmdir,
  stat,
} from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileError, ifAbsent, isAbsence, isSystemError } from '../errors.ts';

/**
 * With missing parents. Node's own function never returns on a file system that cannot create folders and
 * denies existing ones, such as /proc.
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  if (await makeOne(path, mode)) return;
  const parent = dirname(path);
  if (parent !== path) await makeFolder(parent, mode);
  if (await makeOne(path, mode)) return;
  throw Object.assign(new Error(`no folder can be made in ${parent}`), { code: 'EPERM' });
}

/** Makes a folder that the user named; the error says what to do if a file is there. */
export async function makeNamedFolder(path: string, mode?: number): Promise<void> {
  await makeFolder(path, mode).catch((cause: unknown) => {
    const isInTheWay = hasCode(cause, 'EEXIST') || hasCode(cause, 'ENOTDIR');
    const hint = isInTheWay ? 'name a folder, or a new one' : undefined;
    throw fileError(`cannot make the folder ${path}`, cause, hint);
  });
}

/** Makes one folder; returns false if its parent is missing. */
async function makeOne(path: string, mode: number | undefined): Promise<boolean> {
  try {
    await mkdir(path, { mode });
    return true;
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return false;
    // The folder may exist already. A read-only file system reports this with a code of its own.
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory() === true) return true;
    throw cause;
  }
}

/**
 * Throws the system's error if nothing can be stored in a folder, which may not exist yet. Only trying shows
 * it of a file system that is read-only, full, or like /proc.
 */
export async function checkWritable(folder: string): Promise<void> {
  const existing = await findExisting(folder);
  await rmdir(await mkdtemp(join(existing, '.costctl-')));
}

async function findExisting(folder: string): Promise<string> {
  const parent = dirname(folder);
  if (parent === folder || (await statIfThere(folder)) !== undefined) return folder;
  return findExisting(parent);
}

/** A new name survives a power failure only after its folder is synced. Not every system supports this. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close().catch(() => undefined);
}

/** Creates a missing one. Windows lets no handle that was opened for appending cut anything off. */
export function openToContinue(path: string, mode: number): Promise<FileHandle> {
  return open(path, constants.O_RDWR | constants.O_CREAT, mode);
}

/** What exists at a path; undefined: nothing. */
export async function statIfThere(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (cause) {
    if (isAbsence(cause)) return undefined;
    throw cause;
  }
}

/** In bytes, on every common file system. */
const longestName = 255;

/** Where an output path leads. */
export interface Place {
  /** The file after following all links, whether or not it exists. */
  readonly path: string;
  /** What exists there; undefined: nothing. */
  readonly found: Stats | undefined;
}

/** Follows links, even to a file that does not exist yet, since that is where the output goes. */
export async function findPlace(path: string): Promise<Place> {
  const found = await statIfThere(path);
  return { path: await resolveLinks(path), found };
}

/** Throws a system error if no file can be written there, as far as can be known in advance. */
export async function checkPlace({ path, found }: Place): Promise<void> {
  if (found?.isDirectory() === true) throw systemError('EISDIR', 'it is a folder');
  if (found !== undefined) await access(path, constants.W_OK);
  if (found === undefined || found.isFile()) await access(dirname(path), constants.W_OK);
}

/** A path next to a file that includes the file's name, shortened if necessary. */
export function nameBeside(path: string, prefix: string, suffix: string, reserved = 0): string {
  const name = basename(path);
  const room = longestName - Buffer.byteLength(prefix + suffix) - reserved;
  return join(dirname(path), `${prefix}${cut(name, room)}${suffix}`);
}

/** The mode of the replaced file if it is ours; the mode of another user's file is irrelevant. */
export function inheritedMode({ found }: Place, userId: number | undefined): number | undefined {
  if (found?.isFile() !== true || (userId !== undefined && found.uid !== userId)) return undefined;
  return found.mode & 0o7777;
}

/** Whether a file or folder belongs to this user alone, with no other links to it. */
export function isOwn(found: Stats, userId: number | undefined): boolean {
  const isOnlyName = found.isDirectory() || found.nlink === 1;
  return isOnlyName && (userId === undefined || found.uid === userId);
}

async function resolveLinks(path: string, depth = 0): Promise<string> {
  try {
    return await realpath(path);
  } catch (cause) {
    if (!hasCode(cause, 'ENOENT')) throw cause;
  }
  if (depth === 40) throw systemError('ELOOP', 'too many symbolic links lead to it');
  const link = await readlink(path).catch(() => undefined);
  if (link !== undefined) return resolveLinks(resolve(dirname(path), link), depth + 1);
  const parent = dirname(path);
  // If the folder is missing too, opening the file reports it.
  return parent === path ? path : join(await realpath(parent).catch(() => parent), basename(path));
}

/** Cuts between characters. */
function cut(text: string, bytes: number): string {
  const characters = [...text];
  while (Buffer.byteLength(characters.join('')) > bytes) characters.pop();
  return characters.join('');
}

export function hasCode(error: unknown, code: string): boolean {
  return isSystemError(error) && error.code === code;
}

function systemError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/** The entries of a folder; none if it does not exist. */
export async function entriesOf(folder: string): Promise<Dirent[]> {
  const entries = readdir(folder, { withFileTypes: true });
  return entries.catch(ifAbsent([], `cannot read ${folder}`));
}

/** What is at the path itself, without following a link; undefined: nothing. */
export async function lstatIfThere(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return undefined;
    throw cause;
  }
}
