import {
  type BatchColumn,
  type CellText,
  firstInOrder,
  inOrder,
  type SelectedRows,
} from '../formats/column-batch.ts';
import { openPages } from '../formats/parquet/page-memory.ts';
import { within } from '../grouping.ts';
import { createDayReader } from './currency-and-day.ts';

/** A column that divides rows by the number that each has in it; negative if a row has no value. */
export interface GroupColumn extends Pick<BatchColumn, 'rows' | 'valueCount' | 'isFull'> {
  /** The class of each number: rows are divided by it. Undefined: they are divided by the number itself. */
  readonly classOf?: Int32Array | undefined;
}

/** The rows of a batch, grouped by their values in some columns. */
export interface BatchGroups {
  /** The group number of each selected row; groups are numbered as they appear. Valid until the next batch. */
  readonly groupOf: Int32Array;
  /** The first row of each group. All rows of a group have the same values. */
  readonly firstRow: readonly number[];
}

/** By the numbers of values. Two groups may have the same texts: a source may store a text twice. */
export function groupRows(
  columns: readonly GroupColumn[],
  count: number,
  selected: SelectedRows,
): BatchGroups {
  const length = selected?.length ?? count;
  const sizes = columns.map(({ rows, classOf }) => rows.byteLength + (classOf?.byteLength ?? 0));
  const work = sizes.reduce((sum, size) => sum + size + slack, 3 * 4 * (length + mostKeys));
  const memory = openPages({ work: work + (selected?.byteLength ?? 0) });
  const keys = memory.take(length * 4, true);
  const numbers = (at: number, size: number) => new Int32Array(memory.buffer, at, size);
  const groupOf = numbers(keys, length);
  const firstRow = memory.borrow(() => {
    const picked = selected === undefined ? 0 : memory.placeOf(selected);
    const [table, first] = [memory.take(mostKeys * 4), memory.take(length * 4)];
    let most = 1;
    const numberGroups = () => {
      numbers(table, most).fill(0);
      most = memory.exports.numberGroups(keys, length, picked, table, first);
    };
    for (const { rows, valueCount, isFull, classOf } of columns) {
      const width = isFull ? valueCount : valueCount + 1;
      if (width === 1) continue;
      if (most * width > mostKeys) numberGroups();
      if (most * width > mostKeys) {
        const groups = { places: selected ?? inOrder(count), groupOf };
        most = divideByMap(groups, rows, classOf ?? inOrder(valueCount), width);
        continue;
      }
      const start = firstInOrder(rows);
      const own = start === undefined ? memory.placeOf(rows) : 0;
      const classes = classOf === undefined ? 0 : memory.placeOf(classOf);
      memory.exports.divide(keys, length, picked, own, start ?? 0, classes, width);
      most *= width;
    }
    numberGroups();
    return [...numbers(first, most)];
  });
  return { groupOf, firstRow };
}

/** The selected rows whose group is chosen. `chosen` has a 1 for each chosen group, and a 0 for the others. */
export function keepGroups(
  { groupOf }: BatchGroups,
  chosen: Uint8Array,
  selected: SelectedRows,
): Int32Array {
  const { length, byteLength } = groupOf;
  const memory = openPages({ work: 3 * byteLength + chosen.length + 4 * slack });
  return memory.borrow(() => {
    const kept = memory.take(byteLength + slack);
    const groups = memory.placeOf(groupOf);
    const picked = selected === undefined ? 0 : memory.placeOf(selected);
    const marks = memory.placeOf(chosen);
    const count = memory.exports.keepRows(groups, length, picked, marks, kept);
    return new Int32Array(memory.buffer, kept, count).slice();
  });
}

/** The rows whose value is chosen. `chosen` begins with the choice for rows without a value. */
export function keepValues(rows: Int32Array, chosen: Uint8Array): Int32Array {
  const { length, byteLength } = rows;
  const memory = openPages({ work: 2 * byteLength + chosen.length + 4 * slack });
  return memory.borrow(() => {
    const kept = memory.take(byteLength + slack);
    const marks = memory.placeOf(chosen) + 1;
    const count = memory.exports.keepRows(memory.placeOf(rows), length, 0, marks, kept);
    return new Int32Array(memory.buffer, kept, count).slice();
  });
}

/** Up to this size a table is quicker than a map, although it is cleared for each batch. */
const mostKeys = 1 << 18;
const slack = 64;

interface Coarse {
  readonly places: Int32Array;
  /** Refined in place. */
  readonly groupOf: Int32Array;
}

/** Divides each group by one more column, and returns how many groups there are then. */
function divideByMap(
  { places, groupOf }: Coarse,
  rows: Int32Array,
  classOf: Int32Array,
  width: number,
): number {
  const known = new Map<number, number>();
  for (let place = 0; place < places.length; place += 1) {
    const value = rows[places[place] ?? 0] ?? -1;
    const key = (groupOf[place] ?? 0) * width + (value < 0 ? width - 1 : (classOf[value] ?? 0));
    const group = known.get(key) ?? known.size;
    known.set(key, group);
    groupOf[place] = group;
  }
  return known.size;
}

/** A column that decides the mark of a row, so rows are grouped by it. */
export interface MarkColumn {
  readonly column: BatchColumn;
  /** Cells with the same name give the same marks. */
  readonly nameOf: (cell: CellText) => string;
}

/**
 * The columns that divide rows besides `keys`, so that all rows of a group have the same mark. Values as
 * they are need no further look at each row. If they would make too many groups, rows are divided by their
 * classes instead.
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

/** Looking at a group takes as long as looking at this many rows, and few of the possible groups have rows. */
const rowsPerGroup = 2;

/** Judges each value once, in the order of rows. Values of the same name, as the hours of a day, are one class. */
function classColumn(
  { column: { rows, valueCount, isFull, textOf }, nameOf }: MarkColumn,
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
  return { rows, valueCount: classes.size, isFull, classOf };
}

const dayOfCell = createDayReader();
const days = new WeakMap<BatchColumn, GroupColumn>();

/** Divides rows by the day that they name; rows that name no day are together. */
export function dayColumn(column: BatchColumn): GroupColumn {
  return within(days, column, () => readDays(column));
}

function readDays(column: BatchColumn): GroupColumn {
  const { rows, valueCount, isFull, textOf } = column;
  const nameOf = (cell: CellText) => dayOfCell(cell ?? '') ?? '';
  // Of many values, only those that the rows have are looked at.
  if (valueCount * rowsPerGroup > rows.length) return classColumn({ column, nameOf }, undefined);
  const numbers = new Map<string, number>();
  const classOf = Int32Array.from({ length: valueCount }, (_, value) => {
    const name = nameOf(textOf(value));
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  });
  const areClasses = numbers.size < valueCount;
  return { rows, valueCount: numbers.size, isFull, classOf: areClasses ? classOf : undefined };
}

export function hasValues({ rows, isFull }: BatchColumn, count: number, selected: SelectedRows) {
  if (isFull) return true;
  const length = selected?.length ?? count;
  for (let place = 0; place < length; place += 1) {
    const row = selected === undefined ? place : (selected[place] ?? 0);
    if ((rows[row] ?? -1) < 0) return false;
  }
  return true;
}
