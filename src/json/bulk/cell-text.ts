/** RFC 4180: quoted where a quote, a comma or a line end is in it. */
export function csvText(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What would end a cell or a line of tsv, and the backslash that stands before its substitute. */
export const tsvEscapes: Readonly<Record<string, string>> = {
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\\': '\\\\',
};

export function tsvText(text: string): string {
  return text.replace(/[\t\n\r\\]/g, (character) => tsvEscapes[character] ?? character);
}

const formulaStart = /^[=+\-@\t\r]/;
const signedDecimal = /^[+-](\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** Puts `'` before text that a spreadsheet would take for a formula; a number is none. */
export function guardText(text: string): string {
  return formulaStart.test(text) && !signedDecimal.test(text) ? `'${text}` : text;
}
