// Small changes of a source text that a test should notice.
import { findPatternMutants } from './patterns.js';
import { isLoop, walk } from './syntax.js';

/** What stands instead of an operator, one mutant for each. */
const operators = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '**': ['*'],
  '&': ['|'],
  '|': ['&'],
  '^': ['&'],
  '<<': ['>>'],
  '>>': ['<<'],
  '>>>': ['<<'],
  '++': ['--'],
  '--': ['++'],
  '+=': ['-='],
  '-=': ['+='],
  '*=': ['/='],
  '/=': ['*='],
  '|=': ['&='],
  '&=': ['|='],
  '<<=': ['>>='],
  '>>=': ['<<='],
  '??=': ['&&='],
};

const methods = {
  every: 'some',
  some: 'every',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  indexOf: 'lastIndexOf',
  lastIndexOf: 'indexOf',
  toUpperCase: 'toLowerCase',
  toLowerCase: 'toUpperCase',
  padStart: 'padEnd',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
};

/** Calls that may be left out, so that what they are called on stands alone. */
const leftOut = new Set(['trim', 'trimStart', 'trimEnd', 'filter', 'sort', 'toSorted', 'reverse']);

/** Every mutant of a text: from where to where it changes, and to what. Types and messages stay. */
export function findMutants(source) {
  const mutants = [];
  walk(source, (node, parent) => {
    const put = (at, text) => mutants.push({ start: at.start, end: at.end, text });
    const putOperator = (left, right) => {
      const end = right?.start ?? node.end;
      const place = source
        .slice(left, end)
        .replaceAll(/\/\/.*/g, blank)
        .indexOf(node.operator);
      const start = left + place;
      for (const text of operators[node.operator] ?? []) {
        mutants.push({ start, end: start + node.operator.length, text });
      }
    };
    visitors[node.type]?.({ node, parent, source, put, putOperator, mutants });
    if (isLoop(node)) visitors.Loop({ node, put });
    return !isError(node);
  });
  return mutants.sort((a, b) => a.start - b.start || a.end - b.end);
}

const blank = (text) => ' '.repeat(text.length);

const isError = (node) => node.type === 'NewExpression' && /Error$/.test(node.callee.name ?? '');

const visitors = {
  BinaryExpression: ({ node, putOperator }) => putOperator(node.left.end, node.right),
  LogicalExpression: ({ node, putOperator }) => putOperator(node.left.end, node.right),
  AssignmentExpression: ({ node, putOperator }) => putOperator(node.left.end, node.right),
  UpdateExpression: ({ node, putOperator }) =>
    node.prefix ? putOperator(node.start, node.argument) : putOperator(node.argument.end),
  IfStatement: ({ node, put }) => putBoth(node.test, put),
  ConditionalExpression: ({ node, put }) => putBoth(node.test, put),
  Loop: ({ node, put }) => {
    if (node.test && node.test.value !== true) put(node.test, 'false');
  },
  UnaryExpression: ({ node, source, put }) => {
    if (['!', '-', '~'].includes(node.operator)) {
      put(node, source.slice(node.argument.start, node.argument.end));
    }
  },
  BlockStatement: ({ node, put }) => {
    if (node.body.length > 0) put(node, '{}');
  },
  ExpressionStatement: ({ node, parent, put }) => {
    const isAlone = parent.type === 'BlockStatement' && parent.body.length === 1;
    if (!isAlone && !node.directive && node.expression.callee?.type !== 'Super') put(node, ';');
  },
  ArrowFunctionExpression: ({ node, put }) => {
    if (node.body.type !== 'BlockStatement') put(node.body, 'undefined');
  },
  ArrayExpression: ({ node, put }) => {
    if (node.elements.length > 0) put(node, '[]');
  },
  MemberExpression: ({ node, parent, source, put }) => {
    if (node.optional)
      put({ start: node.object.end, end: node.object.end + 2 }, node.computed ? '' : '.');
    const { name } = node.property;
    if (parent.type !== 'CallExpression' || parent.callee !== node || node.computed) return;
    if (Object.hasOwn(methods, name)) put(node.property, methods[name]);
    if (leftOut.has(name)) put(parent, source.slice(node.object.start, node.object.end));
  },
  Literal: ({ node, parent, put, mutants }) => {
    if (typeof node.value === 'boolean') put(node, String(!node.value));
    if (typeof node.value === 'number') put(node, String(node.value + 1));
    if (typeof node.value === 'bigint') put(node, `${node.value + 1n}n`);
    if (node.regex) mutants.push(...findPatternMutants(node));
    if (typeof node.value === 'string' && isMark(node.value, parent)) {
      put(node, node.value === '' ? "'mutant'" : "''");
    }
  },
};

function putBoth(test, put) {
  put(test, 'true');
  put(test, 'false');
}

/** Sentences are messages, and what is compared changes by its comparison. */
function isMark(text, parent) {
  return !/\p{L} /u.test(text) && !/^(BinaryExpression|ExportNamed|TSLiteral)/.test(parent.type);
}

export function describeMutant(source, { start, end, text }) {
  const number = source.slice(0, start).split('\n').length;
  const from = source.lastIndexOf('\n', start - 1) + 1;
  const first = source.indexOf('\n', start);
  const to = source.indexOf('\n', end);
  const before = source.slice(from, first < end ? first : to);
  const after = source.slice(from, start) + text + (first < end ? '' : source.slice(end, to));
  return `${number}: ${before.trim()} → ${after.trim()}`;
}
