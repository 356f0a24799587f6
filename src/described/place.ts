import { join } from 'node:path';

/** Where the things of imported documents lie below the configuration folder. */
export const describedFolder = 'described';

export interface Place {
  readonly description: string;
  /** The command tree with what the document brought, for help and completion. */
  readonly tree: string;
}

/** The files of one base address. */
export function placeOf(folder: string, address: string): Place {
  const name = nameOf(address);
  return {
    description: join(folder, describedFolder, `${name}.json`),
    tree: join(folder, describedFolder, `${name}.tree`),
  };
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
