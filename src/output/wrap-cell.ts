import { segmentsOf, widthOf } from './fit.ts';

/** Splits text into lines of at most the given width: between words, or within a word that is wider. */
export function wrapCell(text: string, width: number): string[] {
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  let used = 0;
  const end = () => {
    lines.push(line);
    line = '';
    used = 0;
  };
  for (const word of text.split(/(?<= )/)) {
    const size = widthOf(word);
    // The space at the end of a line takes no room.
    const needed = word.endsWith(' ') ? size - 1 : size;
    if (used > 0 && used + needed > width) end();
    if (needed <= width) {
      line += word;
      used += size;
      continue;
    }
    for (const segment of segmentsOf(word)) {
      const cells = widthOf(segment);
      if (used > 0 && used + cells > width) end();
      line += segment;
      used += cells;
    }
  }
  end();
  return lines.map((one) => one.trimEnd());
}
