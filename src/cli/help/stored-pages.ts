import { readAsset } from '../../assets.ts';
import type { Context } from '../../context.ts';
import { groupBy } from '../../grouping.ts';

export interface Page {
  readonly words: readonly string[];
  readonly width: number;
  readonly text: string;
}

/** The widths that most outputs have: 80 without a window, and 100 in a window with room for it. */
export const storedWidths = [80, 100] as const;

/** The width of help: at most what reads well, and at least room for a word. */
export function helpWidth(context: Pick<Context, 'screen' | 'stdout'>): number {
  const { columns } = context.screen ?? context.stdout;
  return Math.min(100, Math.max(24, columns || 80));
}

/** The files of all pages, by their paths in the package: one for each first word. */
export function writePages(pages: readonly Page[]): Record<string, string> {
  const byFirst = groupBy(pages, ({ words: [first = ''] }) => first);
  return Object.fromEntries([...byFirst].map(([first, some]) => [pathOf(first), joinPages(some)]));
}

export function joinPages(pages: readonly Page[]): string {
  return `${pages.map((page) => `${headOf(page)}${page.text}`).join('')}${end}`;
}

/** The page that a line asks for in the plainest way; undefined if the build has none. */
export function findPage(line: readonly string[], width: number): string | undefined {
  const words = wordsOf(line);
  return pageIn(readPages(words), words, width);
}

export function wordsOf(line: readonly string[]): readonly string[] {
  const last = line.at(-1) ?? help;
  return last === help || last === '-h' ? [...line.slice(0, -1), help] : line;
}

/** The pages that the build stores for the first word; empty if it stores none. */
export function readPages([first = '']: readonly string[]): string {
  const isName = !(first.includes('/') || first.includes('\\'));
  return isName ? (readAsset(pathOf(first)) ?? '') : '';
}

export function pageIn(pages: string, words: readonly string[], width: number): string | undefined {
  const head = headOf({ words, width });
  const place = pages.indexOf(head);
  const start = place + head.length;
  return place < 0 ? undefined : pages.slice(start, pages.indexOf(end, start));
}

const help = '--help';

function pathOf(first: string): string {
  return `dist/help/${first}.txt`;
}

/** Begins the head of the next page. No word of a command line contains a NUL. */
const end = '\n\0';

function headOf({ words, width }: Omit<Page, 'text'>): string {
  return `${end}${[width, ...words].join('\0')}\0\n`;
}
