import { version } from '../../package.json';
import { createPlace, type Place, print } from '../context.ts';
import { hasDocuments } from '../openapi/place.ts';
import { findConfigFolder } from '../settings/user-folders.ts';
import { findImportedPage } from './help/imported-pages.ts';
import { findPage, helpWidth } from './help/stored-pages.ts';

/**
 * Prints what the build has ready: the version, and help in the usual widths. Returns false if the line asks
 * for something else or the text could not be written; the full run then answers. The launcher loads this
 * without the code cache, which would take longer than it saves here.
 */
export function answer(line: readonly string[]): boolean {
  const place = createPlace();
  const text = findText(place, line);
  return text !== undefined && print(place, text);
}

function findText(place: Place, line: readonly string[]): string | undefined {
  if (line.length === 1 && (line[0] === '--version' || line[0] === '-V')) return `${version}\n`;
  const { value: folder } = findConfigFolder(place);
  const width = helpWidth(place);
  return folder !== undefined && hasDocuments(folder)
    ? findImportedPage(place, folder, line, width)
    : findPage(line, width);
}
