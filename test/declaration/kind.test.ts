import { describe, expect, test } from 'vitest';
import {
  day,
  type Kind,
  looksLikeId,
  oneOf,
  text,
  wholeNumber,
} from '../../src/declaration/kind.ts';
import {
  argument,
  optionalArgument,
  repeated,
  repeatedAs,
  restArguments,
} from '../../src/declaration/option.ts';
import { either, record, viewOf } from '../../src/declaration/result.ts';
import { outputOptions } from '../../src/declaration/shared.ts';
import { globalOptions } from '../../src/settings/global-options.ts';

const isValid = (kind: Kind<unknown>, given: string) => 'value' in kind.parse(given);

test.each([
  ...['2026-10-01', '2024-02-29', '0001-01-01', '9999-12-31'].map((one) => [one, true] as const),
  ...['2026-02-29', '2026-13-01', '2026-10-00', '0000-01-01', '', '20261001'].map(refused),
  ...['2026-10-1', '2026-10-011', '2026-10-01T00:00', ' 2026-10-01', '12026-10-01'].map(refused),
])('%j as a day: %s', (given, expected) => expect(isValid(day, given)).toBe(expected));

function refused(given: string) {
  return [given, false] as const;
}

const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e';
test.each([
  ...['wsp_main', 'bmt_a-b', 'ab_1', '17', '.', '..', uuid, uuid.toUpperCase()].map(
    (one) => [one, true] as const,
  ),
  ...['Main', 'a_b', 'workspace_x', 'wsp_', 'wsp_a b', '1a', '...', '', `${uuid}0`].map(refused),
  ...[uuid.replace('0f', 'xx'), uuid.replace('0e', 'xx'), uuid.slice(1), `x${uuid}`].map(refused),
])('%j looks like an id: %s', (given, expected) => expect(looksLikeId(given)).toBe(expected));

test('csv is separated by a character that no number and no quoted cell has', () => {
  const { kind } = outputOptions.delimiter;
  if (kind === undefined) throw new Error('it takes a value');
  const all = Array.from({ length: 300 }, (_, code) => String.fromCharCode(code));
  const taken = all.filter((one) => isValid(kind, one)).join('');
  expect(taken).toBe("\t !#$%&'()*,/:;<=>?@[\\]^`{|}~");
  expect(['', ';;', ';a', '\t\t'].filter((one) => isValid(kind, one))).toEqual([]);
});

const { outFile } = outputOptions;

// Made within the test, as a command makes them when it is loaded.
test.each<[string, () => Kind<unknown> | undefined, string, object]>([
  ['text', () => text(), '', { problem: 'must not be empty' }],
  ['the only word', () => oneOf(['init'], 'init'), '1.3', { problem: 'must be init, not 1.3' }],
  ['text that may be empty', () => text('x', { empty: true }), '', { value: '' }],
  [
    'a path',
    () => outFile.kind,
    '',
    { problem: 'must not be empty; give a path, or - for stdout' },
  ],
  ['a path', () => outFile.kind, '-', { value: '-' }],
  ['a time limit', () => globalOptions.timeout.kind, '1.5', { value: 1.5 }],
  ['a number', () => wholeNumber(2, 5), '5', { value: 5 }],
  ['a number', () => wholeNumber(2, 5), '6', { problem: 'must be a whole number from 2 to 5' }],
  ['a number', () => wholeNumber(2), '1', { problem: 'must be a whole number of at least 2' }],
  ['a number', () => wholeNumber(0), '', { problem: 'must be a whole number of at least 0' }],
])('%s of %s is read', (_name, make, given, expected) => {
  expect(make()?.parse(given)).toEqual(expected);
});

test.each<[string, () => Kind<unknown>, object]>([
  ['text', () => text(), { type: 'string', minLength: 1 }],
  ['text that may be empty', () => text('x', { empty: true }), { type: 'string' }],
  ['a number', () => wholeNumber(2, 5), { type: 'integer', minimum: 2, maximum: 5 }],
  ['a number without an end', () => wholeNumber(2), { type: 'integer', minimum: 2 }],
])('the schema of %s says what it accepts', (_name, make, schema) => {
  expect(make().schema).toEqual(schema);
});

describe('options and arguments', () => {
  test('that may be repeated collect all values, or combine them', () => {
    const all = repeated(text('a'), 'some', { short: '-a' });
    expect(all).toMatchObject({ description: 'some', repeatable: true, short: '-a' });
    expect(all.collect(['x', 'y'])).toEqual(['x', 'y']);
    const joined = repeatedAs(text('a'), (values) => values.join('+'), 'some');
    expect(joined).toMatchObject({ kind: { placeholder: 'a' }, repeatable: true });
    expect(joined.collect(['x', 'y'])).toBe('x+y');
  });

  test.each([
    ['argument', () => argument(text(), 'one', 'a-name'), true, false, 'y'],
    ['optional argument', () => optionalArgument(text(), 'one', 'a-name'), false, false, 'y'],
  ])('%s has its name and its form', (_name, make, required, variadic, collected) => {
    const made = make();
    expect(made).toMatchObject({ description: 'one', name: 'a-name', required, variadic });
    expect(made.collect(['x', 'y'])).toEqual(collected);
  });

  test('the remaining words are one argument, which may be empty', () => {
    const made = restArguments(text(), 'all');
    expect(made).toMatchObject({ description: 'all', required: false, variadic: true });
    expect(made.collect(['x', 'y'])).toEqual(['x', 'y']);
  });
});

test('a schema of a result says which fields may be missing, and which forms there are', () => {
  const one = record({ id: 'text', 'note?': 'text' });
  expect(one).toEqual({
    type: 'object',
    properties: { id: { type: 'string' }, note: { type: 'string' } },
    required: ['id'],
  });
  expect(either(one, { type: 'string' })).toEqual({ anyOf: [one, { type: 'string' }] });
});

test('fields say which columns a table has: what may be missing has one only if a row has it', () => {
  const fields = {
    id: ['text', { importance: 'answer' }],
    raw: 'anything',
    currency: ['text or null', { ifAny: true }],
    total: ['decimal', { kind: 'money' }],
    'note?': ['text', {}],
  } as const;
  const columnsOf = (...given: Parameters<typeof viewOf>) =>
    viewOf(...given).columns.map(({ path }) => path);
  expect(columnsOf(fields)).toEqual(['id', 'total']);
  expect(columnsOf(fields, [{ note: 'x' }, { currency: 'EUR' }])).toEqual([
    'id',
    'currency',
    'total',
    'note',
  ]);
  expect(columnsOf(fields, [], ['total'])).toEqual(['total', 'id']);
  expect(viewOf(fields).fields).toEqual(['id', 'raw', 'currency', 'total']);
  expect(viewOf(fields).columns[0]).toEqual({ path: 'id', importance: 'answer' });
});
