import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where data of imported documents is stored below the configuration folder. */
export const describedFolder = 'described';

export type Place = ReturnType<typeof placeOf>;

export function hasDocuments(folder: string): boolean {
  return existsSync(join(folder, describedFolder));
}

export function placeOf(folder: string, address: string) {
  // A file name has at most 255 bytes, so a longer address is split into nested folders.
  const path = join(folder, describedFolder, ...(nameOf(address).match(/.{1,200}/g) ?? []));
  return {
    description: `${path}.json`,
    /** The command tree including the document's commands, for help and completion. */
    tree: `${path}.tree`,
    /** The words of the document's groups, for the shell scripts. */
    words: `${path}.words`,
    /** The pages of help that the build has, as they are with the document. */
    pages: `${path}.pages`,
  };
}

/** Says which document help shows if a line names neither a profile nor an address. */
export function shownFile(folder: string): string {
  return join(folder, describedFolder, 'shown');
}

/**
 * Different addresses have different names, even on file systems that ignore case. A digest would do the
 * same, but loading the hash would noticeably slow down every help text.
 */
function nameOf(address: string): string {
  return address.replace(/[^a-z0-9.-]/g, (character) => {
    if (character === '/') return '+';
    return character === ':' ? '=' : `_${character.codePointAt(0)?.toString(16)}_`;
  });
}
