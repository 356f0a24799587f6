import { readLines } from '../formats/parquet/lines.ts';
import type { FigureForms } from '../formats/xlsx/open-sheet.ts';
import { openWorkbook, type Workbook } from '../formats/xlsx/workbook.ts';
import type { WriteBytes } from '../formats/xlsx/write-zip.ts';
import { TableWriter } from '../json/bulk/table-writer.ts';
import type { JsonObject } from '../json/number.ts';
import { rowObject } from './cost-page.ts';
import { refuseUnseen } from './missing-columns.ts';
import type { KnownNames } from './row-source.ts';

export interface WorkbookTask {
  /** The rows, as lines of json. */
  readonly lines: string;
  readonly write: WriteBytes;
  /** What --columns named; undefined: every column. */
  readonly columns: readonly string[] | undefined;
  /** The columns that rows have, also those that are not written. */
  readonly names: KnownNames;
  /** The columns if there is no row to learn them from. */
  readonly usual: readonly string[];
  readonly header: boolean;
  /** The value of a row at a property path. */
  readonly read: (row: JsonObject, path: string) => unknown;
  /** The service may send amounts as text: the first rows decide which columns they are, and their formats. */
  readonly formsOf: (columns: readonly string[], rows: readonly JsonObject[]) => FigureForms;
}

/** How many rows decide which columns are numbers. */
const looked = 100;

/** Writes rows as a workbook, in two passes: the first finds the columns. Memory stays flat. */
export async function writeRowsAsWorkbook(task: WorkbookTask): Promise<{ longNumbers: number }> {
  const { columns, first } = await examine(task);
  const unseen = new Set(task.columns);
  const workbook: Workbook = openWorkbook(task.write, {
    sheet: 'costs',
    columns,
    header: task.header,
    ...task.formsOf(columns, first),
  });
  let rows = 0;
  try {
    for await (const page of readLines(task.lines)) {
      for (let at = 0; at < page.count; at += 1) {
        const row = rowObject(page, at);
        const values = columns.map((column) => task.read(row, column));
        if (unseen.size > 0) {
          values.forEach((value, column) => {
            if (value !== undefined) unseen.delete(columns[column] ?? '');
          });
        }
        await workbook.row(values, row);
        rows += 1;
      }
    }
    if (rows > 0) await refuseUnseen([...unseen], task.names);
    return await workbook.finish();
  } catch (error) {
    workbook.destroy();
    throw error;
  }
}

async function examine(task: WorkbookTask) {
  const writer = new TableWriter({ format: 'csv', columns: task.columns });
  const first: JsonObject[] = [];
  for await (const page of readLines(task.lines)) {
    writer.learn(page);
    for (let at = 0; at < page.count && first.length < looked; at += 1) {
      first.push(rowObject(page, at));
    }
    if (task.columns !== undefined) break;
  }
  return { columns: writer.columns.length === 0 ? task.usual : writer.columns, first };
}
