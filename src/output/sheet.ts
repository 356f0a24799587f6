import type { FigureForms } from '../formats/xlsx/open-sheet.ts';
import { openWorkbook, type Workbook } from '../formats/xlsx/workbook.ts';
import { amountStyle, cellStyles, numberStyle } from '../formats/xlsx/write-parts.ts';
import { placesOf } from '../json/decimal.ts';
import { pluralize } from '../text.ts';
import { readPath } from './property-path.ts';
import type { Sink } from './sink.ts';
import { numberColumns, tablePages } from './table-rows.ts';
import { knownColumns, partOf, type Records, type Row, unsaid, type View } from './view.ts';

export interface SheetOptions {
  readonly columns?: readonly string[] | undefined;
  readonly header: boolean;
  readonly title: string;
  readonly view: View<unknown>;
}

/** The rows that decide the columns: one page of cost rows. */
const firstPage = 5000;

/** Writes records as a workbook, row by row, and counts its rows and its long numbers. */
export async function writeSheet(sink: Sink, records: Records, options: SheetOptions) {
  const { view, header, title: sheet } = options;
  let first: readonly Row[] = [];
  let workbook: Workbook | undefined;
  try {
    const pages = tablePages(records, {
      columns: options.columns,
      firstPage,
      fields: view.fields,
      onFirstPage: (rows) => {
        first = rows;
      },
    });
    for await (const { columns, rows, records } of pages) {
      const table = { sheet, columns, header, remarks: remarksOf(view) };
      workbook ??= openWorkbook(sink.write, { ...table, ...figureForms(columns, view, first) });
      for (const [at, values] of rows.entries()) await workbook.row(values, records[at]);
    }
    return (await workbook?.finish()) ?? { rows: 0, longNumbers: 0 };
  } catch (error) {
    workbook?.destroy();
    throw error;
  }
}

/** The caption and what qualifies the figures; empty if nothing does, and the list is whole. */
function remarksOf(view: View<unknown>): string[] {
  const lines = [...partOf(view), ...unsaid(view)];
  const caption = view.about === undefined ? [] : [view.about.caption];
  return lines.length === 0 && view.part === undefined ? [] : [...caption, ...lines];
}

/** Shows amounts with the decimals of the row's currency, and shares with their sign. The stored digits stay. */
export function figureForms(
  columns: readonly string[],
  view: View<unknown>,
  first: readonly Row[],
): FigureForms {
  const named = numberColumns(view, first);
  const numbers = new Set([...columns.keys()].filter((at) => named.has(columns[at] ?? '')));
  const known = knownColumns(view, first);
  const kinds = columns.map((path) => known.find((column) => column.path === path));
  const styleOf: FigureForms['styleOf'] = (at, digits, _row, record = {}) => {
    const { kind, currency, isNumber, isPercent } = kinds[at] ?? {};
    if (kind === 'percent' || isPercent?.(record) === true) return cellStyles.percent;
    if (kind === 'number' || isNumber?.(record) === true) return numberStyle(digits);
    if (kind !== 'money') return undefined;
    const code = currency === undefined ? undefined : readPath(record, currency);
    return amountStyle(placesOf(typeof code === 'string' ? code : undefined));
  };
  return { numbers, styleOf };
}

/** For a workbook: the file has all digits, but a spreadsheet shows 15. */
export function describeLongNumbers(count: number): string {
  const have = `${pluralize(count, 'number')} ${count === 1 ? 'has' : 'have'}`;
  return `${have} more than 15 digits: the workbook has them all, but a spreadsheet shows 15`;
}
