import { escapeForTerminal } from '../escape.ts';
import { csvText, guardText, tsvText } from '../json/bulk/cell-text.ts';
import { cellText } from './cells.ts';

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
  const text = options.spreadsheetSafe ? guardText(cellText(value)) : cellText(value);
  if (options.format === 'tsv') return visible(tsvText(text), options);
  return csvText(visible(text, options));
}

function visible(text: string, options: SeparatedOptions): string {
  return options.terminal ? escapeForTerminal(text) : text;
}
