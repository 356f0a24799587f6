import { hasEscape, isNull, isNumber, isText, isWord } from '../../json/bulk/bits.ts';
import { nine, space } from '../../json/bulk/bytes.ts';
import type { RowPage } from '../../json/bulk/rows.ts';
import type { MappedColumn } from './map.ts';
import type { FocusType } from './version.ts';

/** Whether the values of the service may be those of FOCUS as they are. */
export function isCopied({ column, source }: MappedColumn): boolean {
  const isPlain = column.type === 'String' || column.type === 'Decimal';
  return source.kind === 'column' && column.allowed === undefined && isPlain;
}

/** The least byte that begins a character beyond ASCII, of which some are blank. */
const firstBeyondAscii = 0xc2;

/** Whether the cell at `at` is certain to need no other form. */
export function canCopy(page: RowPage, at: number, type: FocusType): boolean {
  const { body, cells } = page;
  const start = cells[at] ?? 0;
  const bits = cells[at + 2] ?? 0;
  if (type === 'Decimal') {
    if ((bits & isNumber) === 0) return false;
    const end = cells[at + 1] ?? 0;
    // FOCUS has no small e; an exponent is written as digits.
    for (let place = start; place < end; place += 1) if ((body[place] ?? 0) > nine) return false;
    return true;
  }
  if ((bits & isText) === 0) return (bits & (isNumber | isWord)) !== 0 && (bits & isNull) === 0;
  // A blank text is null in FOCUS: it is empty, or begins with a space of some kind.
  const first = body[start + 1] ?? 0;
  const isEmpty = (cells[at + 1] ?? 0) - start === 2;
  return !isEmpty && first > space && first < firstBeyondAscii && (bits & hasEscape) === 0;
}
