import { within } from '../grouping.ts';
import { addDecimals, type Decimal, zero } from '../json/decimal.ts';
import type { Sum } from '../json/sum.ts';

type Text = string | null;

/** The values of a group. Equal values are one object, so that a group needs no list of its own for each day. */
export interface Tuple {
  readonly values: readonly Text[];
  children: Map<Text, Tuple> | undefined;
}

export function createTuple(values: readonly Text[] = []): Tuple {
  return { values, children: undefined };
}

/** The tuple with one more value. */
export function extend(tuple: Tuple, value: Text): Tuple {
  tuple.children ??= new Map();
  return within(tuple.children, value, () => createTuple([...tuple.values, value]));
}

/** Rows with the same currency, day and values. There may be millions of these: each field counts. */
export interface Node {
  /** Like `sum`, about the rows since the last commit; `committed…` is about those before it. */
  rows: number;
  sum: Sum | undefined;
  committedRows: number;
  committedUnits: bigint;
  committedScale: number;
  /** What few groups have. */
  more: More | undefined;
}

interface More {
  faults: number;
  quantity: Sum | undefined;
  /** Rows without a quantity. */
  lacking: number;
  committedFaults: number;
  committedQuantity: Decimal;
  committedLacking: number;
}

/** The groups by currency, day and values, in the order in which they appeared. */
export type Tree = Map<Text, Map<Text, Map<Tuple, Node>>>;

export function findNode(tree: Tree, currency: Text, day: Text, tuple: Tuple): Node {
  const nodes = within(within(tree, currency, emptyMap), day, emptyMap);
  return within(nodes, tuple, createNode);
}

const emptyMap = () => new Map();

function createNode(): Node {
  return {
    rows: 0,
    sum: undefined,
    committedRows: 0,
    committedUnits: 0n,
    committedScale: 0,
    more: undefined,
  };
}

export function moreOf(node: Node): More {
  node.more ??= {
    faults: 0,
    quantity: undefined,
    lacking: 0,
    committedFaults: 0,
    committedQuantity: zero,
    committedLacking: 0,
  };
  return node.more;
}

/** The decimal places of the sum so far, and of that of the quantities. */
export function placesOf({ sum, committedScale }: Node): number {
  return Math.max(sum?.places() ?? 0, committedScale);
}

export function quantityPlacesOf({ more }: Node): number {
  return Math.max(more?.quantity?.places() ?? 0, more?.committedQuantity.scale ?? 0);
}

/** Adds what came since the last commit to what counts, or forgets it. */
export function settleNode(node: Node, counts: boolean): void {
  const { sum, more } = node;
  if (counts && sum !== undefined) {
    const committed = { units: node.committedUnits, scale: node.committedScale };
    const total = node.committedRows === 0 ? sum.total() : addDecimals(committed, sum.total());
    node.committedRows += node.rows;
    node.committedUnits = total.units;
    node.committedScale = total.scale;
  }
  node.rows = 0;
  node.sum = undefined;
  if (more === undefined) return;
  if (counts) {
    more.committedFaults += more.faults;
    more.committedLacking += more.lacking;
    if (more.quantity !== undefined) {
      more.committedQuantity = addDecimals(more.committedQuantity, more.quantity.total());
    }
  }
  more.faults = 0;
  more.quantity = undefined;
  more.lacking = 0;
}

/** Null if a row of the group has none. */
export function quantityOf({ more }: Node): Decimal | null {
  return more === undefined || more.committedLacking > 0 ? null : more.committedQuantity;
}

export function isUnfilled(tree: Tree): boolean {
  for (const nodes of daysOf(tree)) {
    for (const { committedRows } of nodes.values()) if (committedRows > 0) return false;
  }
  return true;
}

export function sizeOf(tree: Tree): number {
  return daysOf(tree).reduce((sum, { size }) => sum + size, 0);
}

function daysOf(tree: Tree) {
  return [...tree.values()].flatMap((days) => [...days.values()]);
}
