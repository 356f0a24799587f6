import { openWorkbook, type Workbook } from '../formats/xlsx/workbook.ts';
import { amountStyle, type Cell, cellStyles } from '../formats/xlsx/write-parts.ts';
import { placesOf } from '../json/decimal.ts';
import type { Sink } from './sink.ts';
import { knownColumns, numberColumns, type Records, tableRows } from './table-rows.ts';
import { type Column, unsaid, type View } from './view.ts';

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
  let known: readonly Column<unknown>[] = [];
  let workbook: Workbook | undefined;
  try {
    const rows = tableRows(records, {
      columns: options.columns,
      firstPage,
      fields: view.fields,
      onFirstPage: (first) => {
        numbers = numberColumns(view, first);
        known = knownColumns(view, first);
      },
    });
    for await (const { kind, cells } of rows) {
      if (kind === 'row') await workbook?.row(cells);
      else workbook = openWorkbook(sink.write, optionsOf(cells.map(String)));
    }
    return (await workbook?.finish()) ?? { rows: 0, longNumbers: 0 };
  } catch (error) {
    workbook?.destroy();
    throw error;
  }

  function optionsOf(columns: readonly string[]) {
    const places = [...columns.keys()].filter((at) => numbers.has(columns[at] ?? ''));
    const styleOf = formatsOf(columns, known);
    const lines = unsaid(view);
    const caption = view.about === undefined ? [] : [view.about.caption];
    const remarks = lines.length === 0 ? [] : [...caption, ...lines];
    return { sheet, columns, header, numbers: new Set(places), styleOf, remarks };
  }
}

/** An amount has the decimals of its row's currency, and a share its sign. The stored digits stay. */
function formatsOf(columns: readonly string[], known: readonly Column<unknown>[]) {
  const kinds = columns.map((path) => known.find((column) => column.path === path));
  const currencies = kinds.map((column) => columns.indexOf(column?.currency ?? ''));
  return (at: number, cells: readonly Cell[]): number | undefined => {
    const kind = kinds[at]?.kind;
    if (kind === 'percent') return cellStyles.percent;
    if (kind !== 'money') return undefined;
    const currency = cells[currencies[at] ?? -1];
    return amountStyle(placesOf(currency?.kind === 'text' ? currency.text : undefined));
  };
}

/** For a workbook: the file has all digits, but a spreadsheet shows 15. */
export function describeLongNumbers(count: number): string {
  return count === 1
    ? '1 number has more than 15 digits: the workbook has them all, but a spreadsheet shows 15'
    : `${count} numbers have more than 15 digits: the workbook has them all, but a spreadsheet shows 15`;
}
