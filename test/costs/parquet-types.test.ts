import { describe, expect, test } from 'vitest';
import { type CellKind, createEvidence, toTyped } from '../../src/costs/parquet-types.ts';

function typeOf(...cells: readonly (readonly [CellKind, string])[]) {
  const evidence = createEvidence();
  for (const [kind, text] of cells) evidence.add(kind, text);
  return evidence.type();
}

describe('a column of', () => {
  test('nothing is text', () => {
    expect(typeOf()).toEqual({ kind: 'text' });
  });

  test.each<[string, CellKind, string, object]>([
    ['days', 'text', '2026-01-31', { kind: 'day' }],
    ['words', 'text', 'eu', { kind: 'text' }],
    ['truths', 'boolean', 'true', { kind: 'boolean' }],
    ['objects', 'nested', '{}', { kind: 'text' }],
    ['counts', 'number', '7', { kind: 'integer' }],
    ['nineteen digits', 'number', '1'.repeat(19), { kind: 'decimal', precision: 38, scale: 0 }],
    ['money', 'number', '-12.50', { kind: 'decimal', precision: 18, scale: 2 }],
    ['fractions', 'number', '0.000', { kind: 'decimal', precision: 18, scale: 3 }],
    [
      'long fractions',
      'number',
      `1.${'1'.repeat(18)}`,
      { kind: 'decimal', precision: 38, scale: 18 },
    ],
    ['too many digits', 'number', `1.${'1'.repeat(38)}`, { kind: 'text' }],
    ['absurd exponents', 'number', '1e99999', { kind: 'text' }],
  ])('%s has its type', (_name, kind, text, type) => {
    expect(typeOf([kind, text])).toEqual(type);
  });

  test('more than one kind is text', () => {
    expect(typeOf(['number', '7'], ['boolean', 'true'])).toEqual({ kind: 'text' });
  });
});

describe('a value', () => {
  const decimal = { kind: 'decimal', precision: 4, scale: 2 } as const;

  test.each([
    [{ kind: 'text' } as const, 'text', 'eu', 'eu'],
    [{ kind: 'day' } as const, 'text', '1970-01-02', 1],
    [{ kind: 'day' } as const, 'text', '1970-02-30', undefined],
    [{ kind: 'boolean' } as const, 'boolean', 'true', true],
    [{ kind: 'boolean' } as const, 'boolean', 'false', false],
    [{ kind: 'boolean' } as const, 'text', 'true', undefined],
    [{ kind: 'double' } as const, 'number', '0.5', 0.5],
    [{ kind: 'double' } as const, 'text', 'eu', undefined],
    [{ kind: 'integer' } as const, 'number', '9223372036854775807', 2n ** 63n - 1n],
    [{ kind: 'integer' } as const, 'number', '9223372036854775808', undefined],
    [{ kind: 'integer' } as const, 'number', '-9223372036854775808', undefined],
    [{ kind: 'integer' } as const, 'number', '7.0', 7n],
    [{ kind: 'integer' } as const, 'number', '7.5', undefined],
    [{ kind: 'integer' } as const, 'text', 'seven', undefined],
    [decimal, 'number', '1.5', 150n],
    [decimal, 'number', '1.500', 150n],
    [decimal, 'number', '99.99', 9999n],
    [decimal, 'number', '100', undefined],
    [decimal, 'number', '-100', undefined],
  ] as const)('of the type %j, %s %s, is %s', (type, kind, text, value) => {
    expect(toTyped(type, kind, text)).toBe(value);
  });
});
