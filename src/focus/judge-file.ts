import { readTable } from '../formats/any-table.ts';
import { createJudge, type Judge } from './judge.ts';
import type { Focus } from './version.ts';

export interface FileJudged {
  readonly rows: number;
  readonly judge: Judge;
  readonly focus: Focus;
}

const reportedRows = 10_000;

/** Judges every row of a csv, csv.gz or Parquet file by the version that its columns lead to. */
export async function judgeFile(
  path: string,
  choose: (names: readonly string[]) => Focus,
  abilities: ReadonlySet<string>,
  onRows: (rows: number) => void,
): Promise<FileJudged> {
  let judged: Omit<FileJudged, 'rows'> | undefined;
  let rows = 0;
  await readTable(path, {
    takesAnyBytes: true,
    open: (columns) => {
      const focus = choose(columns.map(({ name }) => name));
      judged = { focus, judge: createJudge(focus, columns, abilities) };
    },
    take: (cells, line) => {
      judged?.judge.add(cells, line);
      rows += 1;
      if (rows % reportedRows === 0) onRows(reportedRows);
    },
  });
  onRows(rows % reportedRows);
  if (judged === undefined) throw new Error('the table was never opened');
  return { rows, ...judged };
}
