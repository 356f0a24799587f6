import type { CellText } from '../formats/column-batch.ts';
import { CellReader } from '../json/bulk/cell-reader.ts';
import { RowGroups } from '../json/bulk/row-groups.ts';
import type { RowPage } from '../json/bulk/rows.ts';
import type { Decimal } from '../json/decimal.ts';
import { createSum, type Sum } from '../json/sum.ts';
import { addAmount, isNegative, whyNoAmount } from './amount-cells.ts';
import { hasNone } from './cell-conditions.ts';
import { createDayReader, normalizeCurrency } from './currency-and-day.ts';
import { DenseSums } from './dense-sums.ts';
import type { CostColumns } from './require-columns.ts';
import type { RowMarks } from './row-marks.ts';
import { createColumnAdder } from './tally-columns.ts';
import {
  createTuple,
  extend,
  findNode,
  isUnfilled,
  moreOf,
  type Node,
  quantityOf,
  settleNode,
  sizeOf,
  type Tree,
  type Tuple,
} from './tally-tree.ts';

/** Rows with the same day, currency and values, and their exact sum. */
export interface Group {
  /** Null if days are not separate. */
  readonly day: string | null;
  /** One value for each column that rows are grouped by; null if rows have no value there, or a blank one. */
  readonly values: readonly (string | null)[];
  /** Null if the rows have no currency. */
  readonly currency: string | null;
  readonly rows: number;
  readonly total: Decimal;
  /** Rows without a usable amount or day: they are in `rows` and not in `total`. */
  readonly faults: number;
  /** The sum of a second column, if there is one; null if a row has no number there. */
  readonly quantity?: Decimal | null;
}

export interface TallyOptions {
  readonly columns: CostColumns;
  readonly by: readonly string[];
  readonly byDay: boolean;
  /** The day under which a day is added up, such as the first one of its month; by default itself. */
  readonly dayAs?: ((day: string) => string) | undefined;
  /** A column that is added up as well. */
  readonly quantity?: string | undefined;
  /** A text for each row, such as its rule or budget. Rows are grouped by it before the columns. */
  readonly mark?: RowMarks | undefined;
  /** Equal values of tallies that share it are the same list. */
  readonly tuples?: Tuple | undefined;
  /** Add only amounts above zero: a row with another amount, or with none, is counted and is no fault. */
  readonly arePositive?: boolean;
}

/** Why a row of the page cannot be added up. */
type OnFault = (row: number, reason: string) => void;

/** Adds up rows by group. Its memory grows with the groups and not with the rows. */
export type Tally = ReturnType<typeof createTally>;

/** Where rows that are alike are added up. */
interface RowPlace {
  readonly node: Node;
  readonly hasNoDay: boolean;
  readonly isLeftOut: boolean;
}

export function createTally(options: TallyOptions) {
  const { columns, by, byDay, dayAs = (day) => day, mark, quantity, arePositive = false } = options;
  const tuples = options.tuples ?? createTuple();
  const amountReader = new CellReader(columns.amount);
  const quantityReader = quantity === undefined ? undefined : new CellReader(quantity);
  const hasDay = byDay && columns.date !== undefined;
  const keys = [
    ...(columns.currency === undefined ? [] : [columns.currency]),
    ...(hasDay && columns.date !== undefined ? [columns.date] : []),
    ...by,
  ];
  const dayKey = columns.currency === undefined ? 0 : 1;
  const areCurrencies = keys.map((column) => column === columns.currency);
  const readers = keys.map((column) => new CellReader(column));
  const sign = arePositive ? columns.amount : mark?.sign;
  const alike = new RowGroups<RowPlace>([...keys, ...(mark?.columns ?? [])], sign);
  const dayOfCell = createDayReader();
  const wanted = [...by, ...(columns.currency === undefined ? [] : [columns.currency])];
  let missing = new Set(wanted);
  let committedMissing = wanted;
  let tree: Tree = new Map();
  let touched: Node[] = [];
  const dense = new DenseSums({
    arePositive,
    accepts: (cell, key) => !hasDay || key !== dayKey || dayOfCell(cell ?? '') !== undefined,
    take: ({ cells, rows, addTo }) => addTo(addRows(findGroup(cells, undefined), rows)),
  });

  function lacksDay(cells: readonly CellText[]): boolean {
    return hasDay && dayOfCell(cells[dayKey] ?? '') === undefined;
  }

  /** The group of a row. Its cells are in the order of `keys`. */
  function findGroup(cells: readonly CellText[], marked: string | undefined): Node {
    let currency: string | null = null;
    let day: string | null = null;
    let at = 0;
    if (columns.currency !== undefined) {
      currency = normalizeCurrency(see(at, cells[at]));
      at += 1;
    }
    if (hasDay) {
      const own = dayOfCell(cells[at] ?? '');
      day = own === undefined ? null : dayAs(own);
      at += 1;
    }
    let tuple = marked === undefined ? tuples : extend(tuples, marked);
    for (; at < keys.length; at += 1) {
      tuple = extend(tuple, groupValue(see(at, cells[at]), areCurrencies[at] === true));
    }
    return findNode(tree, currency, day, tuple);
  }

  /** A column counts as present if a row has a value or null in it. */
  function see(key: number, cell: CellText): CellText {
    if (cell !== undefined && missing.size > 0) missing.delete(keys[key] ?? '');
    return cell;
  }

  function addRows(node: Node, rows: number): Sum {
    if (node.rows === 0) touched.push(node);
    node.rows += rows;
    node.sum ??= createSum();
    return node.sum;
  }

  /** Returns why the row cannot be added up, if it cannot. */
  function addRow(page: RowPage, row: number): string | undefined {
    const place = alike.find(row) ?? alike.keep(row, readPlace(page, row));
    const { node, hasNoDay } = place;
    const sum = addRows(node, 1);
    if (place.isLeftOut) return undefined;
    if (quantityReader !== undefined) addQuantity(node, quantityReader.read(page, row));
    if (!hasNoDay && addAmount(sum, amountReader, page, row)) return undefined;
    if (arePositive) return undefined;
    moreOf(node).faults += 1;
    return hasNoDay
      ? `it has no day in ${columns.date}`
      : whyNoAmount(amountReader, columns.amount, page, row);
  }

  function readPlace(page: RowPage, row: number): RowPlace {
    const cells = readers.map((reader) => reader.read(page, row));
    const node = findGroup(cells, mark?.read(page, row));
    const isLeftOut = arePositive && isNegative(amountReader, page, row);
    return { node, hasNoDay: lacksDay(cells), isLeftOut };
  }

  function addQuantity(node: Node, cell: CellText): void {
    const more = moreOf(node);
    more.quantity ??= createSum();
    if (typeof cell !== 'string' || !more.quantity.add(cell)) more.lacking += 1;
  }

  function settle(counts: boolean): void {
    for (const node of touched) settleNode(node, counts);
    touched = [];
  }

  function groups(): Group[] {
    const all: Group[] = [];
    for (const [currency, days] of tree) {
      for (const [day, nodes] of days) {
        for (const [{ values }, node] of nodes) {
          if (node.committedRows === 0) continue;
          const { committedRows: rows, more } = node;
          const total = { units: node.committedUnits, scale: node.committedScale };
          const faults = more?.committedFaults ?? 0;
          const group = { day, values, currency, rows, total, faults };
          all.push(quantity === undefined ? group : { ...group, quantity: quantityOf(node) });
        }
      }
    }
    return all;
  }

  return {
    add: (page: RowPage, onFault?: OnFault) => {
      dense.flush();
      alike.open(page);
      for (let row = 0; row < page.count; row += 1) {
        const reason = addRow(page, row);
        if (reason !== undefined) onFault?.(row, reason);
      }
    },
    /** Prepares what `add` would do; undefined if each row has to be looked at for it. */
    addColumns: createColumnAdder({
      amount: columns.amount,
      keys,
      dayKey: hasDay ? dayKey : undefined,
      ...{ quantity, mark, arePositive },
      groups: { dense, findGroup, lacksDay, addRows },
    }),
    /** What was added since the last commit counts. */
    commit: () => {
      dense.flush();
      settle(true);
      committedMissing = [...missing];
    },
    /** What was added since the last commit does not count. */
    rollback: () => {
      dense.clear();
      settle(false);
      missing = new Set(committedMissing);
      // The columns that rows have are noted when their group is found: that has to happen again.
      alike.forget();
    },
    /** Columns to group by, and the currency column, that no row has had so far. */
    missing: () => [...missing],
    /** Whether nothing counts. */
    isEmpty: () => isUnfilled(tree),
    /** How many groups there are, whether or not anything in them counts. */
    size: () => sizeOf(tree),
    groups,
    /** The groups that count, which are then forgotten. */
    take: () => {
      const taken = groups();
      tree = new Map();
      alike.forget();
      return taken;
    },
  };
}

/** The value by which a row is grouped: null if its cell has none, or a blank one. */
export function groupValue(cell: CellText, isCurrency: boolean): string | null {
  const value = isCurrency ? normalizeCurrency(cell) : cell;
  return value === undefined || hasNone(value) ? null : value;
}
