import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { CostctlError, fileError, isSystemError } from '../../errors.ts';
import { createJudge, type FileColumn, type Judge } from './judge.ts';
import { readCsvRecords } from './read-csv.ts';
import type { Focus } from './version.ts';

export interface FileJudged {
  readonly rows: number;
  readonly judge: Judge;
}

const chunkSize = 1 << 20;

/** Judges every row of a csv, csv.gz or Parquet file, recognized by its first bytes. */
export async function judgeFile(
  path: string,
  focus: Focus,
  abilities: ReadonlySet<string>,
  onRows: (rows: number) => void,
): Promise<FileJudged> {
  let judge: Judge | undefined;
  let rows = 0;
  const openJudge = (columns: readonly FileColumn[]) => {
    refuseTwins(columns.map(({ name }) => name));
    judge = createJudge(focus, columns, abilities);
    return judge;
  };
  const counted = () => {
    rows += 1;
    if (rows % reportedRows === 0) onRows(reportedRows);
  };
  const handle = await open(path, 'r').catch((cause: unknown) => {
    throw fileError(`cannot read ${path}`, cause);
  });
  try {
    const head = Buffer.alloc(4);
    await handle.read(head, 0, 4, 0);
    if (head.toString('latin1') === 'PAR1') {
      const { readParquetRows } = await import('./read-parquet.ts');
      await readParquetRows(handle, openJudge, (cells, row) => {
        judge?.add(cells, row);
        counted();
      });
    } else {
      const source = handle.createReadStream({
        start: 0,
        highWaterMark: chunkSize,
        autoClose: false,
      });
      let columns = 0;
      const read = (chunks: AsyncIterable<Buffer>) =>
        readCsvRecords(chunks, (cells, line) => {
          if (judge === undefined) {
            columns = cells.length;
            openJudge(cells.map((name) => ({ name: name ?? '', stored: 'csv' })));
            return;
          }
          if (cells.length !== columns) throw wrongWidth(line, cells.length, columns);
          judge.add(cells, line);
          counted();
        });
      const isGzip = head[0] === 0x1f && head[1] === 0x8b;
      if (isGzip) await pipeline(source, createGunzip({ chunkSize }), read);
      else await read(source);
    }
  } catch (cause) {
    if (cause instanceof CostctlError) {
      if (cause.code !== 'invalid_data') throw cause;
      throw new CostctlError('invalid_data', `${path}: ${cause.message}`, cause.details);
    }
    if (isSystemError(cause)) throw fileError(`cannot read ${path}`, cause);
    throw cause;
  } finally {
    await handle.close().catch(() => undefined);
  }
  if (judge === undefined) {
    throw new CostctlError('invalid_data', `${path}: the file is empty: it has no header`);
  }
  onRows(rows % reportedRows);
  return { rows, judge };
}

const reportedRows = 10_000;

function refuseTwins(names: readonly string[]): void {
  const twin = names.find((name, place) => names.indexOf(name) < place);
  if (twin === undefined) return;
  throw new CostctlError('invalid_data', `two columns are named '${twin}'`);
}

function wrongWidth(line: number, cells: number, columns: number): CostctlError {
  return new CostctlError(
    'invalid_data',
    `line ${line} has ${cells} cells, but the header has ${columns}`,
  );
}
