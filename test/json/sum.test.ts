import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDecimal } from '../../src/json/decimal.ts';
import { createSum } from '../../src/json/sum.ts';

function total(...texts: readonly string[]): string {
  const sum = createSum();
  for (const text of texts) expect(sum.add(text)).toBe(true);
  return formatDecimal(sum.total());
}

test.each([
  [['9999999999999', '1'], '10000000000000'],
  [['99999999999999', '1'], '100000000000000'],
  [['-9999999999999', '-0.1'], '-9999999999999.1'],
  [['0.9', '0.09'], '0.99'],
  [['0.9999999999999', '0.0000000000001'], '1.0000000000000'],
  [['0.99999999999999', '0.00000000000001'], '1.00000000000000'],
  [[`0.${'9'.repeat(26)}`, `0.${'0'.repeat(25)}1`], `1.${'0'.repeat(26)}`],
  [[`0.${'9'.repeat(27)}`, `0.${'0'.repeat(26)}1`], `1.${'0'.repeat(27)}`],
  [[`9999999999999.${'9'.repeat(26)}`, '1'], `10000000000000.${'9'.repeat(26)}`],
  [[`-9999999999999.${'9'.repeat(26)}`, '-1'], `-10000000000000.${'9'.repeat(26)}`],
  [[`-9999999999999.${'9'.repeat(27)}`, '-1'], `-10000000000000.${'9'.repeat(27)}`],
  [['9'.repeat(200), '1'], `1${'0'.repeat(200)}`],
  [['5', '-5'], '0'],
  [['-0.5', '0.25'], '-0.25'],
  [['1.5', '1e2', '+3'], '104.5'],
  [[], '0'],
])('adds up %j', (texts, expected) => {
  expect(total(...texts)).toBe(expected);
});

test.each([899, 900, 901, 1801])('adding %i of the largest numbers loses no digit', (count) => {
  const largest = `9999999999999.${'9'.repeat(26)}`;
  const units = (10n ** 39n - 1n) * BigInt(count);
  const digits = units.toString();
  expect(total(...Array.from({ length: count }, () => largest))).toBe(
    `${digits.slice(0, -26)}.${digits.slice(-26)}`,
  );
});

test.each([
  '1.',
  '.1',
  '-',
  '-.5',
  '1.2.3',
  '1.x',
  '1./',
  '1.:',
  '1:0',
  '1/0',
  `1.${'1'.repeat(13)}x`,
  `1.${'1'.repeat(13)}:`,
  `1.${'1'.repeat(13)}/`,
  `1.x${'1'.repeat(13)}`,
  '€'.repeat(41),
  '1€',
  'x'.repeat(200),
])('refuses %j as a number and leaves the total unchanged', (text) => {
  const sum = createSum();
  sum.add('1.5');
  expect(sum.add(text)).toBe(false);
  expect(formatDecimal(sum.total())).toBe('1.5');
});

test('reads a number from the middle of other bytes', () => {
  const bytes = Buffer.from('"-12.345678901234567890",7');
  const sum = createSum();
  expect(sum.addBytes(bytes, 1, 23)).toBe(true);
  expect(sum.addBytes(bytes, 25, 26)).toBe(true);
  expect(formatDecimal(sum.total())).toBe('-5.345678901234567890');
});

test('requesting the total twice gives the same total', () => {
  const sum = createSum();
  sum.add('1.25');
  sum.add('-0.5');
  expect(formatDecimal(sum.total())).toBe('0.75');
  expect(formatDecimal(sum.total())).toBe('0.75');
});

test('words of any scales add up to their exact sum, whatever texts come between them', () => {
  const word = fc.record({
    units: fc.bigInt({ min: -(2n ** 82n), max: 2n ** 82n }),
    scale: fc.constantFrom(0, 2, 18),
    text: fc.constantFrom(undefined, '0.125', '-3e2'),
  });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 40 }), (words) => {
      const [added, expected] = [createSum(), createSum()];
      for (const { units, scale, text } of words) {
        const low = BigInt.asUintN(32, units);
        added.addWords(Number((units - low) >> 32n), Number(low), scale, scale);
        expected.addDecimal({ units, scale });
        for (const sum of [added, expected]) if (text !== undefined) sum.add(text);
      }
      expect(added.places()).toBe(added.total().scale);
      expect(added.total()).toEqual(expected.total());
    }),
  );
});
