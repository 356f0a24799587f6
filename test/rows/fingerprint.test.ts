import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RowScanner } from '../../src/json/bulk/rows.ts';
import { createDayFingerprints } from '../../src/rows/day-fingerprints.ts';
import { addFingerprints, emptyFingerprint } from '../../src/rows/fingerprint.ts';
import { runs } from '../helpers/runs.ts';

type Value = string | number | boolean | null | Tags;
interface Tags {
  readonly [name: string]: Value;
}
type Row = Readonly<Record<string, Value>>;

const leaf = fc.oneof(
  fc.constantFrom<Value>('', 'web', 'a"b', 'ü', 'x\n', true, false, null, 0, 1, -2.5, 1e21, 1.5e-7),
  fc.constantFrom<Value>(
    '2026-10-01',
    -0.1234567890123456,
    'a text of more than sixteen bytes, and of 32',
  ),
  fc.integer({ min: -1e6, max: 1e6 }),
  fc.string({ maxLength: 9 }),
);
const tags: fc.Arbitrary<Tags> = fc.dictionary(fc.constantFrom('team', 'env', '7', 'ü'), leaf, {
  noNullPrototype: true,
});
const rows: fc.Arbitrary<Row[]> = fc.array(
  fc.dictionary(fc.constantFrom('date', 'cost', 'service', '10', 'tags'), fc.oneof(leaf, tags), {
    noNullPrototype: true,
  }),
  { maxLength: 8 },
);

const scanner = new RowScanner(Number.POSITIVE_INFINITY);
/** With memory for the page, WebAssembly computes the fingerprint. */
const withMemory = new RowScanner(0);

/** Of all rows, as their days add up. */
function fingerprint(texts: readonly string[], reader = scanner): string {
  const page = reader.scan(Buffer.from(`{"data":[${texts.join()}]}`));
  const contents = createDayFingerprints('date');
  contents.add(page);
  contents.commit();
  const days = contents.take();
  expect(days.reduce((sum, { rows }) => sum + rows, 0)).toBe(texts.length);
  return days.map((day) => day.fingerprint).reduce(addFingerprints, emptyFingerprint);
}

/** The same value in another spelling. */
function respell(value: Value, indent: string, isReversed: boolean): string {
  if (typeof value === 'number') {
    if (Number.isInteger(value) && Math.abs(value) < 1e9) return `${value}.00`;
    return String(value).includes('e') ? String(value) : `${value}0`;
  }
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).filter(([, inner]) => inner !== null);
  if (isReversed) members.reverse();
  return `{${members.map(([key, inner]) => `${indent}${JSON.stringify(key)}:${indent}${respell(inner, indent, isReversed)}`).join()}}`;
}

test('a fingerprint depends neither on the order of rows and fields nor on how values are written', () => {
  fc.assert(
    fc.property(rows, fc.constantFrom('', ' ', '\n'), fc.boolean(), (drawn, indent, isReversed) => {
      const usual = fingerprint(drawn.map((row) => JSON.stringify(row)));
      const others = drawn.map((row) => respell(row, indent, isReversed)).reverse();
      expect(fingerprint(others)).toBe(usual);
      expect(fingerprint(others, withMemory)).toBe(usual);
      const thrice = [...others, ...others, ...others];
      expect(fingerprint(thrice, withMemory)).toBe(fingerprint(thrice));
      // A repeated field counts with its last value.
      const repeated = drawn.map((row) => JSON.stringify(row).replace(/^\{(?!\})/, '{"cost":"?",'));
      const fixed = drawn.map((row) =>
        Object.keys(row).length === 0 || 'cost' in row ? row : { cost: '?', ...row },
      );
      expect(fingerprint(repeated)).toBe(fingerprint(fixed.map((row) => JSON.stringify(row))));
    }),
    { numRuns: runs(300) },
  );
});

/** What counts as the same: no nulls, fields in one order, rows in any. */
function meaning(drawn: readonly Row[]): string {
  const plain = (value: Value): unknown =>
    value !== null && typeof value === 'object'
      ? Object.entries(value)
          .filter(([, inner]) => inner !== null)
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([key, inner]) => [key, plain(inner)])
      : value;
  return JSON.stringify(drawn.map((row) => JSON.stringify(plain(row))).sort());
}

test('any other difference between rows changes it', () => {
  fc.assert(
    fc.property(rows, rows, (one, other) => {
      const [first, second] = [one, other].map((drawn) =>
        fingerprint(drawn.map((row) => JSON.stringify(row))),
      );
      expect(first === second).toBe(one.length === other.length && meaning(one) === meaning(other));
    }),
    { numRuns: runs(500) },
  );
});

test('pairs of rows that exchange a value have different fingerprints', () => {
  const seen = new Set<string>();
  for (let number = 0; number < 1000; number += 1) {
    const [team, other] = [`team ${number % 32}`, `team ${Math.floor(number / 32)}`];
    seen.add(fingerprint([`{"team":"${team}","cost":1}`, `{"team":"${other}","cost":2}`]));
  }
  expect(seen.size).toBe(1000);
});

test('the fingerprints of two parts add up to that of the whole', () => {
  fc.assert(
    fc.property(rows, rows, (one, other) => {
      const texts = [one, other].map((drawn) => drawn.map((row) => JSON.stringify(row)));
      const [first = '', second = ''] = texts.map((part) => fingerprint(part));
      expect(addFingerprints(first, second)).toBe(fingerprint(texts.flat()));
    }),
  );
});
