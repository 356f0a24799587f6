import { readFileSync, type Stats, statSync } from 'node:fs';
import { readAsset } from '../../assets.ts';
import type { Context } from '../../context.ts';
import { shownFile } from '../../openapi/place.ts';
import { configurationPath } from '../../profiles/configuration.ts';
import { addressVariables } from '../../settings/choose-settings.ts';
import { findPage, pageIn, wordsOf } from './stored-pages.ts';

type User = Pick<Context, 'env' | 'userId'>;

/** Which document help shows if a line names neither a profile nor an address, as a full run found it. */
export interface Shown {
  /** What that depends on: after any change, a full run must find it again. */
  readonly key: string;
  /** The build, and the state of the document: the first line of the file of pages. */
  readonly of: string;
  /** The path of the document; undefined if no address is set. */
  readonly path?: string | undefined;
  readonly pages?: string | undefined;
}

/** A page as it is with the imported document; undefined if only a full run can tell. */
export function findImportedPage(
  user: User,
  folder: string,
  line: readonly string[],
  width: number,
): string | undefined {
  const words = wordsOf(line);
  // No document changes a topic.
  if (words[0] === 'help') return findPage(line, width);
  try {
    // This program wrote the file, into a folder that only its owner can write to.
    const { key, of, path, pages }: Shown = JSON.parse(readText(shownFile(folder)));
    if (key !== findKey(user, folder) || of !== findOrigin(path)) return undefined;
    if (pages === undefined) return findPage(line, width);
    const text = readText(pages);
    const page = text.startsWith(`${of}\n`) ? pageIn(text, words, width) : undefined;
    return page === unchanged ? findPage(line, width) : page;
  } catch {
    return undefined;
  }
}

/** In place of a page that is the same without the document. */
export const unchanged = '';

export function readText(path: string): string {
  return readFileSync(path, 'utf8');
}

/**
 * All that decides the address of a line without flags, and whether the configuration may be used. A
 * change of the file or of its mode changes its ctime.
 */
export function findKey({ env, userId }: User, folder: string): string {
  const variables = addressVariables.map((name) => env[name] ?? '');
  const { mode, uid } = statOf(folder);
  const { ctimeMs, size } = statOf(configurationPath(folder));
  return JSON.stringify([userId, ...variables, mode, uid, ctimeMs, size]);
}

export function findOrigin(path: string | undefined): string {
  const { mtimeMs, size } = statOf(path ?? '');
  // The last line of the first file names the build.
  return `${readAsset('dist/start.cjs')?.split('\n').at(-1)} ${mtimeMs} ${size}`;
}

/** Nothing is known of a file that does not exist. */
function statOf(path: string): Partial<Stats> {
  return statSync(path, { throwIfNoEntry: false }) ?? {};
}
