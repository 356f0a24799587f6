import { readPath } from '../../../output/property-path.ts';
import { describeLongNumbers, figureForms } from '../../../output/sheet.ts';
import { writeRowsAsWorkbook } from '../../../rows/rows-workbook.ts';
import { type FileTarget, madePath, placePart } from '../../../rows/target.ts';
import { openPartFile } from '../../../storage/work-folder.ts';
import { costRowView } from '../row-view.ts';
import type { ExportRun, ExportTools } from './run-export.ts';

/** Makes the workbook from the lines of the part file, and puts it in place. */
export async function placeWorkbook(
  run: ExportRun,
  { names, usual }: Pick<ExportTools, 'names' | 'usual'>,
  target: FileTarget,
): Promise<void> {
  const { output, progress } = run.session;
  progress.update('writing the workbook');
  const file = await openPartFile(madePath(target), {
    from: 0,
    gzip: false,
    userId: target.userId,
  });
  try {
    const { longNumbers } = await writeRowsAsWorkbook({
      lines: target.part,
      write: file.write,
      columns: run.columns,
      names,
      usual,
      header: run.table.header,
      read: readPath,
      formsOf: (columns, rows) => figureForms(columns, costRowView, rows),
    });
    await file.commit();
    await placePart(target, madePath(target));
    if (longNumbers > 0) output.note(describeLongNumbers(longNumbers));
  } finally {
    await file.close();
  }
}
