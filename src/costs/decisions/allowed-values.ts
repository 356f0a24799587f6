import { suggest } from '../../suggest.ts';
import { failAt } from './placed-conditions.ts';
import { openYaml } from './yaml-file.ts';

/** The values that are allowed for each column: a map of columns and lists. */
export function parseAllowed(
  path: string,
  text: string,
  required: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const lists = openYaml(path, text, []).lists();
  const found = new Map(lists.map(({ text: column, values }) => [column, values]));
  const open = required.filter((column) => !found.has(column));
  for (const { text: column, place } of lists) {
    // One file may have the values of more columns than a run requires.
    const meant = required.includes(column) ? undefined : suggest(column, open);
    if (meant === undefined) continue;
    throw failAt(place, `${column} is not a column of --require; did you mean ${meant}?`);
  }
  return found;
}
