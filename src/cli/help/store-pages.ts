import { assetFile, readAsset } from '../../assets.ts';
import type { Context } from '../../context.ts';
import { hasDocuments, type Place, placeOf, shownFile } from '../../openapi/place.ts';
import { findAddress } from '../../settings/choose-settings.ts';
import { findConfigFolder } from '../../settings/user-folders.ts';
import { findKey, findOrigin, readText, type Shown, unchanged } from './imported-pages.ts';
import { pagesBelow, renderHelp } from './render-help.ts';
import { joinPages, type Page, pageIn, readPages, storedWidths } from './stored-pages.ts';
import { builtTree, findTreeOrigin, storeText } from './tree-cache.ts';
import { readOrigin, readTreeFile } from './tree-text.ts';

/** Called after a page that needed a full run: the next ones are printed without. */
export async function storePages(context: Context): Promise<void> {
  const { value: folder } = findConfigFolder(context);
  // The single executable has no pages.
  if (folder === undefined || !hasDocuments(folder) || assetFile(builtTree) === undefined) return;
  try {
    const key = findKey(context, folder);
    const address = await findAddress({}, context, folder);
    const place = address === undefined ? undefined : placeOf(folder, address);
    const path = place?.description;
    const of = findOrigin(path);
    const hasPages = place !== undefined && (await storePagesOf(context, place, of));
    const shown: Shown = { key, of, path, pages: hasPages ? place.pages : undefined };
    const text = JSON.stringify(shown);
    if (!isStored(shownFile(folder), text)) await storeText(context, shownFile(folder), [text]);
  } catch {
    // The command that needs the configuration or the document reports the problem.
  }
}

/** Returns false if there is no document. */
async function storePagesOf(context: Context, place: Place, of: string): Promise<boolean> {
  const treeOrigin = findTreeOrigin(place, readOrigin(readAsset(builtTree) ?? ''));
  if (treeOrigin === undefined) return false;
  if (isStored(place.pages, `${of}\n`)) return true;
  const pages = joinPages(renderPages(place.tree, treeOrigin));
  await storeText(context, place.pages, [`${of}\n${pages}`]);
  return true;
}

function isStored(path: string, text: string): boolean {
  try {
    return readText(path).startsWith(text);
  } catch {
    return false;
  }
}

/** The pages that the build has, as they are with the commands of a document. */
function renderPages(tree: string, treeOrigin: string): Page[] {
  const read = (words: readonly string[]) => readTreeFile(tree, words, treeOrigin)?.root;
  const root = read([]);
  if (root === undefined) throw new Error('the tree is out of date');
  const pagesOf = (first: string, render: (width: number) => Page[]): Page[] => {
    const built = readPages([first]);
    return storedWidths.flatMap(render).flatMap((page) => {
      const before = pageIn(built, page.words, page.width);
      if (before === undefined) return [];
      return { ...page, text: page.text === before ? unchanged : page.text };
    });
  };
  const help = '--help';
  const first = pagesOf(help, (width) => [
    { words: [help], width, text: renderHelp([root], width) },
  ]);
  const others = root.commands.flatMap(({ name }) => {
    const [group] = readPages([name]) === '' ? [] : (read([name])?.commands ?? []);
    if (group === undefined) return [];
    return pagesOf(name, (width) => pagesBelow([root, group], width));
  });
  return [...first, ...others];
}
