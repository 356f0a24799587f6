interface CellSyntax {
  readonly separator: string;
  /** What keeps a separator inside a cell from ending it: quotes around the cell, or backslashes. */
  readonly guard: 'quotes' | 'backslashes';
}

/** Tables of text. */
export const cellSyntaxes = {
  csv: { separator: ',', guard: 'quotes' },
  tsv: { separator: '\t', guard: 'backslashes' },
} as const satisfies Readonly<Record<string, CellSyntax>>;

export type CellFormat = keyof typeof cellSyntaxes;

/** How the cells of a table are written. */
export interface CellForm {
  readonly format: CellFormat;
  /** Another separator, if cells are quoted: one ASCII character. */
  readonly delimiter?: string | undefined;
  /** Numbers as `1234,56`. */
  readonly decimalComma?: boolean | undefined;
  /** Prevent text from being read as a formula. */
  readonly spreadsheetSafe?: boolean | undefined;
}

export type CellTexts = ReturnType<typeof createCellTexts>;

export function createCellTexts(form: CellForm) {
  const { format, decimalComma = false, spreadsheetSafe = false } = form;
  const { separator, guard } = cellSyntaxes[format];
  const delimiter = form.delimiter ?? separator;
  const special = spreadsheetSafe ? '",\r\n;\t|' : '"\r\n';
  // The delimiter by its code, as some characters have a meaning of their own in a pattern.
  const code = delimiter.charCodeAt(0).toString(16).padStart(4, '0');
  const needsQuotes = new RegExp(`[\\u${code}${special}]`);
  const quote =
    guard === 'backslashes'
      ? tsvText
      : (text: string) => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return {
    separator: guard === 'quotes' ? delimiter : separator,
    ofText: spreadsheetSafe ? (text: string) => quote(guardText(text)) : quote,
    /** From the digits of a number. */
    ofNumber: decimalComma ? (digits: string) => quote(digits.replace('.', ',')) : quote,
  };
}

/** RFC 4180: quoted if it contains a quote, a comma or a line end. */
export function csvText(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Characters that would end a cell or a line of tsv, and the backslash that starts their replacement. */
export const tsvEscapes: Readonly<Record<string, string>> = {
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\\': '\\\\',
};

export function tsvText(text: string): string {
  return text.replace(/[\t\n\r\\]/g, (character) => tsvEscapes[character] ?? character);
}

/**
 * OWASP, "CSV Injection": a formula starts with one of these signs, full-width or not. A spreadsheet may
 * split lines at another separator than the one written, so text after a separator may become the start
 * of a cell. Numbers are harmless.
 */
const formulaStart =
  /(^|[,;\t|\r\n])(["' ]*)(?<!')(?![+-](?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?(?:$|[,;\t|\r\n\]}"' ]))(?=[=+\-@＝＋－＠])/gi;

/** Some spreadsheets skip these at the start of a cell. */
const blankStart = /^[\t\r\n]/;

/** Puts `'` before text that a spreadsheet would read as a formula. */
export function guardText(text: string): string {
  const guarded = text.replace(formulaStart, "$1$2'");
  return blankStart.test(guarded) ? `'${guarded}` : guarded;
}
