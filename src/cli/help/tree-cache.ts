import { statSync } from 'node:fs';
import { assetFile, readAsset } from '../../assets.ts';
import type { Context } from '../../context.ts';
import { hasDocuments, type Place, placeOf } from '../../openapi/place.ts';
import { type AddressFlags, findAddress } from '../../settings/choose-settings.ts';
import { findConfigFolder } from '../../settings/user-folders.ts';
import { flagsOf, readTokens } from '../tokens.ts';
import type { LoadGroups } from './imported-tree.ts';
import type { CommandNode } from './tree.ts';
import { readOrigin, readTree, readTreeFile, type StoredTree } from './tree-text.ts';

/**
 * Finds the command tree of a line, for help and completion without loading a command: the tree
 * written by the build, or the tree of the document imported for this address. Undefined if the tree
 * must be made from the commands themselves.
 */
export async function findTree(
  context: Context,
  argv: readonly string[],
  loadGroups: LoadGroups,
  given?: string,
): Promise<CommandNode | undefined> {
  const { value: folder } = findConfigFolder(context);
  try {
    const built = readBuilt(argv, given);
    if (built === undefined || folder === undefined || !hasDocuments(folder)) return built?.root;
    const flags = flagsOf(readTokens(built.root, argv));
    const source = await findSource(context, flags, folder, built.origin);
    if (source === undefined) return built.root;
    const stored = readStored(source, argv);
    if (stored !== undefined) return stored.root;
    const pieces = await storeTree(context, source, loadGroups);
    return readTree(Buffer.concat(pieces).toString(), argv).root;
  } catch {
    // The command that needs the document reports the problem.
    return undefined;
  }
}

export const builtTree = 'dist/tree.txt';

function readBuilt(argv: readonly string[], given?: string): StoredTree | undefined {
  const file = given === undefined ? assetFile(builtTree) : undefined;
  if (file !== undefined) return readTreeFile(file, argv);
  const text = given ?? readAsset(builtTree);
  return text === undefined ? undefined : readTree(text, argv);
}

/** Writes the tree of a document just imported, so that the first help is as fast as later ones. */
export async function storeImportedTree(
  context: Context,
  flags: AddressFlags,
  loadGroups: LoadGroups,
  built = readAsset(builtTree),
): Promise<void> {
  const { value: folder } = findConfigFolder(context);
  if (built === undefined || folder === undefined) return;
  const source = await findSource(context, flags, folder, readOrigin(built));
  if (source !== undefined) await storeTree(context, source, loadGroups);
}

interface Source {
  readonly folder: string;
  readonly address: string;
  readonly place: Place;
  readonly of: string;
}

async function findSource(
  context: Context,
  flags: AddressFlags,
  folder: string,
  build: string,
): Promise<Source | undefined> {
  const address = await findAddress(flags, context, folder);
  if (address === undefined) return undefined;
  const place = placeOf(folder, address);
  const of = findTreeOrigin(place, build);
  return of === undefined ? undefined : { folder, address, place, of };
}

/** The document and the build of this program that a tree is for; undefined without a document. */
export function findTreeOrigin({ description }: Place, build: string): string | undefined {
  const found = statSync(description, { throwIfNoEntry: false });
  return found && `${build} ${found.mtimeMs} ${found.size}`;
}

/** The stored tree; undefined if it is missing, damaged, or made for another document or build. */
function readStored({ place, of }: Source, argv: readonly string[]): StoredTree | undefined {
  try {
    return readTreeFile(place.tree, argv, of);
  } catch {
    return undefined;
  }
}

async function storeTree(
  context: Context,
  { folder, address, place, of }: Source,
  loadGroups: LoadGroups,
): Promise<readonly Uint8Array[]> {
  const [{ writeImportedTree }, { readDescriptions }] = await Promise.all([
    import('./imported-tree.ts'),
    import('../../openapi/store.ts'),
  ]);
  const descriptions = readDescriptions(folder, address);
  const { tree, words } = await writeImportedTree(descriptions, { of, loadGroups });
  await storeText(context, place.tree, tree);
  await storeText(context, place.words, [words]);
  return tree;
}

/** Stores text that can be generated again. If it cannot be written, the next run is only slower. */
export async function storeText(
  { processId, signal }: Context,
  path: string,
  pieces: readonly (Uint8Array | string)[],
): Promise<void> {
  const { writePiecesAtomically } = await import('../../storage/atomic.ts');
  const options = { mode: 0o600, processId, signal };
  await writePiecesAtomically(path, pieces, options).catch(() => undefined);
}
