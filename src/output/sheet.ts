import { openWorkbook, type Workbook } from '../formats/xlsx/workbook.ts';
import type { Sink } from './sink.ts';
import { numberColumns, type Records, tableRows } from './table-rows.ts';
import type { View } from './view.ts';

export interface SheetOptions {
  readonly columns?: readonly string[] | undefined;
  readonly header: boolean;
  readonly title: string;
  readonly view: View<unknown>;
}

/** The rows that decide the columns: one page of cost rows. */
const firstPage = 5000;

/** Writes records as a workbook, row by row, and returns notes for the reader. */
export async function writeSheet(sink: Sink, records: Records, options: SheetOptions) {
  const { view, header, title: sheet } = options;
  let numbers: ReadonlySet<string> = new Set();
  let workbook: Workbook | undefined;
  try {
    const rows = tableRows(records, {
      columns: options.columns,
      firstPage,
      fields: view.fields,
      onFirstPage: (first) => {
        numbers = numberColumns(view, first);
      },
    });
    for await (const { kind, cells } of rows) {
      if (kind === 'row') await workbook?.row(cells);
      else workbook = openWorkbook(sink.write, optionsOf(cells.map(String), numbers));
    }
    return (await workbook?.finish()) ?? { rows: 0, longNumbers: 0 };
  } catch (error) {
    workbook?.destroy();
    throw error;
  }

  function optionsOf(columns: readonly string[], known: ReadonlySet<string>) {
    const places = [...columns.keys()].filter((at) => known.has(columns[at] ?? ''));
    return { sheet, columns, header, numbers: new Set(places) };
  }
}

/** For a workbook: the file has all digits, but a spreadsheet shows 15. */
export function describeLongNumbers(count: number): string {
  return count === 1
    ? '1 number has more than 15 digits: the workbook has them all, but a spreadsheet shows 15'
    : `${count} numbers have more than 15 digits: the workbook has them all, but a spreadsheet shows 15`;
}
