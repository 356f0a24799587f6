import { cellText, isNumber } from './cells.ts';
import { safeText } from './safe.ts';

export interface SeparatedOptions {
  readonly format: 'csv' | 'tsv';
  /** Keep spreadsheets from taking text for a formula. */
  readonly spreadsheetSafe: boolean;
  /** Nothing that a terminal would obey may pass. */
  readonly terminal: boolean;
}

/** One line of csv (RFC 4180) or tsv, its end included. */
export function separatedLine(values: readonly unknown[], options: SeparatedOptions): string {
  const cells = values.map((value) => writeCell(value, options));
  if (options.format === 'tsv') return `${cells.join('\t')}\n`;
  // A line with nothing in it reads as no record at all.
  return `${cells.length === 1 && cells[0] === '' ? '""' : cells.join(',')}\n`;
}

function writeCell(value: unknown, options: SeparatedOptions): string {
  const guarded = options.spreadsheetSafe ? guard(value) : cellText(value);
  if (options.format === 'tsv') return visible(escapeTsv(guarded), options);
  return quoteCsv(visible(guarded, options));
}

function visible(text: string, options: SeparatedOptions): string {
  return options.terminal ? safeText(text) : text;
}

const formulaStart = /^[=+\-@\t\r]/;
const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

function guard(value: unknown): string {
  const text = cellText(value);
  return formulaStart.test(text) && !isNumber(value) && !decimal.test(text) ? `'${text}` : text;
}

function quoteCsv(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const tsvEscapes: Readonly<Record<string, string>> = {
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\\': '\\\\',
};

function escapeTsv(text: string): string {
  return text.replace(/[\t\n\r\\]/g, (character) => tsvEscapes[character] ?? character);
}
