import { flag } from '../../declaration/option.ts';
import { isLineFormat, isPeopleFormat } from '../../formats/registry.ts';
import type { OutputFlags } from '../../open-output.ts';
import {
  fieldOf,
  type Grouping,
  isOriginal,
  nameValue,
  quoteMark,
  type ResultRow,
} from '../../questions/result-rows.ts';
import type { EncoderOptions } from '../../rows/encoder.ts';
import type { Session } from '../../session.ts';

export const totalOption = flag('add rows of everything, marked "all", to csv, tsv and ndjson', {
  negative: 'leave those rows out of the other formats',
});

/** Whether rows of everything are shown. A program that reads one record per line would count them twice. */
export function wantsTotal({ format }: Session, asked: boolean | undefined): boolean {
  return asked ?? !isLineFormat(format);
}

/** Whether the result is a table with a caption. */
export function isForPeople({ format, outputFlags }: Session): boolean {
  return isPeopleFormat(format) && outputFlags.query === undefined;
}

/** For people the marks take the place of the group's name or, without groups, of the period. */
export function nameMarks(
  session: Session,
  rows: readonly ResultRow[],
  grouping: Grouping,
): readonly ResultRow[] {
  const { by } = grouping;
  const [first] = by;
  if (!isForPeople(session)) return rows;
  // The currency of a group, so that a table needs no other column that says it.
  const repeating = by.find(
    (column) => column === grouping.currency && !isOriginal(column, grouping),
  );
  return rows.map(markPartial).map((row) => {
    const mark = markOf(row);
    if (mark === undefined) return first === undefined ? row : quoteMarks(row, fieldOf(first));
    if (first === undefined) return { ...row, period: mark };
    const { currency } = row;
    const others = by
      .slice(1)
      .map((column) => [...[fieldOf(column), column === repeating ? currency : '']]);
    const name = first === repeating ? `${mark} ${nameValue(currency)}` : mark;
    return { ...row, [fieldOf(first)]: name, ...Object.fromEntries(others) };
  });
}

/** A group whose own name is that of a mark. */
function quoteMarks(row: ResultRow, field: string): ResultRow {
  const value = row[field];
  return value === all || value === rest ? { ...row, [field]: quoteMark(value) } : row;
}

/** For people, in a result with only one field of names: the row of everything is called so. */
export function nameAll(row: ResultRow, field: string): ResultRow {
  return row['all'] === true ? { ...row, [field]: all } : quoteMarks(row, field);
}

/** Marks a week or month that the period cuts off. */
export function markPartial(row: ResultRow): ResultRow {
  return row['partial'] === true ? { ...row, period: `${row['period']} (partial)` } : row;
}

const all = '(all)';
const rest = '(rest)';

function markOf(row: ResultRow): string | undefined {
  if (row['all'] === true) return all;
  return row['rest'] === true ? rest : undefined;
}

export type TableForm = Pick<
  EncoderOptions,
  'header' | 'spreadsheetSafe' | 'delimiter' | 'decimalComma' | 'byteOrderMark'
>;

/** How the options say that csv and tsv are written. */
export function tableFormOf(flags: OutputFlags): TableForm {
  return {
    header: flags.header !== false,
    spreadsheetSafe: flags.spreadsheetSafe === true,
    delimiter: flags.delimiter,
    decimalComma: flags.decimalComma === true,
    byteOrderMark: flags.bom === true,
  };
}
