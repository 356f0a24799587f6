/** Where things are in the picture. */
export interface Scale {
  /** The middle of a bar. */
  readonly x: (bar: number) => number;
  readonly y: (amount: number) => number;
  /** The width that each bar has to itself. */
  readonly band: number;
}

/** The average width of a character of the labels, in pixels. */
export const characterWidth = 6.8;

/** A text whose characters cannot be taken for markup. */
export function text(x: number, y: number, content: string, attributes = ''): string {
  const space = attributes === '' ? '' : ' ';
  return `<text x="${round(x)}" y="${round(y)}"${space}${attributes}>${escapeText(content)}</text>`;
}

function escapeText(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function round(number: number): number {
  return Math.round(number * 100) / 100;
}
