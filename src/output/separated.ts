import { escapeForTerminal } from '../escape.ts';
import { type CellForm, createCellTexts } from '../json/bulk/cell-text.ts';
import { cellText, isNumber } from './cells.ts';

export interface SeparatedOptions extends CellForm {
  /** Control characters must not reach a terminal. */
  readonly terminal: boolean;
}

/** Writes one line of csv (RFC 4180) or tsv, including its line end. */
export type WriteLine = (values: readonly unknown[]) => string;

/** `isNumberColumn`: whether decimal text is a number in this column. */
export function createLineWriter(
  options: SeparatedOptions,
  isNumberColumn: (column: number) => boolean = () => false,
): WriteLine {
  const { separator, ofText, ofNumber } = createCellTexts(options);
  const { terminal, format } = options;
  const show = (text: string) => (terminal ? escapeForTerminal(text) : text);

  function writeCell(value: unknown, column: number): string {
    const text = cellText(value);
    if (text === '') return '';
    if (isNumber(value) || (isNumberColumn(column) && decimal.test(text))) return ofNumber(text);
    // tsv makes tabs and line ends visible itself.
    return format === 'tsv' ? show(ofText(text)) : ofText(show(text));
  }

  return (values) => {
    const cells = values.map(writeCell);
    // An empty line would be read as no record at all.
    const isBlank = format === 'csv' && cells.length === 1 && cells[0] === '';
    return `${isBlank ? '""' : cells.join(separator)}\n`;
  };
}

/** A single line. */
export function separatedLine(values: readonly unknown[], options: SeparatedOptions): string {
  return createLineWriter(options)(values);
}

const decimal = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;
