import { wrap } from '../text.ts';
import { widthOf } from '../text-width.ts';
import type { Paint } from './color.ts';
import { gap } from './table-column.ts';

export interface Entry {
  /** Short and aligned in columns: a status, a name. */
  readonly marks: readonly string[];
  readonly text: string;
  /** Empty if there is nothing to do. */
  readonly hint: string;
  readonly bad: boolean;
}

export interface EntryOptions {
  /** The width of the window in cells; undefined: unlimited. */
  readonly width: number | undefined;
  readonly paint: Pick<Paint, 'strong' | 'bad'>;
}

const hintWord = 'hint:';

/** With less room than this next to the marks, later lines start under the second mark. */
const leastRoom = 40;

/** Marks, with sentences next to them wrapped between words. Expects text without control characters. */
export function renderEntries(entries: readonly Entry[], options: EntryOptions): string {
  const { width = Number.POSITIVE_INFINITY, paint } = options;
  const widths = widestMarks(entries);
  const aside = width - indentOf(widths) >= leastRoom ? widths.length : 1;
  const indent = indentOf(widths.slice(0, aside));
  const wrapped = (text: string) => wrap(text, width - indent, widthOf);

  function renderEntry({ marks, text, hint, bad }: Entry): string {
    const head = marks.slice(0, aside).map((mark, at) => pad(mark, widths[at] ?? 0) + gap);
    const sentences = wrapped([...marks.slice(aside), text].join(gap));
    const [firstHint = '', ...otherHints] = wrapped(`${hintWord} ${hint}`);
    const hints = [firstHint.replace(hintWord, paint.strong), ...otherHints];
    const [first = '', ...others] = [...sentences, ...(hint === '' ? [] : hints)];
    const start = head.join('');
    const lines = others.map((line) => ' '.repeat(indent) + line);
    return [(bad ? paint.bad(start) : start) + first, ...lines]
      .map((line) => `${line.trimEnd()}\n`)
      .join('');
  }

  return entries.map(renderEntry).join('');
}

function widestMarks(entries: readonly Entry[]): number[] {
  const count = Math.max(0, ...entries.map(({ marks }) => marks.length));
  return Array.from({ length: count }, (_, at) =>
    Math.max(...entries.map(({ marks }) => widthOf(marks[at] ?? ''))),
  );
}

function indentOf(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width + gap.length, 0);
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}
