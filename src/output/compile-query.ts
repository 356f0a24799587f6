import { compile, type Expression, type Projection, type Token, tokenize } from 'jmespath';
import { CostctlError, usageError } from '../errors.ts';
import { membersOf, objectOf } from '../json/members.ts';
import { ExactNumber, isObject, type JsonValue } from '../json/number.ts';
import { tryJson } from '../json/parse.ts';
import { callFunction } from './query-functions.ts';
import { compareValues, ExpressionReference, isEqual, isFalse, toDouble } from './query-values.ts';

/**
 * Compiles a JMESPath expression for complete results; throws a usage error if it is invalid. The library
 * parses it; evaluation is done here, because the library's own evaluation knows only doubles and
 * follows keys into prototypes.
 */
export function compileQuery(expression: string): (value: unknown) => unknown {
  const tree = parseQuery(expression);
  return (value) => evaluate(tree, value);
}

export function evaluate(tree: Expression, value: unknown): unknown {
  const result = visit(tree, value ?? null);
  if (result instanceof ExpressionReference) {
    throw invalid('& can only be used before a value of a function');
  }
  return result;
}

export function parseQuery(expression: string): Expression {
  try {
    const tokens = tokenize(expression);
    for (const [position, token] of tokens.entries()) {
      checkLiteral(expression, token, tokens[position + 1]?.start);
    }
    return compile(expression);
  } catch (cause) {
    if (cause instanceof CostctlError) throw cause;
    // If the text cannot even be tokenized, the library fails with its own words.
    const isLost = cause instanceof TypeError || !(cause instanceof Error);
    throw invalid(isLost ? 'a character in it has no meaning there' : cause.message);
  }
}

/** The library parses a literal as a double: one that a double cannot represent would change. */
function checkLiteral(expression: string, token: Token, end: number | undefined): void {
  if (expression[token.start] !== '`') return;
  const source = expression.slice(token.start + 1, end);
  const text = source.slice(0, source.lastIndexOf('`')).replaceAll('\\`', '`').trim();
  // The library treats anything that is not JSON as text: `2026-10-01`.
  if (/^[[{\d-]/.test(text)) checkNumbers(tryJson(text) ?? text);
}

function checkNumbers(value: JsonValue): void {
  if (value instanceof ExactNumber) toDouble(value);
  else if (typeof value === 'object' && value !== null) Object.values(value).forEach(checkNumbers);
}

function invalid(reason: string): Error {
  return usageError(
    `--query is not a JMESPath expression: ${reason}`,
    'jmespath.org describes the language; quote the expression for your shell',
  );
}

function visit(node: Expression | undefined, value: unknown): unknown {
  // The library's parser leaves undefined after a trailing dot.
  if (node === undefined) throw invalid('a part of it is missing');
  switch (node.type) {
    case 'Identity':
    case 'Current':
      return value;
    case 'Literal':
      return node.value;
    case 'Field':
      // Only own properties: `constructor` and `__proto__` are ordinary names.
      return isObject(value) && Object.hasOwn(value, node.name) ? (value[node.name] ?? null) : null;
    case 'Index':
      return Array.isArray(value) ? (value.at(node.value) ?? null) : null;
    case 'Slice':
      return Array.isArray(value) ? slice(value, node.children) : null;
    case 'Subexpression':
    case 'IndexExpression':
    case 'Pipe':
      return visit(node.children[1], visit(node.children[0], value));
    case 'Projection':
    case 'ValueProjection':
    case 'FilterProjection':
    case 'Flatten':
      return project(node, value);
    case 'MultiSelectList':
      return value === null ? null : node.children.map((child) => visit(child, value));
    case 'MultiSelectHash':
      if (value === null) return null;
      return objectOf(node.children.map((pair) => [pair.name, visit(pair.value, value)]));
    case 'Comparator':
      return compare(node.name, visit(node.children[0], value), visit(node.children[1], value));
    case 'OrExpression': {
      const left = visit(node.children[0], value);
      return isFalse(left) ? visit(node.children[1], value) : left;
    }
    case 'AndExpression': {
      const left = visit(node.children[0], value);
      return isFalse(left) ? left : visit(node.children[1], value);
    }
    case 'NotExpression':
      return isFalse(visit(node.children[0], value));
    case 'ExpressionReference':
      return new ExpressionReference((item) => visit(node.children[0], item));
    case 'Function':
      return callFunction(
        node.name,
        node.children.map((child) => visit(child, value)),
      );
  }
}

function project({ type, children }: Projection, value: unknown): unknown {
  const base = visit(children[0], value);
  const items =
    type === 'ValueProjection' && isObject(base) ? membersOf(base).map(([, item]) => item) : base;
  if (!Array.isArray(items) || (type === 'ValueProjection' && items === base)) return null;
  if (type === 'Flatten') return items.flat();
  const matches =
    type === 'FilterProjection'
      ? items.filter((item) => !isFalse(visit(children[2], item)))
      : items;
  return matches.map((item) => visit(children[1], item)).filter((item) => item !== null);
}

function compare(operator: string, left: unknown, right: unknown): boolean | null {
  if (operator === 'EQ') return isEqual(left, right);
  if (operator === 'NE') return !isEqual(left, right);
  const order = compareValues(left, right);
  if (order === undefined) return null;
  if (operator === 'GT') return order > 0;
  if (operator === 'GTE') return order >= 0;
  return operator === 'LT' ? order < 0 : order <= 0;
}

function slice(list: readonly unknown[], parts: readonly (number | null)[]): unknown[] {
  const [start = null, stop = null, step = null] = parts;
  const stride = step ?? 1;
  if (stride === 0) throw invalid('the step of a slice cannot be 0');
  const first = stride > 0 ? 0 : list.length - 1;
  const end = stride > 0 ? list.length : -1;
  const from = start === null ? first : clamp(start, list.length, stride);
  const until = stop === null ? end : clamp(stop, list.length, stride);
  const slice: unknown[] = [];
  for (let at = from; stride > 0 ? at < until : at > until; at += stride) slice.push(list[at]);
  return slice;
}

function clamp(index: number, length: number, stride: number): number {
  const absolute = index < 0 ? index + length : index;
  const [low, high] = stride > 0 ? [0, length] : [-1, length - 1];
  return Math.min(Math.max(absolute, low), high);
}
