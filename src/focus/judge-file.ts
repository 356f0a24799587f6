import { readTable } from '../formats/any-table.ts';
import { createJudge, type Judge } from './judge.ts';
import type { Focus } from './version.ts';

export interface FileJudged {
  readonly rows: number;
  readonly judge: Judge;
}

const reportedRows = 10_000;

/** Judges every row of a csv, csv.gz or Parquet file. */
export async function judgeFile(
  path: string,
  focus: Focus,
  abilities: ReadonlySet<string>,
  onRows: (rows: number) => void,
): Promise<FileJudged> {
  let judge: Judge | undefined;
  let rows = 0;
  await readTable(path, {
    open: (columns) => {
      judge = createJudge(focus, columns, abilities);
    },
    take: (cells, line) => {
      judge?.add(cells, line);
      rows += 1;
      if (rows % reportedRows === 0) onRows(reportedRows);
    },
  });
  onRows(rows % reportedRows);
  if (judge === undefined) throw new Error('the table was never opened');
  return { rows, judge };
}
