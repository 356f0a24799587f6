import type { BatchColumn, SelectedRows } from '../column-batch.ts';
import type { CellText } from '../where-language.ts';

/** Of each row, a number by which rows are divided; negative if it has no value. */
export type GroupColumn = Pick<BatchColumn, 'rows' | 'valueCount'>;

/** Rows of a batch by which values they have in some columns. */
export interface BatchGroups {
  /** Of each selected row, the number of its group; groups are numbered as they appear. */
  readonly groupOf: Int32Array;
  /** A row of each group: all its rows have the same values. */
  readonly firstRow: readonly number[];
}

/**
 * Groups rows by the numbers of their values. Two groups may have the same texts, because a source
 * may store a text twice.
 */
export function groupRows(
  columns: readonly GroupColumn[],
  count: number,
  selected: SelectedRows,
): BatchGroups {
  let groupOf = new Int32Array(selected?.length ?? count);
  let firstRow: number[] = groupOf.length === 0 ? [] : [selected?.[0] ?? 0];
  for (const column of columns) {
    const finer = divide(column, firstRow.length, groupOf, selected);
    groupOf = finer.groupOf;
    firstRow = finer.firstRow;
  }
  return { groupOf, firstRow };
}

/** A table this large is quicker than a map, and is cleared for each batch. */
const mostPlaces = 1 << 18;

/** Divides each group by the values of one more column. */
function divide(
  { rows, valueCount }: GroupColumn,
  groups: number,
  groupOf: Int32Array,
  selected: SelectedRows,
): { groupOf: Int32Array<ArrayBuffer>; firstRow: number[] } {
  const width = valueCount + 1;
  const finer = new Int32Array(groupOf.length);
  const firstRow: number[] = [];
  const isSmall = groups * width <= mostPlaces;
  const table = new Int32Array(isSmall ? groups * width : 0).fill(-1);
  const known = new Map<number, number>();
  for (let place = 0; place < groupOf.length; place += 1) {
    const row = selected === undefined ? place : (selected[place] ?? 0);
    const value = rows[row] ?? -1;
    const key = (groupOf[place] ?? 0) * width + (value < 0 ? valueCount : value);
    let group = isSmall ? (table[key] ?? -1) : (known.get(key) ?? -1);
    if (group < 0) {
      group = firstRow.length;
      firstRow.push(row);
      if (isSmall) table[key] = group;
      else known.set(key, group);
    }
    finer[place] = group;
  }
  return { groupOf: finer, firstRow };
}

/** The classes of a column's values in place of the values; a value is judged once, in the order of rows. */
export function groupValues(
  { rows, valueCount, textOf }: BatchColumn,
  selected: SelectedRows,
  classOf: (cell: CellText) => string,
): GroupColumn {
  const classes = new Map<string, number>();
  const numberOf = new Int32Array(valueCount).fill(-1);
  const grouped = new Int32Array(rows.length);
  const count = selected?.length ?? rows.length;
  for (let place = 0; place < count; place += 1) {
    const row = selected === undefined ? place : (selected[place] ?? 0);
    const value = rows[row] ?? -1;
    if (value >= 0 && numberOf[value] === -1) {
      const own = classOf(textOf(value));
      const number = classes.get(own) ?? classes.size;
      classes.set(own, number);
      numberOf[value] = number;
    }
    grouped[row] = value < 0 ? -1 : (numberOf[value] ?? 0);
  }
  return { rows: grouped, valueCount: classes.size };
}
