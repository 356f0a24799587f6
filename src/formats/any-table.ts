import { type FileHandle, open } from 'node:fs/promises';
import { CostctlError, fileError, isSystemError, toFileError } from '../errors.ts';
import { needsWholeFile, openFileSource } from '../storage/source.ts';
import { readCsv, refuseTwinColumns, wrongWidth } from './csv-records.ts';
import { detectDelimiter, formatOfContent, formatOfName } from './recognize.ts';
import type { Cell, FileColumn, TakeTable } from './table-rows.ts';
import { decodeAny, readBlocks } from './text-blocks.ts';
import { readTsv } from './tsv-records.ts';

/** Reads a csv, tsv or Parquet file; the first two may be compressed. */
export async function readTable(path: string, table: TakeTable): Promise<void> {
  let isOpen = false;
  const openTable = (columns: readonly FileColumn[]) => {
    refuseTwinColumns(columns.map(({ name }) => name));
    isOpen = true;
    table.open(columns);
  };
  const handle = await open(path, 'r').catch(toFileError(`cannot read ${path}`));
  try {
    if (await isParquet(path, handle)) {
      const { readParquetRows } = await import('./parquet/read-any.ts');
      await readParquetRows({ path, handle }, { ...table, open: openTable });
    } else await readTextTable(path, openTable, table);
  } catch (cause) {
    throw explainFault(path, cause);
  } finally {
    await handle.close().catch(() => undefined);
  }
  if (!isOpen) {
    throw new CostctlError('invalid_data', `${path}: the file is empty: it has no header`);
  }
}

/** By its first bytes: a file only named like one is damaged. A pipe is refused: its bytes come only once. */
export async function isParquet(path: string, handle: FileHandle): Promise<boolean> {
  if ((await handle.stat()).isFIFO()) {
    throw needsWholeFile(`${path} is a pipe, not a file`);
  }
  if (/\.parquet$/i.test(path)) return true;
  const head = Buffer.alloc(4);
  await handle.read(head, 0, head.length, 0);
  return head.toString('latin1') === 'PAR1';
}

/** Adds the name of the file to an error about it. A fault of this program stays as it is. */
export function explainFault(path: string, cause: unknown): unknown {
  if (cause instanceof CostctlError) {
    if (cause.code !== 'invalid_data' || cause.message.includes(path)) return cause;
    return new CostctlError('invalid_data', `${path}: ${cause.message}`, cause.details);
  }
  return isSystemError(cause) ? fileError(`cannot read ${path}`, cause) : cause;
}

async function readTextTable(
  path: string,
  openTable: TakeTable['open'],
  { take, pause, takesAnyBytes }: TakeTable,
): Promise<void> {
  let [columns, rows] = [0, 0];
  const isTsv = formatOfName(path) === 'tsv';
  const takeRecord = (line: number, record: string[], fault?: string) => {
    if (fault !== undefined) {
      throw new CostctlError('invalid_data', `line ${line}: ${fault}`, {
        hint: isTsv
          ? 'tsv has \\t, \\n and \\\\ for a tab, a line end and a backslash; a file with quoted cells is read if its name ends with .csv'
          : 'write the whole cell in quotes, and a quote inside it twice',
      });
    }
    if (columns === 0) {
      columns = record.length;
      openTable(record.map((name) => ({ name, stored: 'csv' })));
      return;
    }
    if (record.length !== columns) throw wrongWidth(line, record.length, columns, rows === 0);
    rows += 1;
    const cells: Cell[] = record;
    for (let at = 0; at < columns; at += 1) if (cells[at] === '') cells[at] = null;
    take(cells, line);
  };
  const { chunks, first, close } = await openFileSource(path);
  try {
    const found = formatOfContent(path, first);
    const isJson = found === 'ndjson' || /^\uFEFF?\s*\[\s*\{/.test(first.toString());
    if (found === 'xlsx' || isJson) {
      const [what, hint] =
        found === 'xlsx'
          ? ['a workbook or an archive', 'save its sheet as csv, or unpack it']
          : ['JSON', 'save its rows as csv or Parquet'];
      throw new CostctlError('invalid_data', `${path} is ${what}`, { hint });
    }
    const blocks = readBlocks(chunks, takesAnyBytes === true ? decodeAny : undefined);
    if (isTsv) await readTsv(blocks, takeRecord, pause);
    else await readCsv(blocks, takeRecord, detectDelimiter(first), pause);
  } finally {
    await close();
  }
}
