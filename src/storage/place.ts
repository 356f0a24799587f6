import type { Stats } from 'node:fs';
import { access, constants, lstat, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isSystemError } from '../errors.ts';
import { statIfThere } from './stat.ts';

/** Bytes, on every common file system. */
const longestName = 255;

/** Where an output path leads. */
export interface Place {
  /** The file at the end of all links, whether or not it exists yet. */
  readonly path: string;
  /** What is there now; undefined: nothing. */
  readonly found: Stats | undefined;
}

/** Follows links, also to a file that does not exist yet: that is where the output goes. */
export async function findPlace(path: string): Promise<Place> {
  const found = await statIfThere(path);
  return { path: await resolveLinks(path), found };
}

/** Throws a system error if no file can be written there, as far as that is known beforehand. */
export async function checkPlace({ path, found }: Place): Promise<void> {
  if (found?.isDirectory() === true) throw systemError('EISDIR', 'it is a folder');
  if (found !== undefined) await access(path, constants.W_OK);
  if (found === undefined || found.isFile()) await access(dirname(path), constants.W_OK);
}

/** The path of something beside a file, with the name of the file in it: shortened, if need be. */
export function nameBeside(path: string, prefix: string, suffix: string, reserved = 0): string {
  const name = basename(path);
  const room = longestName - Buffer.byteLength(prefix + suffix) - reserved;
  return join(dirname(path), `${prefix}${cut(name, room)}${suffix}`);
}

/** The mode of the file that is replaced, if it is our own: another user's says nothing about ours. */
export function keptMode({ found }: Place, userId: number | undefined): number | undefined {
  if (found?.isFile() !== true || (userId !== undefined && found.uid !== userId)) return undefined;
  return found.mode & 0o7777;
}

/** A file or folder that nobody else made or can reach under another name. */
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
  if (depth === 40) throw systemError('ELOOP', 'too many links lead to it');
  const link = await readlink(path).catch(() => undefined);
  if (link !== undefined) return resolveLinks(resolve(dirname(path), link), depth + 1);
  const parent = dirname(path);
  // The file does not exist; its folder does, or whoever opens the file says that it does not.
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

/** What is under the path itself, not what a link leads to; undefined: nothing. */
export async function lstatIfThere(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return undefined;
    throw cause;
  }
}
