import { cutUnits } from '../../text.ts';
import type { NamedSheet } from './write-parts.ts';

/** As Excel counts: in UTF-16 units. */
const longestName = 31;
/** Leaves room for a space and a number. */
const longestNumbered = longestName - 4;

/** A valid name of a sheet that no other one has. */
export function nameSheet(text: string, taken: readonly NamedSheet[]): string {
  const name = toName(text);
  // Spreadsheets ignore case in the names of sheets.
  const isTaken = (one: string) =>
    taken.some((other) => other.name.toLowerCase() === one.toLowerCase());
  for (let number = 1; ; number += 1) {
    const own = number === 1 ? name : `${cutUnits(name, longestNumbered)} ${number}`;
    if (!isTaken(own)) return own;
  }
}

/** Without characters that a reference to the sheet cannot have, or that it cannot begin or end with. */
function toName(text: string): string {
  const name = cutUnits(text.replace(/[\p{Cc}[\]:*?/\\]/gu, ' ').trim(), longestName);
  return name.replace(/^['\s]+|['\s]+$/g, '') || 'result';
}
