import { safeJson } from '../escape.ts';
import { stringifyJson } from '../json/stringify.ts';
import { toRecord } from './cells.ts';
import { checkColumns, keepColumns } from './columns.ts';
import { separatedLine } from './separated.ts';
import { pagesOf, type Records, type RowsOptions, tableRows } from './table-rows.ts';

export interface LineOptions extends RowsOptions {
  readonly format: 'ndjson' | 'csv' | 'tsv';
  readonly header: boolean;
  readonly spreadsheetSafe: boolean;
  readonly terminal: boolean;
}

/** A list as lines, each as soon as its record arrives. */
export function renderLines(records: Records, options: LineOptions): AsyncGenerator<string> {
  return options.format === 'ndjson'
    ? jsonLines(records, options)
    : separatedLines(records, { ...options, format: options.format });
}

async function* jsonLines(records: Records, options: LineOptions): AsyncGenerator<string> {
  const { columns, fields, terminal } = options;
  let checked = columns === undefined;
  for await (const page of pagesOf(records, checked ? { ...options, firstPage: 1 } : options)) {
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
  for await (const { kind, cells } of tableRows(records, options)) {
    if (kind === 'row') yield separatedLine(cells, options);
    else if (options.header && cells.length > 0) yield separatedLine(cells, options);
  }
}
