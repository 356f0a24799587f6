import type { Expression } from 'jmespath';
import { evaluate, parseQuery } from './compile-query.ts';

/** A query over a list that arrives record by record: stores only what its result needs. */
export interface StreamedQuery {
  readonly add: (record: unknown) => void;
  readonly result: () => unknown;
}

/** Throws a usage error if the expression is invalid. */
export function openStreamedQuery(expression: string): StreamedQuery {
  const tree = parseQuery(expression);
  if (isCount(tree)) return countRecords();
  const split = splitQuery(tree);
  const results: unknown[] = [];
  return {
    add: (record) => {
      const items = split === undefined ? [record] : evaluate(split.each, [record]);
      if (Array.isArray(items)) for (const item of items) results.push(item);
    },
    result: () => evaluate(split === undefined ? tree : split.rest(results), results),
  };
}

/** Whether the query is `length(@)`: then the records need not be parsed at all. */
export function onlyCounts(expression: string): boolean {
  return isCount(parseQuery(expression));
}

function isCount(tree: Expression): boolean {
  const [list, ...others] = tree.type === 'Function' ? tree.children : [];
  return (
    tree.type === 'Function' &&
    tree.name === 'length' &&
    list !== undefined &&
    others.length === 0 &&
    isRoot(list)
  );
}

function countRecords(): StreamedQuery {
  let count = 0;
  return {
    add: () => {
      count += 1;
    },
    result: () => count,
  };
}

interface Split {
  /** Applied to each record alone: a list of one goes in, a list comes out. */
  readonly each: Expression;
  /** The rest of the query, over the results for all records. */
  readonly rest: (items: readonly unknown[]) => Expression;
}

/** Finds the part of a query that treats each record alone: `[?cost > `1`].name` in `sort(…)[:3]`. */
function splitQuery(tree: Expression): Split | undefined {
  if (isListPart(tree)) return { each: tree, rest: (value) => ({ type: 'Literal', value }) };
  if (tree.type === 'Function') {
    const at = tree.children.findIndex((child) => !isIndependent(child));
    const isOnly = tree.children.every((child, place) => place === at || isIndependent(child));
    return at < 0 || !isOnly ? undefined : within(tree, at);
  }
  const isChain =
    tree.type === 'Subexpression' || tree.type === 'IndexExpression' || tree.type === 'Pipe';
  // The second part of a chain sees only the value of the first.
  return isChain || isProjection(tree) ? within(tree, 0) : undefined;
}

type Parent = Extract<Expression, { readonly children: readonly Expression[] }>;

function within(tree: Parent, at: number): Split | undefined {
  const child = tree.children[at];
  const split = child === undefined ? undefined : splitQuery(child);
  if (split === undefined) return undefined;
  const rest = (items: readonly unknown[]): Expression => ({
    ...tree,
    children: tree.children.map((one, place) => (place === at ? split.rest(items) : one)),
  });
  return { each: split.each, rest };
}

/** Whether the result for a list equals the joined results for its items. */
function isListPart(tree: Expression): boolean {
  const [list] = isProjection(tree) ? tree.children : [];
  return isRoot(tree) || (list !== undefined && isListPart(list));
}

function isProjection(tree: Expression): tree is Parent {
  return tree.type === 'Projection' || tree.type === 'FilterProjection' || tree.type === 'Flatten';
}

function isRoot({ type }: Expression): boolean {
  return type === 'Identity' || type === 'Current';
}

/** Whether a part does not use the current value: `&cost` applies to the items of another list. */
function isIndependent({ type }: Expression): boolean {
  return type === 'Literal' || type === 'ExpressionReference';
}
