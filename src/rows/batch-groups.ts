import {
  type BatchColumn,
  type CellText,
  inOrder,
  type SelectedRows,
} from '../formats/column-batch.ts';

/** Of each row, a number by which rows are divided; negative if it has no value. */
export interface GroupColumn extends Pick<BatchColumn, 'rows' | 'valueCount'> {
  /** Rows are divided by the class of their number; undefined: by the number. */
  readonly classOf?: Int32Array | undefined;
}

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
  const places = selected ?? inOrder(count);
  let groupOf = new Int32Array(places.length);
  let firstRow: number[] = places.length === 0 ? [] : [places[0] ?? 0];
  for (const { rows, valueCount, classOf } of columns) {
    const coarse = { places, groupOf, groups: firstRow.length };
    const width = valueCount + 1;
    const finer = new Int32Array(places.length);
    const divide = coarse.groups * width <= mostPlaces ? divideByTable : divideByMap;
    firstRow = divide(coarse, rows, classOf ?? inOrder(valueCount), width, finer);
    groupOf = finer;
  }
  return { groupOf, firstRow };
}

/** A table this large is quicker than a map, and is cleared for each batch. */
const mostPlaces = 1 << 18;

interface Coarse {
  readonly places: Int32Array;
  readonly groupOf: Int32Array;
  readonly groups: number;
}

/** Divides each group by one more column. These loops run for every row: nothing in them varies. */
function divideByTable(
  { places, groupOf, groups }: Coarse,
  rows: Int32Array,
  classOf: Int32Array,
  width: number,
  finer: Int32Array,
): number[] {
  const firstRow: number[] = [];
  const table = new Int32Array(groups * width).fill(-1);
  for (let place = 0; place < places.length; place += 1) {
    const row = places[place] ?? 0;
    const value = rows[row] ?? -1;
    const key = (groupOf[place] ?? 0) * width + (value < 0 ? width - 1 : (classOf[value] ?? 0));
    let group = table[key] ?? -1;
    if (group < 0) {
      group = firstRow.length;
      firstRow.push(row);
      table[key] = group;
    }
    finer[place] = group;
  }
  return firstRow;
}

function divideByMap(
  { places, groupOf }: Coarse,
  rows: Int32Array,
  classOf: Int32Array,
  width: number,
  finer: Int32Array,
): number[] {
  const firstRow: number[] = [];
  const known = new Map<number, number>();
  for (let place = 0; place < places.length; place += 1) {
    const row = places[place] ?? 0;
    const value = rows[row] ?? -1;
    const key = (groupOf[place] ?? 0) * width + (value < 0 ? width - 1 : (classOf[value] ?? 0));
    let group = known.get(key);
    if (group === undefined) {
      group = firstRow.length;
      firstRow.push(row);
      known.set(key, group);
    }
    finer[place] = group;
  }
  return firstRow;
}

/** A column that rows are grouped by for the sake of a mark. */
export interface MarkColumn {
  readonly column: BatchColumn;
  /** Cells with the same name give the same marks. */
  readonly nameOf: (cell: CellText) => string;
}

/**
 * What rows are divided by besides `keys`, so that those of a group have the same mark. Values as they
 * are need no further look at each row, but many of them would make many groups: then it is their classes.
 */
export function chooseColumns(
  keys: readonly BatchColumn[],
  marks: readonly MarkColumn[],
  count: number,
  selected: SelectedRows,
): GroupColumn[] {
  let groups = keys.reduce((product, { valueCount }) => product * (valueCount + 1), 1);
  const chosen: GroupColumn[] = [];
  for (const mark of marks) {
    if (keys.includes(mark.column)) continue;
    const isFew = groups * (mark.column.valueCount + 1) * rowsPerGroup <= count;
    const column = isFew ? mark.column : classColumn(mark, selected);
    groups *= column.valueCount + 1;
    chosen.push(column);
  }
  return chosen;
}

/** Looking at a group takes as long as looking at so many rows, and few of the possible groups have rows. */
const rowsPerGroup = 2;

/** A value is judged once, in the order of rows. */
function classColumn(
  { column: { rows, valueCount, textOf }, nameOf }: MarkColumn,
  selected: SelectedRows,
): GroupColumn {
  const classes = new Map<string, number>();
  const classOf = new Int32Array(valueCount).fill(-1);
  const places = selected ?? inOrder(rows.length);
  for (let place = 0; place < places.length; place += 1) {
    const value = rows[places[place] ?? 0] ?? -1;
    if (value < 0 || (classOf[value] ?? 0) >= 0) continue;
    const name = nameOf(textOf(value));
    const number = classes.get(name) ?? classes.size;
    classes.set(name, number);
    classOf[value] = number;
  }
  return { rows, valueCount: classes.size, classOf };
}

/** Whether each selected row has a value. */
export function hasValues(
  { rows, isFull }: BatchColumn,
  count: number,
  selected: SelectedRows,
): boolean {
  if (isFull) return true;
  const length = selected?.length ?? count;
  for (let place = 0; place < length; place += 1) {
    const row = selected === undefined ? place : (selected[place] ?? 0);
    if ((rows[row] ?? -1) < 0) return false;
  }
  return true;
}
