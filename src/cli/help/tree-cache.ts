import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { assetFile, readAsset } from '../../assets.ts';
import type { Context } from '../../context.ts';
import { describedFolder, type Place, placeOf } from '../../openapi/place.ts';
import { type AddressFlags, findAddress } from '../../settings/choose-settings.ts';
import { findConfigFolder } from '../../settings/user-folders.ts';
import type { LoadAll } from './imported-tree.ts';
import type { CommandNode } from './tree.ts';
import { readOrigin, readTree, readTreeFile } from './tree-text.ts';

/**
 * Finds the command tree of a line, for help and completion without loading a command: the tree
 * written by the build, or the tree of the document imported for this address. Undefined if the tree
 * must be made from the commands themselves.
 */
export async function findTree(
  context: Context,
  argv: readonly string[],
  loadAll: LoadAll,
  given?: string,
): Promise<CommandNode | undefined> {
  const { value: folder } = findConfigFolder(context);
  try {
    if (folder === undefined || !existsSync(join(folder, describedFolder))) {
      return readBuilt(argv, given);
    }
    const built = given ?? readAsset(builtTree);
    if (built === undefined) return undefined;
    const flags = readAddressFlags(argv);
    if (flags === undefined) return undefined;
    const source = await findSource(context, flags, folder, built);
    if (source === undefined) return readTree(built, argv);
    const stored = readStored(source, argv);
    if (stored !== undefined) return stored;
    return readTree(await storeTree(context, flags, source, { built, loadAll }), argv);
  } catch {
    // The command that needs it reports the problem.
    return undefined;
  }
}

const builtTree = 'dist/tree.txt';

/** The tree of the build; undefined if it is missing. */
function readBuilt(argv: readonly string[], given?: string): CommandNode | undefined {
  const file = given === undefined ? assetFile(builtTree) : undefined;
  if (file !== undefined) return readTreeFile(file, argv);
  const text = given ?? readAsset(builtTree);
  return text === undefined ? undefined : readTree(text, argv);
}

/** Writes the tree of a document just imported, so that the first help is as fast as later ones. */
export async function storeImportedTree(
  context: Context,
  flags: AddressFlags,
  loadAll: LoadAll,
  built = readAsset(builtTree),
): Promise<void> {
  const { value: folder } = findConfigFolder(context);
  if (built === undefined || folder === undefined) return;
  const source = await findSource(context, flags, folder, built);
  if (source !== undefined) await storeTree(context, flags, source, { built, loadAll });
}

interface Source {
  readonly place: Place;
  /** The document and the build of this program that a tree is for. */
  readonly of: string;
}

async function findSource(
  context: Context,
  flags: AddressFlags,
  folder: string,
  built: string,
): Promise<Source | undefined> {
  const address = await findAddress(flags, context, folder);
  if (address === undefined) return undefined;
  const place = placeOf(folder, address);
  const description = statSync(place.description, { throwIfNoEntry: false });
  if (description === undefined) return undefined;
  return { place, of: `${readOrigin(built)} ${description.mtimeMs} ${description.size}` };
}

/** Undefined if it is missing, damaged, or made for another document or build. */
function readStored({ place, of }: Source, argv: readonly string[]): CommandNode | undefined {
  try {
    return readTreeFile(place.tree, argv, of);
  } catch {
    return undefined;
  }
}

async function storeTree(
  context: Context,
  flags: AddressFlags,
  { place, of }: Source,
  { built, loadAll }: { readonly built: string; readonly loadAll: LoadAll },
): Promise<string> {
  const { writeImportedTree } = await import('./imported-tree.ts');
  const { tree, words } = await writeImportedTree(context, flags, { built, of, loadAll });
  await storeText(context, place.tree, tree);
  await storeText(context, place.words, words);
  return tree;
}

/** Stores text that can be generated again. If it cannot be written, the next run is only slower. */
async function storeText(
  { processId, signal }: Context,
  path: string,
  text: string,
): Promise<void> {
  const { writeFileAtomically } = await import('../../storage/atomic.ts');
  const options = { mode: 0o600, processId, signal };
  await writeFileAtomically(path, text, options).catch(() => undefined);
}

/**
 * The flags of a line that decide its address, without the option parser, which takes longer to load
 * than help takes to render. Undefined if a word is ambiguous.
 */
function readAddressFlags(argv: readonly string[]): AddressFlags | undefined {
  let flags: AddressFlags = {};
  for (const [place, word] of argv.entries()) {
    // `-pwork`, `-qp work`, and what follows `--`.
    if (/^-[^-]./.test(word) || word === '--') return undefined;
    const [name = '', ...parts] = word.split('=');
    const value = parts.length > 0 ? parts.join('=') : argv[place + 1];
    if (name === '--sandbox') flags = { ...flags, sandbox: true };
    if (value === undefined) continue;
    if (name === '--profile' || name === '-p') flags = { ...flags, profile: value };
    if (name === '--base-url') flags = { ...flags, baseUrl: value };
  }
  return flags;
}
