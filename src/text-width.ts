import stringWidth from 'string-width';

/** The width of a text in cells: two for a wide character, zero for a combining mark. */
export function widthOf(text: string): number {
  return /^[\x20-\x7e]*$/.test(text) ? text.length : stringWidth(text);
}
