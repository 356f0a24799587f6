import stringWidth from 'string-width';

/** Widths that together fit a window. */
export interface Fit {
  readonly widths: readonly number[];
  /** The last column stands for those that found no room. */
  readonly rest: boolean;
}

/** A column narrower than this says nothing. */
const leastWidth = 4;

/** The cells that a text takes: two for a wide character, none for a combining mark. */
export function widthOf(text: string): number {
  return isPlain(text) ? text.length : stringWidth(text);
}

export interface Window {
  /** Cells of a line. */
  readonly room: number;
  /** Cells between two columns. */
  readonly gap: number;
  /** The first column is what the next command is given: cut, it is of no use. */
  readonly keepsFirst: boolean;
}

/** Takes room from the widest columns first, and from numbers only where words have none left. */
export function fitColumns(
  natural: readonly number[],
  numeric: readonly boolean[],
  { room, gap, keepsFirst }: Window,
): Fit {
  const [first = 0, ...others] = natural;
  const rest = room - first - gap;
  if (keepsFirst && others.length > 0 && first <= room / 2) {
    const fit = fitColumns(others, numeric.slice(1), { room: rest, gap, keepsFirst: false });
    return { ...fit, widths: [first, ...fit.widths] };
  }
  return shareOut(natural, numeric, room, gap);
}

function shareOut(
  natural: readonly number[],
  numeric: readonly boolean[],
  room: number,
  gap: number,
): Fit {
  const columns = mostColumns(natural, room, gap);
  const rest = columns < natural.length;
  const shown = natural.slice(0, columns);
  const available = Math.max(1, room - gap * (columns - 1) - (rest ? gap + 1 : 0));
  const words = shown.filter((_, column) => !numeric[column]);
  const numbers = shown.filter((_, column) => numeric[column]);
  const wordRoom = Math.max(available - sum(numbers), sum(words.map(leastOf)));
  const wordCap = capOf(words, wordRoom);
  const numberCap = capOf(numbers, available - sum(words.map((width) => Math.min(width, wordCap))));
  const widths = shown.map((width, column) =>
    Math.min(width, numeric[column] ? numberCap : wordCap),
  );
  return { widths: rest ? [...widths, 1] : widths, rest };
}

/** Cut to a width, with `…` where something is missing. Whole characters as people count them. */
export function fitText(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  let used = 0;
  // Made where it is used: it brings tables along that a run without a long text does without.
  segmenter ??= new Intl.Segmenter();
  for (const { segment } of segmenter.segment(text)) {
    used += widthOf(segment);
    if (used > width - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

let segmenter: Intl.Segmenter | undefined;

function mostColumns(natural: readonly number[], room: number, gap: number): number {
  const least = natural.map(leastOf);
  if (sum(least) + gap * (least.length - 1) <= room) return least.length;
  let used = 1;
  const fitting = least.findIndex((width) => {
    used += width + gap;
    return used > room;
  });
  return Math.max(1, fitting === -1 ? least.length - 1 : fitting);
}

/** The largest width to which all can be cut so that together they take no more than the room. */
function capOf(widths: readonly number[], room: number): number {
  let left = room;
  const ascending = [...widths].sort((a, b) => a - b);
  for (const [position, width] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - position));
    if (width > share) return Math.max(1, share);
    left -= width;
  }
  return ascending.at(-1) ?? 1;
}

function leastOf(width: number): number {
  return Math.min(width, leastWidth);
}

function sum(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width, 0);
}

function isPlain(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}
