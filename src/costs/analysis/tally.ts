import { hasEscape, isNested, isNumber, isText } from '../../json/bulk/bits.ts';
import { CellReader } from '../../json/bulk/cell-reader.ts';
import type { RowPage } from '../../json/bulk/rows.ts';
import { addDecimals, type Decimal, zero } from '../../json/decimal.ts';
import { createSum, type Sum } from '../../json/sum.ts';
import { normalizeCurrency } from '../currency.ts';
import { createDayReader } from '../day-cell.ts';
import type { CostColumns } from '../require-columns.ts';

/** Rows with the same day, currency and values, and their exact sum. */
export interface Group {
  /** Null if days are not separate. */
  readonly day: string | null;
  /** Of the columns that rows are grouped by; null if a row has no value there, or a blank one. */
  readonly values: readonly (string | null)[];
  /** Null if the rows have no currency. */
  readonly currency: string | null;
  readonly rows: number;
  readonly total: Decimal;
  /** Rows without a usable amount or day: they are in `rows` and not in `total`. */
  readonly faults: number;
}

export interface TallyOptions {
  readonly columns: CostColumns;
  readonly by: readonly string[];
  readonly byDay: boolean;
  /** A text for each row that groups it too, before the columns: which rule or budget it belongs to. */
  readonly mark?: ReadMark | undefined;
}

export type ReadMark = (page: RowPage, row: number) => string;

/** Why a row of the page cannot be added up. */
type OnFault = (row: number, reason: string) => void;

/** Adds up rows by group. Its memory grows with the groups and not with the rows. */
export interface Tally {
  readonly add: (page: RowPage, onFault?: OnFault) => void;
  /** What was added since the last time counts. */
  readonly commit: () => void;
  /** What was added since the last time does not count. */
  readonly rollback: () => void;
  /** The groups of everything that counts. */
  readonly groups: () => Group[];
  /** The groups that count, which are then forgotten. */
  readonly take: () => Group[];
  /** Columns to group by, and the currency column, that no row has had so far. */
  readonly missing: () => readonly string[];
}

/** A place in the tree of currencies, days and values. */
interface Node {
  children: Map<string | null, Node> | undefined;
  /** Of the rows since the last commit. */
  rows: number;
  faults: number;
  sum: Sum | undefined;
  committedRows: number;
  committedFaults: number;
  committedTotal: Decimal;
}

export function createTally({ columns, by, byDay, mark }: TallyOptions): Tally {
  const amountReader = new CellReader(columns.amount);
  const currencyReader =
    columns.currency === undefined ? undefined : new CellReader(columns.currency);
  const dateReader = byDay && columns.date !== undefined ? new CellReader(columns.date) : undefined;
  const readers = by.map((column) => new CellReader(column));
  const dayOfCell = createDayReader();
  const wanted = [...by, ...(columns.currency === undefined ? [] : [columns.currency])];
  let missing = new Set(wanted);
  let committedMissing = wanted;
  let root = createNode();
  let touched: Node[] = [];

  /** Returns why the row cannot be added up, if it cannot. */
  function addRow(page: RowPage, row: number): string | undefined {
    let node = root;
    let reason: string | undefined;
    if (currencyReader !== undefined) {
      const currency = currencyReader.read(page, row);
      if (currency !== undefined && missing.size > 0) missing.delete(currencyReader.column);
      node = descend(node, normalizeCurrency(currency));
    }
    if (dateReader !== undefined) {
      const day = dayOfCell(dateReader.read(page, row) ?? '');
      if (day === undefined) reason = `it has no day in ${columns.date}`;
      node = descend(node, day ?? null);
    }
    if (mark !== undefined) node = descend(node, mark(page, row));
    for (const reader of readers) {
      const value = reader.read(page, row);
      if (value !== undefined && missing.size > 0) missing.delete(reader.column);
      node = descend(node, value === undefined || isBlank(value) ? null : value);
    }
    if (node.rows === 0) touched.push(node);
    node.rows += 1;
    node.sum ??= createSum();
    if (reason === undefined && addAmount(node.sum, page, row)) return undefined;
    node.faults += 1;
    return reason ?? whyNoAmount(page, row);
  }

  /** Amounts are added as bytes: no two are alike, and a string for each would be waste. */
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
        node.committedRows += node.rows;
        node.committedFaults += node.faults;
        node.committedTotal = addDecimals(node.committedTotal, node.sum.total());
      }
      node.rows = 0;
      node.faults = 0;
      node.sum = undefined;
    }
    touched = [];
  }

  function groups(): Group[] {
    const filled = [...leavesOf(root, [])].filter(({ node }) => node.committedRows > 0);
    return filled.map(({ path, node }) => {
      const values = [...path];
      const currency = currencyReader === undefined ? null : (values.shift() ?? null);
      const day = dateReader === undefined ? null : (values.shift() ?? null);
      const { committedRows: rows, committedTotal: total, committedFaults: faults } = node;
      return { day, values, currency, rows, total, faults };
    });
  }

  return {
    add: (page, onFault) => {
      for (let row = 0; row < page.count; row += 1) {
        const reason = addRow(page, row);
        if (reason !== undefined) onFault?.(row, reason);
      }
    },
    commit: () => {
      settle(true);
      committedMissing = [...missing];
    },
    rollback: () => {
      settle(false);
      missing = new Set(committedMissing);
    },
    missing: () => [...missing],
    groups,
    take: () => {
      const taken = groups();
      root = createNode();
      return taken;
    },
  };
}

function isBlank(text: string | null): boolean {
  return text === null || text === '' || (text.charCodeAt(0) <= 0x20 && text.trim() === '');
}

function createNode(): Node {
  return {
    children: undefined,
    rows: 0,
    faults: 0,
    sum: undefined,
    committedRows: 0,
    committedFaults: 0,
    committedTotal: zero,
  };
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
