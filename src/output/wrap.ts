/** Splits text into lines of at most the given width, except for single words that are wider. */
export function wrap(
  text: string,
  width: number,
  measure: (text: string) => number = (plain) => plain.length,
): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && measure(longer) > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}
