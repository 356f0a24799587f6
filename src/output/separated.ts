import { escapeForTerminal } from '../escape.ts';
import { type CellForm, createCellTexts } from '../json/bulk/cell-text.ts';
import { cellText, isNumber } from './cells.ts';

export interface SeparatedOptions extends CellForm {
  /** Nothing that a terminal would obey may reach it. */
  readonly terminal: boolean;
}

/** Writes one line of csv (RFC 4180) or tsv, with its end. */
export type WriteLine = (values: readonly unknown[]) => string;

/** `isNumberColumn`: whether text that is a decimal is a number in this column. */
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
    // tsv writes tabs and line ends visibly itself.
    return format === 'tsv' ? show(ofText(text)) : ofText(show(text));
  }

  return (values) => {
    const cells = values.map(writeCell);
    // A line with nothing in it reads as no record at all.
    const isBlank = format === 'csv' && cells.length === 1 && cells[0] === '';
    return `${isBlank ? '""' : cells.join(separator)}\n`;
  };
}

/** One line on its own. */
export function separatedLine(values: readonly unknown[], options: SeparatedOptions): string {
  return createLineWriter(options)(values);
}

const decimal = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;
