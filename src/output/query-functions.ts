import { usageError } from '../errors.ts';
import { keysOf, membersOf, objectOf } from '../json/members.ts';
import { stringifyJson } from '../json/stringify.ts';
import {
  average,
  compareValues,
  describeValue,
  type ExpressionReference,
  isEqual,
  isText,
  type Kind,
  type KindTypes,
  kinds,
  readNumber,
  sumExactly,
  toDouble,
  typeWord,
} from './query-values.ts';

/** Calls a JMESPath function. A number that is only selected keeps all its digits. */
export function callFunction(name: string, values: readonly unknown[]): unknown {
  const called = functions.get(name);
  if (called === undefined) throw usageError(`--query: there is no function ${name}()`);
  const { takes, more, run } = called;
  const wanted = more ? Math.max(values.length, takes.length) : takes.length;
  if (values.length !== wanted) {
    const needs = wanted === 1 ? '1 value' : `${wanted} values`;
    throw usageError(`--query: ${name}() takes ${needs} and was given ${values.length}`);
  }
  for (const [position, value] of values.entries()) {
    const kind = takes[Math.min(position, takes.length - 1)] ?? 'any';
    const { words, has } = kinds[kind];
    if (has(value)) continue;
    throw usageError(`--query: ${name}() takes ${words}, not ${describeValue(value)}`);
  }
  return run(values);
}

interface QueryFunction {
  readonly takes: readonly Kind[];
  /** The last argument may be repeated. */
  readonly more: boolean;
  readonly run: (values: readonly unknown[]) => unknown;
}

type Taken<Takes extends readonly Kind[]> = {
  readonly [Position in keyof Takes]: KindTypes[Takes[Position]];
};

/** The boundary between values checked by kind and functions with types. */
function take<const Takes extends readonly Kind[]>(
  takes: Takes,
  run: (...values: Taken<Takes>) => unknown,
): QueryFunction {
  return { takes, more: false, run: (values) => run(...(values as unknown as Taken<Takes>)) };
}

function takeMore<Only extends Kind>(
  kind: Only,
  run: (values: readonly KindTypes[Only][]) => unknown,
): QueryFunction {
  return { takes: [kind], more: true, run: (values) => run(values as readonly KindTypes[Only][]) };
}

const functions: ReadonlyMap<string, QueryFunction> = new Map([
  ['abs', take(['number'], (value) => Math.abs(toDouble(value)))],
  ['avg', take(['numbers'], average)],
  ['ceil', take(['number'], (value) => Math.ceil(toDouble(value)))],
  ['contains', take(['sequence', 'any'], contains)],
  ['ends_with', take(['text', 'text'], (text, end) => text.endsWith(end))],
  ['floor', take(['number'], (value) => Math.floor(toDouble(value)))],
  ['join', take(['text', 'texts'], (glue, texts) => texts.join(glue))],
  ['keys', take(['object'], (object) => [...keysOf(object)])],
  ['length', take(['sized'], measure)],
  ['map', take(['expression', 'list'], (reference, list) => list.map(reference.apply))],
  ['max', take(['sortable'], (list) => sortItems(list).at(-1) ?? null)],
  // Like `min_by` and other programs: the first of several that are equal.
  [
    'max_by',
    take(['list', 'expression'], (list, key) => sortItems(list.toReversed(), key).at(-1) ?? null),
  ],
  ['merge', takeMore('object', (objects) => objectOf(objects.flatMap(membersOf)))],
  ['min', take(['sortable'], (list) => sortItems(list)[0] ?? null)],
  ['min_by', take(['list', 'expression'], (list, key) => sortItems(list, key)[0] ?? null)],
  ['not_null', takeMore('any', (values) => values.find((value) => value !== null) ?? null)],
  ['reverse', take(['sequence'], reverse)],
  ['sort', take(['sortable'], (list) => sortItems(list))],
  ['sort_by', take(['list', 'expression'], sortItems)],
  ['starts_with', take(['text', 'text'], (text, start) => text.startsWith(start))],
  ['sum', take(['numbers'], sumExactly)],
  ['to_array', take(['any'], (value) => (Array.isArray(value) ? value : [value]))],
  ['to_number', take(['any'], readNumber)],
  ['to_string', take(['any'], (value) => (isText(value) ? value : stringifyJson(value)))],
  ['type', take(['any'], typeWord)],
  ['values', take(['object'], (object) => membersOf(object).map(([, value]) => value))],
]);

/** Sorts by the items, or by what an expression makes of each; equal items keep their order. */
function sortItems(list: readonly unknown[], key?: ExpressionReference): unknown[] {
  const keyed = list.map((item) => ({ item, key: key === undefined ? item : key.apply(item) }));
  const keys = keyed.map((pair) => pair.key);
  if (!kinds.sortable.has(keys)) {
    throw usageError('--query: only numbers or only strings can be put in order');
  }
  // A single number has nothing to be compared with, but sorting must reject what cannot be compared.
  for (const value of keys) compareValues(value, value);
  return keyed.sort((a, b) => compareValues(a.key, b.key) ?? 0).map((pair) => pair.item);
}

function contains(sequence: KindTypes['sequence'], wanted: unknown): boolean {
  if (isText(sequence)) return isText(wanted) && sequence.includes(wanted);
  return sequence.some((item) => isEqual(item, wanted));
}

function measure(sized: KindTypes['sized']): number {
  if (isText(sized)) return [...sized].length;
  return Object.keys(sized).length;
}

function reverse(sequence: KindTypes['sequence']): unknown {
  return isText(sequence) ? [...sequence].reverse().join('') : sequence.toReversed();
}
