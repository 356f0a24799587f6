import { escapeForTerminal, safeJson } from '../escape.ts';
import { type CellForm, createCellTexts } from '../json/bulk/cell-text.ts';
import { stringifyJson } from '../json/stringify.ts';
import { cellText, isNumber, toRecord } from './cells.ts';
import { checkColumns, keepColumns } from './property-path.ts';
import { numberColumns, pagesOf, type Records, type RowsOptions, tableRows } from './table-rows.ts';
import type { View } from './view.ts';

export interface LineOptions
  extends Omit<RowsOptions, 'fields' | 'onFirstPage'>,
    Omit<SeparatedOptions, 'format'> {
  readonly format: 'ndjson' | 'csv' | 'tsv';
  readonly view: View<unknown>;
  readonly header: boolean;
  /** Whether the text starts with a byte order mark, by which spreadsheets recognize UTF-8. */
  readonly byteOrderMark: boolean;
}

/** A list as lines, each written as soon as its record arrives. */
export function renderLines(records: Records, options: LineOptions): AsyncGenerator<string> {
  return options.format === 'ndjson'
    ? jsonLines(records, options)
    : separatedLines(records, { ...options, format: options.format });
}

async function* jsonLines(records: Records, options: LineOptions): AsyncGenerator<string> {
  const { columns, terminal } = options;
  const { fields } = options.view;
  let checked = columns === undefined;
  for await (const page of pagesOf(records, {
    columns,
    fields,
    firstPage: checked ? 1 : options.firstPage,
  })) {
    if (columns !== undefined && !checked) checkColumns(columns, page.map(toRecord), fields);
    checked = true;
    for (const record of page) {
      const text = stringifyJson(columns === undefined ? record : keepColumns(record, columns));
      yield `${terminal ? safeJson(text) : text}\n`;
    }
  }
}

async function* separatedLines(
  records: Records,
  options: LineOptions & { readonly format: 'csv' | 'tsv' },
): AsyncGenerator<string> {
  const { columns, view, firstPage, header } = options;
  let numbers: ReadonlySet<string> = new Set();
  const rows = tableRows(records, {
    columns,
    firstPage,
    fields: view.fields,
    onFirstPage: (first) => {
      numbers = numberColumns(view, first);
    },
  });
  let write: WriteLine | undefined;
  for await (const { kind, cells } of rows) {
    if (write !== undefined && kind === 'row') {
      yield write(cells);
      continue;
    }
    write = createLineWriter(options, (at) => numbers.has(String(cells[at])));
    if (options.byteOrderMark) yield '\ufeff';
    if (header && cells.length > 0) yield createLineWriter(options)(cells);
  }
}

export interface SeparatedOptions extends CellForm {
  /** Control characters must not reach a terminal. */
  readonly terminal: boolean;
}

/** Writes one line of csv (RFC 4180) or tsv, including its line end. */
type WriteLine = (values: readonly unknown[]) => string;

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
