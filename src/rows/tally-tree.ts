import { addDecimals, type Decimal, zero } from '../json/decimal.ts';
import type { Sum } from '../json/sum.ts';

/** A place in the tree of currencies, days and values. */
export interface Node {
  children: Map<string | null, Node> | undefined;
  /** Like the fields below, this is about the rows since the last commit; `committed…` is about those before it. */
  rows: number;
  faults: number;
  sum: Sum | undefined;
  quantity: Sum | undefined;
  /** Rows without a quantity. */
  lacking: number;
  committedRows: number;
  committedFaults: number;
  committedTotal: Decimal;
  committedQuantity: Decimal;
  committedLacking: number;
}

export function createNode(): Node {
  return {
    children: undefined,
    rows: 0,
    faults: 0,
    sum: undefined,
    quantity: undefined,
    lacking: 0,
    committedRows: 0,
    committedFaults: 0,
    committedTotal: zero,
    committedQuantity: zero,
    committedLacking: 0,
  };
}

export function descend(node: Node, key: string | null): Node {
  node.children ??= new Map();
  let child = node.children.get(key);
  if (child === undefined) {
    child = createNode();
    node.children.set(key, child);
  }
  return child;
}

interface Leaf {
  readonly path: readonly (string | null)[];
  readonly node: Node;
}

export function leavesOf(node: Node, path: Leaf['path'] = [], leaves: Leaf[] = []): Leaf[] {
  if (node.children === undefined) leaves.push({ path, node });
  else for (const [key, child] of node.children) leavesOf(child, [...path, key], leaves);
  return leaves;
}

/** Whether no row of the tree counts. */
export function isUnfilled({ children, committedRows }: Node): boolean {
  for (const child of children?.values() ?? []) if (!isUnfilled(child)) return false;
  return committedRows === 0;
}

/** Adds what came since the last commit to what counts, or forgets it. */
export function settleNode(node: Node, counts: boolean): void {
  if (counts && node.sum !== undefined) {
    node.committedRows += node.rows;
    node.committedFaults += node.faults;
    node.committedTotal = addDecimals(node.committedTotal, node.sum.total());
    node.committedLacking += node.lacking;
    if (node.quantity !== undefined) {
      node.committedQuantity = addDecimals(node.committedQuantity, node.quantity.total());
    }
  }
  node.rows = 0;
  node.faults = 0;
  node.sum = undefined;
  node.quantity = undefined;
  node.lacking = 0;
}
