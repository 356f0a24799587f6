import {
  type BatchColumn,
  type CellText,
  type ColumnBatch,
  cellOf,
  type SelectedRows,
} from '../formats/column-batch.ts';
import { createSum, type Sum } from '../json/sum.ts';
import { chooseColumns, dayColumn, groupRows, hasValues } from './batch-groups.ts';
import type { DenseSums } from './dense-sums.ts';
import type { AddPrepared } from './read.ts';
import type { RowMarks } from './row-marks.ts';
import { moreOf, type Node, placesOf, quantityPlacesOf } from './tally-tree.ts';
import { addUnits } from './unit-sums.ts';

/** What is added up of each batch. */
interface ColumnTask {
  readonly amount: string;
  /** The columns that rows are grouped by; `dayKey` says which of them has the days. */
  readonly keys: readonly string[];
  readonly dayKey: number | undefined;
  readonly quantity: string | undefined;
  readonly mark: RowMarks | undefined;
  /** Rows without a day or an amount are no fault, and only amounts above zero are added. */
  readonly arePositive: boolean;
  readonly groups: TallyGroups;
}

/** The groups of a tally. The cells of a row are in the order of the keys. */
interface TallyGroups {
  readonly dense: DenseSums;
  readonly findGroup: (cells: readonly CellText[], marked: string | undefined) => Node;
  readonly lacksDay: (cells: readonly CellText[]) => boolean;
  readonly addRows: (node: Node, rows: number) => Sum;
}

type AddColumns = (batch: ColumnBatch, selected: SelectedRows) => AddPrepared | undefined;

/** This many words of 32 bits can be added up as doubles. */
const mostRows = 1 << 20;

/** Unless it is no fault, every row has to have an amount and a day: only a look at each can say what it lacks. */
export function createColumnAdder(task: ColumnTask): AddColumns {
  const { keys, dayKey, quantity, mark, arePositive } = task;
  const { dense, findGroup, lacksDay, addRows } = task.groups;
  return (batch, selected) => {
    if (batch.count > mostRows) return undefined;
    if (selected?.length === 0) return () => undefined;
    const amount = batch.column(task.amount);
    const units = amount?.units();
    if (amount === undefined || units === undefined) return undefined;
    if (!arePositive && !hasValues(amount, batch.count, selected)) return undefined;
    const second = quantity === undefined ? undefined : batch.column(quantity);
    const secondUnits = second?.units();
    const hasSecond = second !== undefined && secondUnits !== undefined;
    if (quantity !== undefined && !(hasSecond && hasValues(second, batch.count, selected))) {
      return undefined;
    }
    const found: BatchColumn[] = [];
    for (const [place, key] of keys.entries()) {
      const days = place === dayKey ? batch.days?.(key) : undefined;
      const column = days ?? batch.column(key);
      if (column === undefined) return undefined;
      found.push(column);
    }
    if (quantity === undefined && mark === undefined) {
      const columns = found;
      const add = dense.prepare({ columns, count: batch.count, selected, amount });
      if (add !== undefined) return add;
    }
    const marks = mark?.readColumns(batch);
    if (mark !== undefined && marks === undefined) return undefined;
    const divided = [
      ...found.map((column, key) => (key === dayKey ? dayColumn(column) : column)),
      ...chooseColumns(found, marks?.columns ?? [], batch.count, selected),
      ...(marks?.signs === undefined ? [] : [marks.signs]),
    ];
    const grouped = groupRows(divided, batch.count, selected);
    const groupCells = grouped.firstRow.map((row) => found.map((column) => cellOf(column, row)));
    if (!arePositive && groupCells.some(lacksDay)) return undefined;
    return () => {
      dense.flush();
      const nodes = groupCells.map((own, group) =>
        findGroup(own, marks?.of(grouped.firstRow[group] ?? 0)),
      );
      const placesIn = (of: (node: Node) => number) => (group: number) => {
        const node = nodes[group];
        return node === undefined ? 0 : of(node);
      };
      const sums = addUnits(grouped, {
        ...{ rows: amount.rows, units, selected, arePositive },
        placesOf: arePositive ? undefined : placesIn(placesOf),
      });
      for (const [group, node] of nodes.entries()) {
        sums.addTo(addRows(node, sums.rowsOf(group)), group);
      }
      if (!hasSecond) return;
      const quantities = addUnits(grouped, {
        ...{ rows: second.rows, units: secondUnits },
        ...{ selected, placesOf: placesIn(quantityPlacesOf) },
      });
      for (const [group, node] of nodes.entries()) {
        const more = moreOf(node);
        more.quantity ??= createSum();
        quantities.addTo(more.quantity, group);
      }
    };
  };
}
