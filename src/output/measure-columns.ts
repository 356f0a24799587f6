import { widthOf } from '../text-width.ts';
import { type ColumnNeeds, fitColumns } from './fit.ts';
import { gap, leastNumber, type TableColumn, type TableOptions } from './table-column.ts';

/** A word or date cut shorter than this is useless. */
const leastText = 10;

/** A name cut shorter than this does not distinguish rows. */
export const leastName = 20;

const floorText = 4;

/** A column is nearly empty if fewer than one cell in this many has a value. */
const mostSparse = 4;

/** A wider cell widens only its line: else a long table could exceed the length of a string. */
const widestAligned = 1000;

/** Which columns the window has room for, and how wide they are; undefined if not all that is needed fits. */
export function fitTable(columns: readonly TableColumn[], { width }: TableOptions) {
  const needs = columns.map((column, at) => needsOf(column, at, width));
  if (width !== undefined) return fitColumns(needs, { room: width, gap: gap.length });
  const widths = needs.map(({ natural }) => natural);
  return { shown: [...needs.keys()], widths, isShort: false };
}

function needsOf(column: TableColumn, at: number, width: number | undefined): ColumnNeeds {
  const { header, brief = header, texts, shorter = () => texts, shrinks, align } = column;
  const { importance, isName = false } = column;
  if (width === undefined) {
    const natural = widest(header, texts);
    const all = { natural, short: natural, least: natural, floor: natural };
    return { ...all, isName, isSparse: false, shrinks, importance };
  }
  const natural = widest(header, texts, Number.POSITIVE_INFINITY);
  const short = widest(brief, shorter(), Number.POSITIVE_INFINITY);
  const leastOfText = (isName ? leastName : leastText) + widestIndent(texts);
  const whole = align === 'right' ? widestWholePart(texts) : leastOfText;
  // The next command needs the whole id.
  const isWholeId = at === 0 && header === 'id' && natural <= width / 2;
  const isAlways = column.whole === 'always';
  const isWhole = isWholeId || isAlways || (column.whole === true && natural <= width / 2);
  const least =
    isWhole || (shrinks === 'last' && align === 'left') ? short : Math.min(short, whole);
  // A date or currency is short, and useless when cut.
  const isBrief = shrinks === 'last' || isWholeId || isAlways || short <= leastText;
  const floor = isBrief ? least : Math.min(least, isWhole ? leastText : floorText);
  const filled = column.places.filter((place) => texts[place] !== '').length;
  const isSparse = filled * mostSparse < column.places.length;
  return { natural, short, least, floor, isName, isSparse, shrinks, importance };
}

export function widest(header: string, texts: readonly string[], limit = widestAligned): number {
  let width = Math.max(1, limitWidth(header, limit));
  for (const text of texts) {
    if (text.length * 2 > width) width = Math.max(width, limitWidth(text, limit));
  }
  return width;
}

function limitWidth(text: string, limit: number): number {
  const width = widthOf(text);
  return width > limit ? 1 : width;
}

function widestIndent(texts: readonly string[]): number {
  return texts.reduce((widest, text) => Math.max(widest, text.search(/[^ ]/)), 0);
}

function widestWholePart(texts: readonly string[]): number {
  return texts.reduce((widest, text) => Math.max(widest, wholePartOf(text)), leastNumber);
}

/** The width of a number up to its decimal point: cut before it, the number would be wrong. */
function wholePartOf(text: string): number {
  const point = /^[^.e]*\./i.exec(text)?.[0].length ?? 0;
  return point > 0 && !/e/i.test(text) ? point : text.length;
}
