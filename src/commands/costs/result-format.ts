import { fieldOf, type ResultRow } from '../../costs/analysis/fields.ts';
import { chooseFormat, type Format } from '../../output/formats.ts';
import type { Session } from '../../session.ts';

/** The format in which this run's result is written. */
export function formatOf({ settings, outputFlags }: Session): Format {
  return chooseFormat({
    format: settings.output.value,
    explicit: settings.output.source === 'flag',
    outFile: outputFlags.outFile,
  });
}

/** Whether rows of everything are shown: what reads a record a line would count them twice. */
export function wantsTotal(session: Session, asked: boolean | undefined): boolean {
  const format = formatOf(session);
  return asked ?? (format !== 'csv' && format !== 'tsv' && format !== 'ndjson');
}

/** For people the marks stand where the group's name would. */
export function nameMarks(
  session: Session,
  rows: readonly ResultRow[],
  by: readonly string[],
): readonly ResultRow[] {
  const format = formatOf(session);
  const [first] = by;
  const { query, raw } = session.outputFlags;
  const isForPeople = (format === 'table' || format === 'markdown') && query === undefined && !raw;
  if (!isForPeople || first === undefined) return rows;
  return rows.map((row) => {
    const mark = markOf(row);
    if (mark === undefined) return row;
    const blanks = by.slice(1).map((column) => [fieldOf(column), '']);
    return { ...row, [fieldOf(first)]: mark, ...Object.fromEntries(blanks) };
  });
}

function markOf(row: ResultRow): string | undefined {
  if (row['all'] === true) return '(all)';
  return row['rest'] === true ? '(rest)' : undefined;
}
