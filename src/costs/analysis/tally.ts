import { hasEscape, isNested, isNumber, isText } from '../../json/bulk/bits.ts';
import { CellReader } from '../../json/bulk/cell-reader.ts';
import type { RowPage } from '../../json/bulk/rows.ts';
import { addDecimals, type Decimal, zero } from '../../json/decimal.ts';
import { createSum, type Sum } from '../../json/sum.ts';
import { createDayReader } from '../day-cell.ts';
import type { SettledColumns } from './settle.ts';

/** Rows that agree in day, currency and values, and their exact sum. */
export interface Group {
  /** Null where days are not told apart. */
  readonly day: string | null;
  /** Of the columns that rows are grouped by; null where a row lacks the column. */
  readonly values: readonly (string | null)[];
  /** Null where the rows have no currency. */
  readonly currency: string | null;
  readonly rows: number;
  readonly total: Decimal;
}

export interface TallyOptions {
  readonly columns: SettledColumns;
  readonly by: readonly string[];
  readonly byDay: boolean;
}

/** A row that cannot be added up. */
export interface RowFault {
  readonly row: number;
  readonly reason: string;
}

/** Adds up rows by group; its memory grows with the groups and not with the rows. */
export interface Tally {
  /** Stops at the first row that cannot be added up, and tells which. */
  readonly add: (page: RowPage) => RowFault | undefined;
  /** What was added since the last time counts. */
  readonly keep: () => void;
  /** What was added since the last time does not count. */
  readonly rollback: () => void;
  readonly groups: () => Group[];
  /** Columns to group by that no row so far had. */
  readonly missing: () => readonly string[];
}

/** A place in the tree of currencies, days and values. */
interface Node {
  children: Map<string | null, Node> | undefined;
  /** Of the rows since the last `keep`. */
  rows: number;
  sum: Sum | undefined;
  keptRows: number;
  keptTotal: Decimal;
}

export function createTally({ columns, by, byDay }: TallyOptions): Tally {
  const amountReader = new CellReader(columns.amount);
  const currencyReader =
    columns.currency === undefined ? undefined : new CellReader(columns.currency);
  const dateReader = byDay && columns.date !== undefined ? new CellReader(columns.date) : undefined;
  const readers = by.map((column) => new CellReader(column));
  const dayOfCell = createDayReader();
  const missing = new Set(by);
  const root = createNode();
  let touched: Node[] = [];

  function addRow(page: RowPage, row: number): string | undefined {
    let node = root;
    if (currencyReader !== undefined) {
      const currency = currencyReader.read(page, row);
      if (!currency) return `it has no currency in ${columns.currency}`;
      node = descend(node, currency);
    }
    if (dateReader !== undefined) {
      const day = dayOfCell(dateReader.read(page, row) ?? '');
      if (day === undefined) return `it has no day in ${columns.date}`;
      node = descend(node, day);
    }
    for (const reader of readers) {
      const value = reader.read(page, row);
      if (value !== undefined && missing.size > 0) missing.delete(reader.column);
      node = descend(node, value ?? null);
    }
    if (node.rows === 0) touched.push(node);
    node.sum ??= createSum();
    if (!addAmount(node.sum, page, row)) return whyNoAmount(page, row);
    node.rows += 1;
    return undefined;
  }

  /** Amounts are added as the bytes they are: no two are alike, and a text each would be waste. */
  function addAmount(sum: Sum, page: RowPage, row: number): boolean {
    const at = amountReader.locate(page, row);
    const bits = at < 0 ? isNested : (page.cells[at + 2] ?? 0);
    if ((bits & (isNumber | isText)) === 0 || (bits & hasEscape) !== 0) {
      const text = amountReader.read(page, row);
      return typeof text === 'string' && sum.add(text);
    }
    const quote = (bits & isText) === 0 ? 0 : 1;
    return sum.addBytes(
      page.body,
      (page.cells[at] ?? 0) + quote,
      (page.cells[at + 1] ?? 0) - quote,
    );
  }

  function whyNoAmount(page: RowPage, row: number): string {
    const text = amountReader.read(page, row);
    if (text === undefined || text === null) return `it has no ${columns.amount}`;
    return `its ${columns.amount} is not a number: ${shorten(text)}`;
  }

  function settle(counts: boolean): void {
    for (const node of touched) {
      if (counts && node.sum !== undefined) {
        node.keptRows += node.rows;
        node.keptTotal = addDecimals(node.keptTotal, node.sum.total());
      }
      node.rows = 0;
      node.sum = undefined;
    }
    touched = [];
  }

  return {
    add: (page) => {
      for (let row = 0; row < page.count; row += 1) {
        const reason = addRow(page, row);
        if (reason !== undefined) return { row, reason };
      }
      return undefined;
    },
    keep: () => settle(true),
    rollback: () => settle(false),
    missing: () => [...missing],
    groups: () => {
      const leaves = [...leavesOf(root, [])].filter(({ node }) => node.keptRows > 0);
      return leaves.map(({ path, node }) => {
        const values = [...path];
        const currency = currencyReader === undefined ? null : (values.shift() ?? null);
        const day = dateReader === undefined ? null : (values.shift() ?? null);
        return { day, values, currency, rows: node.keptRows, total: node.keptTotal };
      });
    },
  };
}

function createNode(): Node {
  return { children: undefined, rows: 0, sum: undefined, keptRows: 0, keptTotal: zero };
}

function descend(node: Node, key: string | null): Node {
  node.children ??= new Map();
  let child = node.children.get(key);
  if (child === undefined) {
    child = createNode();
    node.children.set(key, child);
  }
  return child;
}

function* leavesOf(
  node: Node,
  path: readonly (string | null)[],
): Generator<{ path: readonly (string | null)[]; node: Node }, void> {
  if (node.children === undefined) {
    yield { path, node };
    return;
  }
  for (const [key, child] of node.children) yield* leavesOf(child, [...path, key]);
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
