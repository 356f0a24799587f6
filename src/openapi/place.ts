import { join } from 'node:path';

/** Where the things of imported documents lie below the configuration folder. */
export const describedFolder = 'described';

export interface Place {
  readonly description: string;
  /** The command tree with what the document brought, for help and completion. */
  readonly tree: string;
  /** The words of the groups that the document brought, for the scripts of the shells. */
  readonly words: string;
}

/** The files of one base address. */
export function placeOf(folder: string, address: string): Place {
  // A name holds 255 bytes: of a longer address each piece but the last is a folder.
  const path = join(folder, describedFolder, ...(nameOf(address).match(/.{1,200}/g) ?? []));
  return { description: `${path}.json`, tree: `${path}.tree`, words: `${path}.words` };
}

/**
 * No two addresses have the same name, on file systems that do not tell large letters from small
 * ones either. A digest would be as good, but loading what makes one is felt in every help text.
 */
function nameOf(address: string): string {
  return address.replace(/[^a-z0-9.-]/g, (character) => {
    if (character === '/') return '+';
    return character === ':' ? '=' : `_${character.codePointAt(0)?.toString(16)}_`;
  });
}
