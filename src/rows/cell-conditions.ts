// What a condition asks of a cell.
import type { CellLimits, CellText } from '../formats/column-batch.ts';
import { compareDecimals, type Decimal, parseDecimal } from '../json/decimal.ts';
import { rememberResults } from '../text.ts';
import { dayIn } from './currency-and-day.ts';

export type Order = '>' | '>=' | '<' | '<=';

/** A row without tags has `{}` or `[]` in some exports, and nothing in others. */
const noValue = /^(\{\s*\}|\[\s*\])?$/;

export function hasNone(cell: CellText): boolean {
  if (cell === null || cell === undefined) return true;
  const first = cell.charCodeAt(0);
  // Nearly every value begins with a letter or a digit: a tally asks of each row.
  if (first > 0x20 && first < 0x7b && first !== 0x5b) return false;
  return noValue.test(cell.trim());
}

/** A value with U+FFFD is never outside: that may replace bytes that are not text, which sort differently. */
export function isOutside(value: string, { least, greatest }: CellLimits): boolean {
  const bytes = Buffer.from(value);
  return (
    !value.includes('\ufffd') &&
    (bytes.compare(Buffer.from(least)) < 0 || bytes.compare(Buffer.from(greatest)) > 0)
  );
}

export const orders: Readonly<Record<Order, (order: number | undefined) => boolean>> = {
  '>': (order) => order !== undefined && order > 0,
  '>=': (order) => order !== undefined && order >= 0,
  '<': (order) => order !== undefined && order < 0,
  '<=': (order) => order !== undefined && order <= 0,
};

/** Undefined if the cell is not a day. */
export function compareDays(cell: CellText, bound: string): number | undefined {
  const day = typeof cell === 'string' ? dayIn(cell) : undefined;
  if (day === undefined) return undefined;
  if (day === bound) return 0;
  return day < bound ? -1 : 1;
}

/** Decimals of at most fifteen digits keep their order as doubles, which are faster. */
const plainNumber = /^-?\d{1,15}$|^-?(?=[\d.]{3,16}$)\d+\.\d+$/;

/** Undefined if the cell is not a number. */
export function compareWith(bound: Decimal, text: string): (cell: CellText) => number | undefined {
  const double = plainNumber.test(text) ? Number(text) : undefined;
  return (cell) => {
    if (typeof cell !== 'string') return undefined;
    if (double !== undefined && plainNumber.test(cell)) return Number(cell) - double;
    const number = parseDecimal(cell);
    return number === undefined ? undefined : compareDecimals(number, bound);
  };
}

const mostRemembered = 4096;

/** Texts repeat, and folding is slow: what was judged is remembered. */
export function containsText(wanted: string): (cell: CellText) => boolean {
  const folded = foldCase(wanted);
  const contains = rememberResults((cell) => foldCase(cell).includes(folded), mostRemembered);
  return (cell) => typeof cell === 'string' && contains(cell);
}

/** As far as JavaScript maps it: `STRASSE` folds to `Straße`. As Unicode says, the dotless i stays apart. */
function foldCase(text: string): string {
  return text
    .split('ı')
    .map((part) => part.toLowerCase().toUpperCase())
    .join('ı');
}
