import {
  type BatchColumn,
  type CellText,
  type ColumnBatch,
  cellOf,
  inOrder,
  type SelectedRows,
} from '../formats/column-batch.ts';
import { within } from '../grouping.ts';
import { isText } from '../json/bulk/bits.ts';
import { minus } from '../json/bulk/bytes.ts';
import { CellReader } from '../json/bulk/cell-reader.ts';
import { RowGroups } from '../json/bulk/row-groups.ts';
import type { RowPage } from '../json/bulk/rows.ts';
import { addDecimals, type Decimal, zero } from '../json/decimal.ts';
import { createSum, type Sum } from '../json/sum.ts';
import { addAmount } from './amount-cells.ts';
import { dayColumn, groupRows } from './batch-groups.ts';
import { hasNone } from './cell-conditions.ts';
import { createDayReader, normalizeCurrency } from './currency-and-day.ts';
import { DenseSums } from './dense-sums.ts';
import type { RowStep } from './read.ts';
import type { RangeFacts } from './source-facts.ts';
import { addUnits } from './unit-sums.ts';

/** At most this many sources are looked at in each batch. */
const fewSources = 100;

/** Counts rows by source and day while they are read for something else. */
export interface SourceCount extends RowStep, RangeFacts {}

export interface SourceColumns {
  /** Undefined: all rows come from one source. */
  readonly source: string | undefined;
  readonly date: string;
  readonly amount: string;
  readonly currency: string | undefined;
}

/** Counts of the rows since the last commit, and of those before it. */
interface Cell {
  readonly source: string | null;
  readonly day: string;
  readonly currency: string | null;
  rows: number;
  /** The last page that has such a row. */
  page: number;
  sum: Sum | undefined;
  committedRows: number;
  committedCost: Decimal;
}

/** Where rows that are alike are counted. */
interface RowPlace {
  readonly cell: Cell;
  readonly isNegative: boolean;
}

type Cells = Map<string | null, Map<string | null, Map<string, Cell>>>;

export function createSourceCount(columns: SourceColumns): SourceCount {
  const dates = new CellReader(columns.date);
  const amounts = new CellReader(columns.amount);
  const sources = columns.source === undefined ? undefined : new CellReader(columns.source);
  const currencies = columns.currency === undefined ? undefined : new CellReader(columns.currency);
  const dayOfCell = createDayReader();
  const cells: Cells = new Map();
  let touched: Cell[] = [];
  let hasSource = columns.source === undefined;
  let [met, committedMet] = [new Set<string | null>(), new Set<string | null>()];
  let [undated, committedUndated] = [0, 0];
  let inPage: (string | null)[] = [];
  let page = 0;
  const alike = new RowGroups<RowPlace | undefined>(
    [columns.source, columns.date, columns.currency].filter((column) => column !== undefined),
    columns.amount,
  );
  /** Whether all rows since the groups were last looked at meet the conditions. */
  let areAllMet = true;
  const dense = new DenseSums({
    arePositive: true,
    accepts: (cell, key) => key > 0 || dayOfCell(cell ?? '') !== undefined,
    take: ({ cells: [date, ...others], rows, addTo }) => {
      const [text, code] = columns.source === undefined ? [undefined, others[0]] : others;
      const source = sourceNamed(text);
      if (areAllMet) met.add(source);
      const cell = cellAt(source, dayOfCell(date ?? '') ?? '', normalizeCurrency(code));
      addRows(cell, rows);
      cell.sum ??= createSum();
      addTo(cell.sum);
    },
  });

  function cellAt(source: string | null, day: string, currency: string | null): Cell {
    const byCurrency = within(cells, source, () => new Map<string | null, Map<string, Cell>>());
    const byDay = within(byCurrency, currency, () => new Map<string, Cell>());
    return within(byDay, day, () => ({
      ...{ source, day, currency, rows: 0, sum: undefined, page: 0 },
      ...{ committedRows: 0, committedCost: zero },
    }));
  }

  function addRows(cell: Cell, rows: number): void {
    if (cell.rows === 0) touched.push(cell);
    cell.rows += rows;
  }

  function readSource(rows: RowPage, row: number): string | null {
    return sourceNamed(sources?.read(rows, row));
  }

  /** Whether every source in the column is known to have a row that meets the conditions. */
  function areMet(column: BatchColumn | undefined): boolean {
    const isMet = (cell: CellText) => met.has(nameOf(cell));
    if (column === undefined) return isMet(undefined);
    if (column.valueCount > fewSources || !(column.isFull || isMet(column.absent))) return false;
    return inOrder(column.valueCount).every((value) => isMet(column.textOf(value)));
  }

  function sourceNamed(cell: CellText): string | null {
    hasSource ||= cell !== undefined;
    return nameOf(cell);
  }

  function look(rows: RowPage): void {
    inPage = [];
    page += 1;
    alike.open(rows);
    for (let row = 0; row < rows.count; row += 1) {
      const known = alike.find(row) ?? alike.keep(row, readPlace(rows, row));
      if (known === undefined) {
        undated += 1;
        continue;
      }
      const { cell, isNegative } = known;
      addRows(cell, 1);
      if (cell.page !== page) {
        cell.page = page;
        inPage.push(cell.source);
      }
      if (isNegative) continue;
      cell.sum ??= createSum();
      addAmount(cell.sum, amounts, rows, row);
    }
  }

  function readPlace(rows: RowPage, row: number): RowPlace | undefined {
    const source = readSource(rows, row);
    const day = dayOfCell(dates.read(rows, row) ?? '');
    if (day === undefined) return undefined;
    const cell = cellAt(source, day, normalizeCurrency(currencies?.read(rows, row)));
    return { cell, isNegative: isNegative(rows, row) };
  }

  function isNegative(rows: RowPage, row: number): boolean {
    const at = amounts.locate(rows, row);
    if (at < 0) return false;
    const quote = ((rows.cells[at + 2] ?? 0) & isText) === 0 ? 0 : 1;
    return rows.body[(rows.cells[at] ?? 0) + quote] === minus;
  }

  function addColumns(batch: ColumnBatch, selected: SelectedRows) {
    const date = batch.days?.(columns.date) ?? batch.column(columns.date);
    const amount = batch.column(columns.amount);
    const source = columns.source === undefined ? undefined : batch.column(columns.source);
    const currency = columns.currency === undefined ? undefined : batch.column(columns.currency);
    const units = amount?.units();
    const lacksOne =
      (columns.source !== undefined && source === undefined) ||
      (columns.currency !== undefined && currency === undefined);
    if (date === undefined || amount === undefined || units === undefined || lacksOne) {
      return undefined;
    }
    const keys = [source, currency].filter((key) => key !== undefined);
    const sourceOf = (row: number) =>
      sourceNamed(source === undefined ? undefined : cellOf(source, row));
    const addGroups = () => {
      const grouped = groupRows([dayColumn(date), ...keys], batch.count, undefined);
      const { rows } = amount;
      const sums = addUnits(grouped, { rows, units, selected: undefined, arePositive: true });
      for (const [group, row] of grouped.firstRow.entries()) {
        const day = dayOfCell(cellOf(date, row) ?? '');
        const own = sourceOf(row);
        if (selected === undefined) met.add(own);
        if (day === undefined) {
          undated += sums.rowsOf(group);
          continue;
        }
        const code = currency === undefined ? undefined : cellOf(currency, row);
        const cell = cellAt(own, day, normalizeCurrency(code));
        addRows(cell, sums.rowsOf(group));
        cell.sum ??= createSum();
        sums.addTo(cell.sum, group);
      }
    };
    if (areAllMet !== (selected === undefined)) dense.flush();
    areAllMet = selected === undefined;
    const all = { columns: [date, ...keys], count: batch.count, selected: undefined, amount };
    const add = dense.prepare(all) ?? addGroups;
    return () => {
      add();
      if (selected === undefined || selected.length === 0 || areMet(source)) return;
      const chosen = source === undefined ? [] : [source];
      for (const row of groupRows(chosen, batch.count, selected).firstRow) met.add(sourceOf(row));
    };
  }

  return {
    column: columns.source,
    look,
    add: (rows, { count }) => {
      if (rows.count === count) for (const source of inPage) met.add(source);
      else for (let row = 0; row < rows.count; row += 1) met.add(readSource(rows, row));
    },
    addColumns,
    commit: () => {
      dense.flush();
      for (const cell of touched) {
        cell.committedRows += cell.rows;
        if (cell.sum !== undefined) {
          cell.committedCost = addDecimals(cell.committedCost, cell.sum.total());
        }
      }
      settle();
      committedMet = new Set(met);
      committedUndated = undated;
    },
    rollback: () => {
      dense.clear();
      settle();
      met = new Set(committedMet);
      undated = committedUndated;
    },
    days: () =>
      [...cells.values()]
        .flatMap((byCurrency) => [...byCurrency.values()])
        .flatMap((byDay) => [...byDay.values()])
        .filter(({ committedRows }) => committedRows > 0)
        .map(({ source, day, currency, committedRows: rows, committedCost: cost }) => {
          return { source, day, currency, rows, cost };
        }),
    undated: () => undated,
    met: () => met,
    hasSource: () => hasSource,
  };

  function settle(): void {
    for (const cell of touched) {
      cell.rows = 0;
      cell.sum = undefined;
    }
    touched = [];
  }
}

function nameOf(cell: CellText): string | null {
  return cell === undefined || hasNone(cell) ? null : cell;
}
