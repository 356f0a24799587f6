import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readAsset } from '../../assets.ts';
import type { Context } from '../../context.ts';
import { describedFolder, placeOf } from '../../openapi/place.ts';
import { type AddressFlags, findAddress } from '../../settings/address.ts';
import { findConfigFolder } from '../../settings/folder.ts';
import { readAddressFlags } from './flags.ts';
import { readOrigin, readTree } from './text.ts';
import type { CommandNode } from './tree.ts';

/** Asks the commands themselves, with those of the document that was imported for the address. */
type DescribeProgram = (context: Context, flags: AddressFlags) => Promise<CommandNode>;

/**
 * The command tree for a line, for help and completion without loading a command: the one that the
 * build wrote down, or that of the document that was imported for the address of the line. Undefined
 * where the tree must be asked of the commands themselves.
 */
export async function findTree(
  context: Context,
  argv: readonly string[],
  describeProgram: DescribeProgram,
  built = readAsset('dist/tree.txt'),
): Promise<CommandNode | undefined> {
  if (built === undefined) return undefined;
  const { value: folder } = findConfigFolder(context);
  if (folder === undefined || !existsSync(join(folder, describedFolder))) {
    return readTree(built, argv);
  }
  try {
    return await findImported(context, argv, { folder, built, describeProgram });
  } catch {
    // What is wrong is told by the command that needs it.
    return undefined;
  }
}

interface Sources {
  readonly folder: string;
  readonly built: string;
  readonly describeProgram: DescribeProgram;
}

async function findImported(
  context: Context,
  argv: readonly string[],
  { folder, built, describeProgram }: Sources,
): Promise<CommandNode | undefined> {
  const flags = readAddressFlags(argv);
  if (flags === undefined) return undefined;
  const address = await findAddress(flags, context, folder);
  if (address === undefined) return readTree(built, argv);
  const place = placeOf(folder, address);
  const description = statSync(place.description, { throwIfNoEntry: false });
  if (description === undefined) return readTree(built, argv);
  const of = `${readOrigin(built)} ${description.mtimeMs} ${description.size}`;
  const kept = readKept(place.tree, of, argv);
  if (kept !== undefined) return kept;
  const tree = await describeProgram(context, flags);
  const { keepTree } = await import('./keep.ts');
  await keepTree(context, tree, place.tree, of);
  return tree;
}

/** Undefined where there is none, or one of another document, another program, or a broken one. */
function readKept(path: string, of: string, argv: readonly string[]): CommandNode | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    return readOrigin(text) === of ? readTree(text, argv) : undefined;
  } catch {
    return undefined;
  }
}
