import { hasEscape, isNested, isNumber, isText } from '../json/bulk/bits.ts';
import { minus } from '../json/bulk/bytes.ts';
import type { CellReader } from '../json/bulk/cell-reader.ts';
import type { RowPage } from '../json/bulk/rows.ts';
import type { Sum } from '../json/sum.ts';
import { cutText } from '../text.ts';

/** Amounts are added as bytes: they rarely repeat, so a string for each would be waste. */
export function addAmount(sum: Sum, amounts: CellReader, page: RowPage, row: number): boolean {
  const at = amounts.locate(page, row);
  const bits = at < 0 ? isNested : (page.cells[at + 2] ?? 0);
  if ((bits & (isNumber | isText)) === 0 || (bits & hasEscape) !== 0) {
    const text = amounts.read(page, row);
    return typeof text === 'string' && sum.add(text);
  }
  const quote = (bits & isText) === 0 ? 0 : 1;
  return sum.addBytes(page.body, (page.cells[at] ?? 0) + quote, (page.cells[at + 1] ?? 0) - quote);
}

export function isNegative(amounts: CellReader, page: RowPage, row: number): boolean {
  const at = amounts.locate(page, row);
  if (at < 0) return false;
  const quote = ((page.cells[at + 2] ?? 0) & isText) === 0 ? 0 : 1;
  return page.body[(page.cells[at] ?? 0) + quote] === minus;
}

export function whyNoAmount(amounts: CellReader, column: string, page: RowPage, row: number) {
  const text = amounts.read(page, row);
  if (text === undefined || text === null) return `it has no ${column}`;
  return `its ${column} is not a number: ${cutText(text, 60)}`;
}
